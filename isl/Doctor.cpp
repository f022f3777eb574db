// isl doctor: is everything there, and does it work?
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "Args.h"
#include "Commands.h"
#include "Jdks.h"
#include "ReportFile.h"
#include "Scratch.h"
#include "Specs.h"
#include "report/Format.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

const char* const kHelp = R"(usage: isl doctor [JDK_HOME...]

Says what is installed and whether it works. On every JDK that is found (JAVA_HOME, JAVA17_HOME and the
like, java in PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks), or on those given, a small leaking program is run
under the leak spec; its line must be found.

exit status: 0 when an agent and a JDK work, else 1
)";

constexpr unsigned char kSelfTest[] = {
#include "SelfTestClass.inc"
};

int problems = 0;

void good(const std::string& text) { fmt::print("ok       {}\n", text); }
void note(const std::string& text) { fmt::print("note     {}\n", text); }
void bad(const std::string& text, const std::string& remedy) {
  problems++;
  fmt::print("problem  {}\n         {}\n", text, remedy);
}

std::string describeJdk(const Jdk& jdk) {
  return fmt::format("JDK {}{}{} in {}", jdk.version, jdk.maker.empty() ? "" : ", ", jdk.maker,
                     jdk.home);
}

// The sentence about the leak that the self-test found.
Result<std::string> selfTest(const std::string& home, const std::string& agent,
                             const Scratch& scratch) {
  const std::string java = home + "/bin/java", report = scratch.file("report.json"),
                    log = scratch.file("log");
  fs::remove(report);
  const std::string option =
      fmt::format("-agentpath:{}=report={},max-vso=2,exit-code=0,check=alloc:3m", agent, report);
  const std::vector<std::string> command = {java,  option,         "-Xmx64m",
                                            "-cp", scratch.path(), "IslSelfTest"};
  const std::vector<llvm::StringRef> words(command.begin(), command.end());
  const llvm::Optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(""),
                                                       llvm::StringRef(log)};
  constexpr unsigned kSeconds = 60;
  const int status = llvm::sys::ExecuteAndWait(java, words, llvm::None, redirects, kSeconds);
  if (status == -2) return Error{fmt::format("the self-test did not end within {} s", kSeconds)};
  if (status != 0)
    return Error{fmt::format("the self-test ended with status {}: {}", status, firstLines(log, 3))};
  const Result<Loaded> loaded = loadReport(report);
  if (!loaded) return loaded.error();
  const report::Report& result = loaded->report;
  if (result.specs.size() != 1 || result.specs[0].verdict != "fail" ||
      result.specs[0].sites.empty())
    return Error{fmt::format("the self-test's leak was not found: {} checks, {}",
                             result.checks.size(),
                             result.specs.empty() ? "no spec" : result.specs[0].verdictWhy)};
  const report::Site& site = result.specs[0].sites[0];
  if (site.className != "IslSelfTest")
    return Error{fmt::format("the self-test's leak was found in the wrong place: {}.{}",
                             site.className, site.method)};
  return fmt::format("found the leak in {}:{}, VSO {:.1f} in {} checks, {:.1f} s", site.file,
                     site.line, result.specs[0].sustainedVso, result.checks.size(),
                     static_cast<double>(result.run.wallMs) / 1000);
}

// Specs of one's own need a C++ compiler; islc knows which it would take. Without prebuilt agents all specs do.
void checkCompiler(bool needed) {
  const std::string islc = findIslc();
  if (islc.empty()) {
    bad("islc is not beside isl", "install both in one folder, or build both");
    return;
  }
  const Scratch scratch("isl-doctor");
  const std::string out = scratch.file("compiler");
  const llvm::Optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(out),
                                                       llvm::StringRef("")};
  const int status =
      llvm::sys::ExecuteAndWait(islc, {islc, "--print-compiler"}, llvm::None, redirects);
  const char* const remedy =
      "apt-get install g++ (dnf install gcc-c++, apk add g++), or set CXX to a compiler";
  if (status == 0)
    good(fmt::format("compiler: {} with {}", islc, firstLines(out, 1)));
  else if (needed)
    bad("no C++ compiler was found", remedy);
  else
    note(fmt::format(
        "no C++ compiler was found: the shipping specs need none, specs of your own do: {}",
        remedy));
}

// The leak spec's agent; empty when it cannot be had, with the problem said.
std::string checkAgents() {
  const Result<std::string> spec = resolveSpec("leak");
  if (!spec) {
    bad("the shipping specs are not there: " + spec.message(),
        "reinstall: share/isl/examples belongs beside bin");
    return "";
  }
  const Agent agent = buildCached({*spec}, {"-w"});
  checkCompiler(agent.origin != Agent::Origin::Prebuilt);
  if (agent.status != 0) {
    bad("the leak spec does not compile" + (agent.error.empty() ? "" : ": " + agent.error),
        "a C++ compiler is needed: apt-get install g++, or set CXX; see the message above");
    return "";
  }
  std::string names;
  for (const std::string& each : shippingSpecs())
    names += (names.empty() ? "" : ", ") + path::stem(each).str();
  const char* const origin = agent.origin == Agent::Origin::Prebuilt ? "prebuilt"
                             : agent.origin == Agent::Origin::Cache  ? "agent from the cache"
                                                                     : "compiled an agent";
  good(fmt::format("shipping specs: {} ({})", names, origin));
  return agent.path;
}

void checkCache() {
  const std::string folder = cacheDirectory();
  size_t agents = 0;
  uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    uint64_t size = 0;
    if (!fs::file_size(it->path(), size)) bytes += size;
    agents++;
  }
  if (!fs::exists(folder))
    good(fmt::format("cache: {} (made when a spec is compiled)", folder));
  else if (access(folder.c_str(), W_OK) != 0)
    bad(fmt::format("the cache {} cannot be written", folder),
        "set XDG_CACHE_HOME to a folder you may write to");
  else
    good(fmt::format("cache: {} ({}, {}; delete it at any time)", folder,
                     report::counted(agents, "agent"), report::humanBytes(bytes)));
}

void checkEnvironment() {
  for (const char* name : {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"}) {
    const std::string value = environment(name);
    if (value.empty()) continue;
    note(fmt::format("{}={}: every JVM takes these options", name, value));
    const std::pair<const char*, const char*> refused[] = {
        {"-XX:-UseCompressedClassPointers", "the agent refuses JVMs before 19 with it: remove it"},
        {"-XX:+UseEpsilonGC", "the agent refuses JVMs with it: remove it"}};
    for (const auto& [flag, why] : refused) {
      if (value.find(flag) != std::string::npos) bad(fmt::format("{} holds {}", name, flag), why);
    }
    if (value.find("-agentpath:") != std::string::npos &&
        value.find(".so=report=") != std::string::npos)
      bad(fmt::format("{} holds an agent already", name),
          "`isl run` inside `isl run`: two agents cannot share a JVM; unset it");
  }
}

}  // namespace

int doctorCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, {{"--help", false}, {"-h", false}}, false); !parsed)
    return usage("doctor", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  fmt::print("isl {}\n", ISL_VERSION);
  const std::string agent = checkAgents();
  checkCache();
  checkEnvironment();
  std::vector<Jdk> jdks;
  for (const std::string& home : args.positional()) jdks.push_back(jdkIn(home));
  if (jdks.empty()) jdks = findJdks();
  if (jdks.empty())
    bad("no JDK was found",
        "install one of 17 to 25 (apt-get install openjdk-17-jdk-headless), or set JAVA_HOME");
  // Options of the environment would be measured along.
  for (const char* name : {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
    unsetenv(name);
  const Scratch scratch("isl-doctor");
  const std::string bytes(reinterpret_cast<const char*>(kSelfTest), sizeof kSelfTest);
  if (const Status written = report::writeFileAtomically(scratch.file("IslSelfTest.class"), bytes);
      !written)
    return fail(written.message());
  size_t working = 0;
  for (const Jdk& jdk : jdks) {
    if (agent.empty()) break;
    fflush(stdout);
    const std::string& home = jdk.home;
    const std::string name = describeJdk(jdk);
    const Result<std::string> found = fs::can_execute(home + "/bin/java")
                                          ? selfTest(home, agent, scratch)
                                          : Error{home + " has no bin/java"};
    if (found) {
      good(fmt::format("{}: {}", name, *found));
      working++;
    } else if (args.positional().empty()) {
      note(fmt::format("{} does not work: {}", name, found.message()));
    } else {
      bad(fmt::format("{} does not work: {}", name, found.message()),
          "use a HotSpot JDK of 17 to 25");
    }
  }
  if (!jdks.empty() && working == 0 && !agent.empty())
    bad("no JDK works with the agent",
        "install a HotSpot JDK of 17 to 25; the lines above say what was wrong with each");
  fmt::print("{}\n", problems == 0
                         ? "Everything that isl needs is there."
                         : report::counted(static_cast<uint64_t>(problems), "problem") + " found.");
  return problems == 0 ? 0 : 1;
}

}  // namespace isl::tool
