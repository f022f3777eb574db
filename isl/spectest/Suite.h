// From folders, specs and programs to the runs that they ask for, and to what came of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "Jdks.h"
#include "base/Result.h"
#include "spectest/Judge.h"

namespace isl::tool {

struct SuiteOptions {
  std::vector<std::string> jdks, collectors;  // of the command line; empty: what the heads say
  unsigned repeat = 1, jobs = 1, seconds = 600;
  std::string keep;  // a folder for reports and outputs, or empty
};

// One run of a program.
struct TestRun {
  size_t program = 0, head = 0;  // places in the lists
  Jdk jdk;
  std::string collector;  // "G1", or empty: the default one
  unsigned turn = 0;
  Judgement judgement;
  uint64_t wallMs = 0;
};

struct Suite {
  std::vector<TestProgram> programs;  // sorted by path
  std::vector<TestRun> runs;
  std::vector<std::string> notes;  // what was left out, one sentence each
};

// The programs with a head below the folders, those beside a spec whose heads name it, and those given. An
// error: a path that does not exist, or nothing to test.
Result<std::vector<TestProgram>> findPrograms(const std::vector<std::string>& paths,
                                              bool mayBeSilent);

// Runs everything; `progress` gets one line for each run. An error is one of the environment: no JDK.
Result<Suite> runSuite(std::vector<TestProgram> programs, const SuiteOptions& options,
                       const std::function<void(const std::string&)>& progress);

// "JDK 17, G1"
std::string describeRun(const TestRun& run);

}  // namespace isl::tool
