#include "Launch.h"

#include <fmt/format.h>

#include "JvmOptions.h"
#include "Packs.h"

namespace isl::tool {

const char* const kLaunchHelp =
    R"(  --spec NAME|FILE.isl    a shipping spec, or one of your own; repeat it (default: leak
                          and growing-holders)
  --packs                 also the specs that `isl packs add` took up
  --max-vso [SPEC:]N      fail when the rated VSO, that of what leaks, passes N; repeat it for several specs
  --max-idle [SPEC:]SHARE fail when more than this share of the live heap is idle
  --max-paper-vso [SPEC:]N  fail when the paper's VSO, held for 20 checks, passes N
  --report-dir DIR        reports (default: isl-report)
  --only-main GLOB        watch JVMs with this main class or jar only; repeat it
  --skip-main GLOB        leave these out; repeat it
  --all-jvms              watch those of build tools and of the JDK, too
  --count-harness         count what JUnit, Surefire, Gradle and the like allocate for themselves, too
  --check POLICY          when to check: auto, auto:SIZE, alloc:64m, gc, interval:2s, manual
                          (default: auto:64k, which suits tests)
  --agent KEY=VALUE       any other option of the agent; repeat it; `--agent help` lists them
  -D NAME=VALUE           another value for a constant of the spec
)";

std::vector<OptionSpec> launchOptions() {
  return {{"--spec", true},      {"--packs", false},
          {"--max-idle", true},  {"--max-paper-vso", true},
          {"--max-vso", true},   {"--report-dir", true},
          {"--only-main", true}, {"--skip-main", true},
          {"--all-jvms", false}, {"--check", true},
          {"--agent", true},     {"--count-harness", false},
          {"-D", true},          {"--help", false},
          {"-h", false}};
}

AgentSettings settingsOf(const Args& args, const RunFolder& folder, const std::string& agent) {
  AgentSettings settings;
  settings.agent = agent;
  settings.report = folder.reportPattern();
  settings.journal = folder.journal();
  for (const char* limit : {"max-vso", "max-idle", "max-paper-vso"}) {
    for (const std::string& value : args.values(std::string("--") + limit))
      settings.limits.push_back(fmt::format("{}={}", limit, value));
  }
  settings.onlyMain = args.values("--only-main");
  settings.skipMain = args.values("--skip-main");
  settings.skipBuildTools = !args.has("--all-jvms") && settings.onlyMain.empty();
  settings.setHarnessAside = !args.has("--count-harness");
  settings.check = args.value("--check", kDefaultCheck);
  settings.more = args.values("--agent");
  return settings;
}

Status findAgent(const Args& args, std::vector<std::string> otherwise, Agent& agent) {
  std::vector<std::string> specs = args.values("--spec"), paths;
  if (args.has("--packs")) {
    Packs packs(kPackFolder);
    if (Status loaded = packs.load(false); !loaded) return loaded;
    Result<std::vector<std::string>> taken = packs.verified();
    if (!taken) return taken.error();
    specs.insert(specs.end(), taken->begin(), taken->end());
  }
  if (specs.empty()) specs = std::move(otherwise);
  for (const std::string& spec : specs) {
    Result<std::string> path = resolveSpec(spec);
    if (!path) return path.error();
    paths.push_back(std::move(*path));
  }
  std::vector<std::string> defines = {"-w"};
  for (const std::string& define : args.values("-D")) defines.push_back("-D" + define);
  agent = buildCached(paths, defines);
  if (agent.status != 0) return Error{agent.error};  // empty: islc has said why
  if (!agent.note.empty() && !args.has("--quiet")) fmt::print(stderr, "isl: {}\n", agent.note);
  return {};
}

Status launch(const Args& args, RunFolder& folder, Launch& launch) {
  // What nobody uses any more, and what only ever grows, used or not.
  if (Status found = findAgent(args, {"leak", "growing-holders"}, launch.agent); !found)
    return found;
  if (Status opened = folder.open(args.value("--report-dir", "isl-report")); !opened) return opened;
  Result<std::string> option = agentOption(settingsOf(args, folder, launch.agent.path));
  if (!option) return option.error();
  launch.option = std::move(*option);
  return {};
}

}  // namespace isl::tool
