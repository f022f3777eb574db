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

}  // namespace

std::vector<std::string> metNothing(const std::vector<report::Report>& reports) {
  size_t jvms = 0;
  std::map<std::string, size_t> said;
  std::map<std::string, bool> exercised;
  for (const report::Report& report : reports) {
    if (report.checks.empty()) continue;
    jvms++;
    for (const std::string& note : report.coverage.notes)
      if (const std::string what = missing(note); !what.empty()) said[what]++;
    for (const report::Spec& spec : report.specs)
      exercised[spec.name] |= report::wasExercised(report, spec);
  }
  std::vector<std::string> out;
  for (const auto& [name, was] : exercised)
    if (!was)
      out.push_back(fmt::format(
          "spec {} was never exercised: the program used no object that it tracks", name));
  for (const auto& [what, times] : said)
    if (times == jvms) out.push_back(what);
  return out;
}

}  // namespace isl::tool
