#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "Commands.h"
#include "report/Format.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace isl::tool {

static const char* const kHelp =
    R"(usage: isl COMMAND [options]

Finds memory problems of Java programs with ISL specs.

  isl run -- COMMAND...     watch every JVM that COMMAND starts, say what was found, fail over --max-vso
  isl attach PID            watch a JVM that is running already
  isl prepare               print the option for a JVM that a build tool starts
  isl verify DIR            say what those JVMs found, fail over their limits
  isl report REPORT...      show reports as text, page, JSON, JUnit XML, SARIF or GitHub annotations
  isl merge REPORT... -o F  one report of many JVMs
  isl diff OLD NEW          new, gone, worse and better sites; exit 1 when something got worse
  isl compare REPORT|DIR...   which of many JVMs, or of the last releases, is not like the others
  isl top PID|DIR           VSO, growing findings and units a second of running JVMs
  isl bisect --good REV -- COMMAND...   the commit that brought a finding
  isl baseline REPORT... -o F   accept the findings of a report
  isl test DIR|SPEC...      run programs whose comments say what specs must find in them
  isl packs add JAR...      take up specs that libraries bring along
  isl list                  the specs: what each finds, needs and costs
  isl doctor                what is installed, which JDKs work, and what to do about the others

  isl COMMAND --help        the options of a command
  isl --version

`islc` compiles a spec of your own; see islc --help.
)";

// Messages repeat names of files, options and programs, which may hold what a terminal obeys. Their own line
// breaks stay.
static void say(const char* what, const std::string& text) {
  llvm::SmallVector<llvm::StringRef, 4> lines;
  llvm::StringRef(text).split(lines, '\n');
  std::string shown;
  for (const llvm::StringRef line : lines)
    shown += (shown.empty() ? "" : "\n") + report::plainText(line);
  fmt::print(stderr, "isl: {}: {}\n", what, shown);
}

int fail(const std::string& text) {
  say("error", text);
  return 2;
}

void warn(const std::string& text) { say("warning", text); }

Result<Loaded> openReport(const std::string& path) {
  Result<Loaded> loaded = loadReport(path);
  if (loaded && !loaded->unknown.empty()) warn(leftOutOf(path, loaded->unknown));
  return loaded;
}

int usage(const char* command, const std::string& text) {
  return fail(fmt::format("{} (see isl {} --help)", text, command));
}

int print(const std::string& text) {
  const bool ok = fwrite(text.data(), 1, text.size(), stdout) == text.size() && fflush(stdout) == 0;
  return ok ? 0 : fail(fmt::format("cannot write to standard output: {}", strerror(errno)));
}

static int dispatch(const std::string& command, const Words& words) {
  static constexpr struct {
    const char* name;
    int (*run)(const Words&);
  } kCommands[] = {
      {"run", runCommand},       {"attach", attachCommand},     {"prepare", prepareCommand},
      {"verify", verifyCommand}, {"report", reportCommand},     {"merge", mergeCommand},
      {"diff", diffCommand},     {"compare", compareCommand},   {"bisect", bisectCommand},
      {"top", topCommand},       {"baseline", baselineCommand}, {"test", testCommand},
      {"packs", packsCommand},   {"list", listCommand},         {"doctor", doctorCommand}};
  if (command == "--help" || command == "-h" || command == "help") return print(kHelp);
  if (command == "--version") return print("isl " ISL_VERSION "\n");
  for (const auto& each : kCommands) {
    if (command == each.name) return each.run(words);
  }
  return fail(fmt::format(
      "unknown command `{}`: run, attach, prepare, verify, report, merge, diff, compare, "
      "bisect, top, baseline, test, packs, list or doctor (see isl --help)",
      command));
}

}  // namespace isl::tool

int main(int argc, char** argv) {
  try {
    if (argc < 2) return isl::tool::fail("no command given (see isl --help)");
    return isl::tool::dispatch(argv[1], isl::tool::Words(argv + 2, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "isl: error: %s\n", error.what());  // no memory, or no more disk
  }
  return 2;
}
