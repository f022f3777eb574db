// The step from C++ text to the agent: one compiler call, whose words the user never sees.
#include <cstdlib>

#include "Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace isl {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static int fail(const llvm::Twine& text) {
  llvm::errs() << "islc: error: " << printable(text.str()) << "\n";
  return 2;
}

std::string findCompiler(const DriverOptions& options) {
  std::vector<std::string> candidates;
  const char* env = std::getenv("CXX");
  if (!options.cxx.empty())
    candidates = {options.cxx};
  else if (env && *env)
    candidates = {env, "g++", "c++", "clang++"};
  else
    candidates = {"g++", "c++", "clang++"};
  for (const std::string& name : candidates) {
    auto found = llvm::sys::findProgramByName(name);
    if (found && fs::can_execute(*found)) return *found;
  }
  return "";
}

static std::string firstExisting(const std::vector<std::string>& list) {
  for (const std::string& p : list) {
    if (fs::exists(p)) return p;
  }
  return "";
}

namespace {

struct Layout {
  std::string library, include;
};

// Relative to the executable, so that a build tree and an installed tree both work where they are.
Layout findLayout(const char* argv0) {
  static int anchor;
  std::string exe = fs::getMainExecutable(argv0, &anchor);
  std::string root = path::parent_path(path::parent_path(exe)).str();
  return {firstExisting({root + "/lib/isl/libisl-runtime.a", root + "/lib/libisl-runtime.a"}),
          firstExisting({root + "/include/isl/abi.h", ISL_SOURCE_INCLUDE "/isl/abi.h"})};
}

// The compiler and the linker take a name for an option or a list of options where it begins with `-` or `@`.
std::string absolute(llvm::StringRef file) {
  llvm::SmallString<128> name = file;
  return fs::make_absolute(name) ? file.str() : name.str().str();
}

std::string temporary(const char* suffix) {
  llvm::SmallString<128> name;
  return fs::createTemporaryFile("islc", suffix, name) ? "" : absolute(name);
}

// A name beside `file` that no other islc uses.
std::string unused(const std::string& file) {
  return absolute(file) + "." + std::to_string(llvm::sys::Process::getProcessId()) + ".tmp";
}

bool write(const std::string& file, llvm::StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream os(file, error);
  if (error) return false;
  os << text;
  os.close();
  bool ok = !os.has_error();
  os.clear_error();
  return ok;
}

// What keeps a file from being made as `fresh` and renamed to `output`, or "".
std::string whyNotWritable(const std::string& output, const std::string& fresh) {
  if (fs::is_directory(output)) return "it is a folder";
  std::error_code error;
  { const llvm::raw_fd_ostream file(fresh, error); }
  fs::remove(fresh);
  return error ? error.message() : "";
}

int run(const std::vector<std::string>& command, const std::string& log, bool verbose) {
  std::vector<llvm::StringRef> args(command.begin(), command.end());
  if (verbose) {
    for (auto& a : args) llvm::errs() << a << " ";
    llvm::errs() << "\n";
  }
  llvm::Optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(log),
                                                 llvm::StringRef(log)};
  return llvm::sys::ExecuteAndWait(command[0], args, llvm::None, redirects);
}

// Only the JVM's entry points leave the agent; everything linked in stays its own.
const char* const kExports = "{ global: Agent_OnLoad; Agent_OnAttach; Java_java_lang_Isl*; "
                             "Java_isl_Amplifier_*; Java_isl_MemoryPressure_*; local: *; };\n";

}  // namespace

int buildAgent(const std::string& cpp, const DriverOptions& options, const char* argv0) {
  std::string compiler = findCompiler(options);
  if (compiler.empty()) {
    return fail(options.cxx.empty()
                    ? "no C++ compiler found; install g++ or clang++, or name one with --cxx=PATH"
                    : "C++ compiler `" + options.cxx + "` not found");
  }
  // Said before a compiler runs, and in our words.
  const std::string agent = unused(options.output);
  if (std::string why = whyNotWritable(options.output, agent); !why.empty())
    return fail("cannot write `" + options.output + "`: " + why);
  Layout layout = findLayout(argv0);
  if (layout.library.empty()) return fail("libisl-runtime.a is not in ../lib or ../lib/isl");
  if (layout.include.empty()) return fail("the header isl/abi.h is not in ../include");
  // The compiler makes temporary files, too.
  if (const char* folder = std::getenv("TMPDIR")) setenv("TMPDIR", absolute(folder).c_str(), 1);
  std::string source = options.keepTemps ? absolute(options.output + ".cpp") : temporary("cpp");
  std::string script = temporary("map"), log = temporary("log");
  if (!write(source, cpp) || !write(script, kExports)) return fail("cannot write " + source);
  std::vector<std::string> command = {
      // C++20, by the name that compilers of 2019 know, too.
      compiler, "-std=c++2a", "-O2", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off",
      // GCC 12 turns `0.0 - double(i)` into `-double(i)`, -0.0 for i = 0, without this flag.
      "-frounding-math", "-fno-exceptions", "-fno-rtti", "-w",
      "-I" + path::parent_path(path::parent_path(layout.include)).str(), source, "-shared", "-o",
      agent, "-Wl,--whole-archive", layout.library, "-Wl,--no-whole-archive", "-static-libstdc++",
      // Not by -Wl, which splits at commas.
      "-static-libgcc", "-Wl,-z,defs", "-Xlinker", "--version-script=" + script, "-Wl,--as-needed",
      "-Wl,--gc-sections"};
  int status = run(command, log, options.verbose);
  if (!options.keepTemps) fs::remove(source);
  fs::remove(script);
  if (status != 0) {
    fs::remove(agent);
    return fail("internal error, please report: the generated code did not build (log: " + log +
                ")");
  }
  fs::remove(log);
  // Renamed into place: a JVM never maps half an agent.
  if (fs::rename(agent, options.output)) return fail("cannot write `" + options.output + "`");
  return 0;
}

}  // namespace isl
