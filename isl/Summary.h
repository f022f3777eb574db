// What `isl run` says at the end, for a reader who looks at the last screen of a build log.
#pragma once

#include <string>
#include <vector>

#include "RunFolder.h"
#include "report/Report.h"

namespace isl::tool {

struct RunFacts {
  std::vector<JournalEntry> journal;
  std::vector<std::string> damaged;  // messages of reports that could not be read
  std::vector<std::string> remarks;  // of the baseline, and fields of reports that are left out
  std::vector<long> withReport;      // process ids
  std::vector<long> cutShort;        // those of them whose report is not that of their end
  std::string directory;
};

// Lines that begin with "isl: ". `merged` is null when no JVM wrote a report.
std::string summarize(const report::Report* merged, const RunFacts& facts);

}  // namespace isl::tool
