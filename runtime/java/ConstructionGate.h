// Keeps walks of references and the making of virtual threads apart.
//
// HotSpot 25 looks, in FollowReferences, into every virtual thread it meets, and crashes on one whose
// constructor has not set its continuation yet: the walk happens at a safepoint, and a constructor
// may stand at one. So the methods of the JDK that make virtual threads are bracketed (Regions.h): each
// counts itself in and out, and none begins while the gate is closed. The agent closes it before it
// follows references.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace isl {

class ConstructionGate {
 public:
  // How long a walk waits for virtual threads that are being made.
  static constexpr std::chrono::milliseconds kLongest{1000};

  // Of two 32-bit numbers that java.lang.IslRT reads and writes: how many constructions have begun and
  // not ended; not 0 while none may begin. Valid as long as the gate.
  int64_t address() const { return reinterpret_cast<int64_t>(&state_); }

  // Agent thread. False: one was still going on after `longest` (it runs code of the program, which
  // may wait for something); the gate is open then. While it waits no lock may be held that a
  // construction could need.
  bool close(std::chrono::milliseconds longest);
  void open();

  // Is there one going on? Exact for those of the calling thread.
  bool busy() const { return state_.constructing.load() > 0; }

  // Any thread but the agent's: returns when the gate is open.
  void await();

  // Closed while it lives.
  class Closed {
   public:
    Closed(ConstructionGate& gate, std::chrono::milliseconds longest)
        : gate_(gate), closed_(gate.close(longest)) {}
    ~Closed() {
      if (closed_) gate_.open();
    }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;
    explicit operator bool() const { return closed_; }

   private:
    ConstructionGate& gate_;
    const bool closed_;
  };

 private:
  struct alignas(64) State {
    std::atomic<int32_t> constructing{0};
    std::atomic<int32_t> closed{0};
  };
  static_assert(sizeof(std::atomic<int32_t>) == 4 && std::atomic<int32_t>::is_always_lock_free,
                "Java code accesses it as an int");
  State state_;
  std::mutex mutex_;
  std::condition_variable opened_;
};

}  // namespace isl
