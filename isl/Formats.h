// A report in the formats of other tools.
#pragma once

#include <string>

#include "SourceFinder.h"
#include "report/Report.h"

namespace isl::tool {

// JUnit XML: one suite per spec; a test case for its verdict and one for each flagged site. Sites
// fail when the spec failed, unless a baseline accepts them; an inconclusive spec is skipped.
std::string toJunit(const report::Report& report);
// SARIF 2.1.0: one rule per spec, one result per finding; level error for a defect of a failed spec, else note.
std::string toSarif(const report::Report& report, const SourceFinder& sources);
// Workflow commands of GitHub Actions: ::error for defects of a failed spec, ::notice for other findings.
std::string toGithub(const report::Report& report, const SourceFinder& sources);

// Text as XML holds it, on one line.
std::string escapeXml(const std::string& text);
// Text in a workflow command, which ends at a line's end; in properties `:` and `,` separate.
std::string escapeCommand(const std::string& text, bool property);

}  // namespace isl::tool
