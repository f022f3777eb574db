#include "check/Checker.h"

#include <algorithm>
#include <iterator>

#include "base/CostWatch.h"
#include "base/Log.h"
#include "heap/RecordEngine.h"
#include "heap/StaleEngine.h"
#include "store/CallingContexts.h"

namespace isl {
namespace {

constexpr double kQuietVso = 1.1;                 // below it no spec has a penalty to speak of
constexpr size_t kMaxWaiting = kRecentTimes + 1;  // while a walk is running; see penaltyBefore
// The VM stops concurrent collectors before it says that it ends; a collection that is asked for after
// that never comes back.
constexpr uint64_t kLastCollectionMs = 500;

std::vector<Engine*> enginesOf(const std::vector<SpecRun*>& runs) {
  std::vector<Engine*> engines;
  for (SpecRun* run : runs) engines.push_back(&run->engine());
  return engines;
}

thread_local bool onAgentThread = false;  // it does not wait for itself

double msBetween(std::chrono::steady_clock::time_point a, std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double, std::milli>(b - a).count();
}

}  // namespace

Checker::Checker(Parts parts)
    : parts_(std::move(parts)), walk_(*parts_.classes, *parts_.nodes, enginesOf(parts_.runs)),
      tracer_(parts_.jvmti, *parts_.classes, *parts_.nodes, *parts_.sites),
      latestVso_(parts_.runs.size(), 1.0) {
  walk_.setWatch(parts_.watch);
  for (SpecRun* run : parts_.runs) {
    run->setAside(&siteAside_);
    readers_.push_back(std::make_unique<JniEdgeReader>(parts_.jvmti, *parts_.classes));
    kept_.push_back(std::make_unique<PathTracer>(parts_.jvmti, *parts_.classes, *parts_.nodes,
                                                 *parts_.sites, readers_.back().get()));
  }
  std::vector<const IslSpec*> specs;
  for (const SpecRun* run : parts_.runs) specs.push_back(&run->engine().spec());
  dividesSites_ = parts_.options->scopes || contextModulus(specs) > 0;
  if (!dividesSites_) return;
  siteScopes_.sites = parts_.sites;
  for (SpecRun* run : parts_.runs) run->engine().setScopes(&siteScopes_);
  walk_.setScopes(&siteScopes_);
  tracer_.setScopes(&siteScopes_);
  for (auto& paths : kept_) paths->setScopes(&siteScopes_);
}

uint64_t Checker::nowMs() const {
  return static_cast<uint64_t>(msBetween(born_, std::chrono::steady_clock::now()));
}

std::string Checker::start(JNIEnv* jni) {
  if (parts_.jvmti->CreateRawMonitor("isl check", &monitor_) != JVMTI_ERROR_NONE) {
    return "the VM gives no monitor to the agent";
  }
  window_ = 0x7fffffff;
  for (SpecRun* run : parts_.runs) window_ = std::min(window_, run->engine().spec().window());
  parts_.helper->setEpoch(jni, epoch_);
  const CheckPolicy& policy = parts_.options->check;
  if (policy.automatic)
    clock_.arm(parts_.jvmti, policy.leastStep);
  else if (policy.allocBytes > 0)
    clock_.arm(parts_.jvmti, policy.allocBytes);
  if (policy.onFullGc) pending_.fetch_or(kGc);  // a first check, to plant the canary
  // Last: from here on there are checks.
  jclass threadClass = jni->FindClass("java/lang/Thread");
  jmethodID constructor = jni->GetMethodID(threadClass, "<init>", "(Ljava/lang/String;)V");
  jobject thread = jni->NewObject(threadClass, constructor, jni->NewStringUTF("isl-check"));
  if (thread == nullptr ||
      parts_.jvmti->RunAgentThread(thread, threadMain, this, JVMTI_THREAD_NORM_PRIORITY) !=
          JVMTI_ERROR_NONE) {
    return "the VM does not start the agent's thread";
  }
  return "";
}

void Checker::raise(uint32_t cause) {
  pending_.fetch_or(cause);
  parts_.jvmti->RawMonitorEnter(monitor_);
  parts_.jvmti->RawMonitorNotifyAll(monitor_);
  parts_.jvmti->RawMonitorExit(monitor_);
}

void Checker::makeRoom() {
  if (monitor_ == nullptr) return;
  roomWanted_ = true;
  hurry_ = true;
  raise(kAlloc);
}

// Where checks need no walk the allocating thread itself ends the epoch: the agent's thread, which may
// be in the middle of a walk or a concurrent collection, would be late.
void Checker::onAllocationSample(JNIEnv* jni, uint64_t bytes) {
  if (!clock_.onSample(bytes)) return;
  if (!checksNeedNoWalk()) {
    const bool mayWait = parts_.mayWaitInAllocation && !onAgentThread &&
                         !EventEngine::holdsLock() && !parts_.helper->gate().busy();
    if (parts_.options->check.automatic || !mayWait)
      raise(kAlloc);
    else
      checkAndWait(kAlloc);
  } else {
    if (!endEpoch(jni, kAlloc) && !epochsExhausted()) leftOut_++;
    if (mustWalk()) raise(kAlloc);
  }
}

bool Checker::checksNeedNoWalk() const {
  const CheckPolicy& policy = parts_.options->check;
  return (policy.automatic || policy.allocBytes > 0) && !walk_.needsEveryCheck();
}

void Checker::onObjectFreed(jlong tag) {
  if (tag != 0 && tag == armedCanary_.load()) raise(kGc);
}

void Checker::stop() {
  tellWaiters(0, true);
  parts_.jvmti->RawMonitorEnter(monitor_);
  stopping_ = true;
  parts_.jvmti->RawMonitorNotifyAll(monitor_);
  const uint64_t deadline = nowMs() + kLastCollectionMs;
  while (!idle_ && !abandoned_) {
    const uint64_t now = nowMs();
    if (collecting_ && now >= deadline)
      abandoned_ = true;
    else
      parts_.jvmti->RawMonitorWait(monitor_, collecting_ ? static_cast<jlong>(deadline - now) : 0);
  }
  parts_.jvmti->RawMonitorExit(monitor_);
}

void JNICALL Checker::threadMain(jvmtiEnv*, JNIEnv* jni, void* self) {
  static_cast<Checker*>(self)->loop(jni);
}

void Checker::loop(JNIEnv* jni) {
  onAgentThread = true;
  jthread self = nullptr;
  if (parts_.events != nullptr && parts_.jvmti->GetCurrentThread(&self) == JVMTI_ERROR_NONE) {
    parts_.events->muteThread(jni, self);
  }
  while (uint32_t cause = waitForCause()) {
    jni->PushLocalFrame(64);
    const bool finished = serve(jni, cause);
    jni->PopLocalFrame(nullptr);
    if (!finished) return;
    parts_.jvmti->RawMonitorEnter(monitor_);
    idle_ = true;
    const uint64_t done = done_ = taken_;
    parts_.jvmti->RawMonitorNotifyAll(monitor_);
    parts_.jvmti->RawMonitorExit(monitor_);
    tellWaiters(done, false);
  }
}

bool Checker::serve(JNIEnv* jni, uint32_t cause) {
  if ((cause & ~kTrial) != 0) {
    if (!check(jni, cause & ~kTrial)) return false;
    if (checkedCallback_ != nullptr) checkedCallback_(checkedContext_);
  }
  return (cause & kTrial) == 0 || runTrials(jni);
}

// 0: stop. Otherwise a check is due and the thread counts as busy.
uint32_t Checker::waitForCause() {
  jvmtiEnv* jvmti = parts_.jvmti;
  const uint64_t interval = parts_.options->check.intervalMs;
  uint64_t nextInterval = interval > 0 ? nowMs() + interval : UINT64_MAX;
  jvmti->RawMonitorEnter(monitor_);
  uint32_t cause = 0;
  while (!stopping_) {
    const uint64_t now = nowMs();
    if (now >= nextInterval) pending_.fetch_or(kInterval);
    const uint32_t pending = pending_.load();
    const bool asked = (pending & (kManual | kTrial)) != 0;  // somebody waits for it
    const bool due = pending != 0 && (!epochsExhausted_ || asked);
    const bool mayWait =
        !asked && !hurry_ && parts_.options->check.automatic && walk_.needsEveryCheck();
    if (due && (!mayWait || now >= notBeforeMs_)) break;
    const uint64_t until = due ? notBeforeMs_.load() : nextInterval;
    jvmti->RawMonitorWait(
        monitor_, until == UINT64_MAX ? 0 : static_cast<jlong>(std::max<uint64_t>(until - now, 1)));
  }
  if (!stopping_) {
    cause = pending_.exchange(0);
    hurry_ = false;
    taken_ = asked_;
    idle_ = false;
  }
  jvmti->RawMonitorExit(monitor_);
  return cause;
}

// Which sequences hold at each site, so that the walk needs no look-up under a lock.
void Checker::freezeSequences() {
  if (parts_.sequences->empty()) return;
  const uint32_t count = parts_.sites->size();
  for (auto id = static_cast<uint32_t>(siteSequences_.size()); id < count; id++) {
    const Site site = parts_.sites->get(id);
    uint64_t bits = 0;
    if (site.sequences != 0) {
      std::string dotted(site.className);
      std::replace(dotted.begin(), dotted.end(), '/', '.');
      bits =
          parts_.sequences->bitsAt(site.sequences, dotted, site.method,
                                   site.kind == SiteKind::New || site.kind == SiteKind::NewArray);
    }
    siteSequences_.push_back(bits);
  }
}

bool Checker::check(JNIEnv* jni, uint32_t cause) {
  const bool epochIsOver = checksNeedNoWalk() && cause == kAlloc;
  if (!epochIsOver && !endEpoch(jni, cause)) {
    // So many checks wait for a walk that this one has to be left out, unless somebody asked for it.
    if ((cause & kManual) == 0) {
      if (!epochsExhausted()) leftOut_++;
      return evaluate(jni, cause);  // or nothing would ever make room
    }
    if (!evaluate(jni, cause)) return false;
    endEpoch(jni, cause);
  }
  return evaluate(jni, cause);
}

size_t Checker::checksWaiting() const {
  std::lock_guard<std::mutex> lock(epochMutex_);
  return waiting_.size();
}

// False when so many checks wait for a walk already that this one has to be left out.
bool Checker::endEpoch(JNIEnv* jni, uint32_t cause) {
  std::lock_guard<std::mutex> lock(epochMutex_);
  if (waiting_.size() >= kMaxWaiting || epochsExhausted_) {
    armClock();
    return false;
  }
  report::Check record;
  record.n = epoch_;
  record.atMs = nowMs();
  record.cause = cause & kManual  ? "manual"
                 : cause & kAlloc ? "alloc"
                 : cause & kGc    ? "gc"
                                  : "interval";
  if (parts_.scopes != nullptr) parts_.scopes->countCheck();
  // Touches from here on belong to the next epoch; the walk takes them for touches of this one too,
  // so that no use is lost.
  epoch_++;
  parts_.helper->setEpoch(jni, epoch_);
  if (epoch_ >= kMaxEpoch) epochsExhausted_ = true;
  waiting_.push_back(std::move(record));
  armClock();
  return true;
}

// Where an object's whole state is the epoch of its last touch, a check without a walk loses nothing:
// the next walk tells what it would have found. So checks come by allocation volume alone, and walks
// as often as their share of run time allows (walkIsDue).
bool Checker::mustWalk() {
  std::lock_guard<std::mutex> lock(epochMutex_);
  if (waiting_.empty()) return false;
  if (!parts_.options->check.automatic) return true;
  const uint32_t n = waiting_.back().n;
  const bool soon = n < window_;  // nothing can be suspicious yet
  if (soon && waiting_.size() < kMostChecksPerWalk) return n == 1;
  return walkIsDue(waiting_.size(), quiet_, nowMs(), {notBeforeMs_, fitsFromMs_});
}

bool Checker::evaluate(JNIEnv* jni, uint32_t cause) {
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  const CostWatch cost;
  // Checks whose epoch ends after the collection are for the next walk: what is born and dropped meanwhile has
  // an epoch past those of this one, so that the walk can tell it from what the collection left.
  const size_t checks = checksWaiting();
  if (checks == 0) return true;
  armedCanary_.store(0);
  if (parts_.options->check.onFullGc) {
    jclass object = jni->FindClass("java/lang/Object");
    canary_ = jni->NewGlobalRef(jni->AllocObject(object));
  }
  std::unique_lock<std::mutex> lock(epochMutex_);
  const uint32_t next = waiting_[checks - 1].n;
  lock.unlock();
  if (parts_.events != nullptr) parts_.events->beforeCollection(next);
  planWalk(next, cause);
  if (collects_ && !collect()) return false;
  const auto collected = Clock::now();
  const double collectionCostMs = cost.ms();
  const ConstructionGate::Closed gate(parts_.helper->gate(), kLongestConstruction);
  if (!gate) {  // the checks wait for the next walk
    logLine(LogLevel::Warn,
            "the heap is not walked now: a virtual thread has been under construction "
            "for over %lld ms",
            static_cast<long long>(kLongestConstruction.count()));
    dropCanary(jni);
    return true;
  }
  eventLock_.emplace(parts_.events);
  if (parts_.events != nullptr) parts_.events->drainAll();
  if (classesDirty_) parts_.classes->update(parts_.jvmti, jni);
  freezeSequences();
  freezeScopes();
  freezeAside();
  std::vector<report::Check> batch = takeWaiting(checks);
  const uint32_t n = batch.back().n;
  const auto light = static_cast<uint32_t>(batch.size() - 1);
  if (parts_.watch != nullptr) parts_.watch->beginWalk(*parts_.sites, n);
  walkHeap(jni, n, light + 1);
  // What was logged between the lock and the walk may speak of objects that are about to be forgotten.
  if (parts_.events != nullptr) parts_.events->drainAll();
  forgetDead(n > light + 1 ? n - light - 1 : 0, n);
  if (parts_.events != nullptr) parts_.events->afterWalk(jni, n);
  if (edges_) {
    unownedArrayBytes_ = totals_.unownedArrayBytes;
    foreignBytes_ = totals_.foreignBytes;
  }
  const double walkMs = msBetween(collected, Clock::now());
  if (edges_) {
    edgeWalkMs_ = cost.ms() - collectionCostMs;
    edgeWalkObjects_ = totals_.liveObjects;
  }
  batch.back().costMs = msBetween(started, Clock::now());
  const double checkMs = cost.ms();
  finishChecks(batch);
  if (logEnabled(LogLevel::Info)) {
    const report::Check& last = checks_.back();
    logLine(LogLevel::Info,
            "check %u (%s): %.1f MB live (%llu objects), VSO %.2f, %.1f ms of which walk %.1f%s", n,
            last.cause.c_str(), static_cast<double>(last.liveBytes) / 1e6,
            static_cast<unsigned long long>(last.liveObjects),
            last.specs.empty() ? 1.0 : last.specs[0].vso, last.costMs, walkMs,
            edges_ ? " with edges" : "");
  }
  if (!keepPaths(jni, n)) return false;
  const double costMs = cost.ms();
  allWalksMs_ += costMs;
  notBeforeMs_ = earliestNextMs(nowMs(), costMs, allWalksMs_, n, walk_.need());
  fitsFromMs_ = fitsFromMs(checkMs, allWalksMs_);
  dropCanary(jni);
  tagRoom_.make(parts_.jvmti, parts_.classes->size() + parts_.nodes->size(), totals_.liveObjects);
  eventLock_.reset();
  return true;
}

std::vector<report::Check> Checker::takeWaiting(size_t count) {
  std::lock_guard<std::mutex> lock(epochMutex_);
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
  std::vector<report::Check> batch(std::make_move_iterator(waiting_.begin()),
                                   std::make_move_iterator(end));
  waiting_.erase(waiting_.begin(), end);
  return batch;
}

// The checks that waited for this walk get its live heap and their own VSO.
void Checker::finishChecks(std::vector<report::Check>& batch) {
  const auto light = static_cast<uint32_t>(batch.size() - 1);
  for (report::Check& record : batch) {
    record.liveBytes = totals_.liveBytes;
    record.liveObjects = totals_.liveObjects;
    record.foreignBytes = foreignBytes_;
  }
  uint64_t suspicious = 0;
  for (SpecRun* run : parts_.runs) {
    const auto outcomes = run->finishCheck(batch.back().n, totals_.liveBytes, light, foreignBytes_);
    suspicious = std::max(suspicious, run->engine().sums().staleBytes);
    for (size_t i = 0; i < batch.size(); i++) {
      batch[i].specs.push_back({run->engine().spec().name, outcomes[i].penalty, outcomes[i].vso,
                                outcomes[i].suspicious});
    }
  }
  {
    std::lock_guard<std::mutex> lock(latestMutex_);
    for (size_t r = 0; r < parts_.runs.size(); r++) latestVso_[r] = parts_.runs[r]->vso().back();
    quiet_ = *std::max_element(latestVso_.begin(), latestVso_.end()) < kQuietVso;
  }
  if (parts_.watch != nullptr) {
    for (size_t r = 0; r < parts_.runs.size(); r++) {
      parts_.runs[r]->explain(*parts_.watch, r, totals_.liveBytes);
    }
    parts_.watch->endWalk();
  }
  liveBytes_.store(totals_.liveBytes);
  suspiciousBytes_.store(suspicious);
  std::move(batch.begin(), batch.end(), std::back_inserter(checks_));
}

void Checker::armClock() {
  const CheckPolicy& policy = parts_.options->check;
  if (policy.automatic) {
    clock_.arm(parts_.jvmti, automaticStep(liveBytes_.load(), suspiciousBytes_.load(),
                                           clock_.allocatedBytes(), policy.leastStep));
  } else if (policy.allocBytes > 0) {
    clock_.arm(parts_.jvmti, policy.allocBytes);
  }
}

}  // namespace isl
