#include "verdict/RunEvidence.h"

#include <algorithm>

#include "base/TestHarness.h"
#include "base/Text.h"
#include "verdict/FilledOnce.h"
#include "verdict/FullTables.h"
#include "verdict/LineOf.h"
#include "verdict/LivingSites.h"
#include "verdict/StoppedLines.h"
#include "verdict/Verdict.h"

namespace isl {

AllOfType allOfType(const ReportInputs& in, const SpecRun& run,
                    const FindingEvidence::SiteList& sites) {
  uint64_t idle = 0, bytes = 0;
  for (const size_t site : sites) {
    idle += run.worst()[site].objects;
    bytes += run.worst()[site].bytes;
  }
  return {in.seen.populations,
          run.series(),
          run.sitesCheck(),
          run.worst()[sites.front()].classId,
          idle,
          bytes};
}

RunEvidence::RunEvidence(const ReportInputs& in, const SpecRun& run,
                         const std::vector<report::Site>& sites, const Sights& sights, Axis axis,
                         uint32_t by)
    : in_(in), run_(run), sites_(sites), sights_(sights), by_(by), axis_(axis),
      begun_(workAt({0, 0, in.seen.readyBytes}, axis_)), work_(workAt(doneBy(in), axis_)),
      tests_(in.units->areTests()), growingTypes_(isl::growingTypes(in, axis_, by)) {
  if (tests_) loadedAt_ = sights.standsSinceUnit();
}

bool RunEvidence::isOwn(const std::string& internal) const {
  return in_.hook != nullptr && in_.hook->own().has(internal);
}

bool RunEvidence::isProgramsOwn(const std::string& type) const {
  return isl::isProgramsOwn(in_, type);
}

static std::vector<uint64_t> keysOf(const SpecRun& run, const FindingEvidence::SiteList& sites) {
  std::vector<uint64_t> keys;
  for (const size_t i : sites) keys.push_back(siteKey(run.worst()[i].site, run.worst()[i].classId));
  return keys;
}

Trend RunEvidence::trendOf(const SiteList& sites) const {
  return run_.trendOf(keysOf(run_, sites), axis_, by_);
}

// The work of the trend: from the first to the last of its samples.
Trend RunEvidence::populationAlong(const AllOfType& all, double with, Axis by, double* work) const {
  const std::vector<WorkSample> samples = all.samples(in_.seen.populations, by);
  *work = samples.empty() ? 0 : samples.back().work - samples.front().work;
  return isl::trendOf(samples, static_cast<double>(in_.options->minSiteBytes) / with);
}

// A trend along other work, told as the one that is not seen along this.
static Trend asOf(Trend other, double otherWork, const Trend& trend, double work) {
  if (work <= 0) return trend;
  for (double* slope : {&other.slope, &other.firstHalf, &other.secondHalf})
    *slope *= otherWork / work;
  other.until = trend.until;
  return other;
}

Trend RunEvidence::populationOf(const SiteList& sites, double with) const {
  const AllOfType all = allOfType(in_, run_, sites);
  if (!all.areThese()) return {};
  double here = 0, work = 0;
  const Trend trend = populationAlong(all, with, axis_, &here);
  if (trend.shape == Shape::Growing || axis_ == Axis::Units || !tests_) return trend;
  // Each test is as much work as another, too, whatever they allocate.
  const Trend byTests = populationAlong(all, with, Axis::Units, &work);
  return byTests.shape == Shape::Growing ? asOf(byTests, work, trend, here) : trend;
}

bool RunEvidence::numberStands(size_t site) const {
  const uint32_t last = sights_.lastCheckAtWork();  // also after the check of the figures
  return hasStoodByHalf(in_, run_.worst()[site].site, axis_, last) ||
         replaceOthers(in_, sites_[site], axis_, last);
}

bool RunEvidence::siteGrows(uint32_t id) const { return in_.seen.bySite.grows(id, axis_, by_); }

std::vector<uint32_t> RunEvidence::idsOf(const SiteList& sites) const {
  std::vector<uint32_t> ids;
  for (const size_t site : sites) ids.push_back(run_.worst()[site].site);
  return ids;
}

bool RunEvidence::areFull(const SiteList& sites) const {
  if (tests_) return false;
  const std::vector<uint32_t> ids = idsOf(sites);
  std::vector<FrameLines::Line> lines;
  for (const size_t site : sites) lines.push_back(lineOf(sites_[site]));
  return isl::areFull(in_, ids, lines);
}

bool RunEvidence::standsInNumber(const SiteList& sites) const {
  return allOfType(in_, run_, sites).standInNumber();
}

// Sessions that expire, say: the figures may be of a check at which most had come. Of some that stay the number goes on growing.
bool RunEvidence::wereGivenBack(const SiteList& sites) const {
  if (tests_) return false;
  const AllOfType all = allOfType(in_, run_, sites);
  if (!all.areThese()) return false;
  const Populations& populations = in_.seen.populations;
  const uint32_t last = sights_.lastCheckAtWork();
  for (uint32_t check = run_.sitesCheck() + 1; check <= last; check++) {
    if (4 * uint64_t{populations.objectsAt(all.type, check)} < 3 * all.now)
      return !populations.grows(all.type, axis_, last);
  }
  return false;
}

bool RunEvidence::cameAgain(const SiteList& sites) const {
  const AllOfType all = allOfType(in_, run_, sites);
  return all.areThese() && isl::cameAgain(in_.seen.populations.samples(all.type, axis_, UINT32_MAX),
                                          work_ - (work_ - begun_) / 6);
}

std::vector<WorkSample> RunEvidence::bytesOf(const SiteList& sites, uint32_t last) const {
  return samplesOf(run_.series(), keysOf(run_, sites), Axis::Allocation, last);
}

bool RunEvidence::loadedByOneTest(const SiteList& sites) const {
  if (!loadedAt_) return false;
  const std::vector<WorkSample> samples = bytesOf(sites, by_);
  double before = 0;
  for (const WorkSample& sample : samples) {
    if (sample.work < static_cast<double>(*loadedAt_)) before = std::max(before, sample.bytes);
  }
  return !samples.empty() && 4 * before <= samples.back().bytes;
}

std::vector<WorkSample> RunEvidence::objectsAlong(const SiteList& sites) const {
  if (!tests_) return {};
  const uint32_t type = run_.worst()[sites.front()].classId;
  return in_.seen.populations.samples(type, Axis::Checks, UINT32_MAX);
}

std::vector<WorkSample> RunEvidence::numberAlong(const std::string& type) const {
  if (!tests_) return {};
  return in_.seen.populations.samples(in_.classes->typeNamed(type), Axis::Units, by_);
}

std::vector<WorkSample> RunEvidence::numberByUnits(uint32_t type) const {
  return in_.seen.populations.samples(type, Axis::Units, UINT32_MAX);
}

bool RunEvidence::isFull(const report::Finding& table, const SiteList& sites) const {
  return !tests_ && !table.full.empty() &&
         isl::isFull(in_, table.full, lineOf(table), bytesOf(sites, sights_.lastCheckAtWork()),
                     lastLost(in_, idsOf(sites)));
}

Trend RunEvidence::contentsOf(const report::Finding& table) const {
  if (tests_ || table.full.empty()) return {};
  const uint32_t type = in_.classes->typeNamed(table.full);
  return isl::trendOf(in_.seen.populations.samples(type, axis_, sights_.lastCheckAtWork()),
                      Populations::kLeastGrowth);
}

// Of what does not grow in number the objects themselves do. And even then it is not known to be bounded that filled as fast
// as the program allocated.
Trend RunEvidence::sinceItStopped(const report::Finding& finding) const {
  if (axis_ != Axis::Allocation) return {};
  const bool table = !finding.full.empty();
  const std::string& type = table ? finding.full : finding.type;
  if (!table && growingTypes_.count(type) == 0) return {};
  const std::vector<WorkSample> objects = objectsOfStopped(in_, lineOf(finding), type);
  Trend trend = isl::trendOf(objects, Populations::kLeastGrowth);
  if (trend.shape == Shape::Growing) trend.shape = Shape::Unclear;
  return trend;
}

Sights::Gain RunEvidence::gainWhileItRan(const report::Finding& finding) const {
  if (!tests_ || sights_.unitsThatGrew() <= 1) return {};
  const uint64_t last = in_.stacks->lastRanAt(in_.jvmti, in_.jni, lineOf(finding));
  return last > 0 ? sights_.until(last).gain() : Sights::Gain();
}

// Of what was left until the first check after the program had allocated so many bytes; none of what one test has loaded.
Trend RunEvidence::trendUntil(const report::Finding& finding, const SiteList& sites,
                              uint64_t allocatedBytes) const {
  uint32_t last = 0;
  for (const SeriesRow& row : run_.series().rows()) {
    last = row.at.check;
    if (last >= run_.sitesCheck() || row.usedUntil.allocatedBytes >= allocatedBytes) break;
  }
  const std::vector<uint64_t> keys = keysOf(run_, sites);
  // Looks tell their number also between checks; of a table that of its contents.
  const std::vector<WorkSample> objects =
      numberByUnits(finding.full.empty() ? run_.worst()[sites.front()].classId
                                         : in_.classes->typeNamed(finding.full));
  if (cameInOneUnit(samplesOf(run_.series(), keys, Axis::Units, last)) &&
      (objects.empty() || cameInOneUnit(objects)))
    return {};
  const auto along = [&](Axis axis, double* work) {
    const std::vector<WorkSample> samples = samplesOf(run_.series(), keys, axis, last);
    *work = samples.empty() ? 0 : samples.back().work - samples.front().work;
    return isl::trendOf(samples, static_cast<double>(in_.options->minSiteBytes));
  };
  double here = 0, work = 0;
  const Trend trend = along(axis_, &here);
  if (trend.shape == Shape::Growing || axis_ != Axis::Units) return trend;
  // Beside short tests long ones are few units, and what they allocate is their work.
  const Trend byAllocation = along(Axis::Allocation, &work);
  return byAllocation.shape == Shape::Growing ? asOf(byAllocation, work, trend, here) : trend;
}

Trend RunEvidence::whileTestsRan(const report::Finding& finding, const SiteList& sites) const {
  if (!tests_) return {};
  const auto own = [this](const std::string& internal) { return isOwn(internal); };
  // What the objects are made of other tests may make as well.
  std::vector<FrameLines::Line> lines = {lineOf(finding)};
  uint64_t last = in_.stacks->testsRanUntil(in_.jvmti, in_.jni, lines, own);
  for (const size_t site : sites) lines.push_back(lineOf(sites_[site]));
  if (last == 0) last = in_.stacks->testsRanUntil(in_.jvmti, in_.jni, lines, own);
  // They were not seen to end: what follows them allocates too little to tell.
  if (last == 0 && axis_ == Axis::Units) last = UINT64_MAX;
  if (last == 0) return {};
  uint64_t told = 0, now = 0;
  for (const size_t site : sites) {
    told += run_.worst()[site].bytes;
    now += run_.bytesNow(run_.worst()[site]);
  }
  if (8 * now < 7 * told) return {};
  const Trend trend = trendUntil(finding, sites, last);
  if (trend.shape == Shape::Growing || trend.samples == 0) return trend;
  const Trend living = livingUntil(in_, run_, sites, last);
  return living.shape == Shape::Growing ? living : trend;
}

// Are there no more objects of the type than by the half of the tests?
bool RunEvidence::hasStoodSinceHalf(const std::string& type) const {
  const std::vector<WorkSample> objects = numberByUnits(in_.classes->typeNamed(type));
  return hasStoodSince(objects, static_cast<double>(in_.units->units()) / 2);
}

bool RunEvidence::isAside(const std::string& type) const {
  if (!tests_) return false;
  return classAside(*in_.options, type) || (recordsCalls(type) && !hasStoodSinceHalf(type));
}

bool RunEvidence::keepsForProgram(const std::string& holder, const std::string& type) const {
  return tests_ && storesForExtensions(holder) && isProgramsOwn(type);
}

bool RunEvidence::isCollection(const std::string& type) const {
  const uint32_t id = in_.classes->typeNamed(type);
  return in_.classes->isSubclassOf(id, "java.util.Collection") ||
         in_.classes->isSubclassOf(id, "java.util.Map");
}

report::Site RunEvidence::siteOf(uint32_t id) const { return placeOf(in_, id); }

report::Site RunEvidence::roomMadeIn(const std::string& type, uint64_t least,
                                     const std::string& cls) const {
  const std::string within = internalName(cls);
  const auto isThere = [&](const FrameLines::Line& line) {
    return within.empty() || outermost(line.cls) == outermost(within);
  };
  const SourceLine at =
      in_.stacks->makesRoomIn(in_.jvmti, in_.jni, internalName(type), least, isThere);
  report::Site place;
  place.callerMethod = at.method;
  place.callerFile = at.file;
  place.callerLine = at.line;
  return place;
}

uint64_t RunEvidence::objectsOf(const std::string& type) const {
  return in_.seen.populations.objectsAt(in_.classes->typeNamed(type), run_.sitesCheck());
}

uint64_t RunEvidence::standingNumberOf(const std::string& type) const {
  const auto objects =
      in_.seen.populations.samples(in_.classes->typeNamed(type), axis_, UINT32_MAX);
  return hasStoodSince(objects, begun_) ? objectsOf(type) : 0;
}

}  // namespace isl
