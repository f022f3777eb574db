// The part of the checker that serves isl.Amplifier: checks and trials that a Java thread waits for.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "check/Checker.h"

namespace isl {
namespace {

constexpr jlong kLookAgainMs = 500;  // at whether the VM ends
constexpr std::chrono::seconds kLongestWait{30};

}  // namespace

// With monitor_ held. True when the thread was interrupted; it waits on nevertheless.
bool Checker::waitUntil(const std::function<bool()>& done) {
  bool interrupted = false;
  while (!done() && !stopping_ && !abandoned_) {
    interrupted |= parts_.jvmti->RawMonitorWait(monitor_, kLookAgainMs) == JVMTI_ERROR_INTERRUPT;
  }
  return interrupted;
}

bool Checker::checkNow() {
  if (monitor_ == nullptr || epochsExhausted_) return false;
  parts_.jvmti->RawMonitorEnter(monitor_);
  const uint64_t ticket = ++asked_;
  pending_.fetch_or(kManual);
  parts_.jvmti->RawMonitorNotifyAll(monitor_);
  const bool interrupted = waitUntil([&] { return done_ >= ticket; });
  parts_.jvmti->RawMonitorExit(monitor_);
  return interrupted;
}

// A check that an allocating thread waits for: where every check walks the heap and a step was asked for, or a
// busy machine, on which a walk takes long, would make a fraction of the checks. Not for ever: the thread may hold
// locks of the program, and no check is worth a program that stands still.
void Checker::checkAndWait(uint32_t cause) {
  parts_.jvmti->RawMonitorEnter(monitor_);
  const uint64_t ticket = ++asked_;
  pending_.fetch_or(cause);
  parts_.jvmti->RawMonitorNotifyAll(monitor_);
  parts_.jvmti->RawMonitorExit(monitor_);
  std::unique_lock<std::mutex> lock(toldMutex_);
  const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
  const auto told = [&] { return told_ >= ticket || ended_ || epochsExhausted_; };
  toldChanged_.wait_until(lock, deadline, told);
}

void Checker::tellWaiters(uint64_t done, bool ended) {
  {
    std::lock_guard<std::mutex> lock(toldMutex_);
    told_ = std::max(told_, done);
    ended_ = ended_ || ended;
  }
  toldChanged_.notify_all();
}

double Checker::latestVso(const char* spec) const {
  std::lock_guard<std::mutex> lock(latestMutex_);
  double vso = NAN;
  for (size_t r = 0; r < parts_.runs.size(); r++) {
    if (spec != nullptr && strcmp(parts_.runs[r]->engine().spec().name, spec) != 0) continue;
    vso = std::isnan(vso) ? latestVso_[r] : std::max(vso, latestVso_[r]);
  }
  return vso;
}

bool Checker::tryOut(uint32_t scope, TrialThen then) {
  if (monitor_ == nullptr) return false;
  auto request = std::make_shared<TrialRequest>();
  request->scope = scope;
  request->then = std::move(then);
  parts_.jvmti->RawMonitorEnter(monitor_);
  trials_.push_back(request);
  pending_.fetch_or(kTrial);
  parts_.jvmti->RawMonitorNotifyAll(monitor_);
  waitUntil([&] { return request->done; });
  const bool done = request->done;
  parts_.jvmti->RawMonitorExit(monitor_);
  return done;
}

std::vector<TrialOutcome> Checker::runTrial(JNIEnv* jni, Trial& trial, uint32_t scope,
                                            uint32_t check) {
  const ConstructionGate::Closed gate(parts_.helper->gate(), kLongestConstruction);
  if (gate) return trial.run(jni, scope, check);
  return trial.leaveOut(
      "the heap could not be walked: a virtual thread was under construction for over " +
      std::to_string(kLongestConstruction.count()) + " ms");
}

bool Checker::runTrials(JNIEnv* jni) {
  for (;;) {
    parts_.jvmti->RawMonitorEnter(monitor_);
    std::shared_ptr<TrialRequest> request;
    if (!trials_.empty()) request = trials_.front();
    parts_.jvmti->RawMonitorExit(monitor_);
    if (request == nullptr) return true;
    if (!collect()) return false;
    // The scope may have loaded classes since the last walk, and there is no second try.
    parts_.classes->update(parts_.jvmti, jni);
    freezeSequences();
    freezeScopes();
    freezeAside();
    Trial trial({parts_.jvmti, &walk_, &tracer_, parts_.nodes, &siteSequences_, &siteScopes_,
                 &parts_.runs});
    uint32_t next = 0;
    {
      std::lock_guard<std::mutex> lock(epochMutex_);
      next = epoch_;
    }
    walk_.setWatch(nullptr);  // a trial leaves no trace
    const std::vector<TrialOutcome> outcomes = runTrial(jni, trial, request->scope, next);
    walk_.setWatch(parts_.watch);
    parts_.jvmti->RawMonitorEnter(monitor_);
    const bool wanted = !stopping_ && !abandoned_;  // else nobody waits for the answer any more
    parts_.jvmti->RawMonitorExit(monitor_);
    if (wanted) request->then(jni, outcomes);
    parts_.jvmti->RawMonitorEnter(monitor_);
    request->done = true;
    trials_.pop_front();
    parts_.jvmti->RawMonitorNotifyAll(monitor_);
    parts_.jvmti->RawMonitorExit(monitor_);
  }
}

// Which sites are variants for scopes and contexts, so that the walk needs no look-up under a lock.
void Checker::freezeScopes() {
  if (!dividesSites_) return;
  const uint32_t count = parts_.sites->size();
  for (auto id = static_cast<uint32_t>(siteScopes_.plain.size()); id < count; id++) {
    const Site site = parts_.sites->get(id);
    siteScopes_.plain.push_back(id < kFirstSite ? id : site.plain);
    siteScopes_.scope.push_back(static_cast<uint16_t>(site.scope));
    siteScopes_.context.push_back(static_cast<uint16_t>(site.context));
  }
}

// Whose classes `aside` names, likewise.
void Checker::freezeAside() {
  if (parts_.options->aside.empty()) return;
  const uint32_t count = parts_.sites->size();
  for (auto id = static_cast<uint32_t>(siteAside_.size()); id < count; id++) {
    std::string name(parts_.sites->get(id).className);
    std::replace(name.begin(), name.end(), '/', '.');
    siteAside_.push_back(id >= kFirstSite && classAside(*parts_.options, name));
  }
}

}  // namespace isl
