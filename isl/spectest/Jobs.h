// Many commands, a few at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace isl::tool {

struct Job {
  std::vector<std::string> command;  // a path and its words
  std::string out, err;              // files for what it prints
  unsigned seconds = 600;            // it may take; then it is killed
};

struct JobResult {
  int status = 0;        // as a shell gives it; 127 when it could not be started
  bool tooLong = false;  // it was killed
};

// Runs the jobs in their order, at most `width` at the same time; `ended` is called with the place of each one
// in the thread of the caller. Blocks until all have ended.
std::vector<JobResult> runJobs(const std::vector<Job>& jobs, unsigned width,
                               const std::function<void(size_t)>& ended);

}  // namespace isl::tool
