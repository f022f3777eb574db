#include "agent/JvmMode.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

#include "base/VmProbe.h"

namespace isl {
namespace {

constexpr char kEnvironment[] = "JAVA_TOOL_OPTIONS";
constexpr char kRequireShared[] = "-XX:+RequireSharedSpaces";  // another word for -Xshare:on

bool isBlank(char c) { return strchr(" \t\n\v\f\r", c) != nullptr; }

// An option from `at` on ends where the VM splits the text: at a blank outside of quotes.
size_t endOfOption(std::string_view options, size_t at, std::string& value) {
  char quote = 0;
  for (; at < options.size(); at++) {
    const char c = options[at];
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
    } else if (quote == 0 && isBlank(c)) {
      break;
    } else {
      value += c;
    }
  }
  return at;
}

bool loads(std::string_view option, std::string_view agent) {
  const std::string start = "-agentpath:" + std::string(agent);
  return option == start || option.substr(0, start.size() + 1) == start + "=";
}

// The last one counts.
std::string shareOption(const std::vector<std::string>& arguments) {
  std::string share;
  for (const std::string& argument : arguments) {
    if (argument.rfind("-Xshare:", 0) == 0 || argument == kRequireShared) share = argument;
  }
  return share;
}

}  // namespace

std::string unwatchedMode(const std::vector<std::string>& arguments, const TextFlagReader& text) {
  // Newer VMs have no flag for it.
  const std::string share = shareOption(arguments);
  if (share == "-Xshare:on" || share == kRequireShared) return share;
  const std::string mode = text("AOTMode").value_or("");
  for (const char* strict : {"record", "create", "on", "required"}) {
    if (mode == strict) return "-XX:AOTMode=" + mode;
  }
  const std::string output = text("AOTCacheOutput").value_or("");
  return output.empty() ? "" : "-XX:AOTCacheOutput";
}

std::string namedArchive(const std::vector<std::string>& arguments, const TextFlagReader& text) {
  const std::optional<std::string> cache = text("AOTCache");
  const std::string mode = text("AOTMode").value_or("");
  if (!cache || mode == "off" || shareOption(arguments) == "-Xshare:off") return "";
  if (!cache->empty()) return "-XX:AOTCache";
  if (mode == "auto") return "-XX:AOTMode=auto";
  return text("SharedArchiveFile").value_or("").empty() ? "" : "-XX:SharedArchiveFile";
}

std::string unfitVm(JavaVM* vm) {
  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_11) != JNI_OK)
    return "no JVMTI 11";
  VmInfo info;
  const Status fits = probeVm(jvmti, info);
  jvmti->DisposeEnvironment();
  return fits ? "" : whatWasFound(fits.message());
}

std::string whatWasFound(std::string_view message) {
  constexpr std::string_view kFound = "found ";
  if (message.substr(0, kFound.size()) == kFound) message.remove_prefix(kFound.size());
  return std::string(message.substr(0, message.find(": ")));
}

bool startsArchivers(std::string_view main) {
  for (std::string_view module : {"jdk.jlink/", "jdk.jpackage/"}) {
    if (main.substr(0, module.size()) == module) return true;
  }
  return false;
}

std::string withoutAgent(std::string_view options, std::string_view agent) {
  std::string kept;
  for (size_t at = 0; at < options.size();) {
    if (isBlank(options[at])) {
      at++;
      continue;
    }
    std::string value;
    const size_t end = endOfOption(options, at, value);
    if (!loads(value, agent)) {
      kept += (kept.empty() ? "" : " ") + std::string(options.substr(at, end - at));
    }
    at = end;
  }
  return kept;
}

void forgetAgent() {
  Dl_info own{};
  const char* const options = getenv(kEnvironment);
  if (options == nullptr || dladdr(reinterpret_cast<void*>(&forgetAgent), &own) == 0) return;
  const std::string rest = withoutAgent(options, own.dli_fname);
  if (rest.empty()) {
    unsetenv(kEnvironment);
  } else {
    setenv(kEnvironment, rest.c_str(), 1);
  }
}

}  // namespace isl
