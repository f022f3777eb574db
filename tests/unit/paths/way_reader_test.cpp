// Ways read again, reference by reference.
#include "paths/WayReader.h"

#include <gtest/gtest.h>

#include "paths/scripted_reader.h"
#include "store/Site.h"

namespace isl {
namespace {

class Reader : public testing::Test {
 protected:
  Step heldBy(uint32_t parent) {
    Step step;
    step.parent = parent;
    step.parentTag = nodes.tag(parent);
    step.parentClass = parent;
    step.index = 4;
    return step;
  }

  test::Nodes nodes{3};
  test::ScriptedReader edges;
  WayReader reader{edges, nodes.classes, nodes.table};
};

TEST_F(Reader, FieldsHoldWhileTheyRefer) {
  Step step = heldBy(2);
  EXPECT_FALSE(reader.holds(nullptr, 1, step));
  edges.fields = {{nodes.tag(2), 4, nodes.tag(1)}};
  EXPECT_TRUE(reader.holds(nullptr, 1, step));
  step.index = 5;
  EXPECT_FALSE(reader.holds(nullptr, 1, step));
}

TEST_F(Reader, ElementsMayMove) {
  Step step = heldBy(2);
  step.element = true;
  edges.elements[{nodes.tag(2), nodes.tag(1)}] = 9;
  EXPECT_TRUE(reader.holds(nullptr, 1, step));
  EXPECT_EQ(step.index, 9);
  edges.elements.clear();
  EXPECT_FALSE(reader.holds(nullptr, 1, step));
}

TEST_F(Reader, StaticFieldsAreReadAndOtherRootsBelieved) {
  Step step;
  step.hasRoot = true;
  EXPECT_TRUE(reader.holds(nullptr, 1, step));
  step.root.classTag = kClassTag | 3;
  step.root.staticField = {3, 2};
  EXPECT_FALSE(reader.holds(nullptr, 1, step));
  edges.statics = {{kClassTag | 3, 2, nodes.tag(1)}};
  EXPECT_TRUE(reader.holds(nullptr, 1, step));
}

TEST_F(Reader, WhatNothingHoldsIsNotCut) {
  Step step;
  EXPECT_TRUE(reader.holds(nullptr, 1, step));
}

TEST_F(Reader, ShortRunsAreReadAndLongOnesBelievedWhileTheirEndsLive) {
  Step step = heldBy(2);
  step.runFields = {4};
  step.repeats = 30;
  edges.runs[{nodes.tag(2), nodes.tag(1)}] = 30;
  EXPECT_TRUE(reader.holds(nullptr, 1, step));
  step.repeats = 29;
  EXPECT_FALSE(reader.holds(nullptr, 1, step));
  EXPECT_EQ(edges.runsRead, 2u);
  step.repeats = 5000;
  EXPECT_FALSE(reader.holds(nullptr, 1, step)) << "both are dead";
  edges.words = {{nodes.tag(1), 0}, {nodes.tag(2), 0}};
  EXPECT_TRUE(reader.holds(nullptr, 1, step));
  step.repeats = 30;
  step.runFields = {4, 5};
  EXPECT_TRUE(reader.holds(nullptr, 1, step)) << "which of the fields at which step is not known";
  EXPECT_EQ(edges.runsRead, 2u);
}

TEST_F(Reader, WatchesSamplesHoldersAndClassesOfStaticRoots) {
  PathSamples samples;
  samples.reset({PathTarget{}});
  samples.of(0).push_back({1, nodes.tag(1), 1});
  Ways ways;
  ways[1] = heldBy(2);
  ways[2].hasRoot = true;
  ways[2].root.classTag = kClassTag | 3;
  reader.watch(nullptr, samples, ways);
  EXPECT_EQ(edges.watched, (std::set<jlong>{nodes.tag(1), nodes.tag(2), kClassTag | 3}));
}

TEST_F(Reader, WordsGoIntoTheTable) {
  PathSamples samples;
  samples.reset({PathTarget{}});
  samples.of(0).push_back({1, nodes.tag(1), 1});
  Ways ways;
  ways[1] = heldBy(2);
  nodes.classes[2].islIndex = -1;  // as if an array
  edges.words = {{nodes.tag(1), 7u << kEpochBits}, {nodes.tag(2), 8u << kEpochBits}};
  reader.readWords(nullptr, samples, ways);
  EXPECT_TRUE(nodes.table[1].hasWord);
  EXPECT_EQ(siteOf(nodes.table[1].word), 7u);
  EXPECT_FALSE(nodes.table[2].hasWord);
  uint32_t word = 0;
  EXPECT_TRUE(reader.wordOf(nullptr, samples.of(0)[0], word));
  EXPECT_EQ(siteOf(word), 7u);
  edges.words.clear();
  EXPECT_FALSE(reader.wordOf(nullptr, samples.of(0)[0], word));
}

}  // namespace
}  // namespace isl
