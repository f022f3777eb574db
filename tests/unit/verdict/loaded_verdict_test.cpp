// The verdict on a program that loads data and then works with it, which takes CPU time and hardly any allocation.
#include <gtest/gtest.h>

#include "verdict/Verdict.h"

namespace isl {
namespace {

constexpr uint64_t kReady = 5000;  // bytes; by then the program has used 5 s

std::string verdictOf(TooDear run) {
  std::vector<report::Check> checks;
  for (uint32_t n = 1; n <= 40; n++) {
    report::Check check;
    check.n = n;
    check.allocatedBytes = 1000 * n;
    check.cpuMs = check.allocatedBytes <= kReady ? 1000 * n : 5000 + 75 * n;
    check.liveBytes = 900 * n;
    checks.push_back(check);
  }
  std::vector<report::Look> looks(3);
  for (size_t i = 0; i < looks.size(); i++) {
    looks[i].allocatedBytes = 40'000;
    looks[i].liveBytes = checks.back().liveBytes;
    looks[i].cpuMs = 8500 + 1000 * static_cast<double>(i);
  }
  run.done = {40, 0, 40'000, false, 11'000};
  report::Spec spec;
  spec.window = 10;
  spec.defect = "growth";
  spec.maxAllowedVso = 4;
  decideVerdict(spec, checks, run, looks);
  return spec.verdict;
}

TEST(LoadedVerdict, PassesWhereTheHeapStandsByTheCpuTime) {
  TooDear run;
  run.readyBytes = kReady;
  EXPECT_EQ(verdictOf(run), "pass");
}

TEST(LoadedVerdict, CountsFromWhenTheProgramWasReady) {
  EXPECT_EQ(verdictOf({}), "inconclusive") << "most of it came after half of all CPU time";
}

TEST(LoadedVerdict, IsOpenInAFullHeap) {
  TooDear run;
  run.readyBytes = kReady;
  run.heapBytes = 40'000;
  EXPECT_EQ(verdictOf(run), "inconclusive");
}

}  // namespace
}  // namespace isl
