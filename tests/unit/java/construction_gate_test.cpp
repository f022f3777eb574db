// Walks and constructions keep apart, and neither waits for ever.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "java/ConstructionGate.h"

using namespace isl;
using namespace std::chrono_literals;

namespace {

// What java.lang.IslRT does with the address.
struct Constructor {
  explicit Constructor(ConstructionGate& g)
      : gate(g), count(reinterpret_cast<std::atomic<int32_t>*>(g.address())), closed(count + 1) {}
  void enter() {
    for (;;) {
      count->fetch_add(1);
      if (closed->load() == 0) return;
      count->fetch_sub(1);
      gate.await();
    }
  }
  void exit() { count->fetch_sub(1); }

  ConstructionGate& gate;
  std::atomic<int32_t>*count, *closed;
};

TEST(ConstructionGate, NothingIsMadeWhileItIsClosed) {
  ConstructionGate gate;
  std::atomic<bool> ends{false};
  std::atomic<int> inside{0};
  std::atomic<uint64_t> made{0};
  std::vector<std::thread> makers;
  for (int i = 0; i < 3; i++) {
    makers.emplace_back([&] {
      Constructor constructor(gate);
      while (!ends) {
        constructor.enter();
        inside++;
        inside--;
        constructor.exit();
        made++;
      }
    });
  }
  for (int walk = 0; walk < 200; walk++) {
    const ConstructionGate::Closed closed(gate, 60s);
    ASSERT_TRUE(closed);
    ASSERT_EQ(inside, 0);
    const uint64_t before = made;
    std::this_thread::sleep_for(20us);
    ASSERT_EQ(inside, 0);
    // A maker that is out already may not have said so yet.
    ASSERT_LE(made, before + makers.size());
  }
  while (made < 1000) std::this_thread::yield();  // all of them go on
  ends = true;
  for (std::thread& maker : makers) maker.join();
  EXPECT_FALSE(gate.busy());
}

TEST(ConstructionGate, GivesUpAndLetsTheOthersGoOn) {
  ConstructionGate gate;
  Constructor slow(gate), other(gate);
  slow.enter();
  EXPECT_TRUE(gate.busy());
  {
    const ConstructionGate::Closed closed(gate, 5ms);
    EXPECT_FALSE(closed);
    other.enter();  // would not return from a closed gate
    other.exit();
  }
  slow.exit();
  const ConstructionGate::Closed closed(gate, 60s);
  EXPECT_TRUE(closed);
}

}  // namespace
