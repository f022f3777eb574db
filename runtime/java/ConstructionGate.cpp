#include "java/ConstructionGate.h"

#include <algorithm>
#include <thread>

namespace isl {

// Both sides write first and read what the other writes then, in one order for all threads: a
// construction that the agent does not see counted in sees the gate closed, and counts itself out.
bool ConstructionGate::close(std::chrono::milliseconds longest) {
  using Clock = std::chrono::steady_clock;
  state_.closed.store(1);
  const auto deadline = Clock::now() + longest;
  std::chrono::microseconds pause{20};
  while (state_.constructing.load() > 0) {
    if (Clock::now() >= deadline) {
      open();
      return false;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds{1000});
  }
  return true;
}

void ConstructionGate::open() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    state_.closed.store(0);
  }
  opened_.notify_all();
}

void ConstructionGate::await() {
  std::unique_lock<std::mutex> lock(mutex_);
  opened_.wait(lock, [this] { return state_.closed.load() == 0; });
}

}  // namespace isl
