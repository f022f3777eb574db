#include "JsonFile.h"

#include <fmt/format.h>

#include <optional>

#include "llvm/Support/FileSystem.h"

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

Result<std::string> readText(const std::string& path, size_t limit) {
  namespace fs = llvm::sys::fs;
  llvm::Expected<fs::file_t> file =
      path == "-" ? fs::getStdinHandle() : fs::openNativeFileForRead(path);
  if (!file) return Error{llvm::toString(file.takeError())};
  std::string text;
  std::optional<std::string> failed;
  constexpr size_t kStep = size_t{1} << 16;
  while (!failed) {
    const size_t had = text.size();
    text.resize(had + kStep);
    llvm::Expected<size_t> got = fs::readNativeFile(*file, {&text[had], kStep});
    if (!got) {
      failed = llvm::toString(got.takeError());
      break;
    }
    text.resize(had + *got);
    if (*got == 0) break;
    if (text.size() > limit) failed = fmt::format("it has more than {} MiB", limit >> 20);
  }
  if (path != "-") fs::closeFile(*file);
  if (failed) return Error{*failed};
  return text;
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
