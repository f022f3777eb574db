// When checks fall due: on units of the program's work, else on steps of its allocation. Few until the program is ready,
// one when it is, and no more than their allowance of CPU time. What a check then does is the Checker's business.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "base/Options.h"
#include "check/AllocationClock.h"
#include "check/CheckBudget.h"
#include "check/HeapGrowth.h"
#include "check/Settling.h"
#include "check/StandingHeap.h"
#include "check/SuitePace.h"
#include "java/WorkUnits.h"

namespace isl {

class Pacing {
 public:
  struct Parts {
    jvmtiEnv* jvmti = nullptr;
    const Options* options = nullptr;
    WorkUnits* units = nullptr;
    std::function<CodeSeen()> code;       // the program's code that is known by now; any thread
    std::function<uint64_t()> liveBytes;  // at the last check, 0 before; any thread
    // Are so many bytes enough for a site to count, in a heap of so many? Any thread.
    std::function<bool(uint64_t bytes, uint64_t liveBytes)> reaches;
    CheckBudget::Clock cpuMs = CheckBudget::processCpuMs;
  };
  explicit Pacing(Parts parts)
      : parts_(std::move(parts)), budget_(parts_.cpuMs), standing_(parts_.reaches),
        suite_(parts_.reaches) {}

  // In VMInit, or when the agent is attached to a program that has long been running.
  void start(bool attached);

  // So many bytes more were allocated; any Java thread. Late: the thread is ahead of a check that another one waits for, until
  // isLate() is false.
  enum class Due { No, Late, Now };
  Due onAllocated(uint64_t bytes);
  // So many bytes more were allocated by a thread that ends here, for which nothing is due.
  void noteEnded(uint64_t bytes) { allocation_.add(bytes); }
  bool isLate() const { return allocation_.isLate(); }
  // A unit of work of that row of Units.def begins, and somebody waits for its number. True: a check is due; none is when the
  // program's work has ended.
  bool onUnit(int32_t row);
  // May the check that is due be made? Any Java thread. Where not, the next one is set.
  bool affords();
  // The last check that was due was left out, so nobody has seen what the program did since. At its end one is made
  // whatever it costs: the report would else tell of a heap that it no longer had.
  bool owesCheck() const { return budget_.refusedLast(); }
  // A check was left out: may the live heap alone be looked at? When a fifth of the work was not seen, or at the last, to
  // see what tests have left behind, and looks have taken less than a quarter of the CPU time. Any Java thread.
  bool affordsLook(bool last = false);
  // Likewise where the program allocates little and works on: a fifth of its CPU time since it was ready was not seen. Agent
  // thread, now and then.
  bool isLookDue();
  // CPU time that the program has used so far, in ms. Any thread.
  double programMs() const { return budget_.programMs(); }
  // Agent thread: a look took so many ms of CPU.
  void spendLook(double ms) { budget_.spendLook(ms, growth_.since(lookedBytes_)); }
  // Does the program's own work decide where checks fall?
  bool byWork() const {
    return parts_.options->check.automatic || parts_.options->check.allocBytes > 0;
  }
  // The last epoch has ended here: the next check is a step away. Any Java thread.
  void epochEnded();

  // Agent thread: a check of so many live objects took so many ms of CPU. What the VM or the program gives up (see
  // Check::softBytes) is no growth from test to test.
  void spend(double ms, uint64_t liveObjects, uint64_t softBytes = 0);
  // Agent thread: checks are walks by JVMTI, see CheckBudget.
  void walks() { budget_.walks(); }
  // What belongs to one.
  void spendMore(double ms) { budget_.spendMore(ms); }
  // Agent thread, after a check: does the next one decide on what a collection has left? Clean-ups that the program makes
  // itself come with its next work, so that one comes soon.
  void prove(bool open);

  // When the program was ready, the last time where it had only paused. Any thread.
  struct Ready {
    std::string how;              // empty: it is not
    uint64_t allocatedBytes = 0;  // before
    bool told = false;            // by the program's frameworks or an option; else it is a guess
  };
  Ready ready() const;
  bool isReady() const { return ready_ != nullptr; }
  // Nothing tells when it is ready, and much of its code has come only now. What grows may be its start-up.
  bool isStarting() const;

  // Checks that were due when they had taken their share of CPU time.
  uint64_t refused() const { return budget_.refused(); }
  // What shutdown hooks allocate is none of it.
  uint64_t allocatedBytes() const {
    return ended_ ? endedBytes_.load() : allocation_.allocatedBytes();
  }
  // How many bytes of allocation a sampled object of so many stands for.
  uint64_t weight(uint64_t bytes) const { return allocation_.weight(bytes); }

 private:
  void arm();
  uint64_t nextStep() const;
  uint64_t seenBytes() const;  // allocated at the last check or look
  bool looksReady();
  void becomeReady(const char* how, bool told);
  bool mayHaveGrown() const;
  bool isTooSoon() const;
  bool hasRoom() const;
  bool claimLook(uint64_t allocated);
  bool isUnseen(uint64_t parts, uint64_t allocated, uint64_t seenBytes, uint64_t seenUnits) const;

  const Parts parts_;
  AllocationClock allocation_;
  CheckBudget budget_;
  HeapGrowth growth_;
  Settling settling_;
  StandingHeap standing_;
  SuitePace suite_;                      // agent thread
  std::atomic<bool> secondUnit_{false};  // a check has seen it
  std::atomic<bool> proving_{false};     // see prove()
  std::atomic<bool> first_{false};       // the check that is due falls on the first record
  std::atomic<bool> ended_{false};       // the program does no more work
  std::atomic<uint64_t> endedBytes_{0};  // allocated by then
  std::atomic<bool> readyTold_{false};
  std::atomic<const char*> ready_{nullptr};  // how; text that stays
  std::atomic<uint64_t> readyBytes_{0};      // allocated before the program was ready
  std::atomic<uint64_t> checkedBytes_{0};    // allocated when the last epoch ended
  std::atomic<uint64_t> checkedUnits_{0};    // units by then
  std::atomic<uint64_t> lookedBytes_{0};  // likewise when the heap was looked at, or is about to be
  std::atomic<uint64_t> lookedUnits_{0};
  // CPU time when the program was ready, and at the last check or look.
  std::atomic<double> readyMs_{0}, seenMs_{0};
  std::atomic<uint64_t> unitsAtAlarm_{0};  // of the allocation clock
};

}  // namespace isl
