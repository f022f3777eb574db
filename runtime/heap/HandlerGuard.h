// Runs generated handlers so that a fault in one abandons that event and nothing else.
#pragma once

#include <array>
#include <csetjmp>
#include <cstdint>
#include <string>

#include "isl/abi.h"

namespace isl {

struct HandlerFaults {
  uint64_t count = 0;
  std::string first;  // "null dereference at line 12"
};

// What a handler at a check may ask of the program.
struct ProgramNow {
  bool pressure = false;  // it is short of memory
  uint64_t units = 0;     // of work that it has begun
};

// Of one spec. Under the lock of the EventEngine.
class HandlerGuard {
 public:
  explicit HandlerGuard(const char* source) : source_(source) {}

  // call(env): handlers hold nothing that needs a destructor, nor may the call.
  template <typename Call>
  void run(IslEventKind event, uint32_t check, Call&& call, ProgramNow program = {}) {
    FaultEnv fault;
    fault.env.check = check;
    fault.env.pressure = program.pressure;
    fault.env.units = program.units;
    fault.env.event = event;
    fault.env.times = 1;
    fault.env.steps = steps_[event] != 0 ? steps_[event] : kSteps;
    fault.env.fault = onFault;
    if (setjmp(fault.exit) == 0) {
      call(&fault.env);
      lastFaulted_ = false;
      return;
    }
    note(event, fault);
  }

  // Events that would end as the last one did.
  void countLikeLast(IslEventKind event, uint64_t events) {
    if (lastFaulted_) faults_[event].count += events;
  }

  const HandlerFaults& faults(IslEventKind event) const { return faults_[event]; }
  using AllFaults = std::array<HandlerFaults, ISL_EVENT_COUNT>;
  const AllFaults& faults() const { return faults_; }
  void restore(AllFaults faults) { faults_ = std::move(faults); }

 private:
  static constexpr uint64_t kSteps = 10'000'000;  // loop iterations of one event
  // What is left of it after many faults for lack of steps.
  static constexpr uint64_t kLeastSteps = 1000;

  // The runtime's view of an IslEnv: where a fault continues, and what it was.
  struct FaultEnv {
    IslEnv env;  // first member: handlers get its address
    jmp_buf exit;
    int kind = 0, line = 0;
  };
  // The GNU attribute is part of the function's type for clang, as IslEnv::fault wants it.
  __attribute__((noreturn)) static void onFault(IslEnv* env, int kind, int line);
  void note(IslEventKind event, const FaultEnv& fault);

  const char* source_;  // of the spec
  AllFaults faults_;
  uint64_t steps_[ISL_EVENT_COUNT] = {};  // 0: the whole; halved by each fault for lack of steps
  bool lastFaulted_ = false;              // the last handler that was run
};

}  // namespace isl
