// What the program's threads want of the agent thread, and how they wait for it: checks, trials, and the end.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/RawMonitor.h"
#include "base/Result.h"
#include "check/Trial.h"

namespace isl {

// Why a check is made; several causes may come together.
enum CheckCause : uint32_t {
  kCauseAlloc = 1,
  kCauseGc = 2,
  kCauseInterval = 4,
  kCauseManual = 8,
  kCauseTrial = 16,  // no check: a trial is wanted
  kCauseUnit = 32,   // a unit of the program's work
  kCauseLook = 64    // no check: how much lives is wanted
};

// As reports tell it.
const char* nameOfCause(uint32_t causes);

class CheckRequests {
 public:
  // Asked by the agent thread while it waits, with the monitor held.
  struct Schedule {
    std::function<uint64_t()> nowMs;
    std::function<bool()> exhausted;  // no checks any more but those that somebody waits for
    uint64_t intervalMs = 0;          // a check of its own so often; 0: none
    std::function<bool()> looks;      // now and then: how much lives is wanted; null: never
  };

  explicit CheckRequests(Schedule schedule) : schedule_(std::move(schedule)) {}

  // In VMInit. Before it, and without success, requests are answered at once by doing nothing.
  Status create(jvmtiEnv* jvmti) { return monitor_.create(jvmti, "isl check"); }
  bool exist() const { return monitor_.exists(); }

  // Any thread, without waiting.
  void raise(uint32_t cause);

  // Any Java thread: a check, and returns when it is done or the VM ends. True when the thread was interrupted
  // meanwhile.
  bool checkAndWait();
  // The same from within an allocation or a unit of work, for a thread that may hold locks of the program: it waits for
  // kLongestWait at most, and no interrupt is lost.
  void checkAndGoOn(uint32_t cause);
  // Likewise, for a thread whose program is ahead of a check that another asked for: until the next answer, or until
  // `over`, which is called with a lock held.
  void awaitAnswer(const std::function<bool()>& over);
  // Any Java thread: `then` gets the outcome of the trial, on the agent thread. False when the VM ended before.
  using TrialThen = std::function<void(JNIEnv*, const std::vector<TrialOutcome>&)>;
  bool tryOut(uint32_t scope, TrialThen then);

  // Agent thread. Waits for causes and takes them; 0: the end.
  uint32_t next();
  // The checks of what next() gave are made: those who wait for them go on.
  void answered();
  // What next() gave is done, and nothing more is under way.
  void finished();

  struct TrialRequest {
    uint32_t scope = 0;
    TrialThen then;
    bool done = false;
  };
  // The oldest that is not done, null: none. It stays the oldest until finishedTrial().
  std::shared_ptr<TrialRequest> nextTrial();
  void finishedTrial();
  // Is anybody there still for the answer to a trial?
  bool isAwaited();

  // Agent thread: a collection begins or is over. False: the VM ended meanwhile, and the report is being
  // written; the agent thread must touch nothing any more.
  bool setCollecting(bool collecting);

  // In VMDeath: the agent thread is idle afterwards or waits for a collection that never comes back. From here on
  // nothing is done.
  void stop();
  // After stop(): the agent thread waits for a collection that never comes back.
  bool wasAbandoned() const { return abandoned_; }

 private:
  bool waitFor(RawMonitor::Lock& lock, const std::function<bool()>& done);
  void notifyWaiters(uint64_t done, bool ended);

  const Schedule schedule_;
  RawMonitor monitor_;
  std::atomic<uint32_t> pending_{0};
  // Guarded by monitor_. abandoned_: the VM ends and the collection of the last check does not return.
  bool stopping_ = false, idle_ = true, collecting_ = false, abandoned_ = false;
  uint64_t asked_ = 0, taken_ = 0, done_ = 0;  // tickets of those who wait for a check
  std::deque<std::shared_ptr<TrialRequest>> trials_;
  // For threads that wait inside an event: no monitor of the VM, whose waits an interrupt would end.
  std::mutex toldMutex_;
  std::condition_variable toldChanged_;
  uint64_t told_ = 0;  // as done_
  uint64_t answers_ = 0;
  bool ended_ = false;
};

}  // namespace isl
