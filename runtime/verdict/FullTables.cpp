#include "verdict/FullTables.h"

#include <algorithm>

#include "base/LibraryTypes.h"

namespace isl {
namespace {

constexpr double kLastParts = 8;  // of the work, the last: a trend has as many

uint64_t lastSeen(const ReportInputs& in, const FrameLines::Line& line) {
  return in.stacks->lastSeenAt(in.jvmti, in.jni, line);
}

}  // namespace

Standing::Standing(uint64_t begun, uint64_t done)
    : least_(static_cast<double>(done - std::min(begun, done)) / kLastParts) {}

void Standing::add(const std::vector<WorkSample>& set) {
  since_ = std::max(since_, standsSince(set, least_, kOfObjects));
  if (!set.empty()) until_ = std::max(until_, set.back().work);
}

bool Standing::isFull(uint64_t lastSeen, uint64_t lost) const {
  return 2 * static_cast<double>(lastSeen) > since_ + until_ ||
         (lost > 0 && static_cast<double>(lost) >= since_);
}

// It went between that check and the one before.
uint64_t lastLost(const ReportInputs& in, const std::vector<uint32_t>& sites) {
  const uint32_t upTo = sightsOf(in).lastCheckAtWork();
  uint32_t check = 0;
  for (const SpecRun* run : in.runs) {
    for (const uint32_t site : sites) check = std::max(check, run->engine().lastLost(site, upTo));
  }
  uint64_t allocated = 0;
  for (const report::Check& each : in.seen.checks)
    if (each.n < check) allocated = each.allocatedBytes;
  return allocated;
}

bool areFull(const ReportInputs& in, const std::vector<uint32_t>& sites,
             const std::vector<FrameLines::Line>& lines) {
  const AtWork work(in);
  Standing standing(work.begun, work.done);
  for (const uint32_t site : sites) {
    if (site < kFirstSite) return false;
    standing.add(work.objects(in.seen.bySite, site));
  }
  const auto runs = [&](const FrameLines::Line& line) {
    return standing.isFull(lastSeen(in, line));
  };
  return standing.isFull(0, lastLost(in, sites)) || std::any_of(lines.begin(), lines.end(), runs);
}

bool isFull(const ReportInputs& in, const std::string& type, const FrameLines::Line& line,
            const std::vector<WorkSample>& table, uint64_t lost) {
  const AtWork work(in);
  const std::vector<WorkSample> objects =
      work.objects(in.seen.populations, in.classes->typeNamed(type));
  const bool heap = sightsOf(in).standsInTheEnd() && !isLibraryType(type);
  const double half = static_cast<double>(work.begun + work.done) / 2;
  if (heap && hasStoodSince(objects, half)) return true;
  Standing standing(work.begun, work.done);
  standing.add(objects);
  if (!heap) standing.add(table);
  return standing.isFull(std::max(lastSeen(in, line), in.stacks->lastMadeAt(type)), lost);
}

}  // namespace isl
