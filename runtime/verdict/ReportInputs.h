// What a report is made of: the state of the run.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/Options.h"
#include "base/VmProbe.h"
#include "check/Checker.h"
#include "events/AllocationStacks.h"
#include "instrument/ClassHook.h"
#include "trend/Axis.h"
#include "trend/Populations.h"
#include "verdict/Sights.h"

namespace isl {

// What the checks have seen of the heap by now, and the work that lay between.
struct SeenByChecks {
  explicit SeenByChecks(const Checker& checker);
  SeenByChecks(const std::vector<report::Check>& checksMade,
               const std::vector<report::Look>& looksMade, const Populations& byClass,
               const Populations& bySiteId)
      : checks(checksMade), looks(looksMade), populations(byClass), bySite(bySiteId) {}

  const std::vector<report::Check>& checks;
  const std::vector<report::Look>& looks;
  const Populations &populations, &bySite;  // of classes, and of sites
  uint64_t readyBytes = 0;                  // that the program had allocated when it was ready
  uint64_t allocatedBytes = 0;              // by the program so far
  double cpuMs = 0;                         // of the program so far
};

struct ReportInputs {
  jvmtiEnv* jvmti;
  JNIEnv* jni;  // of the calling thread
  AllocationStacks* stacks;
  const Options* options;
  const VmInfo* vm;
  const ClassHook* hook;  // null: no class is rewritten
  const Checker* checker;
  SeenByChecks seen;  // by it
  const SiteTable* sites;
  ClassTable* classes;
  const NodeTable* nodes;
  const SiteWatch* watch;
  const EventEngine* events;    // null: none
  const SampledDeaths* deaths;  // null: no spec asks what died
  std::vector<SpecRun*> runs;
  std::string mainClass, member, command, host;  // as in the report
  const ScopeTable* scopes;
  const WorkUnits* units;
  const Pressure* pressure;
};

// All that the program has done, also after the last check.
WorkPosition doneBy(const ReportInputs& in);
// From the first check after the program was ready to the last.
uint64_t workedMs(const ReportInputs& in);
// Of what it has done since it was ready. `axis`: see Sights.
Sights sightsOf(const ReportInputs& in, std::optional<Axis> axis = {});
// The program's work from when it was ready until it let go of its heap, by the bytes that it had allocated.
class AtWork {
 public:
  explicit AtWork(const ReportInputs& in);
  // Objects of a class, or of a site, meanwhile.
  std::vector<WorkSample> objects(const Populations& populations, uint32_t id) const;

  uint64_t begun = 0, done = 0;

 private:
  uint32_t next_ = UINT32_MAX;  // the check by which it had let go of it
  bool ended_ = false;
};

// The check of the spec's figures, or the last before the program closed what it had opened: it tells whether they grow.
uint32_t toldBy(const ReportInputs& in, const SpecRun& run);

// Types whose objects become more with the work, up to check `last`; `ended`: the program had let go of its heap by then.
std::set<std::string> growingTypes(const ReportInputs& in, Axis axis, uint32_t last,
                                   bool ended = false);
// Is a class of that name, dotted, the program's own? False: not known as well.
bool isProgramsOwn(const ReportInputs& in, const std::string& type);
// Where a site is: class, method, file and line, and the call through which it allocates.
report::Site placeOf(const ReportInputs& in, uint32_t id);

}  // namespace isl
