// isl run: the command of the user with an agent in its JVMs.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "Archives.h"
#include "Args.h"
#include "Child.h"
#include "Collect.h"
#include "Commands.h"
#include "JsonFile.h"
#include "JvmOptions.h"
#include "Launch.h"
#include "Progress.h"
#include "Spark.h"
#include "base/OptionTable.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::tool {

namespace {

const char* const kHelp = R"(usage: isl run [options] -- COMMAND...

Runs COMMAND with an agent in the JVMs that it starts, and says at the end what was found. COMMAND
keeps its input and output; isl writes to stderr only.

)";

const char* const kMoreHelp = R"(  --baseline FILE         accepted findings, see isl baseline
  --strict                fail, too, when a verdict is inconclusive, a report is missing or damaged, or
                          nothing was watched
  --lenient               do not fail when a spec or an option met nothing of the program, or no JVM was seen
  --progress SECONDS      between two lines of progress (default: 2 on a terminal, else 60)
  --quiet                 no progress
  --help

exit status: that of COMMAND when it is not 0, else 1 when an assertion failed or could not be decided, no JVM was seen
under a limit, or a spec or an option met nothing of the program, else 0; 2 when isl or the agent could not do its work, 126 or 127 when COMMAND could not be started
)";

std::vector<OptionSpec> options() {
  std::vector<OptionSpec> all = launchOptions();
  for (const OptionSpec& more : std::initializer_list<OptionSpec>{{"--baseline", true},
                                                                  {"--progress", true},
                                                                  {"--strict", false},
                                                                  {"--lenient", false},
                                                                  {"--quiet", false}})
    all.push_back(more);
  return all;
}

// Was a limit given, and nothing seen that could pass it? A gate must not be green then.
bool sayUnseen(const Args& args, const Outcome& outcome) {
  const bool limited = llvm::any_of(llvm::ArrayRef{"--max-vso", "--max-idle", "--max-paper-vso"},
                                    [&](const char* limit) { return args.has(limit); });
  if (!limited || !outcome.unseen) return false;
  fmt::print(stderr, "isl: FAIL: a limit was given, and no JVM was seen (--lenient allows it)\n");
  return true;
}

// The command as it is, but that engines are told to put the agent into the JVMs of their clusters.
Words commandOf(const Args& args, const std::string& option) {
  if (!startsSpark(args.rest())) return args.rest();
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value ? value : "");
  };
  const std::string file =
      sparkDefaults(args.rest(), variable("SPARK_CONF_DIR"), variable("SPARK_HOME"));
  const Result<std::string> defaults = readText(file);
  return withExecutorOption(args.rest(), option, defaults ? *defaults : "");
}

Words environment() {
  Words all;
  for (char** variable = environ; *variable != nullptr; ++variable) all.emplace_back(*variable);
  return all;
}

}  // namespace

int runCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, options(), true); !parsed)
    return usage("run", parsed.message());
  if (args.has("--help") || args.has("-h"))
    return print(std::string(kHelp) + kLaunchHelp + kMoreHelp);
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
  if (args.has("--baseline")) {
    if (const Status loaded = baseline.load(args.value("--baseline"), today()); !loaded) {
      return fail(loaded.message());
    }
  }
  Launch started;
  if (const Status ready = launch(args, folder, started); !ready) {
    if (!ready.message().empty()) fail(ready.message());
    return started.agent.status == 0 ? 2 : started.agent.status;
  }
  const char* const before = std::getenv("JAVA_TOOL_OPTIONS");
  const std::string archive = archiveOption(args.rest(), environment());
  if (archive.empty())
    setenv("JAVA_TOOL_OPTIONS", appendJvmOption(before ? before : "", started.option).c_str(), 1);
  else
    folder.note("left-out", fmt::format("{} ({})", args.rest()[0], archive));

  ChildResult child;
  {
    Progress progress(folder, args.has("--quiet"), progressSeconds);
    child = runChild(commandOf(args, started.option), [&] { progress.tick(); });
  }
  if (!child.error.empty()) {
    fail(child.error);
    return child.status;
  }
  waitForJvms(folder);
  if (isatty(STDERR_FILENO) == 0)
    fmt::print(stderr, "\n");  // the command may have left a line open
  const Outcome outcome = collect(folder, args.has("--baseline") ? &baseline : nullptr);
  const bool missed = !args.has("--lenient") && (sayUnseen(args, outcome) ||
                                                 sayMetNothing(outcome, " (--lenient allows it)"));
  if (!outcome.written) fail(outcome.written.message());
  if (child.status != 0) return child.status;
  if (!outcome.written) return 2;
  if (outcome.lost && !outcome.failed) return 2;
  const bool red =
      outcome.failed || outcome.undecided || missed || (args.has("--strict") && outcome.doubtful);
  return red ? 1 : 0;
}

}  // namespace isl::tool
