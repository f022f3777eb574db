#include "verdict/SpecFindings.h"

#include <algorithm>
#include <optional>

#include "base/TestHarness.h"
#include "base/Text.h"
#include "check/AllOfType.h"
#include "verdict/FullTables.h"
#include "verdict/OwnField.h"
#include "verdict/OwnMaker.h"
#include "verdict/StoppedLines.h"
#include "verdict/Verdict.h"

namespace isl {
namespace {

AllOfType allOfType(const ReportInputs& in, const SpecRun& run, const std::vector<size_t>& sites) {
  uint64_t idle = 0, bytes = 0;
  for (const size_t site : sites) {
    idle += run.worst()[site].objects;
    bytes += run.worst()[site].bytes;
  }
  return {in.checker->populations(),          run.series(), run.sitesCheck(),
          run.worst()[sites.front()].classId, idle,         bytes};
}

// Of all objects of the sites' type (see FindingInputs).
Trend populationOf(const ReportInputs& in, const SpecRun& run, const std::vector<size_t>& sites,
                   Axis axis) {
  const AllOfType all = allOfType(in, run, sites);
  if (!all.areThese()) return {};
  double work = 0;  // from the first to the last, by the latest axis
  const auto along = [&](Axis by) {
    const std::vector<WorkSample> samples = all.samples(in.checker->populations(), by);
    work = samples.empty() ? 0 : samples.back().work - samples.front().work;
    return trendOf(samples, static_cast<double>(in.options->minSiteBytes));
  };
  const Trend trend = along(axis);
  if (trend.shape == Shape::Growing || axis == Axis::Units || !in.units->areTests()) return trend;
  // Each test is as much work as another, too, whatever they allocate.
  const double here = work;
  Trend byTests = along(Axis::Units);
  if (byTests.shape != Shape::Growing || here <= 0) return trend;
  for (double* slope : {&byTests.slope, &byTests.firstHalf, &byTests.secondHalf})
    *slope *= work / here;
  byTests.until = trend.until;
  return byTests;
}

// Sessions that expire, say: the figures may be of a check at which most had come. Of some that stay the number goes on growing.
bool wereGivenBack(const ReportInputs& in, const SpecRun& run, const std::vector<size_t>& sites,
                   uint32_t last) {
  const AllOfType all = allOfType(in, run, sites);
  if (!all.areThese()) return false;
  const Populations& populations = in.checker->populations();
  for (uint32_t check = run.sitesCheck() + 1; check <= last; check++) {
    if (4 * uint64_t{populations.objectsAt(all.type, check)} < 3 * all.now)
      return !populations.grows(all.type, axisOf(run.series(), last), last);
  }
  return false;
}

std::vector<uint64_t> keysOf(const SpecRun& run, const std::vector<size_t>& sites) {
  std::vector<uint64_t> keys;
  for (const size_t i : sites) keys.push_back(siteKey(run.worst()[i].site, run.worst()[i].classId));
  return keys;
}

// Of what was left until the first check after the program had allocated so many bytes.
Trend trendUntil(const ReportInputs& in, const SpecRun& run, const std::vector<uint64_t>& keys,
                 Axis axis, uint64_t allocatedBytes) {
  uint32_t last = 0;
  for (const SeriesRow& row : run.series().rows()) {
    last = row.at.check;
    if (last >= run.sitesCheck() || row.usedUntil.allocatedBytes >= allocatedBytes) break;
  }
  return trendOf(samplesOf(run.series(), keys, axis, last),
                 static_cast<double>(in.options->minSiteBytes));
}

std::string internalName(std::string name) {
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

// "shop/Orders" of "shop/Orders$1"
std::string_view outermost(std::string_view internal) {
  return internal.substr(0, internal.find('$', 1));
}

template <typename Place>  // a finding or a site
FrameLines::Line lineOf(const Place& place) {
  FrameLines::Line at;
  at.cls = internalName(place.className);
  at.method = place.method;
  at.line = place.line;
  return at;
}

// In the order in which they come.
std::vector<std::string> distinct(std::vector<std::string> names) {
  std::vector<std::string> out;
  for (std::string& name : names) {
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

// Of a line of a library's, the program's own that leads there, or that makes what hangs on the objects; of one of its own, that
// of the class that keeps the objects, as an invoice makes the lines that its service keeps. A constructor's line says what
// its object is made of: the one that makes the object is asked for, but of a single one that grows.
void addCaller(const ReportInputs& in, const OwnMakerInputs* made, report::Finding& finding) {
  if (in.hook == nullptr || finding.line < 0 || isIdle(finding)) return;
  const FrameLines::Line at = lineOf(finding);
  const OwnCode& own = in.hook->own();
  const std::string holder = internalName(finding.holder.className);
  const bool ofOwn = own.has(at.cls);
  const bool constructs = ofOwn && finding.objects > 1 && at.method == "<init>";
  const bool keeper = ofOwn && own.has(holder);
  if (ofOwn && !constructs && (!keeper || outermost(holder) == outermost(at.cls))) return;
  const auto leadsThere = [&](const FrameLines::Line& line) {
    return own.has(line.cls) && !(constructs && line.method == "<init>") &&
           (!keeper || outermost(line.cls) == outermost(holder));
  };
  // What was seen before the program was ready is no call by which anything grows on.
  const uint64_t since =
      finding.growth == nameOf(Shape::Growing) ? in.checker->ready().allocatedBytes : 0;
  std::vector<std::string> types = {finding.full.empty() ? finding.type : finding.full};
  for (const uint32_t rank : finding.sites) {
    if (made != nullptr) types.push_back((*made->sites)[rank - 1].type);
  }
  const SourceLine caller =
      in.stacks->ownCallerOf(in.jvmti, in.jni, at, leadsThere, since, distinct(std::move(types)));
  finding.callerMethod = caller.method;
  finding.callerFile = caller.file;
  finding.callerLine = caller.line > 0 ? static_cast<uint32_t>(caller.line) : 0;
  if (ofOwn || finding.callerLine > 0 || made == nullptr) return;
  const std::optional<report::Site> maker = ownMakerOf(*made, finding);
  if (!maker) return;
  finding.callerMakes = maker->type;
  finding.callerMethod = maker->className + "." + maker->method;
  finding.callerFile = maker->file;
  finding.callerLine = static_cast<uint32_t>(maker->line);
}

}  // namespace

std::set<std::string> growingTypes(const ReportInputs& in, Axis axis, uint32_t last, bool ended) {
  std::set<std::string> out;
  const Populations& populations = in.checker->populations();
  for (uint32_t id = 1; id < populations.ids(); id++) {
    if (populations.grows(id, axis, last, ended))
      out.insert(displayName((*in.classes)[id].signature));
  }
  return out;
}

report::Site placeOf(const ReportInputs& in, uint32_t id) {
  report::Site out;
  const Site site = in.sites->get(id);
  out.id = id;
  out.className = id == kSiteInitializer   ? "(static initialiser)"
                  : site.className.empty() ? "(unknown)"
                                           : dotted(site.className);
  out.method = site.method.empty() ? "(unknown)" : std::string(site.method);
  out.file = site.sourceFile;
  out.line = site.line;
  if (site.kind == SiteKind::LibraryCall) out.via = dotted(site.target);
  return out;
}

// Are there no more objects of the type than by the half of the tests?
static bool hasStoodSinceHalf(const ReportInputs& in, const std::string& type) {
  const std::vector<WorkSample> objects =
      in.checker->populations().samples(in.classes->typeNamed(type), Axis::Units, UINT32_MAX);
  return hasStoodSince(objects, static_cast<double>(in.units->units()) / 2);
}

// Suspicious are those that were left a window ago. Where nearly all of a type are, so are the rest sooner or later.
static void countAll(const ReportInputs& in, const SpecRun& run, const report::Spec& spec,
                     report::Finding& finding) {
  std::vector<size_t> sites;
  for (size_t i = 0; i < spec.sites.size(); i++) {
    const report::Site& site = spec.sites[i];
    const bool ofIt =
        std::find(finding.sites.begin(), finding.sites.end(), site.rank) != finding.sites.end();
    if (ofIt && site.type == finding.type) sites.push_back(i);
  }
  if (sites.empty()) return;
  const AllOfType all = allOfType(in, run, sites);
  if (all.areThese()) finding.objects = std::max(finding.objects, all.now);
}

void addPlace(const ReportInputs& in, uint32_t site, report::Finding& finding) {
  const report::Site place = placeOf(in, site);
  finding.className = place.className;
  finding.method = place.method;
  finding.file = place.file;
  finding.line = place.line;
  finding.via = place.via;
  addCaller(in, nullptr, finding);
}

void nameOwnFields(const ReportInputs& in, report::Spec& spec) {
  if (in.hook == nullptr) return;
  const auto isOwn = [&in](const std::string& className) {
    return in.hook->own().has(internalName(className));
  };
  for (report::Finding& finding : spec.findings) {
    const std::vector<report::Path>& ways =
        finding.sites.empty() ? finding.paths : spec.sites[finding.sites.front() - 1].paths;
    if (!ways.empty()) finding.holder.ownField = ownFieldOver(ways.front(), finding.holder, isOwn);
  }
}

bool makesNoMore(const ReportInputs& in, uint32_t site, const std::string& type, Axis axis) {
  const FrameLines::Line line = lineOf(placeOf(in, site));
  return hasStoodByHalf(in, site, axis, UINT32_MAX) || areFull(in, {site}, {line}) ||
         (axis == Axis::Allocation && !objectsOfStopped(in, line, type).empty());
}

void addFindings(const ReportInputs& in, const SpecRun& run, report::Spec& out) {
  FindingInputs inputs;
  inputs.sites = &out.sites;
  inputs.growthDecides = run.engine().spec().defect == ISL_DEFECT_GROWTH;
  inputs.allocatedBytes = run.engine().allocatedBytes();
  const Sights sights = sightsOf(in);
  const uint32_t by = toldBy(in, run);
  inputs.axis = axisOf(run.series(), by);
  inputs.trendOf = [&run, by](const std::vector<size_t>& sites) {
    return run.trendOf(keysOf(run, sites), by);
  };
  inputs.populationOf = [&](const std::vector<size_t>& sites) {
    return populationOf(in, run, sites, inputs.axis);
  };
  if (inputs.axis == Axis::Allocation) {
    // Of what does not grow in number the objects themselves do. And even then it is not known to be bounded that filled as fast
    // as the program allocated.
    inputs.sinceItStopped = [&](const report::Finding& finding) {
      const bool table = !finding.full.empty();
      const std::string& type = table ? finding.full : finding.type;
      if (!table && inputs.growingTypes.count(type) == 0) return Trend();
      const std::vector<WorkSample> objects = objectsOfStopped(in, lineOf(finding), type);
      Trend trend = trendOf(objects, Populations::kLeastGrowth);
      if (trend.shape == Shape::Growing) trend.shape = Shape::Unclear;
      return trend;
    };
  }
  inputs.standsInNumber = [&](const std::vector<size_t>& sites) {
    return allOfType(in, run, sites).standInNumber();
  };
  inputs.cameAgain = [&](const std::vector<size_t>& sites) {
    const AllOfType all = allOfType(in, run, sites);
    return all.areThese() &&
           cameAgain(in.checker->populations().samples(all.type, inputs.axis, UINT32_MAX),
                     inputs.work - (inputs.work - inputs.begun) / 6);
  };
  inputs.unproven = run.unproven();
  inputs.leastGrowth = in.options->minSiteBytes;
  inputs.heap = &in.checker->heapPaths(run);
  if (in.units->areTests()) {
    inputs.isAside = [&in](const std::string& type) {
      return classAside(*in.options, type) && !(recordsCalls(type) && hasStoodSinceHalf(in, type));
    };
    inputs.keepsForProgram = [&in](const std::string& holder, const std::string& type) {
      return storesForExtensions(holder) && in.hook != nullptr &&
             in.hook->own().has(internalName(type));
    };
    inputs.objectsAlong = [&](const std::vector<size_t>& of) {
      const uint32_t type = run.worst()[of.front()].classId;
      return in.checker->populations().samples(type, Axis::Checks, UINT32_MAX);
    };
  }
  inputs.followsTables = (run.engine().spec().traits & ISL_TRAIT_ASKS_HELD) != 0;
  inputs.objectsOf = [&](const std::string& type) {
    return in.checker->populations().objectsAt(in.classes->typeNamed(type), run.sitesCheck());
  };
  inputs.siteOf = [&in](uint32_t id) { return placeOf(in, id); };
  inputs.roomMadeIn = [&in](const std::string& type, uint64_t least) {
    const SourceLine at = in.stacks->makesRoomIn(in.jvmti, in.jni, internalName(type), least);
    report::Site place;
    place.callerMethod = at.method;
    place.callerFile = at.file;
    place.callerLine = at.line;
    return place;
  };
  inputs.growingTypes = growingTypes(in, inputs.axis, by);
  inputs.leftBy = leftBy(in.checker->checks(), run.engine().spec().window(), by);
  const WorkPosition done = doneBy(in);
  const uint64_t readyBytes = in.checker->ready().allocatedBytes;
  inputs.begun = workAt({0, 0, readyBytes}, inputs.axis);
  inputs.work = workAt(done, inputs.axis);
  inputs.numberStands = [&](size_t site) {
    const uint32_t last = sights.lastCheckAtWork();  // also after the check of the figures
    return hasStoodByHalf(in, run.worst()[site].site, inputs.axis, last) ||
           replaceOthers(in, out.sites[site], inputs.axis, last);
  };
  // What a suite of tests has left behind stands while others run.
  if (!in.units->areTests()) {
    inputs.areFull = [&](const std::vector<size_t>& of) {
      std::vector<uint32_t> ids;
      std::vector<FrameLines::Line> lines;
      for (const size_t site : of) {
        ids.push_back(run.worst()[site].site);
        lines.push_back(lineOf(out.sites[site]));
      }
      return areFull(in, ids, lines);
    };
    inputs.isFull = [&](const report::Finding& table, const std::vector<size_t>& of) {
      return !table.full.empty() && isFull(in, table.full, lineOf(table),
                                           samplesOf(run.series(), keysOf(run, of),
                                                     Axis::Allocation, sights.lastCheckAtWork()));
    };
    inputs.contentsOf = [&](const report::Finding& table) {
      if (table.full.empty()) return Trend();
      const uint32_t type = in.classes->typeNamed(table.full);
      return trendOf(in.checker->populations().samples(type, inputs.axis, sights.lastCheckAtWork()),
                     Populations::kLeastGrowth);
    };
  }
  inputs.heapGain = sights.gain();
  if (!in.units->areTests()) {
    inputs.wereGivenBack = [&](const std::vector<size_t>& of) {
      return wereGivenBack(in, run, of, sights.lastCheckAtWork());
    };
  }
  const Trend live = trendOf(liveSamples(run.series(), inputs.axis, by), 0);
  if (live.shape == Shape::Growing) inputs.liveGrowth = live.secondHalf;
  const Shape heap = trendOf(sights.samples(), 0).shape;  // also after the check of the figures
  inputs.heapStands = heap == Shape::Constant || heap == Shape::Bounded;
  const auto isOwn = [&in](const std::string& internal) {
    return in.hook != nullptr && in.hook->own().has(internal);
  };
  const std::optional<uint64_t> loadedAt =
      in.units->areTests() ? sights.standsSinceUnit() : std::nullopt;
  if (loadedAt) {
    inputs.loadedByOneTest = [&, loadedAt](const std::vector<size_t>& of) {
      const std::vector<WorkSample> samples =
          samplesOf(run.series(), keysOf(run, of), Axis::Allocation, by);
      double before = 0;
      for (const WorkSample& sample : samples) {
        if (sample.work < static_cast<double>(*loadedAt)) before = std::max(before, sample.bytes);
      }
      return !samples.empty() && 4 * before <= samples.back().bytes;
    };
  }
  if (in.units->areTests() && sights.unitsThatGrew() > 1) {
    inputs.gainWhileItRan = [&in, &sights](const report::Finding& finding) {
      const uint64_t last = in.stacks->lastRanAt(in.jvmti, in.jni, lineOf(finding));
      return last > 0 ? sights.until(last).gain() : Sights::Gain();
    };
  }
  if (in.units->areTests()) {
    inputs.whileTestsRan = [&](const report::Finding& finding, const std::vector<size_t>& of) {
      // What the objects are made of other tests may make as well.
      std::vector<FrameLines::Line> lines = {lineOf(finding)};
      uint64_t last = in.stacks->testsRanUntil(in.jvmti, in.jni, lines, isOwn);
      for (const size_t site : of) lines.push_back(lineOf(out.sites[site]));
      if (last == 0) last = in.stacks->testsRanUntil(in.jvmti, in.jni, lines, isOwn);
      if (last == 0) return Trend();
      uint64_t told = 0, now = 0;
      for (const size_t site : of) {
        told += run.worst()[site].bytes;
        now += run.bytesNow(run.worst()[site]);
      }
      if (8 * now < 7 * told) return Trend();
      return trendUntil(in, run, keysOf(run, of), inputs.axis, last);
    };
  }
  for (const report::Check& check : in.checker->checks()) {
    if (check.n != run.sitesCheck()) continue;
    inputs.liveBytes = check.liveBytes;
    if (check.units > 0)
      inputs.bytesPerUnit =
          static_cast<double>(check.allocatedBytes) / static_cast<double>(check.units);
  }
  out.findings = findingsOf(inputs);
  const OwnMakerInputs made{
      &out.sites, inputs.heap, inputs.siteOf,
      [&isOwn](const std::string& className) { return isOwn(internalName(className)); }};
  for (report::Finding& finding : out.findings) {
    addCaller(in, &made, finding);
    if (finding.kind != "churn") countAll(in, run, out, finding);
  }
}

}  // namespace isl
