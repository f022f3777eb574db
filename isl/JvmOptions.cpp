#include "JvmOptions.h"

#include <fmt/format.h>

#include "base/Options.h"

namespace isl::tool {

namespace {

std::string escapePercent(const std::string& path) {
  std::string out;
  for (char c : path) out += c == '%' ? "%%" : std::string(1, c);
  return out;
}

// Values that isl sets itself cannot be given a second time.
Status reserved(const std::string& option) {
  const std::string key = option.substr(0, option.find('='));
  for (const char* own : {"report", "journal", "exit-code", "max-vso", "max-idle", "max-paper-vso",
                          "only-main", "skip-main", "check"}) {
    if (key == own)
      return Error{fmt::format(
          "--agent {}: isl run sets `{}` itself (--report-dir, --max-vso, --check, ...)", option,
          key)};
  }
  return {};
}

}  // namespace

Result<std::string> agentOptions(const AgentSettings& settings) {
  std::string options = fmt::format("report={},journal={},exit-code=0", settings.report,
                                    escapePercent(settings.journal));
  for (const std::string& limit : settings.limits) options += "," + limit;
  if (!settings.check.empty()) options += ",check=" + settings.check;
  for (const std::string& glob : settings.onlyMain) options += ",only-main=" + glob;
  for (const std::string& glob : settings.skipMain) options += ",skip-main=" + glob;
  if (settings.setHarnessAside) options += fmt::format(",aside={}", kTestHarness);
  if (settings.skipBuildTools) options += fmt::format(",skip-main={}", kBuildTools);
  // Tests that mark themselves are kept apart; without such tests the option changes nothing.
  bool scopes = !settings.keepsScopes;
  for (const std::string& more : settings.more) scopes = scopes || more.rfind("scopes", 0) == 0;
  if (!scopes) options += ",scopes=on";
  for (const std::string& more : settings.more) {
    if (const Status free = reserved(more); !free) return free.error();
    options += "," + more;
  }
  Options parsed;
  if (const Status read = parseOptions(options.c_str(), parsed); !read) return read.error();
  return options;
}

Result<std::string> agentOption(const AgentSettings& settings) {
  // The path of the agent ends at the first `=`.
  if (settings.agent.find('=') != std::string::npos)
    return Error{fmt::format(
        "the agent's path {} holds a `=`: set XDG_CACHE_HOME to another folder", settings.agent)};
  Result<std::string> options = agentOptions(settings);
  if (!options) return options.error();
  return fmt::format("-agentpath:{}={}", settings.agent, *options);
}

std::string appendJvmOption(const std::string& before, const std::string& option) {
  std::string quoted = option;
  if (option.find_first_of(" \t\n\v\f\r'\"") != std::string::npos) {
    quoted = "\"";
    for (char c : option) quoted += c == '"' ? "\"'\"'\"" : std::string(1, c);
    quoted += '"';
  }
  return before.empty() ? quoted : before + " " + quoted;
}

}  // namespace isl::tool
