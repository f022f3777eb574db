// Verdicts over suites of tests: what each test leaves behind, and what late ones load.
#include "verdict/Verdict.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

// Forty checks, one a test, which leaves so many bytes behind; of these so many are the JDK's.
std::vector<report::Check> checksOf(uint64_t each, uint64_t foreignEach = 0) {
  std::vector<report::Check> out;
  for (uint32_t n = 1; n <= 40; n++) {
    report::Check check;
    check.n = n;
    check.units = n;
    check.allocatedBytes = 1000 * n;
    check.liveBytes = 3000 + each * n;
    check.foreignBytes = 500 + foreignEach * n;
    out.push_back(check);
  }
  return out;
}

std::string verdictOf(const std::vector<report::Check>& checks, bool loadsOnce, double limit = 4) {
  report::Spec spec;
  spec.window = 10;
  spec.defect = "growth";
  spec.maxAllowedVso = limit;
  TooDear tests;
  tests.tests = true;
  tests.loadsOnce = loadsOnce;
  decideVerdict(spec, checks, tests);
  return spec.verdict;
}

TEST(SuiteVerdict, NeedsToldWhatEachTestLeavesBehind) {
  EXPECT_EQ(verdictOf(checksOf(40), false), "inconclusive")
      << "a sixth of the heap in the second half";
  EXPECT_EQ(verdictOf(checksOf(40), false, 5), "pass");
  EXPECT_EQ(verdictOf(checksOf(30), false), "pass") << "an eighth";
}

TEST(SuiteVerdict, DoesNotAskWhatKeptTheCodeThatLateTestsLoad) {
  EXPECT_EQ(verdictOf(checksOf(40), true), "inconclusive") << "the program's own grows";
  EXPECT_EQ(verdictOf(checksOf(40, 20), true), "pass")
      << "half of it is the JDK's, for new classes";
  EXPECT_EQ(verdictOf(checksOf(40, 20), false), "inconclusive")
      << "each test may have loaded them anew";
}

TEST(SuiteVerdict, IsOpenBeforeTheFirstCheck) { EXPECT_EQ(verdictOf({}, true), "inconclusive"); }

TEST(SuiteVerdict, ClassesAreLoadedOnceUntilEightComeAgain) {
  report::Coverage coverage;
  coverage.classesRepeated = 7;
  EXPECT_TRUE(loadsOnce(coverage));
  coverage.classesRepeated = 8;
  EXPECT_FALSE(loadsOnce(coverage));
}

}  // namespace
}  // namespace isl
