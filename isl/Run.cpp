// isl run: the command of the user with an agent in its JVMs.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "Args.h"
#include "Baseline.h"
#include "Child.h"
#include "Commands.h"
#include "JvmOptions.h"
#include "Merge.h"
#include "Progress.h"
#include "Specs.h"
#include "Summary.h"
#include "base/OptionTable.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::tool {

namespace {

const char* const kHelp = R"(usage: isl run [options] -- COMMAND...

Runs COMMAND with an agent in the JVMs that it starts, and says at the end what was found. COMMAND
keeps its input and output; isl writes to stderr only.

  --spec NAME|FILE.isl    a shipping spec, or one of your own; repeat it (default: leak)
  --max-vso [SPEC:]N      fail when the sustained VSO passes N; repeat it for several specs
  --report-dir DIR        reports (default: isl-report)
  --baseline FILE         accepted findings, see isl baseline
  --only-main GLOB        watch JVMs with this main class or jar only; repeat it
  --skip-main GLOB        leave these out; repeat it
  --all-jvms              watch those of build tools and of the JDK, too
  --count-harness         count what JUnit, Surefire, Gradle and the like allocate for themselves, too
  --check POLICY          when to check: auto, auto:SIZE, alloc:64m, gc, interval:2s, manual
                          (default: auto:64k, which suits tests)
  --agent KEY=VALUE       any other option of the agent; repeat it; `--agent help` lists them
  -D NAME=VALUE           another value for a constant of the spec
  --strict                fail when a verdict is inconclusive, a report is missing or damaged, or
                          nothing was watched
  --progress SECONDS      between two lines of progress (default: 2 on a terminal, else 60)
  --quiet                 no progress
  --help

exit status: that of COMMAND when it is not 0, else 1 when an assertion failed, else 0;
2 when isl or the agent could not do its work, 126 or 127 when COMMAND could not be started
)";

const std::vector<OptionSpec> kOptions = {
    {"--spec", true},      {"--max-vso", true},        {"--report-dir", true},
    {"--baseline", true},  {"--only-main", true},      {"--skip-main", true},
    {"--all-jvms", false}, {"--count-harness", false}, {"--progress", true},
    {"--check", true},     {"--agent", true},          {"-D", true},
    {"--strict", false},   {"--quiet", false},         {"--help", false},
    {"-h", false}};

struct Outcome {
  RunFacts facts;
  bool failed = false, doubtful = false, lost = false;
  Status written;
};

// JVMs that outlive the command (forks of a build that was interrupted) get a moment to write their
// last report.
void waitForJvms(const RunFolder& folder) {
  for (int tenths = 0; tenths < 50; ++tenths) {
    const std::vector<JournalEntry> journal = folder.readJournal();
    const bool running = std::any_of(journal.begin(), journal.end(), [](const JournalEntry& entry) {
      return entry.state == "watched" && kill(static_cast<pid_t>(entry.pid), 0) == 0;
    });
    if (!running) return;
    usleep(100'000);
  }
}

Status writeViews(const RunFolder& folder, const report::Report& report) {
  constexpr uint32_t kTop = 20;
  const std::pair<const char*, std::string> views[] = {
      {"/report.json", report::toJson(report)},
      {"/report.txt", report::toText(report, kTop)},
      {"/report.html", report::toHtml(report)}};
  for (const auto& [name, content] : views) {
    Status written = report::writeFileAtomically(folder.directory() + name, content);
    if (!written) return written;
  }
  return {};
}

// `java -version` and the like: a JVM without a main class that ended before its first check. Start scripts
// call it; it has nothing to say, and must not look like a test run that was too short.
bool ranNoProgram(const report::Report& report, std::vector<JournalEntry>& journal) {
  if (!report.run.mainClass.empty() || !report.checks.empty()) return false;
  const auto pid = static_cast<long>(report.run.pid);
  for (JournalEntry& entry : journal) {
    if (entry.state == "watched" && entry.main.empty() && entry.pid == pid) entry.state = "idle";
  }
  return true;
}

Outcome collect(const RunFolder& folder, Baseline* baseline) {
  Outcome out;
  out.facts.directory = folder.directory();
  out.facts.journal = folder.readJournal();
  std::vector<report::Report> reports;
  for (const std::string& path : folder.reports()) {
    Result<Loaded> loaded = loadReport(path);
    if (loaded && ranNoProgram(loaded->report, out.facts.journal)) continue;
    const Status applied = !loaded    ? Status(loaded.error())
                           : baseline ? baseline->apply(*loaded)
                                      : Status();
    if (!applied) {
      out.facts.damaged.push_back(applied.message());
      continue;
    }
    if (std::string leftOut = leftOutOf(path, loaded->unknown); !leftOut.empty())
      out.facts.remarks.push_back(std::move(leftOut));
    out.facts.withReport.push_back(static_cast<long>(loaded->report.run.pid));
    reports.push_back(std::move(loaded->report));
  }
  if (baseline) {
    for (std::string& remark : baseline->remarks()) out.facts.remarks.push_back(std::move(remark));
  }
  size_t watched = 0;
  for (const JournalEntry& entry : out.facts.journal) watched += entry.state == "watched" ? 1 : 0;
  out.lost = std::any_of(out.facts.journal.begin(), out.facts.journal.end(),
                         [](const JournalEntry& entry) { return entry.state == "lost"; });
  out.doubtful = !out.facts.damaged.empty() || reports.size() < watched || reports.empty();
  if (reports.empty()) {
    fmt::print(stderr, "{}", summarize(nullptr, out.facts));
    return out;
  }
  const report::Report report = mergeReports(std::move(reports));
  for (const report::Spec& spec : report.specs) {
    out.failed = out.failed || spec.verdict == "fail";
    out.doubtful = out.doubtful || spec.verdict == "inconclusive";
  }
  out.written = writeViews(folder, report);
  fmt::print(stderr, "{}", summarize(&report, out.facts));
  return out;
}

// `agent` is filled as far as it came.
Status prepare(const Args& args, RunFolder& folder, Baseline& baseline, Agent& agent) {
  std::vector<std::string> specs = args.values("--spec"), paths;
  if (specs.empty()) specs = {"leak"};
  for (const std::string& spec : specs) {
    Result<std::string> path = resolveSpec(spec);
    if (!path) return path.error();
    paths.push_back(std::move(*path));
  }
  if (args.has("--baseline")) {
    if (const Status loaded = baseline.load(args.value("--baseline"), today()); !loaded)
      return loaded.error();
  }
  std::vector<std::string> defines = {"-w"};
  for (const std::string& define : args.values("-D")) defines.push_back("-D" + define);
  agent = buildCached(paths, defines);
  if (agent.status != 0)
    return Error{agent.error.empty() ? "the spec was not compiled" : agent.error};
  if (!agent.note.empty() && !args.has("--quiet")) fmt::print(stderr, "isl: {}\n", agent.note);
  return folder.open(args.value("--report-dir", "isl-report"));
}

AgentSettings settingsOf(const Args& args, const RunFolder& folder, const std::string& agent) {
  AgentSettings settings;
  settings.agent = agent;
  settings.report = folder.reportPattern();
  settings.journal = folder.journal();
  settings.maxVso = args.values("--max-vso");
  settings.onlyMain = args.values("--only-main");
  settings.skipMain = args.values("--skip-main");
  settings.skipBuildTools = !args.has("--all-jvms") && settings.onlyMain.empty();
  settings.setHarnessAside = !args.has("--count-harness");
  settings.check = args.value("--check", kDefaultCheck);
  settings.more = args.values("--agent");
  return settings;
}

}  // namespace

int runCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, kOptions, true); !parsed)
    return usage("run", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  if (llvm::is_contained(args.values("--agent"), "help")) return print(optionHelp() + "\n");
  if (!args.positional().empty())
    return usage(
        "run", fmt::format("`{}` is no option: put `--` before the command", args.positional()[0]));
  if (args.rest().empty()) return usage("run", "no command given: isl run [options] -- COMMAND...");
  unsigned progressSeconds = 0;
  if (args.has("--progress") &&
      (llvm::StringRef(args.value("--progress")).getAsInteger(10, progressSeconds) ||
       progressSeconds == 0))
    return usage("run",
                 fmt::format("bad interval `{}`: --progress is a number of seconds, 1 or more",
                             args.value("--progress")));
  RunFolder folder;
  Baseline baseline;
  Agent agent;
  if (const Status ready = prepare(args, folder, baseline, agent); !ready) {
    fail(ready.message());
    return agent.status == 0 ? 2 : agent.status;
  }
  const Result<std::string> option = agentOption(settingsOf(args, folder, agent.path));
  if (!option) return usage("run", option.message());
  const char* const before = std::getenv("JAVA_TOOL_OPTIONS");
  const std::string archive = archiveOption(args.rest(), before ? before : "");
  if (archive.empty())
    setenv("JAVA_TOOL_OPTIONS", appendJvmOption(before ? before : "", *option).c_str(), 1);
  else
    folder.note("left-out", fmt::format("{} ({})", args.rest()[0], archive));

  ChildResult child;
  {
    Progress progress(folder, args.has("--quiet"), progressSeconds);
    child = runChild(args.rest(), [&] { progress.tick(); });
  }
  if (!child.error.empty()) {
    fail(child.error);
    return child.status;
  }
  waitForJvms(folder);
  const Outcome outcome = collect(folder, args.has("--baseline") ? &baseline : nullptr);
  if (!outcome.written) fail(outcome.written.message());
  if (child.status != 0) return child.status;
  if (!outcome.written) return 2;
  if (outcome.lost && !outcome.failed) return 2;
  return outcome.failed || (args.has("--strict") && outcome.doubtful) ? 1 : 0;
}

}  // namespace isl::tool
