#include <algorithm>

#include "Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace isl {

// Before and after the switches.
static const char* const kHelpHead =
    R"(usage: islc [options] SPEC.isl... -o AGENT.so
       islc fmt [--check] [--diff] SPEC.isl...|-
       islc --lsp [options]

Compiles ISL specs into a JVM agent; each spec is one problem.

  --check                parse and type-check only
  --emit=ast|plan|cpp    print a stage's result (to stdout, or to -o)
  -o FILE                the agent, or the printed stage
  -n NAME                name of the problem (default: stem of the file); once per spec
  -D NAME=VALUE          override a const
  --paper                the printed language of the ISL paper only, and its printed rules
  --strict               more errors: what may be null or absent must be guarded
  --lsp                  the language server, on standard input and output
  --classpath=PATH       warn about types that are neither there nor in the JDK (W617)
)";

static const char* const kHelpTail =
    R"(  --print-switches       the names of the -fno-... options, one a line
  -W<code> -Wno-<code>   warnings on or off, for example -Wno-W608
  -WN901                 name the predeclared constants that keep their default
  -Wperf                 remarks about what costs time or memory
  -Werror -w             warnings are errors; no warnings
  -ferror-limit=N        stop printing after N errors (default 20, 0 = all)
  --diagnostics-format=text|json|sarif   form of the messages on stderr
  --explain=CODE         what a message means, with a wrong and a right example
  --cxx=PATH             host compiler (default: $CXX, g++, c++, clang++)
  --print-compiler       the host compiler that would be taken; status 2 when there is none
  --keep-temps           keep the generated C++ beside the agent
  -v                     print the commands that are run
  -verify-diagnostics    check `// expected-error {{text}}` comments (for tests)
  --version --help

exit status: 0 accepted, 1 the spec has errors, 2 usage or environment
)";

static void printHelp(llvm::raw_ostream& os) {
  os << kHelpHead;
  for (const SwitchInfo& info : allSwitches())
    os << llvm::formatv("  {0,-22} {1}\n", "-fno-" + std::string(info.name), info.help);
  os << kHelpTail;
}

static void printSwitches(llvm::raw_ostream& os) {
  for (const SwitchInfo& info : allSwitches()) os << "-fno-" << info.name << "\n";
}

static int usage(const llvm::Twine& text) {
  llvm::errs() << "islc: error: " << printable(text.str()) << " (see islc --help)\n";
  return 2;
}

static int warningOption(llvm::StringRef text, DiagOptions& diags) {
  bool off = text.consume_front("no-");
  for (const DiagInfo& info : allDiagInfos()) {
    bool switchable = info.severity == Severity::Warning ||
                      (info.severity == Severity::Remark && *info.code == 'N');
    if (!switchable || (text != info.code && text != info.name)) continue;
    auto& list = diags.disabled;
    if (off)
      list.push_back(info.code);
    else
      list.erase(std::remove(list.begin(), list.end(), info.code), list.end());
    return -1;
  }
  if (text == "perf") {
    diags.perf = !off;
    return -1;
  }
  return usage("unknown warning `" + text + "`");
}

static int defineOption(llvm::StringRef text, DriverOptions& options) {
  auto [name, value] = text.split('=');
  if (name.empty() || !text.contains('=')) return usage("-D needs NAME=VALUE");
  options.defines[name.str()] = value.str();
  return -1;
}

static int formatOption(llvm::StringRef text, DiagOptions& diags) {
  if (text == "text")
    diags.format = DiagOptions::Text;
  else if (text == "json")
    diags.format = DiagOptions::Json;
  else if (text == "sarif")
    diags.format = DiagOptions::Sarif;
  else
    return usage("--diagnostics-format is text, json or sarif, not `" + text + "`");
  return -1;
}

static void classpathOption(llvm::StringRef text, std::vector<std::string>& out) {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  text.split(parts, ':', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) out.push_back(part.str());
}

// Options that are a word and nothing more; false when `arg` is none of them.
static bool flagOption(llvm::StringRef arg, DriverOptions& options) {
  if (arg == "--check")
    options.emit = Emit::Check;
  else if (arg == "--emit=ast")
    options.emit = Emit::Ast;
  else if (arg == "--emit=plan")
    options.emit = Emit::Plan;
  else if (arg == "--emit=cpp")
    options.emit = Emit::Cpp;
  else if (arg == "--lsp" || (options.lsp && arg == "--stdio"))
    options.lsp = true;
  else if (arg == "--paper")
    options.paper = true;
  else if (arg == "--strict")
    options.strict = true;
  else if (arg == "--keep-temps")
    options.keepTemps = true;
  else if (arg == "-v")
    options.verbose = true;
  else if (arg == "-verify-diagnostics")
    options.verify = true;
  else if (arg == "-Werror")
    options.diags.warningsAreErrors = true;
  else if (arg == "-w")
    options.diags.noWarnings = true;
  else
    return parseSwitch(arg, options.switches);
  return true;
}

// Options that answer a question and end the run; -1 for the others.
static int answerOption(llvm::StringRef arg) {
  if (arg == "--help" || arg == "-h") {
    printHelp(llvm::outs());
    return 0;
  }
  if (arg == "--print-switches") {
    printSwitches(llvm::outs());
    return 0;
  }
  if (arg == "--version") {
    llvm::outs() << "islc " ISL_VERSION "\n";
    return 0;
  }
  if (arg.consume_front("--explain=")) return explain(arg);
  if (arg.consume_front("--write-examples=")) return writeExamples(arg);
  if (arg.consume_front("--write-messages=")) return writeMessages(arg);
  return -1;
}

static int printCompiler(const DriverOptions& options) {
  const std::string compiler = findCompiler(options);
  if (compiler.empty()) return 2;
  llvm::outs() << printable(compiler) << "\n";
  return 0;
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
    if (arg == "--explain" && next(value)) return explain(value);
    status = answerOption(arg);
    if (status != -1) return status;
    if (arg == "--print-compiler") return printCompiler(options);
    if (flagOption(arg, options)) continue;
    if (arg == "-o" || arg == "-n" || arg == "-D") {
      if (!next(value)) return usage("`" + arg + "` needs a value");
      if (arg == "-o")
        options.output = value.str();
      else if (arg == "-n")
        options.names.push_back(value.str());
      else
        status = defineOption(value, options);
    } else if (arg.consume_front("-D"))
      status = defineOption(arg, options);
    else if (arg.consume_front("-ferror-limit=")) {
      if (arg.getAsInteger(10, options.diags.errorLimit))
        return usage("-ferror-limit needs a number");
    } else if (arg.consume_front("--diagnostics-format=")) {
      status = formatOption(arg, options.diags);
    } else if (arg.consume_front("--classpath=")) {
      classpathOption(arg, options.classpath);
    } else if (arg.consume_front("--cxx="))
      options.cxx = arg.str();
    else if (arg.consume_front("-W"))
      status = warningOption(arg, options.diags);
    else if (arg.startswith("-") && arg != "-")
      return usage("unknown option `" + arg + "`");
    else
      options.specs.push_back(arg.str());
    if (status != -1) return status;
  }
  if (options.lsp) return options.specs.empty() ? -1 : usage("--lsp takes no specs");
  if (options.specs.empty()) return usage("no spec given");
  if (options.names.size() > options.specs.size()) return usage("more -n than specs");
  if (options.emit == Emit::Agent && options.output.empty() && !options.verify) {
    return usage("no output given, add -o AGENT.so");
  }
  return -1;
}

}  // namespace isl
