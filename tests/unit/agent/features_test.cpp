// Which spec has its flags in the objects' words, and what the others observe beside it.
#include "agent/Features.h"

#include <gtest/gtest.h>

#include "events/EventKeys.h"

namespace isl {
namespace {

IslSpec withFlags() {
  IslSpec spec;
  spec.mainContext = -1;
  spec.flagCount = 2;
  spec.touchOnRead = spec.touchOnWrite = 1;
  spec.onUse[0] = 1;
  return spec;
}

TEST(SpecWithStates, KeepsItsFlagsBesideEventsOfOthers) {
  const IslHandler onWrite = [] {
    IslHandler handler;
    handler.event = ISL_ON_WRITE;
    handler.mode = ISL_MODE_NATIVE;
    return handler;
  }();
  const IslSpec flags = withFlags();
  IslSpec events;
  events.handlers = &onWrite;
  events.handlerCount = 1;
  EXPECT_EQ(specWithStates({&events, &flags}), &flags);
  EXPECT_EQ(specWithStates({&events}), nullptr);
}

TEST(SpecWithStates, IsTheFirstOfSeveral) {
  const IslSpec first = withFlags(), second = withFlags();
  EXPECT_EQ(specWithStates({&first, &second}), &first);
}

TEST(SpecWithStates, SeesEveryAccessThatTouches) {
  IslSpec flags = withFlags(), leak;
  leak.touchOnRead = leak.touchOnWrite = 1;
  EXPECT_EQ(specWithStates({&leak, &flags}), &flags);
  flags.touchOnWrite = 0;
  EXPECT_EQ(specWithStates({&leak, &flags}), nullptr) << "a write would count as a read";
  for (uint8_t state = 0; state < 4; state++) flags.onUse[state] = state;
  EXPECT_EQ(specWithStates({&leak, &flags}), &flags) << "uses do not matter to it";
}

TEST(SpecWithStates, TouchesInPlaceOfItsEvents) {
  const IslSpec first = withFlags();
  IslSpec second = withFlags();
  second.touchOnRead = 0;
  const Hierarchy hierarchy;
  const SequenceSet sequences;
  WordLayout::keepFlagsOf(&first, true);
  EXPECT_TRUE(featuresFor({&second, &first}, hierarchy, sequences, nullptr).touchReads);
  EXPECT_FALSE(featuresFor({&second}, hierarchy, sequences, nullptr).touchWrites) << "logged";
  WordLayout::keepFlagsOf(nullptr);
}

TEST(WordsAreAges, UnlessASpecHasFlagsOrEvents) {
  IslHandler onWrite;
  onWrite.event = ISL_ON_WRITE;
  onWrite.mode = ISL_MODE_NATIVE;
  IslSpec leak, records, events;
  leak.summary = ISL_SUMMARY_STALE_WINDOW;
  events.handlers = &onWrite;
  events.handlerCount = 1;
  const IslSpec flags = withFlags();
  EXPECT_TRUE(wordsAreAges({&leak, &records})) << "a record is named where the site would be";
  EXPECT_FALSE(wordsAreAges({&leak, &events}));
  EXPECT_FALSE(wordsAreAges({&leak, &flags}));
}

}  // namespace
}  // namespace isl
