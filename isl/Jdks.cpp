#include "Jdks.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static void addFolders(const std::string& parent, std::vector<std::string>& out) {
  std::error_code error;
  std::vector<std::string> found;
  for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error))
    found.push_back(it->path());
  std::sort(found.begin(), found.end());
  out.insert(out.end(), found.begin(), found.end());
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

// JAVA_VERSION and IMPLEMENTOR stand in the JDK's release file.
Jdk jdkIn(const std::string& home) {
  Jdk jdk{home, "unknown version", ""};
  auto buffer = llvm::MemoryBuffer::getFile(home + "/release");
  llvm::SmallVector<llvm::StringRef, 16> lines;
  if (buffer) (*buffer)->getBuffer().split(lines, '\n');
  for (llvm::StringRef line : lines) {
    const auto [name, value] = line.split('=');
    if (name == "JAVA_VERSION") jdk.version = value.trim("\"\r").str();
    if (name == "IMPLEMENTOR") jdk.maker = value.trim("\"\r").str();
  }
  return jdk;
}

std::vector<Jdk> findJdks() {
  std::vector<std::string> candidates;
  for (const char* name : {"JAVA_HOME", "JAVA17_HOME", "JAVA21_HOME", "JAVA25_HOME"})
    candidates.push_back(environment(name));
  if (auto java = llvm::sys::findProgramByName("java")) {
    llvm::SmallString<256> real;
    if (!fs::real_path(*java, real))
      candidates.push_back(path::parent_path(path::parent_path(real)).str());
  }
  const std::string home = environment("HOME");
  for (const std::string& parent :
       {std::string("/usr/lib/jvm"), home + "/.sdkman/candidates/java", home + "/.jdks"})
    addFolders(parent, candidates);
  std::vector<Jdk> out;
  std::set<std::string> seen;
  for (const std::string& candidate : candidates) {
    llvm::SmallString<256> real;
    if (candidate.empty() || !fs::can_execute(candidate + "/bin/java")) continue;
    if (!fs::real_path(candidate + "/bin/java", real) && seen.insert(real.str().str()).second)
      out.push_back(jdkIn(candidate));
  }
  return out;
}

std::string releaseOf(const Jdk& jdk) { return jdk.version.substr(0, jdk.version.find('.')); }

}  // namespace isl::tool
