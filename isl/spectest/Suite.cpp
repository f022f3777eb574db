#include "spectest/Suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "ReportFile.h"
#include "Scratch.h"
#include "Specs.h"
#include "spectest/Jobs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

std::string folderOf(const TestProgram& program) {
  const std::string folder = path::parent_path(program.path).str();
  return folder.empty() ? "." : folder;
}

// The spec of a test: beside the program, or one that ships.
Result<std::string> specOf(const TestProgram& program, const std::string& name) {
  const std::string beside = folderOf(program) + "/" + name + ".isl";
  return resolveSpec(fs::exists(beside) ? beside : name);
}

class Running {
 public:
  Running(Suite& suite, const SuiteOptions& options,
          const std::function<void(const std::string&)>& progress)
      : suite_(suite), options_(options), progress_(progress), scratch_("isl-test") {}

  Status run() {
    for (const char* name : {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
      unsetenv(name);
    if (!options_.keep.empty()) {
      if (std::error_code failed = fs::create_directories(options_.keep))
        return Error{fmt::format("cannot make {}: {}", options_.keep, failed.message())};
    }
    if (Status listed = listRuns(); !listed) return listed;
    compileSpecs();
    compilePrograms();
    runPrograms();
    return {};
  }

 private:
  void complain(TestRun& run, const std::string& message) {
    const TestHead& head = headOf(run);
    run.judgement.complaints.push_back({Complaint::Kind::Run, head.at, "", message});
  }
  const TestHead& headOf(const TestRun& run) const {
    return suite_.programs[run.program].heads[run.head];
  }

  // The JDKs that a head asks for, or those of the command line; those that are not here are noted.
  std::vector<Jdk> jdksOf(const TestHead& head) {
    std::vector<std::string> wanted = options_.jdks.empty() ? head.jdks : options_.jdks;
    if (!options_.jdks.empty() && !head.jdks.empty())
      llvm::erase_if(wanted, [&](const std::string& each) {
        const std::string release = fs::is_directory(each) ? releaseOf(jdkIn(each)) : each;
        return !llvm::is_contained(head.jdks, release);
      });
    if (options_.jdks.empty() && wanted.empty())
      return installed_.empty() ? installed_ : std::vector<Jdk>{installed_[0]};
    std::vector<Jdk> out;
    for (const std::string& each : wanted) {
      const auto jdk = llvm::find_if(installed_, [&](const Jdk& one) {
        return releaseOf(one) == each && fs::can_execute(one.home + "/bin/javac");
      });
      if (fs::can_execute(each + "/bin/javac"))
        out.push_back(jdkIn(each));
      else if (jdk != installed_.end())
        out.push_back(*jdk);
      else
        left_.insert(fmt::format("no JDK {} is installed: its runs are left out", each));
    }
    return out;
  }

  Status listRuns() {
    installed_ = findJdks();
    for (size_t p = 0; p < suite_.programs.size(); ++p) {
      const TestProgram& program = suite_.programs[p];
      if (!program.mistakes.empty()) continue;
      for (size_t h = 0; h < program.heads.size(); ++h) {
        const TestHead& head = program.heads[h];
        std::vector<std::string> collectors =
            options_.collectors.empty() ? head.collectors : options_.collectors;
        if (collectors.empty()) collectors = {""};
        for (const Jdk& jdk : jdksOf(head)) {
          for (const std::string& collector : collectors) {
            for (unsigned turn = 0; turn < options_.repeat; ++turn) {
              TestRun run;
              run.program = p;
              run.head = h;
              run.jdk = jdk;
              run.collector = collector;
              run.turn = turn;
              suite_.runs.push_back(std::move(run));
            }
          }
        }
      }
    }
    suite_.notes.assign(left_.begin(), left_.end());
    const bool mistakes = llvm::any_of(
        suite_.programs, [](const TestProgram& program) { return !program.mistakes.empty(); });
    if (suite_.runs.empty() && !mistakes)
      return Error{installed_.empty()
                       ? "no JDK was found: install one of 17 to 25, or set JAVA_HOME"
                       : fmt::format("nothing to run: {}", fmt::join(suite_.notes, "; "))};
    return {};
  }

  // Runs of the same specs share an agent. What is wrong with a spec, islc has said on stderr.
  void compileSpecs() {
    std::map<std::vector<std::string>, Agent> agents;
    for (TestRun& run : suite_.runs) {
      std::vector<std::string> specs;
      for (const std::string& name : headOf(run).specs) {
        Result<std::string> spec = specOf(suite_.programs[run.program], name);
        if (spec)
          specs.push_back(std::move(*spec));
        else
          complain(run, spec.message());
      }
      agentOf_.emplace_back();
      if (!run.judgement.complaints.empty()) continue;
      const auto [at, fresh] = agents.try_emplace(specs);
      if (fresh) at->second = buildCached(specs, {"-w"});
      const Agent& agent = at->second;
      if (agent.status != 0)
        complain(run, agent.error.empty() ? "its spec does not compile" : agent.error);
      agentOf_.back() = agent.path;
    }
  }

  // The classes of a folder, on one JDK and with one class path, are compiled once.
  using ClassesKey = std::tuple<std::string, std::string, std::string>;

  std::string classPathOf(const TestRun& run) const {
    std::string out;
    for (const std::string& each : headOf(run).classPath)
      out += ":" +
             (path::is_absolute(each) ? each : folderOf(suite_.programs[run.program]) + "/" + each);
    const std::string amplifier = junitJar();
    if (!amplifier.empty()) out += ":" + amplifier;
    return out;
  }
  ClassesKey keyOf(const TestRun& run) const {
    return {folderOf(suite_.programs[run.program]), run.jdk.home, classPathOf(run)};
  }

  void compilePrograms() {
    std::vector<Job> jobs;
    for (TestRun& run : suite_.runs) {
      if (!run.judgement.complaints.empty()) continue;
      const auto [at, fresh] = classes_.try_emplace(keyOf(run), jobs.size());
      if (!fresh) continue;
      const auto& [folder, home, classPath] = at->first;
      Job job;
      const std::string out = classFolder(jobs.size());
      fs::create_directories(out);
      job.command = {home + "/bin/javac", "-g", "-nowarn", "-proc:none", "-cp",
                     out + classPath,     "-d", out};
      std::error_code error;
      for (fs::directory_iterator it(folder, error), end; !error && it != end;
           it.increment(error)) {
        if (llvm::StringRef(it->path()).endswith(".java")) job.command.push_back(it->path());
      }
      std::sort(job.command.begin() + 8, job.command.end());
      job.out = out + ".out";
      job.err = out + ".err";
      jobs.push_back(std::move(job));
    }
    const std::vector<JobResult> results = runJobs(jobs, options_.jobs, [](size_t) {});
    for (TestRun& run : suite_.runs) {
      const auto at = classes_.find(keyOf(run));
      if (at == classes_.end() || results[at->second].status == 0) continue;
      constexpr unsigned kLines = 4;
      const std::string said =
          firstLines(jobs[at->second].err, kLines) + firstLines(jobs[at->second].out, kLines);
      complain(run, fmt::format("javac of {} failed: {}", run.jdk.home, said));
    }
  }

  std::string classFolder(size_t index) const {
    return scratch_.file(fmt::format("classes{}", index));
  }

  void runPrograms() {
    std::vector<Job> jobs;
    std::vector<size_t> runOf;
    for (size_t i = 0; i < suite_.runs.size(); ++i) {
      TestRun& run = suite_.runs[i];
      if (!run.judgement.complaints.empty()) continue;
      const std::string base = options_.keep.empty() ? scratch_.file(fmt::format("run{}", i))
                                                     : options_.keep + "/" + nameOf(run);
      fs::remove(base + ".json");
      jobs.push_back(command(run, i, base));
      runOf.push_back(i);
    }
    size_t done = 0;
    const std::vector<JobResult> results = runJobs(jobs, options_.jobs, [&](size_t) {
      done++;
      progress_(fmt::format("{} of {} runs", done, jobs.size()));
    });
    for (size_t j = 0; j < jobs.size(); ++j) finish(suite_.runs[runOf[j]], jobs[j], results[j]);
  }

  // The report is OUT with another ending.
  static std::string reportOf(const Job& job) {
    return llvm::StringRef(job.out).drop_back(4).str() + ".json";
  }

  Job command(const TestRun& run, size_t index, const std::string& base) const {
    const TestProgram& program = suite_.programs[run.program];
    const TestHead& head = headOf(run);
    Job job;
    job.seconds = options_.seconds;
    job.out = base + ".out";
    job.err = base + ".err";
    std::string options = fmt::format("report={}.json,exit-code=0,max-vso={}", base, head.maxVso);
    for (const std::string& each : head.agent) options += "," + each;
    job.command = {run.jdk.home + "/bin/java",
                   fmt::format("-agentpath:{}={}", agentOf_[index], options)};
    if (!run.collector.empty()) job.command.push_back(fmt::format("-XX:+Use{}GC", run.collector));
    job.command.insert(job.command.end(), head.vmOptions.begin(), head.vmOptions.end());
    job.command.insert(job.command.end(),
                       {"-cp", classFolder(classes_.at(keyOf(run))) + classPathOf(run)});
    const std::string main = path::stem(program.path).str();
    job.command.push_back(program.package.empty() ? main : program.package + "." + main);
    job.command.insert(job.command.end(), head.args.begin(), head.args.end());
    return job;
  }

  void finish(TestRun& run, const Job& job, const JobResult& result) {
    constexpr unsigned kLines = 3;
    const std::string report = reportOf(job);
    const auto said = [&] { return firstLines(job.err, kLines); };
    if (result.tooLong) {
      complain(run, fmt::format("the program did not end within {} s", job.seconds));
    } else if (result.status != 0) {
      complain(run, fmt::format("the program ended with status {}: {}", result.status, said()));
    } else if (!fs::exists(report)) {
      complain(run, "the program left no report: " + said());
    } else if (const Result<Loaded> loaded = loadReport(report); loaded) {
      run.judgement = judge(suite_.programs[run.program], headOf(run), loaded->report);
      run.wallMs = loaded->report.run.wallMs;
    } else {
      complain(run, loaded.message());
    }
  }

  std::string nameOf(const TestRun& run) const {
    return fmt::format("{}-{}-{}-{}-{}", path::stem(suite_.programs[run.program].path).str(),
                       run.head + 1, releaseOf(run.jdk),
                       run.collector.empty() ? "default" : run.collector, run.turn + 1);
  }

  Suite& suite_;
  const SuiteOptions& options_;
  const std::function<void(const std::string&)>& progress_;
  const Scratch scratch_;
  std::vector<Jdk> installed_;
  std::set<std::string> left_;
  std::vector<std::string> agentOf_;  // by run
  std::map<ClassesKey, size_t> classes_;
};

}  // namespace

Result<Suite> runSuite(std::vector<TestProgram> programs, const SuiteOptions& options,
                       const std::function<void(const std::string&)>& progress) {
  Suite suite;
  suite.programs = std::move(programs);
  if (const Status ran = Running(suite, options, progress).run(); !ran) return ran.error();
  return suite;
}

std::string describeRun(const TestRun& run) {
  return fmt::format("JDK {}{}{}", releaseOf(run.jdk), run.collector.empty() ? "" : ", ",
                     run.collector);
}

}  // namespace isl::tool
