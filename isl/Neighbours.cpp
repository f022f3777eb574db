#include "Neighbours.h"

#include <algorithm>
#include <cmath>

#include "GrowthFit.h"
#include "WorkMeasure.h"

namespace isl::tool {

using report::Check;
using report::Outlook;
using report::OutOfMemory;
using report::Report;

namespace {

constexpr size_t kFewestNeighbours = 2;  // of one there is no mean

// A member along its work.
struct Member {
  const Outlook* outlook = nullptr;
  std::vector<WorkSample> course;
  double full = 0;  // work at which it ran out of memory, 0: it did not
  double end() const { return full > 0 ? full : course.empty() ? 0 : course.back().work; }
};

const Measure& measureNamed(const std::string& per) {
  static const Measure all[] = {
      {"records", &Check::records, &OutOfMemory::records},
      {"units", &Check::units, &OutOfMemory::units},
      {"allocatedBytes", &Check::allocatedBytes, &OutOfMemory::allocatedBytes}};
  for (const Measure& one : all)
    if (per == one.name) return one;
  return all[2];
}

Member memberOf(const Report& report, const Outlook& outlook) {
  Member out;
  out.outlook = &outlook;
  const Measure& measure = measureNamed(outlook.per);
  std::vector<Check> own;
  for (const Check& check : report.checks)
    if (check.jvm == outlook.jvm) own.push_back(check);
  for (const Check* check : since(own, measure.count)) {
    const auto work = static_cast<double>(check->*measure.count);
    if (!out.course.empty() && out.course.back().work == work) out.course.pop_back();
    out.course.push_back({work, static_cast<double>(check->liveBytes)});
  }
  for (const OutOfMemory& end : report.pressure.outOfMemory)
    if (end.jvm == outlook.jvm) out.full = static_cast<double>(end.*measure.atTheEnd);
  return out;
}

double liveAt(const Member& member, double work) {
  const auto next =
      std::partition_point(member.course.begin(), member.course.end(),
                           [work](const WorkSample& sample) { return sample.work < work; });
  if (next == member.course.begin()) return next->bytes;
  const WorkSample& before = *(next - 1);
  const auto heap = static_cast<double>(member.outlook->heapBytes);
  const WorkSample after = next != member.course.end() ? *next : WorkSample{member.full, heap};
  if (after.work <= before.work) return before.bytes;
  return before.bytes +
         (after.bytes - before.bytes) * (work - before.work) / (after.work - before.work);
}

double determination(const Member& member, const std::vector<const Member*>& neighbours) {
  double mean = 0, spread = 0, left = 0;
  const auto count = static_cast<double>(member.course.size());
  for (const WorkSample& sample : member.course) mean += sample.bytes / count;
  for (const WorkSample& sample : member.course) {
    double told = 0;
    for (const Member* one : neighbours)
      told += liveAt(*one, sample.work) / static_cast<double>(neighbours.size());
    spread += (sample.bytes - mean) * (sample.bytes - mean);
    left += (sample.bytes - told) * (sample.bytes - told);
  }
  return spread > count ? 1 - left / spread : 0;
}

void foretell(Outlook& out, const Member& member, const std::vector<Member>& all,
              const Report& report) {
  if (member.full > 0 || member.course.size() < kFewestSamples) return;
  const auto& jvms = report.run.jvms;
  std::vector<const Member*> neighbours;
  double full = 0, farthest = 0;
  for (const Member& other : all) {
    const bool same = other.outlook != member.outlook && other.outlook->per == out.per &&
                      other.outlook->heapBytes == out.heapBytes &&
                      jvms[other.outlook->jvm - 1].mainClass == jvms[out.jvm - 1].mainClass;
    if (!same) continue;
    if (other.full == 0) farthest = std::max(farthest, other.end());
    if (other.full > static_cast<double>(out.at) && !other.course.empty()) {
      neighbours.push_back(&other);
      full += other.full;
    }
  }
  if (neighbours.size() < kFewestNeighbours) return;
  full /= static_cast<double>(neighbours.size());
  if (farthest > full) return;  // one went on beyond it
  const double explained = determination(member, neighbours);
  if (!(explained >= kLeastDetermination)) return;
  out.neighbours = static_cast<uint32_t>(neighbours.size());
  out.fullAt = std::max(out.at + 1, static_cast<uint64_t>(std::llround(full)));
  const bool allByTask = std::all_of(neighbours.begin(), neighbours.end(), [](const Member* one) {
    return one->outlook->cause == "task";
  });
  if (out.cause.empty() && allByTask) out.cause = "task";
}

}  // namespace

void foretellByNeighbours(Report& merged) {
  const size_t jvms = merged.run.jvms.size();
  std::vector<Member> all;
  for (const Outlook& one : merged.outlook)
    if (one.jvm > 0 && one.jvm <= jvms) all.push_back(memberOf(merged, one));
  size_t next = 0;
  for (Outlook& one : merged.outlook)
    if (one.jvm > 0 && one.jvm <= jvms) foretell(one, all[next++], all, merged);
}

}  // namespace isl::tool
