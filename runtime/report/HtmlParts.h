// The parts of the page, each a piece of HTML in which every string of the program is escaped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "report/Report.h"

namespace isl::report {

std::string element(const char* tag, const std::string& content, const char* cssClass = nullptr);
std::string code(const std::string& text);
std::string term(const char* name, const std::string& value);
// The id of a site's or a finding's element, by the place of its spec and its rank.
std::string siteId(size_t spec, uint32_t rank);
std::string findingId(size_t spec, uint32_t rank);

// Findings, with what to do first: of spec number `at`.
std::string findingsPart(const Report& report, size_t at, const SourceLookup& sources);
// Which JVM has which finding; empty in the report of one JVM.
std::string membersPart(const Report& report, size_t at);
// The sites of a spec: the first in full, then all by name as far as `room` bytes reach.
std::string sitesPart(const Report& report, size_t at, size_t room);
// What was run, where, when and how.
std::string runPart(const Report& report);

}  // namespace isl::report
