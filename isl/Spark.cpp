#include "Spark.h"

#include "JvmOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace isl::tool {

namespace {

using llvm::StringRef;

constexpr const char* kSetting = "spark.executor.extraJavaOptions";

// The options of spark-submit that stand alone; every other one has a value, here or in the next word.
bool isFlag(StringRef word) {
  for (const char* flag :
       {"--help", "-h", "--supervise", "--usage-error", "--verbose", "-v", "--version"})
    if (word == flag) return true;
  return false;
}

// Calls `each(name, value)` for the options before the application, which has words of its own. The value may
// be changed; it is the part behind `--name=` or the next word.
template <typename Each>
void forOptions(std::vector<std::string>& command, const Each& each) {
  for (size_t i = 1; i < command.size() && StringRef(command[i]).startswith("-"); ++i) {
    if (isFlag(command[i])) continue;
    const auto [name, inlined] = StringRef(command[i]).split('=');
    if (StringRef(command[i]).contains('=') && name.startswith("--")) {
      std::string value = inlined.str();
      const std::string option = name.str();
      each(StringRef(option), value);
      command[i] = option + "=" + value;
    } else if (i + 1 < command.size()) {
      const std::string option = command[i];
      each(StringRef(option), command[++i]);
    }
  }
}

bool isConf(StringRef option) { return option == "--conf" || option == "-c"; }

// "KEY VALUE", "KEY=VALUE" or "KEY: VALUE" a line, as in a properties file; the last one counts.
std::string settingIn(StringRef text) {
  std::string out;
  llvm::SmallVector<StringRef, 32> lines;
  text.split(lines, '\n', -1, false);
  for (StringRef line : lines) {
    line = line.trim();
    if (!line.consume_front(kSetting) || line.empty()) continue;
    if (!StringRef(" \t=:").contains(line.front())) continue;
    line = line.ltrim();
    if (line.startswith("=") || line.startswith(":")) line = line.drop_front();
    out = line.trim().str();
  }
  return out;
}

}  // namespace

bool startsSpark(const std::vector<std::string>& command) {
  const StringRef name = llvm::sys::path::filename(command.front());
  for (const char* starter : {"spark-submit", "spark-shell", "spark-sql", "pyspark", "run-example"})
    if (name == starter) return true;
  return false;
}

std::string sparkDefaults(const std::vector<std::string>& command, const std::string& confDir,
                          const std::string& home) {
  std::vector<std::string> words = command;
  std::string file;
  forOptions(words, [&](StringRef option, std::string& value) {
    if (option == "--properties-file") file = value;
  });
  if (!file.empty()) return file;
  if (!confDir.empty()) return confDir + "/spark-defaults.conf";
  if (!home.empty()) return home + "/conf/spark-defaults.conf";
  const auto found = llvm::sys::findProgramByName(command.front());
  llvm::SmallString<256> real;
  if (!found || llvm::sys::fs::real_path(*found, real)) return {};
  const StringRef folder = llvm::sys::path::parent_path(llvm::sys::path::parent_path(real));
  return folder.str() + "/conf/spark-defaults.conf";
}

std::vector<std::string> withExecutorOption(std::vector<std::string> command,
                                            const std::string& option,
                                            const std::string& defaults) {
  const std::string prefix = std::string(kSetting) + "=";
  size_t settings = 0, at = 0;
  forOptions(command, [&](StringRef name, std::string& value) {
    if (isConf(name) && StringRef(value).startswith(prefix)) ++settings;
  });
  if (settings == 0) {
    const std::string value = appendJvmOption(settingIn(defaults), option);
    command.insert(command.begin() + 1, {"--conf", prefix + value});
    return command;
  }
  // The last one counts.
  forOptions(command, [&](StringRef name, std::string& value) {
    if (!isConf(name) || !StringRef(value).startswith(prefix) || ++at < settings) return;
    value = prefix + appendJvmOption(value.substr(prefix.size()), option);
  });
  return command;
}

}  // namespace isl::tool
