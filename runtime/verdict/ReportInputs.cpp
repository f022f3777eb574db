#include "verdict/ReportInputs.h"

#include <algorithm>

#include "base/Text.h"
#include "store/TypeName.h"

namespace isl {

SeenByChecks::SeenByChecks(const Checker& checker)
    : SeenByChecks(checker.checks(), checker.looks(), checker.populations(), checker.bySite()) {
  readyBytes = checker.ready().allocatedBytes;
  allocatedBytes = checker.allocatedBytes();
  cpuMs = checker.programMs();
}

WorkPosition doneBy(const ReportInputs& in) {
  const std::vector<report::Check>& checks = in.seen.checks;
  return {checks.empty() ? 0 : checks.back().n, in.units->units(), in.seen.allocatedBytes, false,
          in.seen.cpuMs};
}

uint64_t workedMs(const ReportInputs& in) {
  const std::vector<report::Check>& checks = in.seen.checks;
  const auto first = std::find_if(checks.begin(), checks.end(), [&](const report::Check& check) {
    return check.allocatedBytes >= in.seen.readyBytes;
  });
  return first == checks.end() ? 0 : checks.back().atMs - first->atMs;
}

Sights sightsOf(const ReportInputs& in, std::optional<Axis> axis) {
  return {in.seen.checks, in.seen.looks, doneBy(in), in.seen.readyBytes, axis};
}

AtWork::AtWork(const ReportInputs& in) : begun(in.seen.readyBytes) {
  const Sights sights = sightsOf(in);
  done = sights.workedUntil(in.seen.allocatedBytes);
  ended_ = sights.fellAtItsEnd();
  if (ended_) next_ = sights.lastCheckAtWork() + 1;
}

std::vector<WorkSample> AtWork::objects(const Populations& populations, uint32_t id) const {
  return populations.samples(id, Axis::Allocation, next_, ended_);
}

uint32_t toldBy(const ReportInputs& in, const SpecRun& run) {
  return std::min(run.sitesCheck(), sightsOf(in).lastCheckAtWork());
}

std::set<std::string> growingTypes(const ReportInputs& in, Axis axis, uint32_t last, bool ended) {
  std::set<std::string> out;
  for (const uint32_t id : in.seen.populations.growing(axis, last, ended)) {
    if (id != 0) out.insert(displayName((*in.classes)[id].signature));
  }
  return out;
}

bool isProgramsOwn(const ReportInputs& in, const std::string& type) {
  return in.hook != nullptr && in.hook->own().has(internalName(type));
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

}  // namespace isl
