#include "check/Pacing.h"

#include <algorithm>

#include "base/Log.h"
#include "check/CheckStep.h"

namespace isl {
namespace {

// As much work again as the start-up has so many checks: a little more than twice the window. With twice as many a suite whose
// first test is long had most of them there, and a small list that each test adds to was not told (bench/suites, event-bus).
constexpr uint64_t kStartUpParts = 24;
constexpr uint64_t kStandingParts = 8;  // of the units; see StandingHeap
constexpr uint64_t kProofParts = 4;     // of a step, until the check that follows a collection
constexpr uint64_t kLateParts = 8;      // of the work: after so much without a check one is late
constexpr uint64_t kUnseenParts = 5;    // of the work: so much at most has neither check nor look

}  // namespace

void Pacing::start(bool attached) {
  growth_.open();
  if (attached) {
    settling_.settle();
    becomeReady("the agent was attached", false);
  }
  arm();
}

// Where units of work come faster than steps of allocation, they decide where checks fall.
Pacing::Due Pacing::onAllocated(uint64_t bytes) {
  const bool due = allocation_.onAllocated(bytes);
  if (ended_) return Due::No;
  if (looksReady()) {
    arm();
    return Due::Now;
  }
  if (!due) return allocation_.isLate() ? Due::Late : Due::No;
  const uint64_t units = parts_.units->units();
  if (parts_.options->check.automatic && units > unitsAtAlarm_.exchange(units)) {
    arm();
    return Due::No;
  }
  return Due::Now;
}

bool Pacing::onUnit(int32_t row) {
  const WorkUnits::Told told = parts_.units->told(row);
  if (ended_) return false;
  if (told.ended) {
    endedBytes_ = allocation_.allocatedBytes();
    ended_ = parts_.options->check.automatic;  // steps that are asked for go on
    return false;
  }
  if (told.ready) {
    settling_.settle();
    becomeReady(!parts_.options->ready.empty() ? "the option ready"
                : told.due                     ? "its first unit of work"
                                               : "a mark of its framework",
                true);
    if (parts_.options->check.automatic) arm();
    return parts_.options->check.automatic;
  }
  if (told.first) {
    first_ = parts_.options->check.automatic;
    return first_;
  }
  if (!parts_.options->check.automatic || !(told.due || proving_)) return false;
  const bool test = parts_.units->areTests();
  if (!test && isTooSoon()) return false;
  const bool grown = mayHaveGrown() || (test && suite_.grows());
  // What little tests leave behind adds up.
  if (!grown && test) parts_.units->dueBy(parts_.units->units() + 1);
  return grown;
}

// While the heap stands a check falls on every eighth part more of the units.
bool Pacing::isTooSoon() const {
  const uint64_t units = parts_.units->units();
  const uint64_t checked = std::min(units, checkedUnits_.load());  // of another clock: more
  return !proving_ && standing_.stands() && kStandingParts * (units - checked) < units;
}

// What was allocated since the last check is enough for a site to come over its threshold.
bool Pacing::mayHaveGrown() const {
  return parts_.reaches(allocation_.allocatedBytes() - checkedBytes_, parts_.liveBytes());
}

bool Pacing::affords() {
  if (!parts_.options->check.automatic || proving_ || first_.exchange(false) || hasRoom())
    return true;
  budget_.refuse();
  arm();
  return false;
}

// Is such a part of the work done since, by either clock?
bool Pacing::isUnseen(uint64_t parts, uint64_t allocated, uint64_t seenBytes,
                      uint64_t seenUnits) const {
  const auto isPart = [parts](uint64_t now, uint64_t seen, uint64_t begun) {
    return now > seen && parts * (now - seen) >= now - begun;
  };
  return isPart(allocated, seenBytes, readyBytes_) || isPart(parts_.units->units(), seenUnits, 0);
}

bool Pacing::hasRoom() const {
  const uint64_t allocated = allocatedBytes();
  return budget_.allows(growth_.since(allocated),
                        isUnseen(kLateParts, allocated, checkedBytes_, checkedUnits_),
                        parts_.units->areTests() && suite_.grows());
}

bool Pacing::affordsLook(bool last) {
  const uint64_t allocated = allocatedBytes();
  const uint64_t seen = seenBytes(), units = std::max(checkedUnits_.load(), lookedUnits_.load());
  if (ready_ == nullptr ||
      !(last ? allocated > seen : isUnseen(kUnseenParts, allocated, seen, units)))
    return false;
  return claimLook(allocated);
}

bool Pacing::isLookDue() {
  if (ready_ == nullptr || ended_) return false;
  const double used = budget_.programMs();
  return kUnseenParts * (used - seenMs_) >= used - readyMs_ && claimLook(allocatedBytes());
}

bool Pacing::claimLook(uint64_t allocated) {
  uint64_t before = lookedBytes_;
  if (!budget_.allowsLook(growth_.since(allocated)) ||
      !lookedBytes_.compare_exchange_strong(before, allocated))
    return false;
  lookedUnits_ = parts_.units->units();
  seenMs_ = budget_.programMs();
  return true;
}

uint64_t Pacing::seenBytes() const { return std::max(checkedBytes_.load(), lookedBytes_.load()); }

void Pacing::epochEnded() {
  checkedBytes_ = allocatedBytes();
  checkedUnits_ = parts_.units->units();
  seenMs_ = budget_.programMs();
  arm();
}

void Pacing::spend(double ms, uint64_t liveObjects, uint64_t softBytes) {
  budget_.spend(ms, parts_.units->areTests() && suite_.grows());
  growth_.note(checkedBytes_, liveObjects, parts_.liveBytes());
  const uint64_t live = parts_.liveBytes();
  if (ready_ != nullptr)
    standing_.note(checkedBytes_ - std::min(checkedBytes_.load(), readyBytes_.load()), live);
  const uint64_t units = parts_.units->units();
  // The first one loads what all of them need, and was followed by allocation: what that took is none of theirs.
  if (units > 1 && !secondUnit_.exchange(true)) budget_.ready();
  if (parts_.units->areTests())
    parts_.units->dueBy(units + suite_.stepAfter(units, live - std::min(softBytes, live)));
}

void Pacing::prove(bool open) {
  if (proving_.exchange(open) != open && parts_.options->check.automatic) arm();
}

// Nothing told, and the program's own code says that it has become ready by now. Not before it has allocated as much as
// lives, what the VM brought along included: its first kilobytes load no class.
bool Pacing::looksReady() {
  if (!parts_.options->check.automatic || !parts_.options->ready.empty()) return false;
  const uint64_t allocated = allocation_.allocatedBytes();
  const uint64_t live = parts_.liveBytes();
  if (live == 0 || allocated < live) return false;
  if (!settling_.looks(allocated) || !settling_.settles(parts_.code(), allocated)) return false;
  becomeReady("its code no longer grew", false);
  return true;
}

void Pacing::becomeReady(const char* how, bool told) {
  readyBytes_ = allocation_.allocatedBytes();
  readyMs_ = budget_.programMs();
  readyTold_ = told;
  ready_ = how;
  budget_.ready();
  logLine(LogLevel::Info, "the program is ready after %.1f MB of allocation: %s",
          static_cast<double>(readyBytes_.load()) / 1e6, how);
}

Pacing::Ready Pacing::ready() const {
  const char* const how = ready_.load();
  return how == nullptr ? Ready{} : Ready{how, readyBytes_.load(), readyTold_.load()};
}

bool Pacing::isStarting() const {
  return parts_.options->check.automatic && parts_.options->ready.empty() && settling_.starting();
}

void Pacing::arm() {
  const CheckPolicy& policy = parts_.options->check;
  if (policy.automatic)
    allocation_.arm(parts_.jvmti, nextStep());
  else if (policy.allocBytes > 0)
    allocation_.arm(parts_.jvmti, policy.allocBytes);
}

// Few checks until the program is ready: what they see is start-up. Where the mark was asked for, it alone counts. One that seemed
// to be ready, and has brought much code ever since, is still starting. One that was too dear is tried again a step later.
uint64_t Pacing::nextStep() const {
  const CheckPolicy& policy = parts_.options->check;
  const uint64_t allocated = allocation_.allocatedBytes();
  const bool begins = ready_ == nullptr ? !settling_.settled() : settling_.starting() && !proving_;
  if (parts_.options->ready.empty() && begins)
    return std::max(policy.leastStep, Settling::stepAfter(allocated));
  // Half as many while the heap stands. No finer than what start-up shows of the program's size.
  const uint64_t sparse = standing_.stands() && !proving_ ? 2 : 1;
  const uint64_t least = sparse * std::max(policy.leastStep, readyBytes_ / kStartUpParts);
  const uint64_t step =
      sparse * automaticStep(parts_.liveBytes(), allocated - readyBytes_, policy.leastStep);
  if (proving_) return std::max(policy.leastStep, step / kProofParts);
  if (!budget_.refusedLast()) return std::max(least, step);
  // Not past the place of a look: a program that ends soon after it would else have none in its last fifth.
  const uint64_t seen = seenBytes(), done = seen - std::min(readyBytes_.load(), seen);
  const uint64_t place = seen + done / (kUnseenParts - 1);
  return std::max(least, place > allocated ? std::min(step, place - allocated) : step);
}

}  // namespace isl
