#include "JsonFile.h"

#include <fmt/format.h>

#include "llvm/Support/MemoryBuffer.h"

namespace isl::tool {

namespace json = llvm::json;

// Counts the brackets outside strings. Of text that is no JSON it may say either: the parser refuses
// that no deeper than it counts.
bool isTooDeep(llvm::StringRef text) {
  size_t depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestJson) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

Result<std::string> readText(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) return Error{buffer.getError().message()};
  return (*buffer)->getBuffer().str();
}

Result<json::Value> parseJson(llvm::StringRef text) {
  if (isTooDeep(text))
    return Error{
        fmt::format("it is nested by more than {} levels, which nothing of ISL is", kDeepestJson)};
  llvm::Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return Error{fmt::format("this is not JSON ({})", llvm::toString(parsed.takeError()))};
  return std::move(*parsed);
}

}  // namespace isl::tool
