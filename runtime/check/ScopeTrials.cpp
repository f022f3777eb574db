#include "check/ScopeTrials.h"

#include <optional>
#include <string>

namespace isl {

Trial::Walk ScopeTrials::byWalks() const {
  return [this](uint32_t number, const Trial::After& after) {
    const WalkTotals totals = parts_.walk->run(parts_.jvmti, number, 1, parts_.frozen->sequences());
    for (SpecRun* run : *parts_.runs) run->engine().end();
    after(totals, nullptr);
    return true;
  };
}

Trial::Walk ScopeTrials::byPasses(JNIEnv* jni) const {
  return [this, jni](uint32_t number, const Trial::After& after) {
    rawheap::Reason reason;
    const auto told = [&](const WalkTotals& totals, rawheap::Stopped& stopped, rawheap::Reason&) {
      after(totals, &stopped);
      return true;
    };
    return parts_.directWalk->run(jni, number, 1, parts_.frozen->sequences(), told, reason);
  };
}

// A trial leaves no trace: nothing is watched.
std::vector<TrialOutcome> ScopeTrials::run(JNIEnv* jni, uint32_t scope, uint32_t epoch,
                                           bool direct) {
  Trial trial({direct ? byPasses(jni) : byWalks(), parts_.walk->needsEveryCheck(),
               &parts_.paths->unkept(), &parts_.paths->direct(), parts_.nodes,
               parts_.frozen->scopes(), parts_.runs});
  std::optional<ConstructionGate::Closed> gate;
  if (!direct) gate.emplace(parts_.helper->gate(), ConstructionGate::kLongest);
  if (gate && !*gate) {
    return trial.leaveOut(
        "the heap could not be walked: a virtual thread was under construction for over " +
        std::to_string(ConstructionGate::kLongest.count()) + " ms");
  }
  parts_.walk->setWatch(nullptr);
  parts_.directWalk->setWatch(nullptr);
  std::vector<TrialOutcome> outcomes = trial.run(jni, scope, epoch);
  parts_.walk->setWatch(parts_.watch);
  parts_.directWalk->setWatch(parts_.watch);
  return outcomes;
}

}  // namespace isl
