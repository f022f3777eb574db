#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "JsonFile.h"
#include "spectest/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

// A folder that links to itself must end.
constexpr unsigned kDepth = 24;

void addJava(const std::string& folder, unsigned depth, std::vector<std::string>& out) {
  std::error_code error;
  std::vector<std::string> folders;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const llvm::StringRef name = path::filename(it->path());
    if (fs::is_directory(it->path())) {
      if (!name.startswith(".") && depth > 0) folders.push_back(it->path());
    } else if (name.endswith(".java")) {
      out.push_back(it->path());
    }
  }
  for (const std::string& each : folders) addJava(each, depth - 1, out);
}

bool isTest(const TestProgram& program) {
  return !program.heads.empty() || !program.mistakes.empty();
}

bool runsSpec(const TestProgram& program, const std::string& spec) {
  return llvm::any_of(program.heads,
                      [&](const TestHead& head) { return llvm::is_contained(head.specs, spec); });
}

}  // namespace

Result<std::vector<TestProgram>> findPrograms(const std::vector<std::string>& paths,
                                              bool mayBeSilent) {
  std::map<std::string, TestProgram> found;
  for (const std::string& given : paths) {
    if (!fs::exists(given)) return Error{fmt::format("there is no file or folder {}", given)};
    const bool isSpec = llvm::StringRef(given).endswith(".isl");
    std::vector<std::string> files;
    if (fs::is_directory(given)) {
      addJava(llvm::StringRef(given).rtrim('/').str(), kDepth, files);
    } else if (isSpec) {
      const std::string folder = path::parent_path(given).str();
      addJava(folder.empty() ? "." : folder, 0, files);
    } else {
      files.push_back(given);
    }
    const size_t before = found.size();
    for (const std::string& file : files) {
      const Result<std::string> text = readText(file);
      if (!text) return Error{fmt::format("cannot read {}: {}", file, text.message())};
      TestProgram program = readComments(file, *text, mayBeSilent);
      const bool wanted = isTest(program) && (!isSpec || !program.mistakes.empty() ||
                                              runsSpec(program, path::stem(given).str()));
      if (wanted) found.emplace(file, std::move(program));
    }
    if (found.size() == before)
      return Error{fmt::format(
          "no program {} {}: a test is a .java file with a comment like `// isl-test: {}`",
          isSpec ? "beside" : "in", given, isSpec ? path::stem(given).str() : "leak")};
  }
  std::vector<TestProgram> programs;
  for (auto& [file, program] : found) programs.push_back(std::move(program));
  return programs;
}

}  // namespace isl::tool
