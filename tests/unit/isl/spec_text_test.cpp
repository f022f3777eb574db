#include "SpecText.h"

#include <gtest/gtest.h>

namespace isl::tool {
namespace {

using Lines = std::vector<std::string>;

TEST(FirstSentence, EndsAtADotBeforeASpaceOrTheEnd) {
  EXPECT_EQ(firstSentence("// Figure 3.1: strings that\n// nobody uses. More.\n\nHistory H"),
            "Figure 3.1: strings that nobody uses.");
  EXPECT_EQ(firstSentence("// no dot at all\nx // other."), "no dot at all");
  EXPECT_EQ(firstSentence("// Ends here."), "Ends here.");
  EXPECT_EQ(firstSentence("History H {}"), "");
}

const char* const kPlan = "plan of p (p.isl)\n"
                          "  instrumented: allocations (site and epoch), and\n"
                          "    touches at reads\n"
                          "      of: objects of any type\n"
                          "  handler on_rw: deferred\n"
                          "  record: 40 bytes per object\n"
                          "  word: 4 bytes in each object\n";

TEST(CostsOf, JoinsWhatIsInstrumentedAndNamesMemory) {
  EXPECT_EQ(costsOf(kPlan),
            (Lines{"allocations (site and epoch), and touches at reads; of: objects of any type",
                   "word: 4 bytes in each object", "record: 40 bytes per object"}));
  EXPECT_EQ(costsOf("plan of p\n"), Lines{});
}

TEST(SpecsWithoutATrace, AreForRunningJvmsAsWell) {
  const std::string plan =
      std::string(kPlan) + "  trace in the program: can be left out (sites=off)\n";
  ASSERT_EQ(needsOf(plan).size(), 1u);
  EXPECT_NE(needsOf(plan)[0].find("isl attach"), std::string::npos);
  EXPECT_EQ(costsOf(plan).size(), costsOf(kPlan).size() + 1);
  const std::string other = std::string(kPlan) + "  trace in the program: needed: it has on_rw\n";
  EXPECT_EQ(needsOf(other), needsOf(kPlan));
  EXPECT_EQ(costsOf(other), costsOf(kPlan));
}

TEST(NeedsOf, NamesTheStartWhereThereIsAWord) {
  EXPECT_EQ(needsOf(kPlan).size(), 1u);
  EXPECT_EQ(needsOf("plan of p\n  record: 40 bytes\n"), Lines{});
}

}  // namespace
}  // namespace isl::tool
