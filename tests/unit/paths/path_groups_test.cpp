// Paths by the way that they take, with their shares.
#include "paths/PathGroups.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

report::Path path(const std::string& holder, bool truncated = false, uint32_t repeats = 1) {
  report::Path path;
  report::PathEdge edge;
  edge.holderType = holder;
  edge.field = "f";
  edge.repeats = repeats;
  path.edges = {edge};
  path.truncated = truncated;
  path.root.kind = truncated ? "unknown" : "static";
  return path;
}

TEST(PathGroups, ShareTheWholeWeight) {
  PathGroups groups;
  groups.add(path("A"), 1);
  groups.add(path("B"), 4);
  groups.add(path("A"), 3);
  const auto shared = groups.shared();
  ASSERT_EQ(shared.size(), 2u);
  EXPECT_EQ(shared[0].edges[0].holderType, "A") << "equal shares stay in order";
  EXPECT_DOUBLE_EQ(shared[0].share, 0.5);
  EXPECT_DOUBLE_EQ(shared[1].share, 0.5);
}

TEST(PathGroups, KeepWhatTheirHoldersRetain) {
  report::Path measured = path("A");
  measured.edges[0].retainedBytes = 4096;
  PathGroups groups;
  groups.add(path("A"), 1);
  groups.add(measured, 1);
  const auto before = groups.shared();
  EXPECT_EQ(before[0].edges[0].retainedBytes, 4096u);
  std::vector<report::Path> now = {path("A"), path("B")}, others = {path("B"), path("A")};
  EXPECT_TRUE(PathGroups::keepRetained(before, now, 0, 9000));
  EXPECT_EQ(now[0].edges[0].retainedBytes, 4096u);
  EXPECT_EQ(now[1].edges[0].retainedBytes, 0u);
  EXPECT_FALSE(PathGroups::keepRetained(before, others, 5000, 5000)) << "the first has another way";
  EXPECT_EQ(others[1].edges[0].retainedBytes, 4096u);
  std::vector<report::Path> grown = {path("A")};
  EXPECT_TRUE(PathGroups::keepRetained(before, grown, 5000, 10'000));
  EXPECT_EQ(grown[0].edges[0].retainedBytes, 8192u) << "most of what it keeps are the objects";
  EXPECT_TRUE(PathGroups::keepRetained(before, grown, 2000, 10'000));
  EXPECT_EQ(grown[0].edges[0].retainedBytes, 10'000u);
  EXPECT_TRUE(PathGroups::keepRetained(before, grown, 2000, 4000));
  EXPECT_EQ(grown[0].edges[0].retainedBytes, 4096u) << "it kept more, who knows of what";
}

// A table keeps what is in it, which is more than itself.
TEST(PathGroups, KeepWhatTheirObjectsRetain) {
  report::Path table = path("A");
  table.retainedBytes = 100'000;
  PathGroups groups;
  groups.add(path("A"), 1);
  groups.add(table, 1);
  const auto before = groups.shared();
  EXPECT_EQ(before[0].retainedBytes, 100'000u);
  std::vector<report::Path> now = {path("B"), path("A")};
  PathGroups::keepRetained(before, now, 2000, 3000);
  EXPECT_EQ(now[0].retainedBytes, 0u);
  EXPECT_EQ(now[1].retainedBytes, 150'000u);
}

TEST(PathGroups, DifferInFieldRootAndLength) {
  PathGroups groups;
  groups.add(path("A"), 1);
  report::Path other = path("A");
  other.edges[0].field = "g";
  groups.add(other, 1);
  other = path("A");
  other.root.name = "Main.cache";
  groups.add(other, 1);
  other = path("A");
  other.edges.push_back(other.edges[0]);
  groups.add(other, 1);
  EXPECT_EQ(groups.shared().size(), 4u);
}

TEST(PathGroups, ThoseWithARootComeFirst) {
  PathGroups groups;
  groups.add(path("A", true), 8);
  groups.add(path("B"), 1);
  groups.add(path("C"), 3);
  const auto shared = groups.shared();
  ASSERT_EQ(shared.size(), 3u);
  EXPECT_EQ(shared[0].edges[0].holderType, "C");
  EXPECT_EQ(shared[1].edges[0].holderType, "B");
  EXPECT_EQ(shared[2].edges[0].holderType, "A");
}

TEST(PathGroups, TellTheLongestRun) {
  PathGroups groups;
  groups.add(path("A", false, 3), 1);
  groups.add(path("A", false, 7), 1);
  groups.add(path("A", false, 5), 1);
  ASSERT_EQ(groups.shared().size(), 1u);
  EXPECT_EQ(groups.shared()[0].edges[0].repeats, 7u);
}

TEST(PathGroups, WithoutWeightHaveNoShare) {
  EXPECT_TRUE(PathGroups().shared().empty());
  PathGroups groups;
  groups.add(path("A"), 0);
  EXPECT_EQ(groups.shared()[0].share, 0);
}

}  // namespace
}  // namespace isl
