// isl top: what running JVMs have reported so far.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "Args.h"
#include "Commands.h"
#include "LiveView.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
using report::Report;

namespace {

const char* const kHelp = R"(usage: isl top [options] PID|DIR

Shows VSO, units a second and findings of running JVMs, from the snapshots that agents write every two
seconds. PID is a JVM with an agent, DIR the folder of an `isl run` or any that holds reports. On a terminal
the table is renewed until Ctrl-C, elsewhere it is printed once.

  --once               print once
  --top K              findings shown (default 10)
  --prometheus FILE    write FILE for Prometheus' textfile collector instead, every two seconds; with
                       --once a single time
  --help

exit status: 0, 1 when the JVM has ended, 2 when there are no reports to read
)";

constexpr unsigned kEverySeconds = 2;  // as the agent writes

struct Source {
  std::string folder;
  uint64_t pid = 0;  // 0: all JVMs of the folder
};

// The folder as the JVM sees it.
std::string seenFrom(const std::string& process, const std::string& folder) {
  if (!folder.empty() && folder[0] == '/') return folder;
  llvm::SmallString<256> cwd;
  if (fs::real_path(process + "/cwd", cwd)) return folder;
  return cwd.str().str() + "/" + folder;
}

Result<Source> sourceOf(const std::string& argument) {
  Source out;
  if (llvm::StringRef(argument).getAsInteger(10, out.pid)) {
    if (!fs::is_directory(argument))
      return Error{fmt::format("{} is neither a process nor a folder", argument)};
    out.pid = 0;
    out.folder = fs::is_directory(argument + "/jvms") ? argument + "/jvms" : argument;
    return out;
  }
  const std::string process = fmt::format("/proc/{}", argument);
  for (const char* file : {"/environ", "/cmdline"}) {
    // Files of /proc do not say how long they are.
    const auto text = llvm::MemoryBuffer::getFileAsStream(process + file);
    if (!text)
      return Error{
          fmt::format("cannot look at process {}: {}", argument, text.getError().message())};
    out.folder = reportFolderIn((*text)->getBuffer().str());
    if (out.folder.empty()) continue;
    out.folder = seenFrom(process, out.folder);
    return out;
  }
  return Error{fmt::format("process {} has no agent of ISL that writes a report", argument)};
}

// A file that is no report, or one of another process, is none of ours.
std::vector<Report> readReports(const Source& source) {
  std::vector<Report> out;
  std::error_code error;
  for (fs::directory_iterator it(source.folder, error), end; !error && it != end;
       it.increment(error)) {
    if (llvm::sys::path::extension(it->path()) != ".json") continue;
    Result<Loaded> loaded = loadReport(it->path());
    if (!loaded || (source.pid != 0 && loaded->report.run.pid != source.pid)) continue;
    out.push_back(std::move(loaded->report));
  }
  std::sort(out.begin(), out.end(),
            [](const Report& a, const Report& b) { return a.run.pid < b.run.pid; });
  return out;
}

int show(const std::vector<Report>& reports, const Args& args, unsigned top, bool renewed) {
  if (args.has("--prometheus")) {
    const Status written =
        report::writeFileAtomically(args.value("--prometheus"), prometheusText(reports));
    return written ? 0 : fail(written.message());
  }
  return print((renewed ? "\x1b[H\x1b[2J" : "") + liveTable(reports, top));
}

}  // namespace

int topCommand(const Words& words) {
  Args args;
  const std::vector<OptionSpec> options = {
      {"--once", false}, {"--top", true}, {"--prometheus", true}, {"--help", false}, {"-h", false}};
  if (const Status parsed = args.parse(words, options, false); !parsed)
    return usage("top", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  if (args.positional().size() != 1) return usage("top", "one PID or DIR is needed");
  unsigned top = 10;
  if (llvm::StringRef(args.value("--top", "10")).getAsInteger(10, top))
    return usage("top",
                 fmt::format("bad --top `{}`: it is a number of findings", args.value("--top")));
  const Result<Source> source = sourceOf(args.positional()[0]);
  if (!source) return fail(source.message());
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  const bool once = args.has("--once") || (!terminal && !args.has("--prometheus"));
  while (true) {
    const std::vector<Report> reports = readReports(*source);
    if (once && reports.empty())
      return fail(fmt::format("there are no reports in {} yet", source->folder));
    if (const int status = show(reports, args, top, terminal && !once); status != 0) return status;
    if (once) return 0;
    if (source->pid != 0 && kill(static_cast<pid_t>(source->pid), 0) != 0 && errno == ESRCH)
      return 1;
    sleep(kEverySeconds);
  }
}

}  // namespace isl::tool
