// From the reports that the JVMs of a run left in its folder to one report, its summary on stderr and a verdict.
#pragma once

#include "Baseline.h"
#include "RunFolder.h"
#include "Summary.h"

namespace isl::tool {

struct Outcome {
  RunFacts facts;
  // A limit was passed; a verdict is open, or a report is missing or damaged; a JVM could not write its report.
  bool failed = false, doubtful = false, lost = false;
  std::vector<std::string> metNothing;  // of specs and options, see Strict.h
  bool undecided = false;               // a limit was given, and nothing said whether it was kept
  bool unseen = false;                  // no JVM left a report
  Status written;                       // report.json, .txt and .html
};

// Waits some seconds for JVMs that outlive the command that started them.
void waitForJvms(const RunFolder& folder);

// Merges the reports of `folder`, less what `baseline` (or null) accepts, and writes and prints the result.
Outcome collect(const RunFolder& folder, Baseline* baseline);

// Says on stderr, at the very end, what specs and options met nothing of the program, a line for each that ends with
// `hint`; true when there is any.
bool sayMetNothing(const Outcome& outcome, const char* hint);

}  // namespace isl::tool
