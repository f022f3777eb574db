#include "SourceFinder.h"

#include <utility>

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;

namespace {

constexpr unsigned kDepth = 24;
constexpr size_t kFiles = 200'000;  // a wrong root (a whole disk) must not take minutes

bool isSource(llvm::StringRef name) {
  for (const char* suffix : {".java", ".kt", ".scala", ".groovy", ".clj"}) {
    if (name.endswith(suffix)) return true;
  }
  return false;
}

bool isOutput(llvm::StringRef name) {
  return name.startswith(".") || name == "target" || name == "build" || name == "out" ||
         name == "node_modules";
}

// The name of the file without folders. A class file may say any text, such as /etc/passwd or ../..;
// without a usable name, or without any, it is the file that would hold the class.
std::string fileName(const Place& place) {
  const std::string name = place.file.substr(place.file.find_last_of("/\\") + 1);
  if (!name.empty() && name != "." && name != "..") return name;
  const std::string main = place.className.substr(place.className.find_last_of("./\\") + 1);
  return main.empty() ? main : main.substr(0, main.find('$', 1)) + ".java";
}

// "com/acme/" for class com.acme.Journal$Entry.
std::string packageFolder(const std::string& className) {
  std::string folder, part;
  for (char c : className) {
    const bool separates = c == '.' || c == '/' || c == '\\';
    if (!separates)
      part += c;
    else if (!part.empty())
      folder += std::exchange(part, {}) + "/";
  }
  return folder;
}

}  // namespace

SourceFinder::SourceFinder(const std::vector<std::string>& roots) {
  for (const std::string& root : roots) scan(root, root == "." ? "" : root + "/", 0);
}

void SourceFinder::scan(const std::string& folder, const std::string& shown, unsigned depth) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error, false), end; !error && it != end;
       it.increment(error)) {
    if (++files_ > kFiles) return;
    const std::string name = llvm::sys::path::filename(it->path()).str();
    if (it->type() == fs::file_type::directory_file) {
      if (depth < kDepth && !isOutput(name)) scan(it->path(), shown + name + "/", depth + 1);
    } else if (isSource(name)) {
      byName_.emplace(name, shown + name);
    }
  }
}

std::string SourceFinder::pathOf(const Place& place) const {
  const std::string name = fileName(place), wanted = packageFolder(place.className) + name;
  const auto [from, to] = byName_.equal_range(name);
  std::string found;
  for (auto it = from; it != to; ++it) {
    const llvm::StringRef path = it->second;
    const bool fits = path == wanted || path.endswith("/" + wanted);
    // The shortest path, then the first by name: the same answer whatever the order of the folder.
    if (fits && (found.empty() || path.size() < found.size() ||
                 (path.size() == found.size() && path < found)))
      found = path.str();
  }
  return found.empty() ? wanted : found;
}

}  // namespace isl::tool
