#include "verdict/ReportBuilder.h"

#include <algorithm>
#include <unistd.h>

#include <map>
#include <set>
#include <unordered_set>

#include "base/Text.h"
#include "heap/RecordEngine.h"
#include "report/Format.h"
#include "report/Wording.h"
#include "store/CallingContexts.h"
#include "store/TypeName.h"
#include "verdict/Explanation.h"
#include "verdict/HeapFinding.h"
#include "verdict/MostHeld.h"
#include "verdict/SharedWays.h"
#include "verdict/SpecFindings.h"
#include "verdict/Verdict.h"

namespace isl {
namespace {

const char* eventName(uint8_t event) {
  static const char* const names[] = {"on_read",  "on_write",   "on_rw",          "on_call",
                                      "on_alloc", "on_reached", "on_reachedOnce", "on_died"};
  return event < ISL_EVENT_COUNT ? names[event] : "?";
}

const char* modeName(uint8_t mode) {
  return mode == ISL_MODE_DEFERRED ? "deferred" : mode == ISL_MODE_JAVA ? "java" : "native";
}

// Variants of one location (under sequences, in scopes) are one site to the reader.
uint64_t distinctSites(const SiteTable& table, const SiteSet& set) {
  std::unordered_set<uint32_t> bases;
  for (uint32_t site : set.members()) {
    if (site < kFirstSite) continue;
    const uint32_t base = table.get(site).base;
    bases.insert(base != 0 ? base : site);
  }
  return bases.size();
}

// What was allocated in which scope, of one (site, class).
std::vector<report::ScopeShare> scopesOf(const ReportInputs& in, const SpecRun& run,
                                         const SiteStat& stat) {
  std::vector<report::ScopeShare> out;
  for (const SiteStat& part : run.worstScopes()) {
    if (part.classId != stat.classId || part.penalty == 0) continue;
    const Site site = in.sites->get(part.site);
    if (site.plain != stat.site || site.scope == 0) continue;
    out.push_back({in.scopes->get(site.scope).name, part.objects, part.penalty});
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.penaltyBytes != b.penaltyBytes ? a.penaltyBytes > b.penaltyBytes : a.name < b.name;
  });
  return out;
}

// By which calling contexts it was allocated, as the spec numbers them.
std::vector<report::ContextShare> contextsOf(const ReportInputs& in, const SpecRun& run,
                                             const SiteStat& stat) {
  std::vector<report::ContextShare> out;
  const uint32_t bound = contextBound(run.engine().spec());
  if (bound == 0) return out;
  std::map<uint32_t, report::ContextShare> shares;
  uint64_t objects = stat.objects, penalty = stat.penalty;
  for (const SiteStat& part : run.worstScopes()) {
    const Site site = in.sites->get(part.site);
    if (part.classId != stat.classId || site.plain != stat.site) continue;
    report::ContextShare& share = shares[site.context % bound];
    share.suspiciousObjects += part.objects;
    share.penaltyBytes += part.penalty;
    objects -= part.objects;
    penalty -= part.penalty;
  }
  // What no variant stands for has the number 0.
  shares[0].suspiciousObjects += objects;
  shares[0].penaltyBytes += penalty;
  for (auto& [number, share] : shares) {
    share.context = number;
    if (share.penaltyBytes > 0) out.push_back(share);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.penaltyBytes > b.penaltyBytes; });
  return out;
}

void addGrowth(const SpecRun& run, const SiteStat& stat, uint32_t last, report::Site& out) {
  const uint64_t key = siteKey(stat.site, stat.classId);
  const SeriesTable& series = run.series();
  const size_t first = series.firstRow(key);
  const std::vector<SeriesValue>& values = series.values(key);
  for (size_t i = 0; i < values.size(); i++) {
    out.history.push_back({series.rows()[first + i].at.check, values[i].penalty, values[i].bytes});
  }
  const Trend trend = run.trendOf({key}, last);
  out.growth = nameOf(trend.shape);
  out.trend = describeTrend(trend, axisOf(series));
}

report::Site siteOfStat(const ReportInputs& in, const SpecRun& run, const SiteStat& stat,
                        uint32_t told) {
  const Site site = in.sites->get(stat.site);
  report::Site out = placeOf(in, stat.site);
  out.type = displayName((*in.classes)[stat.classId].signature);
  if (in.hook == nullptr && run.hasPaths()) {
    out.method.clear();
    const SourceLine line =
        in.stacks->allocatorOf(in.jvmti, in.jni, (*in.classes)[stat.classId].signature);
    out.callerMethod = line.method;
    out.callerFile = line.file;
    out.callerLine = line.line;
  } else if (run.hasPaths() && (site.line < 0 || site.kind == SiteKind::LibraryNew) &&
             !site.className.empty()) {
    const SourceLine caller = in.stacks->callerOf(in.jvmti, in.jni, site.className, site.method);
    out.callerMethod = caller.method;
    out.callerFile = caller.file;
    out.callerLine = caller.line;
  }
  out.suspiciousObjects = stat.objects;
  out.penaltyBytes = stat.penalty;
  out.liveBytes = stat.bytes;
  out.arrayBytes = stat.arrayBytes;
  out.startUpBytes = stat.startUpBytes;
  if (run.hasPaths()) addGrowth(run, stat, told, out);
  auto paths = run.paths.find(siteKey(stat.site, stat.classId));
  if (paths != run.paths.end()) out.paths = paths->second;
  out.scopes = scopesOf(in, run, stat);
  out.contexts = contextsOf(in, run, stat);
  return out;
}

report::Profile profileOf(const ReportInputs& in, const SpecRun& run) {
  report::Profile out;
  for (const report::Check& check : in.seen.checks) {
    if (check.n == run.sitesCheck()) out.liveBytes = check.liveBytes;
  }
  out.sites.reserve(run.worst().size());
  for (const SiteStat& stat : run.worst()) {
    const Site site = in.sites->get(stat.site);
    out.sites.push_back({site.className.empty() ? "(unknown)" : dotted(site.className),
                         site.method.empty() ? "(unknown)" : std::string(site.method),
                         displayName((*in.classes)[stat.classId].signature),
                         site.kind == SiteKind::LibraryCall ? dotted(site.target) : "",
                         stat.objects, stat.bytes});
  }
  return out;
}

std::vector<report::Handler> handlersOf(const SpecRun& run) {
  const IslSpec& spec = run.engine().spec();
  std::vector<report::Handler> out;
  for (uint32_t h = 0; h < spec.handlerCount; h++) {
    const IslHandler& handler = spec.handlers[h];
    report::Handler entry;
    entry.event = eventName(handler.event);
    const bool logged =
        hasEvents(spec) && handler.event <= ISL_ON_ALLOC && handler.mode != ISL_MODE_DEFERRED;
    entry.mode = modeName(logged ? uint8_t{ISL_MODE_NATIVE} : handler.mode);
    entry.why = handler.why != nullptr ? handler.why : "";
    entry.count = handler.event == ISL_ON_REACHED ? run.reachedEdges()
                  : handler.event == ISL_ON_REACHED_ONCE || handler.event == ISL_ON_DIED
                      ? run.reached()
                      : run.touched();
    const RecordEngine* records = const_cast<Engine&>(run.engine()).records();
    if (!records && spec.summary == ISL_SUMMARY_STALE_WINDOW &&
        handler.event == ISL_ON_REACHED_ONCE) {
      entry.mode = "summary";
      entry.why = "what it comes to follows from the check of the last use, so it need not run";
    }
    if (records) {
      if (logged) {
        entry.count = records->eventCount(static_cast<IslEventKind>(handler.event));
      }
    }
    const HandlerFaults& faults = run.engine().faults(static_cast<IslEventKind>(handler.event));
    entry.faults = faults.count;
    entry.firstFault = faults.first;
    out.push_back(std::move(entry));
  }
  return out;
}

report::Spec specOf(const ReportInputs& in, SpecRun& run, std::vector<HeapGain>& gains) {
  const IslSpec& spec = run.engine().spec();
  report::Spec out;
  out.name = spec.name;
  out.source = spec.source;
  out.window = spec.window();
  out.maxVso = run.maxVso();
  out.maxVsoCheck = run.maxVsoCheck();
  out.sitesCheck = run.sitesCheck();
  out.defect = spec.onDied != nullptr             ? "churn"
               : spec.defect == ISL_DEFECT_GROWTH ? "growth"
                                                  : "presence";
  const double held = sustained(run.vso(), kSustainedSpan);
  out.sustainedVso = held > 0 ? held : out.maxVso;
  out.severity = run.severity();
  out.maxAllowedVso = limitOf(in.options->maxVso, out.name);
  out.maxAllowedPaperVso = limitOf(in.options->maxPaperVso, out.name);
  out.maxAllowedIdle = limitOf(in.options->maxIdle, out.name);
  out.objects.amplified = run.engine().amplifiedObjects();
  out.objects.cleared = run.engine().clearedObjects();
  out.sitesAmplified.amplified = distinctSites(*in.sites, run.engine().amplifiedSites());
  out.sitesAmplified.cleared = distinctSites(*in.sites, run.engine().clearedSites());
  out.hiddenSites = run.worstSums().hiddenSites;
  out.hiddenBytes = run.worstSums().hiddenBytes;
  out.asideSites = run.worstSums().asideSites;
  out.asideBytes = run.worstSums().asideBytes;
  out.initializerBytes = run.worstSums().initializerBytes;
  out.unattributedArrayBytes = in.checker->unownedArrayBytes();
  out.handlers = handlersOf(run);
  const uint32_t told = toldBy(in, run);
  for (const SiteStat& stat : run.worst()) {
    if (out.sites.size() == in.options->top) break;
    out.sites.push_back(siteOfStat(in, run, stat, told));
    out.sites.back().rank = static_cast<uint32_t>(out.sites.size());
  }
  addSharedWays(out.sites);
  out.profile = profileOf(in, run);
  gains.push_back(addFindings(in, run, out));
  return out;
}

std::optional<report::MostHeld> mostHeldOf(const ReportInputs& in,
                                           const PathKeeper::Fullest& fullest,
                                           const std::set<std::string>& growing) {
  const auto count = [&](const std::string& type) {
    return in.seen.populations.objectsAt(in.classes->typeNamed(type), fullest.check);
  };
  std::optional<report::MostHeld> most = mostHeld(fullest.paths, growing, count);
  if (!most) return {};
  most->check = fullest.check;
  most->liveBytes = fullest.liveBytes;
  return most;
}

ObjectsOfType objectsOf(const ReportInputs& in, const std::string& type, uint32_t check) {
  const Populations& populations = in.seen.populations;
  const uint32_t id = in.classes->typeNamed(type);
  return {populations.objectsBy(id, in.checker->startUpCheck()), populations.objectsAt(id, check),
          populations.mostSince(id, check)};
}

// References that a collection would clear, to each object: what hangs on them goes when the program next comes by.
constexpr uint64_t kFewWaiting = 4;

// Where no spec tells of a leak, the holder of most of a growing heap is one, for the spec that follows what grows. Not while
// many references wait for a collection, as not all ways to what hangs on them are known (see DeadEntries), nor in a suite of
// tests, whose checks follow its tests.
void addHeapFinding(const ReportInputs& in, const std::set<std::string>& growing,
                    const Sights& sights, std::vector<report::Spec>& specs) {
  const PathKeeper::Fullest& fullest = in.checker->fullest();
  if (in.units->areTests() || std::any_of(specs.begin(), specs.end(), hasLeak)) return;
  for (size_t s = 0; s < specs.size(); s++) {
    const SpecRun& run = *in.runs[s];
    const IslSpec& spec = run.engine().spec();
    const bool follows =
        spec.defect == ISL_DEFECT_GROWTH && (spec.traits & ISL_TRAIT_ASKS_HELD) != 0;
    if (!follows || run.unproven()) continue;
    uint32_t site = 0;
    const auto objects = [&](const std::string& type) {
      return objectsOf(in, type, fullest.check);
    };
    const auto stopped = [&](uint32_t id, const std::string& type) {
      return makesNoMore(in, id, type, sights.axis());
    };
    const auto own = [&in](const std::string& type) { return isProgramsOwn(in, type); };
    const auto turnsOver = [&run](uint32_t id) { return run.engine().turnsOver(id); };
    auto found = heapFinding({fullest.paths, fullest.liveBytes, growing, objects, stopped,
                              fullest.dead.entryBytes, turnsOver, in.pressure->heapBytes(),
                              workedMs(in), own},
                             sights, static_cast<double>(in.options->minSiteBytes), site);
    if (!found || kFewWaiting * fullest.dead.waiting > found->objects) return;
    addPlace(in, site, *found);
    specs[s].findings.insert(specs[s].findings.begin(), std::move(*found));
    for (size_t i = 0; i < specs[s].findings.size(); i++)
      specs[s].findings[i].rank = static_cast<uint32_t>(i + 1);
  }
}

// The program's own types whose objects become more with the work, those with most first.
std::vector<std::string> ownGrowing(const ReportInputs& in, const Sights& sights) {
  const Populations& populations = in.seen.populations;
  const uint32_t last = sights.lastCheckAtWork();
  std::vector<std::pair<uint32_t, std::string>> found;
  if (in.hook == nullptr) return {};
  for (const uint32_t id : populations.growing(sights.axis(), last)) {
    const std::string type = displayName((*in.classes)[id].signature);
    if (id != 0 && isProgramsOwn(in, type))
      found.emplace_back(populations.objectsAt(id, last), type);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> out;
  for (auto& [objects, type] : found) out.push_back(std::move(type));
  return out;
}

// Of all specs when the findings of all are known.
void decideVerdicts(const ReportInputs& in, const Sights& sights, report::Report& out) {
  const bool asked = in.options->check.allocBytes > 0 && in.seen.checks.size() >= kLeastChecks;
  const TooDear tooDear{in.checker->checksTooDear(),
                        !in.checker->notDirect().empty(),
                        doneBy(in),
                        in.options->check.leastStep <= kSmallestStep || asked,
                        in.units->areTests(),
                        in.checker->isStarting(),
                        loadsOnce(out.coverage),
                        in.pressure->heapBytes(),
                        in.seen.readyBytes};
  const std::vector<std::string> growing = ownGrowing(in, sights);
  std::string holder;
  for (const report::MostHeld& most : out.pressure.mostHeld)  // of one JVM: one at most
    holder = report::holderText({most.kind, most.className, most.field, {}, {}});
  for (report::Spec& spec : out.specs) {
    ToldBeside told = toldBeside(out.specs, spec);
    told.growing = growing;
    told.holder = holder;
    decideVerdict(spec, in.seen.checks, tooDear, in.seen.looks, told);
  }
}

// What was left out because a table was full or time was short.
class Caps {
 public:
  explicit Caps(report::Coverage& coverage) : coverage_(coverage) {}
  void add(std::string what, uint64_t count) {
    if (count > 0) coverage_.caps.push_back({std::move(what), count});
  }

 private:
  report::Coverage& coverage_;
};

void addEventCaps(const EventEngine& events, Caps& caps) {
  caps.add("events lost: object without a record (more than " +
               std::to_string(WordLayout::maxRecord()) + " at a time)",
           events.recordsRefused());
  caps.add("threads without an event log", events.logsRefused());
  caps.add("arrays not tracked: identity hash taken", events.hashCollisions());
  caps.add("arrays whose events were not seen before they came to their path", events.lateArrays());
}

void addCaps(const ReportInputs& in, bool complete, report::Coverage& coverage) {
  Caps caps(coverage);
  caps.add("allocation sites beyond " + std::to_string(WordLayout::maxSite()),
           in.sites->overflow());
  caps.add("sites of scopes or calling contexts that were not kept apart: more than " +
               std::to_string(SiteTable::maxScopedSite()) + " ids",
           in.sites->scopeOverflow());
  caps.add("openings of scopes beyond " + std::to_string(kMaxScope) + " names",
           in.scopes->refused());
  caps.add("objects without an identity (table full)", in.nodes->refused());
  caps.add("checks left out: too many waited for the heap to be read", in.checker->checksLeftOut());
  caps.add("checks that could not tell what objects hold: too many references, or callbacks of "
           "another form",
           in.checker->walksUntold());
  caps.add(kTooDearCap, in.checker->checksTooDear());
  caps.add("checks without an answer: the program ended before the heap was read",
           complete ? in.checker->checksWaiting() : 0);
  caps.add("checks stopped: epoch numbers used up", in.checker->epochsExhausted() ? kMaxEpoch : 0);
  caps.add("stacks of sampled allocations left out: too many different ones", in.stacks->dropped());
  if (in.events != nullptr) addEventCaps(*in.events, caps);
  if (in.deaths != nullptr) {
    caps.add("sampled allocations left out: too many waited for a collection",
             in.deaths->dropped());
    caps.add("sampled allocations of lines and types beyond " + std::to_string(DeathRows::kMost),
             in.deaths->known().refused());
  }
}

report::RunInfo runOf(const ReportInputs& in, bool complete) {
  report::RunInfo run;
  run.islVersion = ISL_VERSION;
  run.jvm = in.vm->name + " " + in.vm->version;
  run.javaVersion = in.vm->javaVersion;
  run.collector = in.vm->collector;
  run.mainClass = in.mainClass;
  run.member = in.member;
  run.command = in.command;
  run.host = in.host;
  run.options = describeOptions(*in.options);
  run.pid = static_cast<uint64_t>(getpid());
  run.wallMs = in.checker->nowMs();
  run.complete = complete;
  run.ready = in.checker->ready().how;
  run.readyBytes = in.seen.readyBytes;
  run.readyCheck = in.checker->startUpCheck();
  return run;
}

// A program may let each such object go at once: then the spec has met it, and nothing is wrong.
bool diedBetweenChecks(const ReportInputs& in, const report::Spec& spec, size_t index) {
  const auto ran = [](const report::Handler& handler) { return handler.count > 0; };
  return std::none_of(spec.handlers.begin(), spec.handlers.end(), ran) &&
         in.classes->usedTrackedClass(in.jvmti, in.jni, index);
}

void addNotes(const ReportInputs& in, const std::vector<report::Spec>& specs,
              report::Coverage& coverage) {
  if (!in.checker->notDirect().empty()) {
    coverage.notes.push_back(
        std::string(kWalkedNote) +
        " the heap is walked by JVMTI, which costs more, and paths may be cut: " +
        in.checker->notDirect());
  }
  if (const std::string clock = in.units->clock(); !clock.empty()) {
    coverage.notes.push_back(std::string(kUnitsNote) + " work is counted in units: " +
                             std::to_string(in.units->units()) + " of kind " + clock);
  }
  const size_t checks = in.seen.checks.size();
  const bool judged = std::any_of(in.runs.begin(), in.runs.end(), [checks](const auto& run) {
    return checks >= size_t{2} * run->engine().spec().window();
  });
  if (judged && in.checker->isStarting()) {
    coverage.notes.push_back(
        std::string(kStartingNote) +
        " the program was still starting at the last check: much of its code had only just come "
        "(ready=CLASS.method names its first work)");
  }
  if (in.hook == nullptr) {
    coverage.notes.push_back(
        "R812 the program runs as it is (sites=off): the line of a type is the "
        "one that most samples of it came from, and what the JDK keeps for "
        "itself counts as well");
  }
  for (const std::string& named : in.units->neverCalled())
    coverage.notes.push_back("R813 " + named + ": the program never called this method");
  for (size_t s = 0; s < in.runs.size(); s++) {
    const IslSpec& spec = in.runs[s]->engine().spec();
    for (uint32_t c : in.classes->unmatchedContexts(s)) {
      if (checks == 0) break;
      coverage.notes.push_back(std::string("R801 spec ") + spec.name +
                               ": no loaded class matches "
                               "type \"" +
                               spec.contexts[c].type + "\" of context " + spec.contexts[c].name);
    }
    if (checks > 0 && diedBetweenChecks(in, specs[s], s)) {
      coverage.notes.push_back("R814 spec " + specs[s].name +
                               ": the program used a class that it tracks, and no object of it was "
                               "alive at a check");
    }
    if (checks < 2 * spec.window()) {
      coverage.notes.push_back(
          "R803 spec " + std::string(spec.name) + ": " + report::counted(checks, "check") +
          " ran, fewer than twice the window of " + std::to_string(spec.window()) +
          ": run the program longer or check more often (" +
          smallerSteps(in.seen.checks, spec.window()) + ")");
    }
  }
}

}  // namespace

report::Report buildReport(const ReportInputs& in, bool complete) {
  report::Report out;
  out.run = runOf(in, complete);
  if (in.hook != nullptr) in.hook->fill(out.coverage);
  out.coverage.classesRepeated = in.classes->repeatedClasses();
  if (const uint64_t hidden = in.classes->hiddenClasses(); hidden > 0) {
    out.coverage.classesSkipped.push_back({"hidden: the VM shows them to no agent", hidden});
  }
  addCaps(in, complete, out.coverage);
  out.checks = in.seen.checks;
  out.looks = in.seen.looks;
  std::vector<HeapGain> gains;
  for (SpecRun* run : in.runs) out.specs.push_back(specOf(in, *run, gains));
  shareWithoutApart(gains, out.specs);
  const Sights sights = sightsOf(in);
  const PathKeeper::Fullest& fullest = in.checker->fullest();
  std::set<std::string> growing;
  if (!fullest.paths.empty())
    growing = growingTypes(in, sights.axis(), sights.lastCheckAtWork() + 1, true);
  if (!in.checker->ready().how.empty()) addHeapFinding(in, growing, sights, out.specs);
  for (report::Spec& spec : out.specs) nameOwnFields(in, spec);
  out.pressure = in.pressure->describe(in.checker->nowMs());
  out.pressure.outOfMemory = in.checker->full().outOfMemory();
  if (auto most = mostHeldOf(in, fullest, growing))
    out.pressure.mostHeld.push_back(std::move(*most));
  decideVerdicts(in, sights, out);
  for (const Scope& scope : in.scopes->all()) {
    out.scopes.push_back({scope.name, scope.opened, scope.checks});
  }
  out.explanations = explain(in);
  addNotes(in, out.specs, out.coverage);
  return out;
}

}  // namespace isl
