// What a long run shows on stderr: one line that is redrawn on a terminal, a line a minute elsewhere.
// The numbers are those of the reports that the JVMs have written so far.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "RunFolder.h"

namespace isl::tool {

class Progress {
 public:
  // `seconds` between two updates; 0: 2 on a terminal, else 60.
  Progress(const RunFolder& folder, bool quiet, unsigned seconds);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void tick();
  // "2 JVMs, 57 checks (1.2 s, slowest 0.3 s), leak VSO 3.41"
  std::string status();

 private:
  struct Seen {
    int64_t stamp = 0;
    size_t checks = 0;
    double costMs = 0, slowestMs = 0;   // of all checks, of one
    std::map<std::string, double> vso;  // the last of each spec
  };
  void refresh();
  void clear();

  using Clock = std::chrono::steady_clock;
  const RunFolder& folder_;
  const bool quiet_, terminal_;
  const std::chrono::seconds interval_;
  bool drawn_ = false;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::map<std::string, Seen> seen_;
};

}  // namespace isl::tool
