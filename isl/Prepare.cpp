// isl prepare and isl verify: the two halves of `isl run` for builds that start their JVMs themselves.
#include <fmt/format.h>

#include "Args.h"
#include "Collect.h"
#include "Commands.h"
#include "Launch.h"
#include "base/OptionTable.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::tool {

namespace {

const char* const kPrepareHelp = R"(usage: isl prepare [options]

Prints the option that a JVM is to be started with, as one line; `isl verify DIR` says later what was found. For build
tools and start scripts that cannot be put behind `isl run`.

)";

const char* const kPrepareMore = R"(  --help

exit status: 0, or 2 when there is no agent or the folder cannot be made; 1 when a spec has errors
)";

const char* const kVerifyHelp = R"(usage: isl verify [options] DIR

Says what the JVMs found that were started with the option of `isl prepare --report-dir DIR`, and writes DIR/report.html,
.txt and .json.

  --baseline FILE         accepted findings, see isl baseline
  --strict                fail when a verdict is inconclusive, a report is missing or damaged,
                          nothing was watched, or a spec or an option met nothing of the program
  --help

exit status: 0, 1 when an assertion failed or no JVM saw enough to tell, 2 when the reports cannot be had
)";

}  // namespace

int prepareCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, launchOptions(), false); !parsed)
    return usage("prepare", parsed.message());
  if (args.has("--help") || args.has("-h"))
    return print(std::string(kPrepareHelp) + kLaunchHelp + kPrepareMore);
  if (llvm::is_contained(args.values("--agent"), "help")) return print(optionHelp() + "\n");
  if (!args.positional().empty())
    return usage("prepare", fmt::format("`{}` is no option", args.positional()[0]));
  RunFolder folder;
  Launch ready;
  if (const Status launched = launch(args, folder, ready); !launched) {
    if (!launched.message().empty()) fail(launched.message());
    return ready.agent.status == 0 ? 2 : ready.agent.status;
  }
  return print(ready.option + "\n");
}

int verifyCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(
          words, {{"--baseline", true}, {"--strict", false}, {"--help", false}, {"-h", false}},
          false);
      !parsed)
    return usage("verify", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kVerifyHelp);
  if (args.positional().size() != 1)
    return usage("verify", "one folder is needed: the --report-dir of isl prepare");
  Baseline baseline;
  if (args.has("--baseline")) {
    if (const Status loaded = baseline.load(args.value("--baseline"), today()); !loaded)
      return fail(loaded.message());
  }
  RunFolder folder;
  if (const Status opened = folder.reopen(args.positional()[0]); !opened)
    return fail(opened.message());
  waitForJvms(folder);
  const Outcome outcome = collect(folder, args.has("--baseline") ? &baseline : nullptr);
  const bool missed = args.has("--strict") && sayMetNothing(outcome, "");
  if (!outcome.written) return fail(outcome.written.message());
  if (outcome.lost && !outcome.failed) return 2;
  const bool red = outcome.failed || outcome.undecided || missed;
  return red || (args.has("--strict") && outcome.doubtful) ? 1 : 0;
}

}  // namespace isl::tool
