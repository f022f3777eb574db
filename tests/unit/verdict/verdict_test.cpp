// Verdicts and assertion limits.
#include <gtest/gtest.h>

#include "verdict/ReportBuilder.h"

namespace isl {
namespace {

TEST(Verdict, NeedsTwiceTheWindow) {
  report::Spec spec;
  spec.window = 10;
  spec.maxVso = 30;
  spec.sustainedVso = 4;
  spec.maxAllowedVso = 8;
  decideVerdict(spec, 19);
  EXPECT_EQ(spec.verdict, "inconclusive");
  decideVerdict(spec, 20);
  EXPECT_EQ(spec.verdict, "pass") << "the sustained value counts: " << spec.verdictWhy;
  spec.sustainedVso = 9;
  decideVerdict(spec, 20);
  EXPECT_EQ(spec.verdict, "fail");
  spec.maxAllowedVso = 0;
  decideVerdict(spec, 20);
  EXPECT_EQ(spec.verdict, "pass");
}

TEST(Limits, NamedSpecWinsOverTheGeneralLimit) {
  Options options;
  options.maxVso = {{"", 5.0}, {"leak", 9.0}};
  EXPECT_DOUBLE_EQ(limitOf(options, "leak"), 9.0);
  EXPECT_DOUBLE_EQ(limitOf(options, "maps"), 5.0);
  EXPECT_DOUBLE_EQ(limitOf(Options{}, "leak"), 0.0);
}

}  // namespace
}  // namespace isl
