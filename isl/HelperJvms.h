// JVMs that tests start for a moment: a tool that attaches to the fork, a compiler.
#pragma once

#include <vector>

#include "report/Report.h"

namespace isl::tool {

// Where some of the JVMs ran tests, one of the others cannot be judged that lived for less than an eighth of the time of the
// longest and did less than a 32nd of all work: what grows in it may be what it needs to begin, and ends with it. A server that
// tests use lives as long as they do. What failed there is inconclusive, and its leaks are unclear. Reports of one JVM each;
// merged ones stay as they are.
void judgeHelpers(std::vector<report::Report>& reports);

// Bytes that its program has allocated, by the last check.
uint64_t allocatedBytes(const report::Report& report);

}  // namespace isl::tool
