#include "verdict/SpecFindings.h"

#include <algorithm>
#include <optional>

#include "base/LibraryTypes.h"
#include "base/Text.h"
#include "report/Fixes.h"
#include "verdict/FullTables.h"
#include "verdict/GrowingList.h"
#include "verdict/LineOf.h"
#include "verdict/OnlyCall.h"
#include "verdict/OwnField.h"
#include "verdict/OwnMaker.h"
#include "verdict/RunEvidence.h"
#include "verdict/StoppedLines.h"
#include "verdict/Verdict.h"

namespace isl {
namespace {

// In the order in which they come.
std::vector<std::string> distinct(std::vector<std::string> names) {
  std::vector<std::string> out;
  for (std::string& name : names) {
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

// What a finding's line makes: of a table what it is full of.
const std::string& madeBy(const report::Finding& finding) {
  return finding.full.empty() ? finding.type : finding.full;
}

// Of a line of a library's, the program's own that leads there, a script's too, or that makes what hangs on the objects; of one of
// its own, that of the class that keeps the objects, as an invoice makes the lines that its service keeps. A constructor's line says
// what its object is made of, and that of the method by which Scala makes objects of a class says nothing: the one that makes the
// object is asked for, but of a single one that grows.
void addCaller(const ReportInputs& in, const OwnMakerInputs* made, report::Finding& finding) {
  if (in.hook == nullptr || finding.line < 0 || isIdle(finding)) return;
  const FrameLines::Line at = lineOf(finding);
  const OwnCode& own = in.hook->own();
  const std::string holder = internalName(finding.holder.className);
  const bool ofOwn = own.has(at.cls);
  const auto isConstructor = [&](const FrameLines::Line& line) {
    return line.method == "<init>" ||
           (line.method == "apply" && dotted(line.cls) == finding.type + "$");
  };
  const bool constructs = ofOwn && finding.objects > 1 && isConstructor(at);
  const bool keeper = ofOwn && own.has(holder);
  if (ofOwn && !constructs && (!keeper || outermost(holder) == outermost(at.cls))) return;
  const auto leadsThere = [&](const FrameLines::Line& line) {
    const bool script = isScript(line.file) && !isOfLanguage(line.cls);
    return (own.has(line.cls) || script) && !(constructs && isConstructor(line)) &&
           (!keeper || outermost(line.cls) == outermost(holder));
  };
  // What was seen before the program was ready is no call by which anything grows on.
  const uint64_t since = finding.growth == nameOf(Shape::Growing) ? in.seen.readyBytes : 0;
  std::vector<std::string> types = {madeBy(finding)};
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

// The only call into that collection, of that type, that the holder's class has.
SourceLine onlyCallOf(const ReportInputs& in, const std::string& holder, const std::string& list) {
  const uint32_t type = in.classes->typeNamed(list);
  return onlyCallInto(*in.sites, holder, [&](const std::string& className) {
    return in.classes->isSubclassOf(type, className);
  });
}

// Where its list, of that type, makes room in the holder's class, or else the only call that can.
SourceLine keepingLineOf(const ReportInputs& in, const report::Finding& finding, bool own,
                         const std::string& list) {
  const std::string holder = internalName(finding.holder.className);
  const auto ofHolder = [&](const FrameLines::Line& at) {
    return outermost(at.cls) == outermost(holder);
  };
  const SourceLine line = in.stacks->makesRoomIn(in.jvmti, in.jni, internalName(list), 0, ofHolder);
  if (!own || line.line >= 0) return line;
  // Objects of its own class or a subclass add themselves.
  return in.classes->isSubclassOf(in.classes->typeNamed(madeBy(finding)), finding.holder.className)
             ? onlyCallOf(in, holder, list)
             : line;
}

report::Finding movedTo(const SourceLine& line, report::Finding finding) {
  const size_t dot = line.method.rfind('.');
  finding.className = line.method.substr(0, dot);
  finding.method = line.method.substr(dot + 1);
  finding.file = line.file;
  finding.line = line.line;
  finding.via.clear();
  finding.makes.clear();
  return finding;
}

// Of a library's list the program's own line that leads there.
bool isCalled(const ReportInputs& in, report::Finding& put) {
  report::Finding called = put;
  called.callerLine = 0;
  called.callerMakes.clear();
  addCaller(in, nullptr, called);
  if (called.callerLine == 0) return false;
  put = std::move(called);
  return true;
}

// The line of the holder's class at which its list grows puts the objects there, where another one makes them: a constructor that
// adds its object to a list, say, or a library's method that keeps what it is given.
void addKeepingLine(const ReportInputs& in, const report::Spec& spec, report::Finding& finding) {
  if (in.hook == nullptr || isIdle(finding)) return;
  const std::vector<report::Path>& ways =
      finding.sites.empty() ? finding.paths : spec.sites[finding.sites.front() - 1].paths;
  const bool own = in.hook->own().has(internalName(finding.holder.className));
  if (ways.empty() || (!own && isLibraryType(finding.holder.className))) return;
  const std::string list = growingListOn(ways.front(), finding.holder, finding.type);
  if (list.empty()) return;
  const SourceLine line = keepingLineOf(in, finding, own, list);
  const std::string maker = finding.className + "." + finding.method;
  if (line.line < 0 || line.method == maker) return;
  // The call that makes them is on that line: both are told.
  if (static_cast<uint32_t>(line.line) == finding.callerLine && line.file == finding.callerFile)
    return;
  report::Finding put = movedTo(line, finding);
  if (own || !isCalled(in, put)) {
    if (put.callerLine > 0) {
      if (put.callerMakes.empty()) put.callerMakes = madeBy(finding);
    } else if (finding.line >= 0) {
      put.callerMakes = madeBy(finding);
      put.callerMethod = maker;
      put.callerFile = finding.file;
      put.callerLine = static_cast<uint32_t>(finding.line);
    }
  }
  finding = std::move(put);
}

// Of a table that a static initialiser makes no line is known: the only call that can fill it tells more.
void addOnlyCall(const ReportInputs& in, report::Finding& finding) {
  const std::string holder = internalName(finding.holder.className);
  const bool known = finding.line >= 0 || finding.callerLine > 0;
  if (known || in.hook == nullptr || !in.hook->own().has(holder)) return;
  const SourceLine line = onlyCallOf(in, holder, finding.type);
  if (line.line >= 0) finding = movedTo(line, std::move(finding));
}

}  // namespace

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
  if (!all.areThese()) return;
  finding.objects = std::max(finding.objects, all.now);
  if (!areManyMore(finding.liveObjects, finding.objects)) finding.liveObjects = 0;
  const auto bytes = static_cast<uint64_t>(all.bytesOf(static_cast<double>(all.now)));
  finding.retainedBytes = std::max(finding.retainedBytes, bytes);
}

void addPlace(const ReportInputs& in, uint32_t site, report::Finding& finding) {
  const report::Site place = placeOf(in, site);
  finding.className = place.className;
  finding.method = place.method;
  finding.file = place.file;
  finding.line = place.line;
  finding.via = place.via;
  finding.makes = isOfCollections(place.via) ? "" : finding.type;
  addCaller(in, nullptr, finding);
}

void nameOwnFields(const ReportInputs& in, report::Spec& spec) {
  if (in.hook == nullptr) return;
  const auto isOwn = [&in](const std::string& className) { return isProgramsOwn(in, className); };
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

// A heap that has stopped growing by now gained something, too. What one of many tests loads is no measure for what the others
// leave behind.
static double liveGrowthOf(const Trend& live, const Sights& sights, Axis axis, bool tests) {
  const bool grows = live.shape == Shape::Growing, same = sights.axis() == axis;
  if (!grows) return tests || !same ? 0 : sights.gainInSecondHalf();
  const bool ofTests = tests && same && axis == Axis::Units;
  return ofTests ? std::min(live.secondHalf, sights.gainOfManyUnits()) : live.secondHalf;
}

// The live heap of that run, and when it did its work.
static void addHeap(const ReportInputs& in, const SpecRun& run, const Sights& sights, uint32_t by,
                    FindingInputs& inputs) {
  inputs.heap = &in.checker->heapPaths(run);
  inputs.heapGain = sights.gain();
  const Trend live = trendOf(liveSamples(run.series(), inputs.axis, by), 0);
  inputs.liveGrowth = liveGrowthOf(live, sights, inputs.axis, in.units->areTests());
  const Shape heap = trendOf(sights.samples(), 0).shape;  // also after the check of the figures
  inputs.heapStandsByCpuTime =
      !in.units->areTests() && sights.standsByCpuTime(in.pressure->heapBytes());
  inputs.heapStands = heap == Shape::Constant || heap == Shape::Bounded;
  for (const report::Check& check : in.seen.checks) {
    if (check.n != run.sitesCheck()) continue;
    inputs.liveBytes = check.liveBytes;
    if (check.units > 0)
      inputs.bytesPerUnit =
          static_cast<double>(check.allocatedBytes) / static_cast<double>(check.units);
  }
}

static HeapGain addFindingsAlong(const ReportInputs& in, const SpecRun& run, const Sights& sights,
                                 Axis axis, report::Spec& out) {
  const uint32_t by = toldBy(in, run);
  const RunEvidence evidence(in, run, out.sites, sights, axis, by);
  FindingInputs inputs;
  inputs.sites = &out.sites;
  inputs.evidence = &evidence;
  inputs.growingTypes = evidence.growingTypes();
  inputs.followsTables = (run.engine().spec().traits & ISL_TRAIT_ASKS_HELD) != 0;
  inputs.growthDecides = run.engine().spec().defect == ISL_DEFECT_GROWTH;
  inputs.leastGrowth = in.options->minSiteBytes;
  inputs.heapBytes = in.pressure->heapBytes();
  inputs.workedMs = workedMs(in);
  inputs.allocatedBytes = run.engine().allocatedBytes();
  inputs.leftBy = leftBy(in.seen.checks, run.engine().spec().window(), by, axis);
  inputs.unproven = run.unproven();
  inputs.axis = evidence.axis();
  inputs.begun = evidence.begun();
  inputs.work = evidence.work();
  addHeap(in, run, sights, by, inputs);
  HeapGain gain;
  out.findings = findingsOf(inputs, gain);
  return gain;
}

bool hasLeak(const report::Spec& spec) {
  return std::any_of(
      spec.findings.begin(), spec.findings.end(), [&](const report::Finding& finding) {
        return finding.kind == "leak" && report::ratedOf(finding.share) > spec.maxAllowedVso;
      });
}

// In a suite each test is as much work as another, too, whatever they allocate: beside one that loads a table, what the others
// leave behind is told along the tests.
static HeapGain addWhatGrows(const ReportInputs& in, const SpecRun& run, report::Spec& out) {
  const Axis axis = axisOf(run.series());
  const HeapGain gain = addFindingsAlong(in, run, sightsOf(in), axis, out);
  if (axis == Axis::Units || !in.units->areTests() || hasLeak(out)) return gain;
  std::vector<report::Finding> alongWork = std::move(out.findings);
  const HeapGain byTests = addFindingsAlong(in, run, sightsOf(in, Axis::Units), Axis::Units, out);
  if (hasLeak(out)) return byTests;
  out.findings = std::move(alongWork);
  return gain;
}

HeapGain addFindings(const ReportInputs& in, const SpecRun& run, report::Spec& out) {
  const HeapGain gain = addWhatGrows(in, run, out);
  const OwnMakerInputs made{
      &out.sites, &in.checker->heapPaths(run), [&](uint32_t id) { return placeOf(in, id); },
      [&in](const std::string& className) { return isProgramsOwn(in, className); }};
  const KeepingLines keeping(*in.sites);
  for (report::Finding& finding : out.findings) {
    addCaller(in, &made, finding);
    addKeepingLine(in, out, finding);
    addOnlyCall(in, finding);
    if (keeping.has(internalName(finding.className), finding.method, finding.line))
      finding.makes.clear();
    if (finding.kind != "churn") countAll(in, run, out, finding);
  }
  return gain;
}

}  // namespace isl
