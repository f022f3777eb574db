// The part of the checker that walks the heap: along references or not, after a collection or not.
#include <algorithm>

#include "base/CostWatch.h"
#include "base/VmFlags.h"
#include "check/Checker.h"

namespace isl {
namespace {

// Specs without edges still need them to find the owners of arrays, but not at every check: in
// between, the array bytes of a suspicious object are taken from the last time.
constexpr uint32_t kWalksPerEdges = 3, kChecksPerEdges = 20;
constexpr uint32_t kMostChecksPerEdges =
    32;  // where this walk fits into their share of the run, if not all do
constexpr uint32_t kQuietWalksPerEdges = 2;
// New suspects that are such a part of all are worth a second walk because of their arrays.
constexpr uint64_t kArraysWorthPart = 10;
constexpr uint64_t kQuietWorthPart = 20;  // and such a part of the live heap, while all is quiet

}  // namespace

// What the walk of check `n` does, before anything is done.
void Checker::planWalk(uint32_t n, uint32_t cause) {
  CollectionNeed need;
  need.asked = roomWanted_ || (cause & (kManual | kGc)) != 0 || parts_.options->check.onFullGc;
  need.passesHeap = walk_.passedHeap();
  need.unseen = unseen_;
  need.heapBytes = heapCapacity();
  need.marksHeaders = parts_.marksHeaders;
  for (size_t r = 0; r < parts_.runs.size(); r++) {
    const bool grows = (parts_.runs[r]->engine().spec().rules & ISL_RULE_ONE_EDGE) != 0;
    need.paths =
        need.paths || !kept_[r]->targets().empty() || (grows && !parts_.runs[r]->worst().empty());
  }
  need.references = true;
  const bool small = walk_.knowsArrays() && totals_.liveObjects <= smallHeap(walk_.need()) &&
                     !collectionIsDue(need);
  walksWithoutEdges_++;
  edges_ = edgesAreDue(n) || small;
  need.references = edges_;
  collects_ = collectionIsDue(need);
}

// The first walk follows references, so that the others know how much is live.
bool Checker::edgesAreDue(uint32_t n) const {
  const bool quiet = quiet_ && parts_.options->check.automatic;
  const uint32_t walks = quiet ? kQuietWalksPerEdges : kWalksPerEdges;
  const uint32_t since = n - edgesAt_;
  const bool wanted = walksWithoutEdges_ >= walks || since >= kChecksPerEdges;
  // While all is quiet it does not matter how much is live.
  const bool overdue = since >= kMostChecksPerEdges && !quiet;
  const double before = overdue ? 0 : allWalksMs_;
  const bool fits =
      !parts_.options->check.automatic || nowMs() >= fitsFromMs(edgeWalkEstimateMs(), before);
  const bool due = n >= window_ && wanted && fits;
  return walk_.needsEdges() || !walk_.knowsArrays() || due;
}

// A walk that finds many suspicious objects for the first time follows references once more, for their arrays.
void Checker::walkHeap(JNIEnv* jni, uint32_t n, uint32_t sinceLast) {
  const bool quiet = quiet_ && parts_.options->check.automatic;
  totals_ = edges_ ? walk_.run(parts_.jvmti, n, sinceLast, siteSequences_)
                   : walk_.iterate(parts_.jvmti, n, sinceLast, siteSequences_);
  for (SpecRun* run : parts_.runs) run->engine().end();
  const auto lacksArrays = [this, jni, quiet](const SpecRun* run) {
    const uint64_t bytes = run->engine().bytesWithoutArrays([this, jni](uint32_t type) {
      return parts_.classes->mayOwnArrays(parts_.jvmti, jni, type);
    });
    return run->reaches(bytes, totals_.liveBytes) &&
           kArraysWorthPart * bytes >= run->engine().sums().staleBytes &&
           (!quiet || kQuietWorthPart * bytes >= totals_.liveBytes);
  };
  if (!edges_ && !walk_.needsEveryCheck() &&
      std::any_of(parts_.runs.begin(), parts_.runs.end(), lacksArrays)) {
    edges_ = true;
    totals_ = walk_.runAgain(parts_.jvmti);
    for (SpecRun* run : parts_.runs) run->engine().end();
  }
  classesDirty_ = totals_.untaggedClasses;
  if (edges_) {
    walksWithoutEdges_ = 0;
    edgesAt_ = n;
  }
}

// What became known before the collection and was not met is dead. Without a collection it may be held by a weak
// reference, through which the program can take it up again.
void Checker::forgetDead(uint32_t before, uint32_t n) {
  if (!collects_) {
    unseen_ = parts_.nodes->unseen(n);
    return;
  }
  unseen_ = 0;
  roomWanted_ = false;
  parts_.nodes->sweep(before, parts_.events != nullptr ? n : before, [this](uint32_t node) {
    for (SpecRun* run : parts_.runs) run->engine().freed(node);
    for (auto& paths : kept_) paths->freed(node);
  });
}

// False when the VM ended meanwhile: the report is being written, the checker must not go on.
bool Checker::collect() {
  setCollecting(true);
  {
    const KeepHeapSize keep(capacity_ / 2,
                            liveBytes_.load());  // G1 enlarges it once more meanwhile
    if (capacity_ == 0) capacity_ = heapCapacity();
    parts_.jvmti->ForceGarbageCollection();
  }
  return setCollecting(false);
}

bool Checker::setCollecting(bool collecting) {
  parts_.jvmti->RawMonitorEnter(monitor_);
  collecting_ = collecting;
  const bool goOn = !abandoned_;
  parts_.jvmti->RawMonitorNotifyAll(monitor_);
  parts_.jvmti->RawMonitorExit(monitor_);
  return goOn;
}

// Searches pass over the heap as it lies. Not with the lock held: who ends the VM may need it. False as collect().
bool Checker::collectForPaths() {
  if (collects_) return true;
  const CostWatch cost;
  eventLock_.reset();
  if (!collect()) return false;
  eventLock_.emplace(parts_.events);
  collects_ = true;
  checks_.back().costMs += cost.ms();
  return true;
}

// The object has just survived a full collection, so it is old: from here on garbage, it is freed by
// the next collection that covers the old generation, and only by such a one.
void Checker::dropCanary(JNIEnv* jni) {
  if (canary_ == nullptr) return;
  const jlong tag = ++canaryTag_;
  if (parts_.jvmti->SetTag(canary_, tag) == JVMTI_ERROR_NONE) armedCanary_.store(tag);
  jni->DeleteGlobalRef(canary_);
  canary_ = nullptr;
}

}  // namespace isl
