// What the runs of `isl test` came to, as text of three kinds.
#pragma once

#include <string>
#include <vector>

#include "spectest/Suite.h"

namespace isl::tool {

// A complaint of one or several runs of a program.
struct Grouped {
  size_t program = 0;
  Complaint first;
  std::vector<std::string> runs;  // describeRun(), each once
  size_t times = 0, of = 0;       // runs that had it, and all of the same JDKs and collectors
};

// By program and place; mistakes in comments are among them.
std::vector<Grouped> complaintsOf(const Suite& suite);

// FILE:LINE:COLUMN: missing: ..., the line, a caret, and how many runs were right.
std::string toText(const Suite& suite, const std::vector<Grouped>& complaints);
// A test suite for each program and a test case for each run.
std::string toJunit(const Suite& suite);
// Workflow commands of GitHub Actions: an ::error at each place.
std::string toGithub(const Suite& suite, const std::vector<Grouped>& complaints);

}  // namespace isl::tool
