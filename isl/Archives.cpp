#include "Archives.h"

#include <fmt/format.h>

#include <cstring>

#include "JsonFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

namespace isl::tool {

namespace {

using llvm::StringRef;

std::string optionIn(StringRef text) {
  for (const StringRef option :
       {"-Xshare:dump", "-XX:+AutoCreateSharedArchive", "-XX:AOTMode=create",
        "-XX:ArchiveClassesAtExit=", "-XX:+RecordDynamicDumpInfo"}) {
    const StringRef found = text.substr(text.find(option));
    if (!found.empty())
      return found.take_until([](char c) { return strchr(" \t\n\r'\"", c); }).str();
  }
  return {};
}

// A file that the VM or its launcher reads for options; one that cannot be read is theirs to complain of. A pipe is left
// to them, too. `before`: what its lines leave out.
std::string optionInFile(StringRef path, StringRef before = "") {
  constexpr size_t kLargest = size_t{1} << 20;
  if (!llvm::sys::fs::is_regular_file(path)) return {};
  const Result<std::string> text = readText(path.str(), kLargest);
  llvm::SmallVector<StringRef, 16> lines;
  if (text) StringRef(*text).split(lines, '\n', -1, false);
  for (const StringRef line : lines) {
    const std::string found = optionIn((before + line.trim()).str());
    if (!found.empty()) return fmt::format("{} in {}", found, path.str());
  }
  return {};
}

// Options of the launcher that have their value in the next word.
bool hasValueBehind(StringRef word) {
  static constexpr const char* kNames[] = {"-cp",
                                           "-classpath",
                                           "--class-path",
                                           "-p",
                                           "--module-path",
                                           "--source",
                                           "--add-modules",
                                           "--upgrade-module-path",
                                           "--add-exports",
                                           "--add-opens",
                                           "--add-reads",
                                           "--limit-modules",
                                           "--patch-module",
                                           "--enable-native-access"};
  return llvm::is_contained(kNames, word);
}

std::string optionOfLauncher(const std::vector<std::string>& command) {
  std::string found;
  for (size_t i = 1; i < command.size() && found.empty(); ++i) {
    StringRef word = command[i];
    if (word.consume_front("@") || word.consume_front("-XX:VMOptionsFile="))
      found = optionInFile(word);
    else if (word.consume_front("-XX:Flags="))
      found = optionInFile(word, "-XX:");
    else if (!word.startswith("-"))
      break;
    else
      found = optionIn(word);
    if (hasValueBehind(word)) ++i;
  }
  return found;
}

}  // namespace

std::string archiveOption(const std::vector<std::string>& command,
                          const std::vector<std::string>& environment) {
  for (const StringRef variable : environment) {
    const auto [name, value] = variable.split('=');
    if (const std::string found = optionIn(value); !found.empty())
      return fmt::format("{} in {}", found, name.str());
  }
  const StringRef launcher = command[0];
  if (launcher == "java" || launcher.endswith("/java")) return optionOfLauncher(command);
  for (const std::string& word : command) {
    if (std::string found = optionIn(word); !found.empty()) return found;
  }
  return {};
}

}  // namespace isl::tool
