#include "check/Checker.h"

#include <utility>

#include "base/LocalRef.h"
#include "base/Log.h"

namespace isl {
namespace {

thread_local bool onAgentThread = false;  // it does not wait for itself
thread_local rawheap::ThreadAllocation::Told allocationTold;

}  // namespace

Checker::Checker(CheckParts parts)
    : parts_(std::move(parts)),
      requests_({[this] { return nowMs(); }, [this] { return due_.exhausted(); },
                 parts_.options->check.intervalMs, looks()}),
      collection_(parts_.jvmti, requests_),
      pacing_({parts_.jvmti, parts_.options, parts_.units, parts_.code,
               [this] { return results_.liveBytes(); },
               [this](uint64_t bytes, uint64_t liveBytes) {
                 return parts_.runs.empty() || parts_.runs.front()->reaches(bytes, liveBytes);
               }}),
      results_(parts_.runs),
      evaluator_(parts_, {due_, requests_, collection_, pacing_, results_, full_}) {}

// Where checks were asked for in another way nobody looks between them.
std::function<bool()> Checker::looks() {
  if (!parts_.options->check.automatic) return nullptr;
  return [this] { return evaluator_.readsDirectly() && pacing_.isLookDue(); };
}

Status Checker::start(JNIEnv* jni) {
  Status made = requests_.create(parts_.jvmti);
  if (!made) return made;
  parts_.helper->setEpoch(jni, due_.epoch());
  rawheap::Reason reason;
  if (!allocation_.open(parts_.jvmti, jni, reason))
    logLine(LogLevel::Debug, "allocation is counted by samples alone: %s", reason.text);
  pacing_.start(parts_.attached);
  if (parts_.options->check.onFullGc)
    requests_.raise(kCauseGc);  // a first check, to plant the canary
  // Last: from here on there are checks.
  const LocalRef<jclass> threadClass(jni, jni->FindClass("java/lang/Thread"));
  jmethodID constructor = jni->GetMethodID(threadClass.get(), "<init>", "(Ljava/lang/String;)V");
  const LocalRef<jstring> name(jni, jni->NewStringUTF("isl-check"));
  const LocalRef<jobject> thread(jni, jni->NewObject(threadClass.get(), constructor, name.get()));
  if (!thread || parts_.jvmti->RunAgentThread(thread.get(), threadMain, this,
                                              JVMTI_THREAD_NORM_PRIORITY) != JVMTI_ERROR_NONE) {
    return Error{"the VM does not start the agent's thread"};
  }
  return {};
}

void JNICALL Checker::threadMain(jvmtiEnv*, JNIEnv* jni, void* self) {
  static_cast<Checker*>(self)->loop(jni);
}

void Checker::loop(JNIEnv* jni) {
  onAgentThread = true;
  LocalRef<jthread> self(jni);
  if (parts_.events != nullptr && parts_.jvmti->GetCurrentThread(self.out()) == JVMTI_ERROR_NONE) {
    parts_.events->muteThread(jni, self.get());
  }
  while (const uint32_t cause = requests_.next()) {
    jni->PushLocalFrame(64);
    const bool goesOn = serve(jni, cause);
    jni->PopLocalFrame(nullptr);
    if (!goesOn) return;
    requests_.finished();
  }
}

bool Checker::serve(JNIEnv* jni, uint32_t cause) {
  if ((cause & kCauseLook) != 0) evaluator_.look(jni);
  const uint32_t checked = cause & ~uint32_t{kCauseTrial | kCauseLook};
  if (checked != 0) {
    if (!check(jni, checked)) return false;
    requests_.answered();  // nobody waits for names to be looked up, nor for a report to be written
    evaluator_.tellPaths(jni);
    if (parts_.checked) parts_.checked();
  }
  return (cause & kCauseTrial) == 0 || evaluator_.tryScopes(jni);
}

bool Checker::check(JNIEnv* jni, uint32_t cause) {
  const bool epochIsOver =
      epochsEndAnywhere() && (cause & ~uint32_t{kCauseAlloc | kCauseUnit}) == 0;
  if (!epochIsOver && !endEpoch(jni, cause)) {
    // So many checks wait for a walk that this one has to be left out, unless somebody asked for it.
    if ((cause & kCauseManual) == 0) {
      if (!due_.exhausted()) due_.leaveOut();
      return evaluator_.answer(jni, cause);  // or nothing would ever make room
    }
    if (!evaluator_.answer(jni, cause)) return false;
    endEpoch(jni, cause);
  }
  return evaluator_.answer(jni, cause);
}

// Where an object's whole state is the epoch of its last touch, checks that come while one is under way can share the
// next pass: it tells what each would have found. Records need a pass for each, so their epochs end one by one.
bool Checker::epochsEndAnywhere() const {
  const CheckPolicy& policy = parts_.options->check;
  return (policy.automatic || policy.allocBytes > 0) && !evaluator_.needsEveryCheck();
}

DueCheck Checker::checkNow(uint32_t cause) const {
  DueCheck check;
  check.atMs = nowMs();
  check.cause = nameOfCause(cause);
  check.allocatedBytes = pacing_.allocatedBytes();
  check.cpuMs = programMs();
  check.units = parts_.units->units();
  const WorkUnits::Levels levels = parts_.units->levels();
  check.tasks = levels.tasks;
  check.groups = levels.groups;
  check.records = levels.records;
  return check;
}

void Checker::onOutOfMemory() {
  full_.nothingFits(nowMs(), pacing_.allocatedBytes(), *parts_.units);
  for (SpecRun* run : parts_.runs) run->noteFull();
}

// Missed: no check follows for now. What is used is told apart all the same, so that a window is so much of the program's work
// however dear its checks are.
bool Checker::endEpoch(JNIEnv* jni, uint32_t cause, bool missed) {
  DueCheck check = checkNow(cause);
  check.missed = missed;
  const bool ended = due_.end(std::move(check), [this, jni](uint32_t epoch) {
    if (parts_.scopes != nullptr) parts_.scopes->countCheck();
    parts_.helper->setEpoch(jni, epoch);
  });
  if (!missed) pacing_.epochEnded();
  return ended;
}

// Late: another thread waits for the check, or none may. No program runs ahead of its checks by more than a step.
void Checker::onAllocationSample(JNIEnv* jni, uint64_t bytes) {
  const uint64_t weight = pacing_.weight(bytes);
  const Pacing::Due due = pacing_.onAllocated(
      allocation_.isOpen() ? allocation_.sinceTold(jni, allocationTold, weight) : weight);
  if (parts_.options->check.automatic && full_.asksForCheck(parts_.pressure))
    return makeDue(jni, kCauseAlloc);
  if (due == Pacing::Due::Now) return fallDue(jni, kCauseAlloc);
  if (due == Pacing::Due::Late && mayWait())
    requests_.awaitAnswer([this] { return !pacing_.isLate(); });
}

void Checker::onThreadEnd(const JNIEnv* jni) {
  // Without samples nothing else is counted.
  if (!allocation_.isOpen() || pacing_.allocatedBytes() == 0) return;
  pacing_.noteEnded(allocation_.sinceTold(jni, allocationTold, pacing_.weight(0)));
}

void Checker::onUnit(JNIEnv* jni, int32_t row) {
  if (pacing_.onUnit(row)) fallDue(jni, kCauseUnit);
}

// Not with a lock that the agent's thread needs.
bool Checker::mayWait() const {
  return !onAgentThread && !EventEngine::holdsLock() && !parts_.helper->gate().busy();
}

// The thread waits for its check, or where it may not, the check comes as soon as the agent's thread gets to it.
void Checker::fallDue(JNIEnv* jni, uint32_t cause) {
  if (pacing_.affords()) return makeDue(jni, cause);
  if (evaluator_.mayMissChecks() && pacing_.isReady()) endEpoch(jni, cause, true);
  if (evaluator_.readsDirectly() && pacing_.affordsLook()) requests_.raise(kCauseLook);
}

void Checker::makeDue(JNIEnv* jni, uint32_t cause) {
  if (epochsEndAnywhere() && !endEpoch(jni, cause)) {
    if (!due_.exhausted()) due_.leaveOut();
    return;
  }
  if (mayWait())
    requests_.checkAndGoOn(cause);
  else
    requests_.raise(cause);
}

void Checker::stop(JNIEnv* jni) {
  endMs_ = pacing_.programMs();
  requests_.stop();
  // A collection that is asked for now would never come back.
  const bool collects = parts_.options->check.onFullGc || requests_.wasAbandoned();
  if (!evaluator_.readsDirectly() || collects) return;
  // What the last step left out for want of time is made up for, and each reported site has a path.
  evaluator_.comeToAnEnd();
  if (pacing_.owesCheck() || evaluator_.lacksPaths(pacing_.byWork()))
    endEpoch(jni, kCauseAlloc);
  else if (parts_.units->areTests() && pacing_.affordsLook(true))
    evaluator_.look(jni);
  if (due_.waiting().count > 0) evaluator_.answerDirectly(jni);
  evaluator_.tellPaths(jni);
}

void Checker::onObjectFreed(jlong tag) {
  if (evaluator_.tellsOfCollection(tag)) requests_.raise(kCauseGc);
}

void Checker::makeRoom() {
  evaluator_.makeRoom();
  requests_.raise(kCauseAlloc);
}

}  // namespace isl
