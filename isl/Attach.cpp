// isl attach: an agent for a JVM that is running already.
#include <fmt/format.h>

#include "Args.h"
#include "Commands.h"
#include "JvmOptions.h"
#include "JvmSocket.h"
#include "Launch.h"
#include "base/OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace isl::tool {

namespace {

const char* const kHelp = R"(usage: isl attach [options] PID

Loads an agent into a JVM that is running; it stays until the JVM ends. The program stays as it is: no class is
rewritten and no object gets a word, so only specs that look at checks alone can be attached; `isl list` names them.
Where objects were allocated is told from samples. The JVM, from 21 on, warns on its stderr that an agent was loaded
dynamically; -XX:+EnableDynamicAgentLoading at its start keeps it quiet.

Look at what is found with `isl top DIR`; when the JVM has ended, `isl verify DIR` says the verdict.

  --spec NAME|FILE.isl    a shipping spec, or one of your own; repeat it (default: growing-holders)
  --max-vso [SPEC:]N      limit of the rated VSO, for the verdict; repeat it
  --max-idle [SPEC:]SHARE limit of the idle share of the live heap
  --max-paper-vso [SPEC:]N  limit of the paper's VSO
  --report-dir DIR        reports; the JVM must be able to write to it (default: isl-report)
  --check POLICY          when to check: auto, auto:SIZE, alloc:64m, gc, interval:2s (default: auto)
  --agent KEY=VALUE       any other option of the agent; repeat it
  -D NAME=VALUE           another value for a constant of the spec
  --help

exit status: 0 when the agent is at work, 1 when the spec has errors, 2 when the JVM or the agent refused
)";

std::vector<OptionSpec> options() {
  return {
      {"--spec", true},       {"--max-vso", true}, {"--max-idle", true}, {"--max-paper-vso", true},
      {"--report-dir", true}, {"--check", true},   {"--agent", true},    {"-D", true},
      {"--help", false},      {"-h", false}};
}

// What the agent wrote of itself; empty: nothing.
std::string refusalIn(const RunFolder& folder) {
  for (const JournalEntry& entry : folder.readJournal()) {
    if (entry.state != "refused") continue;
    const size_t open = entry.main.find(" (");
    if (open == std::string::npos) continue;
    llvm::StringRef why = llvm::StringRef(entry.main).substr(open + 2);
    why.consume_back(")");
    return why.str();
  }
  return "";
}

// Why the process cannot be attached to at all; the signal would end one that is no JVM.
Status reachable(const JvmProcess& jvm) {
  if (!jvm.hasJvm)
    return Error{fmt::format("process {} is no HotSpot JVM: it has no libjvm.so", jvm.pid)};
  if (!jvm.catchesQuit)
    return Error{fmt::format(
        "JVM {} leaves SIGQUIT to the system (-Xrs), by which attaching begins: it would end",
        jvm.pid)};
  if (!jvm.sharesFiles)
    return Error{fmt::format(
        "JVM {} is in a container with other files: run isl attach there (docker exec, kubectl "
        "exec) from an archive that is copied into it",
        jvm.pid)};
  return {};
}

}  // namespace

int attachCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, options(), false); !parsed)
    return usage("attach", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  if (llvm::is_contained(args.values("--agent"), "help")) return print(optionHelp() + "\n");
  if (args.positional().size() != 1)
    return usage("attach", "one process id is needed, that of a running JVM");
  const Result<JvmProcess> jvm = findJvm(args.positional()[0], "/proc");
  if (!jvm) return fail(jvm.message());
  if (const Status open = reachable(*jvm); !open) return fail(open.message());
  Agent agent;
  if (const Status found = findAgent(args, {"growing-holders"}, agent); !found) {
    fail(found.message());
    return agent.status == 0 ? 2 : agent.status;
  }
  RunFolder folder;
  if (const Status opened = folder.open(args.value("--report-dir", "isl-report")); !opened)
    return fail(opened.message());
  AgentSettings settings = settingsOf(args, folder, agent.path);
  settings.check = args.value("--check", "auto");
  settings.skipBuildTools = settings.setHarnessAside = settings.keepsScopes = false;
  const Result<std::string> given = agentOptions(settings);
  if (!given) return fail(given.message());
  const Status loaded = loadAgent(*jvm, agent.path, *given);
  if (!loaded) {
    const std::string why = refusalIn(folder);
    return fail(why.empty() ? loaded.message() + " (its stderr may say why)" : why);
  }
  fmt::print(stderr, "isl: watching JVM {}; look at it with: isl top {}\n", jvm->pid,
             folder.directory());
  return 0;
}

}  // namespace isl::tool
