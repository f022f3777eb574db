// JSON -> described structs (runtime/report/Field.h), the inverse of runtime/report/FieldWriter.h. A
// field that is missing keeps the default of its member, unless the description calls it essential; a
// field of the wrong type is an error; a field that no description knows is counted.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/Result.h"
#include "report/Field.h"
#include "report/Report.h"
#include "llvm/Support/JSON.h"

namespace isl::tool {

// Fields that a later version wrote: "specs[].sites[].shade" and how often.
using UnknownFields = std::map<std::string, size_t>;

class JsonReader {
 public:
  template <typename T>
  Result<T> read(const llvm::json::Value& json) {
    T out;
    value(json, out);
    if (!wrong_.empty()) return Error{wrong_};
    return out;
  }
  const UnknownFields& unknown() const { return unknown_; }

 private:
  template <typename T>
  friend class FieldReader;

  void value(const llvm::json::Value& json, bool& out);
  void value(const llvm::json::Value& json, double& out);
  void value(const llvm::json::Value& json, uint64_t& out);
  void value(const llvm::json::Value& json, uint32_t& out);
  void value(const llvm::json::Value& json, int32_t& out);
  void value(const llvm::json::Value& json, std::string& out);
  void value(const llvm::json::Value& json, report::RunOptions& out);
  template <typename M>
  void value(const llvm::json::Value& json, std::vector<M>& out);
  template <typename T>
  std::enable_if_t<report::kIsDescribed<T>> value(const llvm::json::Value& json, T& out);

  // Called at the place that path_ says; the first mistake is kept.
  void fail(const char* what);
  std::string place(const char* last = "") const;

  std::vector<const char*> path_;  // names of fields; a list adds "[]"
  std::string wrong_;
  UnknownFields unknown_;
};

// Visits the fields of one struct.
template <typename T>
class FieldReader {
 public:
  FieldReader(JsonReader& reader, const llvm::json::Object& json, T& out)
      : reader_(reader), json_(json), out_(out) {}

  template <typename M, typename Rule = report::merge::Keep>
  void operator()(const report::Field& field, M T::*member, Rule = {}) {
    const llvm::json::Value* const value = json_.get(field.name());
    reader_.path_.push_back(field.name());
    if (value) {
      ++found_;
      // The default of a nullable field is that there is none.
      if (!field.isNullable() || value->kind() != llvm::json::Value::Null)
        reader_.value(*value, out_.*member);
    } else if (field.isEssential()) {
      reader_.fail("is missing");
    }
    reader_.path_.pop_back();
  }

  size_t found() const { return found_; }

 private:
  JsonReader& reader_;
  const llvm::json::Object& json_;
  T& out_;
  size_t found_ = 0;
};

// Visits the names of the fields of one struct.
class FieldNames {
 public:
  template <typename M, typename T, typename Rule = report::merge::Keep>
  void operator()(const report::Field& field, M T::*, Rule = {}) {
    names_.emplace_back(field.name());
  }
  bool has(llvm::StringRef name) const { return llvm::is_contained(names_, name); }

 private:
  std::vector<llvm::StringRef> names_;
};

template <typename M>
void JsonReader::value(const llvm::json::Value& json, std::vector<M>& out) {
  const llvm::json::Array* const list = json.getAsArray();
  if (!list) return fail("is no list");
  path_.push_back("[]");
  out.reserve(list->size());
  for (const llvm::json::Value& item : *list) value(item, out.emplace_back());
  path_.pop_back();
}

template <typename T>
std::enable_if_t<report::kIsDescribed<T>> JsonReader::value(const llvm::json::Value& json, T& out) {
  const llvm::json::Object* const object = json.getAsObject();
  if (!object) return fail("is no object");
  FieldReader<T> reader(*this, *object, out);
  report::visitFields<T>(reader);
  if (reader.found() == object->size()) return;
  FieldNames known;
  report::visitFields<T>(known);
  for (const auto& [key, value] : *object) {
    const llvm::StringRef name = key;
    if (!known.has(name)) ++unknown_[place(name.str().c_str())];
  }
}

}  // namespace isl::tool
