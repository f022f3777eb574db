// Whether the agent may check again by itself, or look how much lives. Asked checks are not its business.
//
// Checks may take a tenth of the CPU time that the process has used, so a program runs at most 1.11 times as long for
// them. When it is ready they may take three tenths more, seven tenths of a second in all; a third of that is kept for late
// checks, those that follow when an eighth of the work was not checked: dear ones would else all lie in the first twentieth
// of it, and what a program lets go of later would look like a leak. The first ones since it was ready may take
// twice as much: they are as many as a verdict needs. Of a leak that fills the heap in two seconds they take 5 to 50 ms each,
// of a server with a database and half a million objects 75. That trades the CPU time of short runs against their verdicts: with
// half of it one leak of fifty in bench/leaks is inconclusive, with a quarter one of five. The three tenths are of the CPU time
// since the program was ready, and of half a second more: dear checks would else all come in the first requests of a server
// that took ten seconds to start. A program that is ready anew, as its requests follow the transactions that filled its tables,
// begins anew here, and so does one with its second unit of work: the first has loaded what all need. Where JVMTI walks the
// heap a check is four times as dear at least, and so are these times.
// A look tells whether what grew grows on, or has come to its bound. They come when a fifth of the work was not seen, or of the
// program's CPU time, as it may work on with what it has loaded and allocate nothing. So all
// of them take five times what the last does; by a third they would take three times, and a table that is full after three fifths
// of the work would be seen to stand in four of five runs. Of a leak one takes 15 to 40 ns an object, under ZGC twice as
// much. A program that does little else takes 500 to make one, so all looks may take a quarter of the CPU time besides; by a twelfth such leaks were not seen after a quarter of the work.
// Where the live heap grows from one test of a suite to the next, checks may take as much again: a leak is in one class of tests,
// and whether it comes early or late they have to see it. What they took of it is given: mocks that keep their calls grow as
// well, test after test, and would else leave nothing for the rest of the suite.
// The next check counts as what the last one took, times the growth of the heap since: of a leak the last checks would
// else cost more than the program. Where checks are as cheap as they usually are, the work alone decides, at any load of
// the machine.
#pragma once

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "check/CheckStep.h"

namespace isl {

class CheckBudget {
 public:
  // CPU time of the process so far, in ms.
  using Clock = double (*)();
  explicit CheckBudget(Clock clock = processCpuMs) : clock_(clock) {}
  static double processCpuMs() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
  }

  // Any thread: the program is ready. The next check may be made, whatever it takes.
  void ready() {
    const double used = clock_();
    if (ready_)
      forgiven_ =
          std::clamp(spent_.load() - kShare * used, forgiven_.load(), forgiven_ + 2 * most_);
    readyAt_ = used;
    ofNeeded_ = grown_ = 0;
    needed_ = kVerdictChecks;
    first_ = ready_ = true;
  }
  // Agent thread: a check took so many ms of CPU. `grows`: as it was allowed.
  void spend(double ms, bool grows = false) {
    spent_.store(spent_.load() + ms);
    last_.store(ms);
    if (needed_ > 0) {
      --needed_;
      ofNeeded_.store(ofNeeded_.load() + ms);
    }
    refusedLast_ = first_ = false;
    const double used = clock_();
    if (grows)
      grown_ = std::clamp(spent_.load() - usual(used, true), grown_.load(),
                          std::max(grown_.load(), moreOfGrowth(used)));
  }
  // Likewise, besides the check itself.
  void spendMore(double ms) { spent_.store(spent_.load() + ms); }
  // Agent thread: the live heap was looked at, for so many ms of CPU, when a check would have been so many times as dear as
  // the last.
  void spendLook(double ms, double growth) {
    looked_.store(looked_.load() + ms);
    if (last_.load() > 0) lookPart_.store(ms / (growth * last_.load()));
  }
  // Any thread: may it be? What part of a check it takes is known from the last look.
  bool allowsLook(double growth) const {
    return looked_.load() + growth * last_.load() * lookPart_.load() <= kLookShare * clock_();
  }
  // Agent thread: checks are walks by JVMTI.
  void walks() { most_ = kMostByWalkMs; }
  // Any thread: a check was due for which there was no room.
  void refuse() {
    refused_++;
    refusedLast_ = true;
  }
  uint64_t refused() const { return refused_; }
  // Any thread: CPU time of the process without what checks and looks took.
  double programMs() const { return clock_() - spent_.load() - looked_.load(); }
  // The last one that was due: nobody has seen what the program did since.
  bool refusedLast() const { return refusedLast_; }
  // Any thread: is there room for one more that is so many times as dear as the last?
  // `grows`: a suite of tests whose heap grows from test to test.
  bool allows(double growth = 1, bool late = false, bool grows = false) const {
    const double wanted = spent_.load() + growth * last_.load(), used = clock_();
    const double more = grows ? std::max(grown_.load(), moreOfGrowth(used)) : grown_.load();
    return first_ || wanted <= usual(used, late || grows) + more;
  }

 private:
  static constexpr double kShare = 0.1, kMoreShare = 0.3, kLatePart = 1.0 / 3;
  static constexpr double kLookShare = 0.25;
  // Of a suite that does not grow, when the process has used so much.
  double usual(double used, bool late) const {
    const double most = most_, kept = kLatePart * most;
    const double first =
        needed_ > 0 ? 2 * most : std::clamp(ofNeeded_.load(), most - kept, 2 * most - kept);
    const double more =
        ready_ ? std::min(first + (late ? kept : 0), kMoreShare * workedMs(used)) : 0;
    return kShare * used + forgiven_ + more;
  }
  double moreOfGrowth(double used) const {
    const double worked = workedMs(used);
    return ready_ ? std::max(std::min(most_.load(), kMoreShare * worked), kShare * worked) : 0;
  }
  double workedMs(double used) const { return used - readyAt_ + kStartMs * most_ / kMostMs; }

  static constexpr double kMostMs = 700, kMostByWalkMs = 4 * kMostMs, kStartMs = 500;

  const Clock clock_;
  std::atomic<double> spent_{0}, last_{0}, looked_{0}, most_{kMostMs};
  std::atomic<double> lookPart_{0.25};
  // The first checks since the program was ready: what they took of spent_, and how many are to come. When it was, by
  // the clock, and what checks had taken beyond their tenth since it was ready before.
  std::atomic<double> ofNeeded_{0}, readyAt_{0}, forgiven_{0};
  std::atomic<double> grown_{0};  // of what a growing suite has besides, so much was used
  std::atomic<uint32_t> needed_{0};
  std::atomic<bool> ready_{false}, first_{false};  // no check since then
  std::atomic<uint64_t> refused_{0};
  std::atomic<bool> refusedLast_{false};
};

}  // namespace isl
