// The files that the agent leaves behind, and what it says on stderr when the program ends.
#pragma once

#include <cstdint>
#include <string>

#include "base/Options.h"
#include "base/Result.h"
#include "report/OutputPath.h"
#include "report/Report.h"

namespace isl {

// One thread at a time.
class ReportFiles {
 public:
  // A path that another process holds is replaced there.
  explicit ReportFiles(Options& options) : options_(options) {}

  // Before the program: a path that cannot be written is said now, not when the results are there.
  Status claim();
  void release();

  // The report as it stands. False: nothing was written, and why is in the log, once for each reason.
  bool write(const report::Report& report);
  // It is complete, and could not be written: what is on the disk is a snapshot, from which nobody can tell how the run ended.
  // On a full disk it makes room for the journal. `command`: sun.java.command.
  void noteLoss(const std::string& command);
  // It is complete: its views, and on stderr what has failed.
  void announce(const report::Report& report);

  // Is the report too fresh at that time, of the clock and of the process's CPU, for another one to be written? The first is
  // written at once: a program killed early leaves something behind. Of a program with many classes one takes a tenth of a
  // second, so all of them may take a hundredth of its CPU time.
  bool isFresh(uint64_t nowMs, double cpuMs) const;
  // It took so much of the CPU.
  void wroteAt(uint64_t nowMs, double cpuMs, double tookMs);

  // Has a spec failed, by the agent's own account?
  bool failed() const { return failed_; }

 private:
  bool writeView(const std::string& path, const std::string& content);

  Options& options_;
  report::PathClaim claims_[3];  // report, text, html
  std::string lastError_;
  uint64_t lastWriteMs_ = 0;
  double nextCpuMs_ = 0;
  bool failed_ = false;
};

}  // namespace isl
