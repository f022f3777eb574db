// Described structs as JSON text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/Field.h"
#include "report/Json.h"
#include "report/Report.h"

namespace isl::report {

// True while a value says nothing: 0, false, empty. A struct always says something.
template <typename M>
bool isUnset(const M& value) {
  if constexpr (kIsDescribed<M>)
    return false;
  else if constexpr (std::is_arithmetic_v<M>)
    return value == M();
  else
    return value.empty();
}

template <typename T>
void writeObject(Json& json, const T& object);

inline void writeValue(Json& json, const std::string& text) { json.value(text); }

// A key of an object must be unique; a repeated option (`max-vso`) becomes one value.
inline void writeValue(Json& json, const RunOptions& options) {
  std::map<std::string, std::string> merged;
  for (const auto& [name, value] : options) {
    const auto [place, fresh] = merged.emplace(name, value);
    if (!fresh) place->second += ";" + value;
  }
  json.begin('{');
  for (const auto& [name, value] : merged) json.field(name, value);
  json.end('}');
}

template <typename M>
void writeValue(Json& json, const M& value);

template <typename M>
void writeValue(Json& json, const std::vector<M>& list) {
  json.begin('[');
  for (const M& item : list) writeValue(json, item);
  json.end(']');
}

template <typename M>
void writeValue(Json& json, const M& value) {
  if constexpr (kIsDescribed<M>)
    writeObject(json, value);
  else
    json.value(value);
}

template <typename T>
class FieldWriter {
 public:
  FieldWriter(Json& json, const T& object) : json_(json), object_(object) {}

  template <typename M, typename Rule = merge::Keep>
  void operator()(const Field& field, M T::*member, Rule = {}) {
    const M& value = object_.*member;
    if (field.isWhenSet() && isUnset(value)) return;
    json_.key(field.name());
    if constexpr (std::is_same_v<M, double>) {
      if (field.isNullable() && value <= 0) {
        json_.null();
        return;
      }
    }
    writeValue(json_, value);
  }

 private:
  Json& json_;
  const T& object_;
};

template <typename T>
void writeObject(Json& json, const T& object) {
  json.begin('{');
  FieldWriter<T> writer(json, object);
  visitFields<T>(writer);
  json.end('}');
}

template <typename T>
std::string jsonText(const T& object) {
  Json json;
  writeObject(json, object);
  return json.take();
}

}  // namespace isl::report
