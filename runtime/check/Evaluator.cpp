#include "check/Evaluator.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/CostWatch.h"
#include "base/Log.h"
#include "base/RunClock.h"
#include "check/RunTraits.h"

namespace isl {

Evaluator::Evaluator(const CheckParts& parts, const With& with)
    : parts_(parts), due_(with.due), requests_(with.requests), collection_(with.collection),
      pacing_(with.pacing), results_(with.results), full_(with.full), canary_(parts_.jvmti),
      frozen_(*parts_.sites, *parts_.sequences, *parts_.options,
              dividesSites(parts_.runs, *parts_.options)),
      walk_(*parts_.classes, *parts_.nodes, enginesOf(parts_.runs)),
      access_(parts_.jvmti, *parts_.classes, mayReadDirectly(parts_.runs, *parts_.options),
              parts_.marksHeaders),
      directWalk_(access_, *parts_.classes, *parts_.nodes, enginesOf(parts_.runs)),
      look_(access_, *parts_.classes, *parts_.nodes),
      paths_({parts_.jvmti, parts_.classes, parts_.nodes, parts_.sites, parts_.runs,
              frozen_.scopes(), &costs_,
              [] { return static_cast<uint64_t>(CheckBudget::processCpuMs()); },
              [this] { return std::make_unique<JniEdgeReader>(parts_.jvmti, *parts_.classes); },
              &directWalk_.pass()},
             [this] { return collectForPaths(); }),
      trials_({parts_.jvmti, parts_.helper, parts_.nodes, parts_.watch, &parts_.runs, &walk_,
               &directWalk_, &frozen_, &paths_}) {
  walk_.setWatch(parts_.watch);
  walk_.countStaticData(parts_.options->staticData);
  directWalk_.countStaticData(parts_.options->staticData);
  walk_.setScopes(frozen_.scopes());
  directWalk_.setWatch(parts_.watch);
  directWalk_.setLiving(parts_.living);
  directWalk_.setScopes(frozen_.scopes());
  for (SpecRun* run : parts_.runs) {
    run->setAside(&frozen_.aside());
    run->setPopulations(&populations_);
    if (frozen_.scopes() != nullptr) run->engine().setScopes(frozen_.scopes());
  }
}

void Evaluator::chooseIdentities(JNIEnv* jni) {
  if (opensDirectly(jni)) parts_.nodes->setTagless(true);
}

// What only weak references hold is dropped by a collection, and its entries with it: what grows without one need not
// be a leak. False: the VM ended meanwhile.
bool Evaluator::proveGrowth() {
  bool wanted = false;
  for (SpecRun* run : parts_.runs) wanted = run->wantsCollection() || wanted;
  if (!wanted) return true;
  for (SpecRun* run : parts_.runs) run->noteCollection();
  return collect();
}

// On the account of checks. False: the VM ended meanwhile.
bool Evaluator::collect() {
  const CostWatch cost;
  const bool goesOn = collection_.run(results_.liveBytes());
  pacing_.spendMore(cost.ms());
  return goesOn;
}

// What was sampled since the last check, as far as collections have come over it. False: the VM ended meanwhile.
bool Evaluator::settleDeaths(JNIEnv* jni) {
  if (parts_.deaths == nullptr) return true;
  {
    const EventEngine::Guard guard(parts_.events);  // the class table grows
    parts_.deaths->close(parts_.jvmti, jni);
  }
  if (parts_.deaths->wantsCollection() && !collect()) return false;
  parts_.deaths->settle(jni);
  return true;
}

// The checks that wait, usually one, are answered by one pass or walk.
bool Evaluator::answer(JNIEnv* jni, uint32_t cause) {
  if (due_.waiting().count == 0) return true;
  if (!proveGrowth() || !settleDeaths(jni)) return false;
  if (access_.mayBeUsable()) {
    const Answer answer = answerDirectly(jni);
    if (answer != Answer::NotGiven) return answer == Answer::Given;
  }
  if (!parts_.options->sites) {  // a walk knows objects by their words
    due_.take(due_.waiting().count);
    return true;
  }
  return answerByWalk(jni, cause);
}

// Those whose epoch ends after the collection are for the next walk: what is born and dropped meanwhile has an epoch
// past those of this one, so that it can be told from what the collection left.
bool Evaluator::answerByWalk(JNIEnv* jni, uint32_t cause) {
  const size_t count = due_.waiting().count;
  const Stopwatch watch;
  const CostWatch cost;
  pacing_.walks();
  const uint32_t n = due_.lastOf(count);
  if (parts_.options->check.onFullGc) canary_.hatch(jni);
  if (parts_.events != nullptr) parts_.events->beforeCollection(n);
  collected_ = collectsFor(cause);
  if (collected_ && !collection_.run(results_.liveBytes())) return false;
  const Stopwatch walkWatch;
  const double collectionMs = cost.ms();
  const ConstructionGate::Closed gate(parts_.helper->gate(), ConstructionGate::kLongest);
  if (!gate) {  // the checks wait for the next walk
    logLine(LogLevel::Warn,
            "the heap is not walked now: a virtual thread has been under construction "
            "for over %lld ms",
            static_cast<long long>(ConstructionGate::kLongest.count()));
    canary_.drop(jni);
    return true;
  }
  eventLock_.emplace(parts_.events);
  if (parts_.events != nullptr) parts_.events->drainAll();
  freeze(jni);
  std::vector<DueCheck> batch = due_.take(count);
  closeStartUp(batch);
  const auto since = static_cast<uint32_t>(batch.size());
  walkHeap(n, since);
  forgetDead(jni, n > since ? n - since : 0, n);
  costs_.followed(cost.ms() - collectionMs, totals_.liveObjects);
  const double walkMs = walkWatch.ms();
  batch.back().costMs = watch.ms();
  finish(std::move(batch));
  results_.logLast(walkMs, cost.ms(), "by JVMTI");
  double searchMs = 0;
  const bool goesOn = paths_.keep(jni, n, totals_.liveObjects, searchMs);
  results_.addCost(searchMs);
  if (!goesOn) return false;
  pacing_.spend(cost.ms(), totals_.liveObjects, totals_.softBytes);
  pacing_.prove(results_.proving());
  canary_.drop(jni);
  eventLock_.reset();
  return true;
}

// One pass, in which the world stands still once: the objects, their owners, the results, the reference paths.
Evaluator::Answer Evaluator::answerDirectly(JNIEnv* jni) {
  if (!opensDirectly(jni)) return Answer::NotGiven;
  access_.heap().awaitRest();
  const Stopwatch watch;
  const PassCost cost;
  if (parts_.options->check.onFullGc) {
    canary_.hatch(jni);
    if (!collection_.run(results_.liveBytes())) return Answer::Ended;
  }
  std::vector<DueCheck> batch = due_.take(due_.waiting().count);
  const uint32_t n = batch.back().n;
  const auto since = static_cast<uint32_t>(batch.size());
  if (parts_.events != nullptr) parts_.events->beforeCollection(n);
  eventLock_.emplace(parts_.events);
  if (parts_.events != nullptr) parts_.events->drainAll();
  // Ways may end at static fields of classes that have no objects, which no pass has missed.
  if (classesDirty_ || paths_.isAtAnEnd()) {
    access_.learnClasses(jni);
    paths_.direct().learnClasses(jni);
  }
  frozen_.freeze();
  parts_.units->tellTicks();
  if (parts_.watch != nullptr) parts_.watch->beginWalk(*parts_.sites, n);
  bool answered = false;
  rawheap::Reason reason, noPaths;
  const auto after = [&](const WalkTotals& totals, rawheap::Stopped& stopped, rawheap::Reason&) {
    totals_ = totals;
    finish(std::move(batch));
    answered = true;
    if (full_.isFullest(totals.liveBytes, results_.liveBytesAt(startUp_.check), parts_.pressure))
      paths_.tellFullest(n, totals.liveBytes, totals.dead);
    paths_.collectDirectly(stopped, directWalk_.sample(), noPaths);
    return true;
  };
  closeStartUp(batch);
  directWalk_.setProgram(programNow());
  const bool passed = directWalk_.run(jni, n, since, frozen_.sequences(), after, reason);
  if (!answered) due_.putBack(std::move(batch));
  if (!passed) {
    access_.giveUp(jni, reason.text);
    parts_.nodes->setTagless(false);  // records begin anew
    classesDirty_ = true;
    if (!answered) {
      eventLock_.reset();
      return Answer::NotGiven;
    }
  }
  classesDirty_ = totals_.untaggedClasses;
  forgetUnmet(jni, n);
  const double walkMs = watch.ms();
  paths_.weighDirectly();
  if (noPaths.given()) logLine(LogLevel::Warn, "no paths at check %u: %s", n, noPaths.text);
  eventLock_.reset();
  results_.addCost(watch.ms());
  pacing_.spend(cost.ms(), totals_.liveObjects, totals_.softBytes);
  pacing_.prove(results_.proving());
  results_.logLast(walkMs, cost.ms(), "read directly");
  canary_.drop(jni);
  return Answer::Given;
}

bool Evaluator::opensDirectly(JNIEnv* jni) {
  const bool first = !access_.inUse();
  if (!access_.usable(jni)) return false;
  if (first) paths_.openDirect(jni);
  return true;
}

// A program that has only paused becomes ready once more.
void Evaluator::closeStartUp(const std::vector<DueCheck>& batch) {
  const Pacing::Ready ready = pacing_.ready();
  if (ready.how.empty() || ready.allocatedBytes == startUp_.bytes) return;
  const auto first = std::find_if(batch.begin(), batch.end(), [&](const DueCheck& check) {
    return check.allocatedBytes >= ready.allocatedBytes;
  });
  if (first == batch.end()) return;
  startUp_ = {ready.allocatedBytes, first->n};
  // Where it is a guess, what was put away before may as well be the program's work.
  for (SpecRun* run : parts_.runs) {
    if (ready.told) run->engine().startUpEnds();
  }
  directWalk_.setStartUp(ready.told ? first->n : 0);
  walk_.setStartUp(ready.told ? first->n : 0);
}

void Evaluator::forgetUnmet(JNIEnv* jni, uint32_t n) {
  // What was logged between the lock and the pass may speak of objects that are about to be forgotten.
  if (parts_.events != nullptr) parts_.events->drainAll();
  directWalk_.forgetUnmet();
  roomWanted_ = false;
  if (parts_.events != nullptr) parts_.events->afterWalk(jni, n);
}

// What a walk needs and cannot look up: callbacks take no lock.
void Evaluator::freeze(JNIEnv* jni) {
  if (classesDirty_) parts_.classes->update(parts_.jvmti, jni);
  frozen_.freeze();
  parts_.units->tellTicks();
}

// A walk along references meets live objects only. A collection comes before it where identities of dead objects are
// to be freed, and where somebody waits for what is left after one.
bool Evaluator::collectsFor(uint32_t cause) const {
  return roomWanted_ || (cause & (kCauseManual | kCauseGc)) != 0 ||
         parts_.options->check.onFullGc || paths_.keepsAny() || unseen_ > kMostUnseen;
}

void Evaluator::walkHeap(uint32_t n, uint32_t sinceLast) {
  if (parts_.watch != nullptr) parts_.watch->beginWalk(*parts_.sites, n);
  walk_.setProgram(programNow());
  totals_ = walk_.run(parts_.jvmti, n, sinceLast, frozen_.sequences());
  for (SpecRun* run : parts_.runs) run->engine().end();
  classesDirty_ = totals_.untaggedClasses;
}

// What became known before the collection and was not met is dead. Without a collection it may be held by a weak
// reference, through which the program can take it up again.
void Evaluator::forgetDead(JNIEnv* jni, uint32_t before, uint32_t n) {
  if (parts_.events != nullptr) parts_.events->drainAll();
  if (collected_) {
    roomWanted_ = false;
    parts_.nodes->sweep(before, parts_.events != nullptr ? n : before, [this](uint32_t node) {
      for (SpecRun* run : parts_.runs) run->engine().freed(node);
      paths_.freed(node);
    });
  }
  unseen_ = collected_ ? 0 : parts_.nodes->unseen(n);
  if (parts_.events != nullptr) parts_.events->afterWalk(jni, n);
}

void Evaluator::finish(std::vector<DueCheck> batch) {
  const report::Check& last = batch.back();
  const WorkPosition at{last.n, last.units, last.allocatedBytes};
  populations_.add(at, totals_.byType);
  bySite_.add(at, totals_.bySite);
  results_.add(std::move(batch), totals_);
  if (parts_.watch == nullptr) return;
  for (size_t r = 0; r < parts_.runs.size(); r++) {
    parts_.runs[r]->explain(*parts_.watch, r, totals_.liveBytes);
  }
  parts_.watch->endWalk();
}

// Searches pass over the heap as it lies. Not with the lock held: who ends the VM may need it.
bool Evaluator::collectForPaths() {
  if (collected_) return true;
  const CostWatch cost;
  eventLock_.reset();
  if (!collection_.run(results_.liveBytes())) return false;
  eventLock_.emplace(parts_.events);
  collected_ = true;
  results_.addCost(cost.ms());
  return true;
}

bool Evaluator::tryScopes(JNIEnv* jni) {
  const bool direct = access_.mayBeUsable() && opensDirectly(jni);
  while (const auto request = requests_.nextTrial()) {
    if (!direct && !collection_.run(results_.liveBytes())) return false;
    // The scope may have loaded some classes since the last walk, and there is no second try.
    if (direct) access_.learnClasses(jni);
    classesDirty_ = !direct;
    freeze(jni);
    const std::vector<TrialOutcome> outcomes =
        trials_.run(jni, request->scope, due_.epoch(), direct);
    if (requests_.isAwaited()) request->then(jni, outcomes);
    requests_.finishedTrial();
  }
  return true;
}

// How much lives, and of what, where a check is too dear: whether what grew goes on growing.
void Evaluator::look(JNIEnv* jni) {
  report::Look look;
  const PassCost cost;
  // The program goes on until the world stands still, on a busy machine to its end: a heap of later would look like one that
  // has come to stand.
  const auto stopped = [&] {
    look.units = parts_.units->units();
    look.allocatedBytes = pacing_.allocatedBytes();
    look.cpuMs = pacing_.programMs();
  };
  if (!access_.usable(jni) || !takeLook(jni, stopped)) return;
  look.liveBytes = looked_.liveBytes;
  look.softBytes = looked_.softBytes;
  const double ms = cost.ms();
  pacing_.spendLook(ms);
  logLine(LogLevel::Info, "between two checks: %.1f MB live, CPU %.1f ms",
          static_cast<double>(look.liveBytes) / 1e6, ms);
  results_.addLook(look);
  const std::vector<report::Check>& checks = results_.checks();
  const WorkPosition at{checks.empty() ? 1 : checks.back().n + 1, look.units, look.allocatedBytes};
  populations_.addBefore(at, looked_.byType);
  bySite_.addBefore(at, looked_.bySite);
}

// Threads in native code go on during a pass, and may give objects records.
bool Evaluator::takeLook(JNIEnv* jni, const std::function<void()>& stopped) {
  access_.heap().awaitRest();
  const EventEngine::Guard guard(parts_.events);
  looked_ = WalkTotals{};
  return look_.run(jni, frozen_.scopes(), looked_, stopped);
}

void Evaluator::tellPaths(JNIEnv* jni) {
  const PassCost cost;
  paths_.tellDirectly(jni);
  pacing_.spendMore(cost.ms());
}

void Evaluator::comeToAnEnd() {
  paths_.comeToAnEnd();
  access_.heap().endCollections();
  for (SpecRun* run : parts_.runs) run->noteEnd();
}

}  // namespace isl
