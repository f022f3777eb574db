#include "check/CheckRequests.h"

#include <algorithm>
#include <chrono>

namespace isl {
namespace {

constexpr jlong kLookAgainMs = 500;  // at whether the VM ends
// For a look: a program of a second has ten chances, and asking takes a few microseconds.
constexpr uint64_t kAskMs = 100;
// Three passes of 20 million objects: who waits longer holds what the agent waits for.
constexpr std::chrono::seconds kLongestWait{3};
// The VM stops concurrent collectors before it says that it ends; a collection that is asked for after
// that never comes back.
constexpr uint64_t kLastCollectionMs = 500;

}  // namespace

const char* nameOfCause(uint32_t causes) {
  if ((causes & kCauseManual) != 0) return "manual";
  if ((causes & kCauseUnit) != 0) return "unit";
  if ((causes & kCauseAlloc) != 0) return "alloc";
  return (causes & kCauseGc) != 0 ? "gc" : "interval";
}

void CheckRequests::raise(uint32_t cause) {
  pending_.fetch_or(cause);
  RawMonitor::Lock(monitor_).notifyAll();
}

// True when the thread was interrupted; it waits on nevertheless.
bool CheckRequests::waitFor(RawMonitor::Lock& lock, const std::function<bool()>& done) {
  bool interrupted = false;
  while (!done() && !stopping_ && !abandoned_) interrupted |= lock.wait(kLookAgainMs);
  return interrupted;
}

bool CheckRequests::checkAndWait() {
  if (!exist() || schedule_.exhausted()) return false;
  RawMonitor::Lock lock(monitor_);
  const uint64_t ticket = ++asked_;
  pending_.fetch_or(kCauseManual);
  lock.notifyAll();
  return waitFor(lock, [&] { return done_ >= ticket; });
}

// Not for ever: no check is worth a program that stands still.
void CheckRequests::checkAndGoOn(uint32_t cause) {
  uint64_t ticket = 0;
  {
    RawMonitor::Lock lock(monitor_);
    ticket = ++asked_;
    pending_.fetch_or(cause);
    lock.notifyAll();
  }
  std::unique_lock<std::mutex> lock(toldMutex_);
  const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
  const auto told = [&] { return told_ >= ticket || ended_ || schedule_.exhausted(); };
  toldChanged_.wait_until(lock, deadline, told);
}

void CheckRequests::awaitAnswer(const std::function<bool()>& over) {
  std::unique_lock<std::mutex> lock(toldMutex_);
  const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
  const uint64_t before = answers_;
  const auto told = [&] { return answers_ != before || ended_ || schedule_.exhausted() || over(); };
  toldChanged_.wait_until(lock, deadline, told);
}

void CheckRequests::notifyWaiters(uint64_t done, bool ended) {
  {
    std::lock_guard<std::mutex> lock(toldMutex_);
    answers_++;
    told_ = std::max(told_, done);
    ended_ = ended_ || ended;
  }
  toldChanged_.notify_all();
}

uint32_t CheckRequests::next() {
  const uint64_t interval = schedule_.intervalMs;
  const uint64_t nextInterval = interval > 0 ? schedule_.nowMs() + interval : UINT64_MAX;
  const uint64_t longest = schedule_.looks ? kAskMs : 0;  // 0: for ever
  RawMonitor::Lock lock(monitor_);
  while (!stopping_) {
    const uint64_t now = schedule_.nowMs();
    if (now >= nextInterval) pending_.fetch_or(kCauseInterval);
    const uint32_t pending = pending_.load();
    const bool awaited = (pending & (kCauseManual | kCauseTrial)) != 0;
    const bool due = pending != 0 && (!schedule_.exhausted() || awaited);
    if (due) break;
    if (pending == 0 && schedule_.looks && schedule_.looks()) {
      pending_.fetch_or(kCauseLook);
      continue;
    }
    uint64_t ms = longest;
    if (nextInterval != UINT64_MAX) {
      const uint64_t left = nextInterval > now ? nextInterval - now : 1;
      ms = longest > 0 ? std::min(longest, left) : left;
    }
    lock.wait(static_cast<jlong>(ms));
  }
  if (stopping_) return 0;
  taken_ = asked_;
  idle_ = false;
  return pending_.exchange(0);
}

void CheckRequests::answered() {
  uint64_t done = 0;
  {
    RawMonitor::Lock lock(monitor_);
    done = done_ = taken_;
    lock.notifyAll();
  }
  notifyWaiters(done, false);
}

void CheckRequests::finished() {
  uint64_t done = 0;
  {
    RawMonitor::Lock lock(monitor_);
    idle_ = true;
    done = done_ = taken_;
    lock.notifyAll();
  }
  notifyWaiters(done, false);
}

bool CheckRequests::tryOut(uint32_t scope, TrialThen then) {
  if (!exist()) return false;
  auto request = std::make_shared<TrialRequest>();
  request->scope = scope;
  request->then = std::move(then);
  RawMonitor::Lock lock(monitor_);
  trials_.push_back(request);
  pending_.fetch_or(kCauseTrial);
  lock.notifyAll();
  waitFor(lock, [&] { return request->done; });
  return request->done;
}

std::shared_ptr<CheckRequests::TrialRequest> CheckRequests::nextTrial() {
  RawMonitor::Lock lock(monitor_);
  return trials_.empty() ? nullptr : trials_.front();
}

void CheckRequests::finishedTrial() {
  RawMonitor::Lock lock(monitor_);
  trials_.front()->done = true;
  trials_.pop_front();
  lock.notifyAll();
}

bool CheckRequests::isAwaited() {
  RawMonitor::Lock lock(monitor_);
  return !stopping_ && !abandoned_;
}

bool CheckRequests::setCollecting(bool collecting) {
  RawMonitor::Lock lock(monitor_);
  collecting_ = collecting;
  lock.notifyAll();
  return !abandoned_;
}

void CheckRequests::stop() {
  notifyWaiters(0, true);
  RawMonitor::Lock lock(monitor_);
  stopping_ = true;
  lock.notifyAll();
  const uint64_t deadline = schedule_.nowMs() + kLastCollectionMs;
  while (!idle_ && !abandoned_) {
    const uint64_t now = schedule_.nowMs();
    if (collecting_ && now >= deadline)
      abandoned_ = true;
    else
      lock.wait(collecting_ ? static_cast<jlong>(deadline - now) : 0);
  }
}

}  // namespace isl
