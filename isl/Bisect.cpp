// isl bisect: git bisect, driven by how many findings a run has.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "Args.h"
#include "Child.h"
#include "Commands.h"
#include "Finding.h"
#include "Specs.h"
#include "report/Format.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;

namespace {

const char* const kHelp = R"(usage: isl bisect --good REV [--bad REV] [options] -- COMMAND...
       isl bisect --more-than N [options] -- COMMAND...

Finds the commit that brought a finding. COMMAND, which builds and runs the tests, is run under `isl run`
at both revisions, and then where `git bisect` leads, always in a worktree of its own: the checkout and a
bisection in it stay as they are. A commit is bad when it has more findings than REV of --good; one that
gives no report is skipped.

  --good REV           a revision without the finding
  --bad REV            one with it (default: HEAD)
  --more-than N        one step only, for a `git bisect run` of your own
  --spec, --check, --agent, -D, --baseline, --only-main, --skip-main, --all-jvms, --count-harness
                       as of isl run
  --help

exit status: 0 found, 1 not found, 2 both revisions have as many findings, or something could not be done;
with --more-than 0 for at most N findings, 1 for more, 125 without a report
)";

const std::vector<OptionSpec> kOptions = {
    {"--good", true},      {"--bad", true},       {"--more-than", true}, {"--spec", true},
    {"--check", true},     {"--agent", true},     {"-D", true},          {"--baseline", true},
    {"--only-main", true}, {"--skip-main", true}, {"--all-jvms", false}, {"--count-harness", false},
    {"--help", false},     {"-h", false}};

// What is handed on to isl run, as it was given.
Words runOptions(const Args& args) {
  Words out;
  for (const char* name : {"--spec", "--check", "--agent", "-D", "--only-main", "--skip-main"}) {
    for (const std::string& value : args.values(name)) {
      out.emplace_back(name);
      out.push_back(value);
    }
  }
  for (const char* name : {"--all-jvms", "--count-harness"})
    if (args.has(name)) out.emplace_back(name);
  if (args.has("--baseline")) {
    llvm::SmallString<256> file(args.value("--baseline"));
    fs::make_absolute(file);  // steps run in another folder
    out.insert(out.end(), {"--baseline", file.str().str()});
  }
  return out;
}

// A folder that goes with this object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    llvm::SmallString<128> path;
    if (!fs::createUniqueDirectory("isl-bisect", path)) path_ = path.str().str();
  }
  ~TemporaryFolder() {
    if (!path_.empty()) fs::remove_directories(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }  // empty: it could not be made

 private:
  std::string path_;
};

int execute(const Words& command) {
  const ChildResult result = runChild(command, [] {});
  if (!result.error.empty()) fail(result.error);
  return result.status;
}

std::string self() { return fs::getMainExecutable(nullptr, nullptr); }

// What fails a run: neither idle memory nor what is accepted.
size_t countFindings(const report::Report& report) {
  size_t count = 0;
  for (const report::Spec& spec : report.specs)
    for (const report::Finding& finding : spec.findings)
      count += isDefect(finding) && finding.accepted.empty() ? 1 : 0;
  return count;
}

// Runs a command; its findings, or an error when there is no report to count them in.
Result<size_t> findingsOf(const Words& options, const Words& command) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return Error{"cannot make a temporary folder for the reports"};
  Words words = {self(), "run", "--quiet", "--report-dir", folder.path()};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("--");
  words.insert(words.end(), command.begin(), command.end());
  execute(words);
  const Result<Loaded> loaded = loadReport(folder.path() + "/report.json");
  if (!loaded) return Error{"the command left no report"};
  return countFindings(loaded->report);
}

int step(const Args& args) {
  unsigned most = 0;
  if (llvm::StringRef(args.value("--more-than")).getAsInteger(10, most))
    return usage("bisect", fmt::format("bad --more-than `{}`: it is a number of findings",
                                       args.value("--more-than")));
  const Result<size_t> findings = findingsOf(runOptions(args), args.rest());
  if (!findings) {
    warn(findings.message());
    return 125;
  }
  fmt::print(stderr, "isl: {}, {} at most are good\n", report::counted(*findings, "finding"), most);
  return *findings > most ? 1 : 0;
}

// A worktree of the repository in the current folder.
class Worktree {
 public:
  ~Worktree() {
    if (!made_) return;
    execute({"git", "worktree", "remove", "--force", path()});
  }
  Worktree() = default;
  Worktree(const Worktree&) = delete;
  Worktree& operator=(const Worktree&) = delete;

  Status open(const std::string& revision) {
    if (parent_.path().empty()) return Error{"cannot make a temporary folder for the worktree"};
    FILE* const prefix = popen("git rev-parse --show-prefix", "r");
    char text[4096];
    if (prefix && fgets(text, sizeof text, prefix)) prefix_ = llvm::StringRef(text).rtrim().str();
    if (!prefix || pclose(prefix) != 0) return Error{"this folder is in no git repository"};
    if (execute({"git", "worktree", "add", "--quiet", "--detach", path(), revision}) != 0)
      return Error{fmt::format("cannot check out `{}`", revision)};
    made_ = true;
    return {};
  }

  int git(const Words& words) const {
    Words command = {"git", "-C", path()};
    command.insert(command.end(), words.begin(), words.end());
    return execute(command);
  }
  // `command` in the folder of the worktree that stands for the current one.
  Words here(const Words& command) const {
    Words out = {"sh", "-c", "cd \"$0\" && exec \"$@\"", path() + "/" + prefix_};
    out.insert(out.end(), command.begin(), command.end());
    return out;
  }

 private:
  std::string path() const { return parent_.path() + "/tree"; }
  TemporaryFolder parent_;
  std::string prefix_;
  bool made_ = false;
};

Result<size_t> findingsAt(const std::string& revision, const Worktree& tree, const Args& args) {
  if (tree.git({"checkout", "--quiet", "--detach", revision}) != 0)
    return Error{fmt::format("cannot check out `{}`", revision)};
  Result<size_t> findings = findingsOf(runOptions(args), tree.here(args.rest()));
  if (!findings) return Error{fmt::format("{}: {}", revision, findings.message())};
  fmt::print(stderr, "isl: {}: {}\n", revision, report::counted(*findings, "finding"));
  return findings;
}

int search(const Args& args) {
  const std::string good = args.value("--good"), bad = args.value("--bad", "HEAD");
  Worktree tree;
  // Opened at the bad one by its name here: in the worktree HEAD means something else.
  if (const Status opened = tree.open(bad); !opened) return fail(opened.message());
  if (tree.git({"bisect", "start"}) != 0 || tree.git({"bisect", "bad", "HEAD"}) != 0)
    return fail("git bisect does not start");
  const Result<size_t> withIt = findingsAt("HEAD", tree, args);
  if (!withIt) return fail(withIt.message());
  const Result<size_t> without = findingsAt(good, tree, args);
  if (!without) return fail(without.message());
  if (*withIt <= *without)
    return fail(fmt::format("{} has {} and {} has {}: there is nothing to search for", good,
                            report::counted(*without, "finding"), bad, *withIt));
  if (tree.git({"bisect", "good", good}) != 0) return fail("git bisect does not start");
  Words words = {"bisect", "run", self(), "bisect", "--more-than", std::to_string(*without)};
  for (const Words& more : {runOptions(args), Words{"--"}, tree.here(args.rest())})
    words.insert(words.end(), more.begin(), more.end());
  return tree.git(words) == 0 ? 0 : 1;
}

}  // namespace

int bisectCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, kOptions, true); !parsed)
    return usage("bisect", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  if (args.rest().empty() || !args.positional().empty())
    return usage("bisect", "no command given: isl bisect --good REV -- COMMAND...");
  if (args.has("--more-than")) return step(args);
  if (!args.has("--good")) return usage("bisect", "which revision is good? Add --good REV");
  return search(args);
}

}  // namespace isl::tool
