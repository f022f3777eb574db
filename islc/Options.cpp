#include <algorithm>

#include "Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace isl {

static const char* const kHelp =
    R"(usage: islc [options] SPEC.isl... -o AGENT.so

Compiles ISL specs into a JVM agent; each spec is one problem.

  --check                parse and type-check only
  --emit=ast|plan|cpp    print a stage's result (to stdout, or to -o)
  -o FILE                the agent, or the printed stage
  -n NAME                name of the problem (default: stem of the file); once per spec
  -D NAME=VALUE          override a const
  --paper                paper-literal semantics
  -fno-epoch-summary     keep a record of every object even where its last touch says it all
  -W<code> -Wno-<code>   warnings on or off, for example -Wno-W608
  -Werror -w             warnings are errors; no warnings
  -ferror-limit=N        stop printing after N errors (default 20, 0 = all)
  --cxx=PATH             host compiler (default: $CXX, g++, c++, clang++)
  --keep-temps           keep the generated C++ beside the agent
  -v                     print the commands that are run
  -verify-diagnostics    check `// expected-error {{text}}` comments (for tests)
  --version --help

exit status: 0 accepted, 1 the spec has errors, 2 usage or environment
)";

static int usage(const llvm::Twine& text) {
  llvm::errs() << "islc: error: " << text << " (see islc --help)\n";
  return 2;
}

static int warningOption(llvm::StringRef text, DiagOptions& diags) {
  bool off = text.consume_front("no-");
  for (const DiagInfo& info : allDiagInfos()) {
    if (info.severity != Severity::Warning || (text != info.code && text != info.name)) continue;
    auto& list = diags.disabled;
    if (off) list.push_back(info.code);
    else list.erase(std::remove(list.begin(), list.end(), info.code), list.end());
    return -1;
  }
  if (text == "perf" || text == "all" || text == "extra") return -1;
  return usage("unknown warning `" + text + "`");
}

static int defineOption(llvm::StringRef text, DriverOptions& options) {
  auto [name, value] = text.split('=');
  if (name.empty() || !text.contains('=')) return usage("-D needs NAME=VALUE");
  options.defines[name.str()] = value.str();
  return -1;
}

int parseArguments(int argc, char** argv, DriverOptions& options) {
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef arg = argv[i];
    auto next = [&](llvm::StringRef& value) {
      if (i + 1 >= argc) return false;
      value = argv[++i];
      return true;
    };
    llvm::StringRef value;
    int status = -1;
    if (arg == "--help" || arg == "-h") {
      llvm::outs() << kHelp;
      return 0;
    }
    if (arg == "--version") {
      llvm::outs() << "islc " ISL_VERSION "\n";
      return 0;
    }
    if (arg == "--check") options.emit = Emit::Check;
    else if (arg == "--emit=ast") options.emit = Emit::Ast;
    else if (arg == "--emit=plan") options.emit = Emit::Plan;
    else if (arg == "--emit=cpp") options.emit = Emit::Cpp;
    else if (arg == "--paper") options.paper = true;
    else if (arg == "--keep-temps") options.keepTemps = true;
    else if (arg == "-v") options.verbose = true;
    else if (arg == "-verify-diagnostics") options.verify = true;
    else if (arg == "-fno-epoch-summary") options.epochSummary = false;
    else if (arg == "-fepoch-summary") options.epochSummary = true;
    else if (arg == "-Werror") options.diags.warningsAreErrors = true;
    else if (arg == "-w") options.diags.noWarnings = true;
    else if (arg == "-o" || arg == "-n" || arg == "-D") {
      if (!next(value)) return usage("`" + arg + "` needs a value");
      if (arg == "-o") options.output = value.str();
      else if (arg == "-n") options.names.push_back(value.str());
      else status = defineOption(value, options);
    } else if (arg.consume_front("-D")) status = defineOption(arg, options);
    else if (arg.consume_front("-ferror-limit=")) {
      if (arg.getAsInteger(10, options.diags.errorLimit)) return usage("-ferror-limit needs a number");
    } else if (arg.consume_front("--cxx=")) options.cxx = arg.str();
    else if (arg.consume_front("-W")) status = warningOption(arg, options.diags);
    else if (arg.startswith("-") && arg != "-") return usage("unknown option `" + arg + "`");
    else options.specs.push_back(arg.str());
    if (status != -1) return status;
  }
  if (options.specs.empty()) return usage("no spec given");
  if (options.names.size() > options.specs.size()) return usage("more -n than specs");
  if (options.emit == Emit::Agent && options.output.empty() && !options.verify) {
    return usage("no output given, add -o AGENT.so");
  }
  return -1;
}

}  // namespace isl
