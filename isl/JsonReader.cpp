#include "JsonReader.h"

#include <cmath>

namespace isl::tool {

namespace json = llvm::json;

std::string JsonReader::place(const char* last) const {
  std::string out;
  const auto add = [&](llvm::StringRef name) {
    if (!out.empty() && !name.empty() && name != "[]") out += '.';
    out += name;
  };
  for (const char* name : path_) add(name);
  add(last);
  return out;
}

void JsonReader::fail(const char* what) {
  if (wrong_.empty()) wrong_ = "`" + place() + "` " + what;
}

void JsonReader::value(const json::Value& json, bool& out) {
  if (const auto flag = json.getAsBoolean())
    out = *flag;
  else
    fail("is neither true nor false");
}

void JsonReader::value(const json::Value& json, double& out) {
  if (const auto number = json.getAsNumber())
    out = *number;
  else
    fail("is no number");
}

void JsonReader::value(const json::Value& json, uint64_t& out) {
  constexpr double kBeyond = 18446744073709551616.0;
  if (const auto exact = json.getAsUINT64()) {
    out = *exact;
    // LLVM 14 reads every larger integer as this one.
    if (*exact == static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) fail("is too large");
    return;
  }
  // Another program may have written 1e6.
  const auto rough = json.getAsNumber();
  if (rough && *rough >= 0 && *rough < kBeyond && std::trunc(*rough) == *rough)
    out = static_cast<uint64_t>(*rough);
  else
    fail("is no count");
}

void JsonReader::value(const json::Value& json, uint32_t& out) {
  uint64_t wide = 0;
  value(json, wide);
  out = static_cast<uint32_t>(wide);
  if (out != wide) fail("is too large");
}

void JsonReader::value(const json::Value& json, int32_t& out) {
  const auto wide = json.getAsInteger();
  if (wide && *wide >= std::numeric_limits<int32_t>::min() &&
      *wide <= std::numeric_limits<int32_t>::max())
    out = static_cast<int32_t>(*wide);
  else
    fail("is no number of a line");
}

void JsonReader::value(const json::Value& json, std::string& out) {
  if (const auto text = json.getAsString())
    out = text->str();
  else
    fail("is no string");
}

void JsonReader::value(const json::Value& json, report::RunOptions& out) {
  const json::Object* const object = json.getAsObject();
  if (!object) return fail("is no object");
  for (const auto& [name, text] : *object) {
    out.emplace_back(llvm::StringRef(name).str(), std::string());
    value(text, out.back().second);
  }
}

}  // namespace isl::tool
