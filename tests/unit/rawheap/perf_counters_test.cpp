// The VM's counters are found by name in memory laid out as jvmstat 2.0.
#include "rawheap/PerfCounters.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace isl::rawheap {
namespace {

class Memory {
 public:
  Memory() : bytes_(32) {
    const uint8_t magic[] = {0xca, 0xfe, 0xc0, 0xc0, 1, 2, 0, 1};
    memcpy(bytes_.data(), magic, sizeof magic);
    put(24, 32);
  }
  void add(const std::string& name, char type, int64_t value, int32_t vector = 0) {
    const size_t at = bytes_.size(), data = (20 + name.size() + 1 + 7) / 8 * 8;
    bytes_.resize(at + data + 8);
    const int32_t numbers[] = {static_cast<int32_t>(data + 8), 20, vector};
    memcpy(&bytes_[at], numbers, sizeof numbers);
    bytes_[at + 12] = type;
    put(at + 16, static_cast<int32_t>(data));
    memcpy(&bytes_[at + 20], name.c_str(), name.size() + 1);
    memcpy(&bytes_[at + data], &value, sizeof value);
    put(28, ++entries_);
  }
  void put(size_t at, int32_t value) { memcpy(&bytes_[at], &value, sizeof value); }
  PerfCounters counters(size_t less = 0) const { return {bytes_.data(), bytes_.size() - less}; }

 private:
  std::vector<char> bytes_;
  int32_t entries_ = 0;
};

TEST(PerfCounters, FindsNumbersByTheirNames) {
  Memory memory;
  memory.add("sun.gc.collector.1.name", 'B', 0, 8);
  memory.add("sun.gc.collector.1.invocations", 'J', 41);
  memory.add("sun.gc.collector.1.invocation", 'J', 42);
  const PerfCounters counters = memory.counters();
  ASSERT_NE(counters.find("sun.gc.collector.1.invocations"), nullptr);
  EXPECT_EQ(*counters.find("sun.gc.collector.1.invocations"), 41);
  EXPECT_EQ(*counters.find("sun.gc.collector.1.invocation"), 42);
  EXPECT_EQ(counters.find("sun.gc.collector.1.name"), nullptr) << "a text";
  EXPECT_EQ(counters.find("sun.gc.collector.1"), nullptr);
}

TEST(PerfCounters, LeavesAloneWhatIsNoTable) {
  Memory memory;
  memory.add("a", 'J', 1);
  memory.add("b", 'J', 2);
  EXPECT_EQ(PerfCounters().find("a"), nullptr);
  EXPECT_EQ(memory.counters(8).find("b"), nullptr) << "the memory ends before";
  EXPECT_EQ(*memory.counters(8).find("a"), 1);
  memory.put(32, 4);
  EXPECT_EQ(memory.counters().find("b"), nullptr) << "an entry shorter than its head";
  memory.put(0, 0);
  EXPECT_EQ(memory.counters().find("a"), nullptr) << "another magic";
}

TEST(PerfCounters, SaysThatThisProcessHasNoVm) {
  Reason reason;
  EXPECT_EQ(PerfCounters::ofThisVm(reason).find("a"), nullptr);
  EXPECT_TRUE(reason.given());
}

}  // namespace
}  // namespace isl::rawheap
