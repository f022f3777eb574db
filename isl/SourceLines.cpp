#include "SourceLines.h"

#include <fstream>
#include <memory>

#include "SourceFinder.h"

namespace isl::tool {

namespace {

constexpr int32_t kAround = 3;
constexpr size_t kLongest = 200;

report::SourceText readAround(const std::string& path, int32_t line) {
  report::SourceText out;
  const int32_t first = line > kAround ? line - kAround : 1;
  out.first = static_cast<uint32_t>(first);
  std::ifstream file(path);
  std::string text;
  int32_t number = 1;
  for (; number <= line + kAround && std::getline(file, text); ++number)
    if (number >= first) out.lines.push_back(text.substr(0, kLongest));
  if (number <= line) out.lines.clear();  // the file is another one: it ends before
  return out;
}

}  // namespace

report::SourceLookup sourceLines(const std::vector<std::string>& roots) {
  auto finder = std::make_shared<std::unique_ptr<SourceFinder>>();
  return [roots, finder](const std::string& className, const std::string& file, int32_t line) {
    if (line < 1) return report::SourceText();
    if (!*finder)
      *finder =
          std::make_unique<SourceFinder>(roots.empty() ? std::vector<std::string>{"."} : roots);
    return readAround((*finder)->pathOf({className, file, line}), line);
  };
}

}  // namespace isl::tool
