#include "Strict.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "report/Wording.h"

namespace isl::tool {

namespace {

// What the agent notes of one JVM, and is an error when all of them say it. Without its code.
std::string missing(const std::string& note) {
  for (const std::string_view code : {"R801 ", "R813 "})
    if (note.rfind(code, 0) == 0) return note.substr(code.size());
  return {};
}

uint64_t eventsOf(const report::Spec& spec) {
  uint64_t events = 0;
  for (const report::Handler& handler : spec.handlers) events += handler.count;
  return events;
}

}  // namespace

std::vector<std::string> metNothing(const std::vector<report::Report>& reports) {
  size_t jvms = 0;
  std::map<std::string, size_t> said;
  std::map<std::string, uint64_t> events;  // of each spec, and whether its objects died early
  for (const report::Report& report : reports) {
    if (report.checks.empty()) continue;
    jvms++;
    for (const std::string& note : report.coverage.notes)
      if (const std::string what = missing(note); !what.empty()) said[what]++;
    for (const report::Spec& spec : report.specs)
      events[spec.name] += eventsOf(spec) + (report::diedBetweenChecks(report, spec.name) ? 1 : 0);
  }
  std::vector<std::string> out;
  for (const auto& [name, count] : events)
    if (count == 0)
      out.push_back(fmt::format(
          "spec {} was never exercised: the program used no object that it tracks", name));
  for (const auto& [what, times] : said)
    if (times == jvms) out.push_back(what);
  return out;
}

}  // namespace isl::tool
