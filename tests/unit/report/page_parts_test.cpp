// What the page is made of, as data: the order of fixes and the tree of paths.
#include <gtest/gtest.h>

#include "report/Fixes.h"
#include "report/PathTree.h"
#include "report/example.h"

namespace isl::report {
namespace {

Finding defect(const char* kind, double share) {
  Finding out;
  out.kind = kind;
  out.share = share;
  return out;
}

TEST(Fixes, TheLargestShareComesFirst) {
  Spec spec;
  spec.defect = "growth";
  spec.findings = {defect("leak", 0.1), defect("idle", 0.9), defect("leak", 0.4),
                   defect("leak", 0.2)};
  spec.findings[3].accepted = "known";
  spec.ratedVso = 11;
  spec.maxAllowedVso = 4;
  const std::vector<Fix> order = orderOfFixes(spec);
  ASSERT_EQ(order.size(), 2U);
  EXPECT_EQ(order[0].finding, &spec.findings[2]);
  EXPECT_DOUBLE_EQ(order[0].alone, 3);
  EXPECT_DOUBLE_EQ(order[0].after, 3);
  EXPECT_TRUE(order[0].within);
  EXPECT_DOUBLE_EQ(order[1].alone, 9);
  EXPECT_DOUBLE_EQ(order[1].after, 1);
  EXPECT_FALSE(order[1].within) << "it was within the limit before";
}

TEST(Fixes, NothingIsPromisedThatIsNotMeasured) {
  Spec spec;
  spec.defect = "growth";
  spec.findings = {defect("leak", 0.8), defect("leak", 0.7)};
  spec.ratedVso = 15;  // a merged report: of its worst JVM
  const std::vector<Fix> order = orderOfFixes(spec);
  ASSERT_EQ(order.size(), 2U);
  EXPECT_DOUBLE_EQ(order[0].alone, 15);
  EXPECT_DOUBLE_EQ(order[1].after, 1);
  EXPECT_FALSE(order[1].within) << "there is no limit";
  spec.findings.clear();
  EXPECT_TRUE(orderOfFixes(spec).empty());
}

TEST(PathTree, JoinsPathsFromTheRoot) {
  Spec spec = test::exampleSpec();
  spec.sites[0].penaltyBytes = 1000;
  spec.sites[0].paths[1] = spec.sites[0].paths[0];
  spec.sites[0].paths[1].share = 0.13;
  spec.sites[0].paths[1].edges.erase(spec.sites[0].paths[1].edges.begin());
  const PathNode top = pathTree(spec, spec.findings[0]);
  EXPECT_DOUBLE_EQ(top.penaltyBytes, 1000);
  ASSERT_EQ(top.children.size(), 1U);
  const PathNode& root = top.children[0];
  EXPECT_EQ(root.label, "static field org.apache.xalan.IteratorPool.pool");
  EXPECT_TRUE(root.isHolder);
  const PathNode* node = &root;
  for (const char* label : {"java.util.ArrayList.elementData", "java.lang.Object[] [*]"}) {
    ASSERT_EQ(node->children.size(), 1U);
    node = &node->children[0];
    EXPECT_EQ(node->label, label);
    EXPECT_DOUBLE_EQ(node->penaltyBytes, 1000);
    EXPECT_FALSE(node->isHolder);
  }
  ASSERT_EQ(node->children.size(), 2U);
  EXPECT_EQ(node->children[0].label, "org.apache.xml.utils.ObjectStack.m_map");
  EXPECT_DOUBLE_EQ(node->children[0].penaltyBytes, 870);
  EXPECT_EQ(node->children[1].label, "java.lang.Object[]");
}

TEST(PathTree, IsEmptyWithoutSites) {
  Spec spec = test::exampleSpec();
  spec.findings[0].sites.clear();
  EXPECT_TRUE(pathTree(spec, spec.findings[0]).children.empty());
}

}  // namespace
}  // namespace isl::report
