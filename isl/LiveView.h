// What running JVMs have reported so far, for a person (isl top) and for a monitoring system.
#pragma once

#include <string>
#include <vector>

#include "report/Report.h"

namespace isl::tool {

// One line a JVM and spec, then the findings, growing ones first, at most `findings` of them.
std::string liveTable(const std::vector<report::Report>& reports, size_t findings);

// The same as a text file of Prometheus (exposition format 0.0.4), for its node exporter.
std::string prometheusText(const std::vector<report::Report>& reports);

// Units of work a second over the last ten seconds before the last check (or since the start, if that is
// shorter); negative when nothing counts units.
double unitsPerSecond(const report::Report& report);

// The folder that the agent of a JVM writes its report to, from the text of its command line or environment;
// empty when no agent of ISL is in it.
std::string reportFolderIn(const std::string& text);

}  // namespace isl::tool
