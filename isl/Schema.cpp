#include "Schema.h"

#include <string_view>
#include <vector>

#include "report/Fields.h"
#include "report/Json.h"

namespace isl::tool {

using report::Field;
using report::Json;
using report::Unit;

namespace {

const char* prefix(Unit unit) {
  switch (unit) {
    case Unit::kNone: return "";
    case Unit::kBytes: return "bytes: ";
    case Unit::kMs: return "ms: ";
    case Unit::kVso: return "ratio: ";
    case Unit::kShare: return "share: ";
  }
  return "";
}

void writeNames(Json& json, const char* key, const std::vector<std::string_view>& names) {
  json.key(key);
  json.begin('[');
  for (std::string_view name : names) json.value(name);
  json.end(']');
}

std::vector<std::string_view> split(std::string_view words) {
  std::vector<std::string_view> out;
  for (size_t bar; (bar = words.find('|')) != std::string_view::npos; words.remove_prefix(bar + 1))
    out.push_back(words.substr(0, bar));
  out.push_back(words);
  return out;
}

// The names of the fields of a struct that are always there.
class Required {
 public:
  template <typename M, typename T, typename Rule = report::merge::Keep>
  void operator()(const Field& field, M T::*, Rule = {}) {
    if (!field.isWhenSet()) names.emplace_back(field.name());
  }
  std::vector<std::string_view> names;
};

template <typename T>
void writeStruct(Json& json);

// What a value of a type looks like. `field` tells more of it; for the elements of a list there is none.
template <typename M>
struct Shape {
  static void write(Json& json, const Field*) {
    json.field("type", "object");
    writeStruct<M>(json);
  }
};

template <>
struct Shape<std::string> {
  static void write(Json& json, const Field* field) {
    if (field && field->words())
      writeNames(json, "enum", split(field->words()));
    else
      json.field("type", "string");
  }
};

template <>
struct Shape<bool> {
  static void write(Json& json, const Field*) { json.field("type", "boolean"); }
};

template <>
struct Shape<double> {
  static void write(Json& json, const Field* field) {
    if (field->isNullable()) {
      writeNames(json, "type", {"number", "null"});
      json.field("exclusiveMinimum", field->unit() == Unit::kVso ? 1 : 0);
      return;
    }
    json.field("type", "number");
    // A number of no unit may be a coefficient, of any sign.
    if (field->unit() != Unit::kNone) json.field("minimum", field->unit() == Unit::kVso ? 1 : 0);
    if (field->unit() == Unit::kShare) json.field("maximum", 1);
  }
};

struct IntegerShape {
  static void write(Json& json, const Field* field) {
    if (field && field->isConstant()) {
      json.field("const", field->least());
      return;
    }
    json.field("type", "integer");
    json.field("minimum", field ? field->least() : 0);
  }
};
template <>
struct Shape<uint64_t> : IntegerShape {};
template <>
struct Shape<uint32_t> : IntegerShape {};
template <>
struct Shape<int32_t> : IntegerShape {};

template <>
struct Shape<report::RunOptions> {
  static void write(Json& json, const Field*) {
    json.field("type", "object");
    json.key("additionalProperties");
    json.begin('{');
    json.field("type", "string");
    json.end('}');
  }
};

template <typename M>
struct Shape<std::vector<M>> {
  static void write(Json& json, const Field*) {
    json.field("type", "array");
    json.key("items");
    json.begin('{');
    Shape<M>::write(json, nullptr);
    json.end('}');
  }
};

class PropertyWriter {
 public:
  explicit PropertyWriter(Json& json) : json_(json) {}

  template <typename M, typename T, typename Rule = report::merge::Keep>
  void operator()(const Field& field, M T::*, Rule = {}) {
    json_.key(field.name());
    json_.begin('{');
    json_.field("description", std::string(prefix(field.unit())) + field.meaning());
    Shape<M>::write(json_, &field);
    json_.end('}');
  }

 private:
  Json& json_;
};

template <typename T>
void writeStruct(Json& json) {
  Required required;
  report::visitFields<T>(required);
  writeNames(json, "required", required.names);
  json.field("additionalProperties", false);
  json.key("properties");
  json.begin('{');
  PropertyWriter properties(json);
  report::visitFields<T>(properties);
  json.end('}');
}

}  // namespace

std::string reportSchema() {
  Json json;
  json.begin('{');
  json.field("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.field("title", "ISL report");
  json.field("description", "Version " + std::to_string(report::kSchemaVersion) +
                                " of the agent's report; see report.md.");
  Shape<report::Report>::write(json, nullptr);
  json.end('}');
  return json.take();
}

}  // namespace isl::tool
