// The tree of a mark, with a parent for each object.
#include "rawheap/MarkTree.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace isl::rawheap {
namespace {

TEST(MarkTree, KnowsEveryParent) {
  std::mt19937 random(5);
  MarkTree tree;
  ASSERT_TRUE(tree.reserve(100000));
  // Breadth first: number by number, how many children; batches of roots where all are closed.
  std::vector<uint32_t> parents;
  uint32_t open = 0;
  while (parents.size() < 50000) {
    if (open == parents.size()) {
      tree.addBatch();
      parents.push_back(open);
    }
    const uint32_t kind = random() % 100;
    const uint32_t children = kind == 0 ? random() % 200 : kind < 40 ? random() % 4 : 0;
    for (uint32_t i = 0; i < children; ++i) parents.push_back(open);
    MarkTree::Pen pen = tree.take();
    pen.close(children);
    ASSERT_TRUE(tree.put(pen));
    ++open;
  }
  EXPECT_EQ(tree.size(), parents.size());
  MarkTree::Cursor cursor(tree);
  for (uint32_t number = 0; number < open; number += 1 + random() % 3)
    ASSERT_EQ(cursor.parentOf(number), parents[number]);
  for (uint32_t i = 0; i < 4000; ++i) {
    if (i == 2000) ASSERT_TRUE(tree.index()) << "and once more with its help";
    const uint32_t number = random() % static_cast<uint32_t>(parents.size());
    MarkTree::Ascent ascent(tree, number);
    ASSERT_EQ(ascent.number(), number);
    for (uint32_t at = number;; at = parents[at]) {
      ASSERT_EQ(ascent.number(), at);
      ASSERT_EQ(ascent.parent(), parents[at]);
      if (parents[at] == at) break;
      ascent.up();
    }
  }
}

// What an earlier pass wrote is gone, in what it keeps and in what it gave back.
TEST(MarkTree, BeginsAnewInTheMemoryOfBefore) {
  MarkTree tree;
  for (const uint32_t children : {10u, 20'000'000u, 40u}) {
    ASSERT_TRUE(tree.reserve(20'000'010));
    tree.addBatch();
    MarkTree::Pen pen = tree.take();
    pen.close(children);
    for (uint32_t i = 0; i < children; ++i) pen.close(0);
    ASSERT_TRUE(tree.put(pen));
    EXPECT_EQ(tree.size(), children + 1u);
    for (const uint32_t number : {1u, 7u, children}) {
      EXPECT_EQ(MarkTree::Ascent(tree, number).parent(), 0u) << number << " of " << children;
    }
    tree.rest();
  }
}

TEST(MarkTree, SaysWhenItIsFull) {
  MarkTree tree;
  ASSERT_TRUE(tree.reserve(3));
  tree.addBatch();
  MarkTree::Pen pen = tree.take();
  pen.close(2);
  EXPECT_TRUE(tree.put(pen));
  pen.close(1);
  EXPECT_FALSE(tree.put(pen));
}

}  // namespace
}  // namespace isl::rawheap
