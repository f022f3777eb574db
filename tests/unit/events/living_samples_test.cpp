// Which samples live: told by a pass, kept through the end of a program, bounded.
#include "events/LivingSamples.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "mock_jni.h"

namespace isl {
namespace {

class Living : public testing::Test {
 protected:
  void add(uint64_t stack, size_t count) {
    for (size_t i = 0; i < count; i++) {
      objects_.push_back(std::make_unique<test::MockObject>());
      samples_.add(&jni_, test::MockJni::handleOf(*objects_.back()), stack);
    }
  }
  // Those die for which dies(index) holds, in the order in which they were added.
  template <typename Dies>
  void pass(Dies&& dies) {
    samples_.begin();
    for (size_t i = 0; i < objects_.size(); i++) {
      if (dies(i)) dead_.insert(test::MockJni::handleOf(*objects_[i]));
    }
    samples_.look([this](jobject object) { return dead_.count(object) == 0; });
    samples_.settle(&jni_);
  }
  uint64_t of(uint64_t stack) const {
    const LivingSamples::ByStack living = samples_.byStack();
    const auto found = living.find(stack);
    return found == living.end() ? 0 : found->second;
  }

  test::MockJni jni_;
  LivingSamples samples_;
  std::vector<std::unique_ptr<test::MockObject>> objects_;
  std::set<jobject> dead_;
};

TEST_F(Living, AreToldByStackAndTheOthersForgotten) {
  add(1, 6);
  add(2, 4);
  pass([](size_t i) { return i < 5; });
  EXPECT_EQ(jni_.weaks, 5);
  EXPECT_EQ(of(1), 0u) << "their calls may be under way";
  add(1, 3);
  pass([](size_t) { return false; });
  EXPECT_EQ(of(1), 1u);
  EXPECT_EQ(of(2), 4u);
  pass([](size_t) { return false; });
  EXPECT_EQ(of(1), 4u);
}

TEST_F(Living, AreThoseOfBeforeAProgramLetsGo) {
  add(1, 10);
  add(2, 2);
  for (int times = 0; times < 2; times++) pass([](size_t) { return false; });
  pass([](size_t i) { return i < 7; });
  EXPECT_EQ(of(1), 10u) << "fewer than half are left";
  EXPECT_EQ(jni_.weaks, 5);
  add(2, 8);
  for (int times = 0; times < 2; times++) pass([](size_t) { return false; });
  EXPECT_EQ(of(1), 3u);
  EXPECT_EQ(of(2), 10u);
}

TEST_F(Living, AreNotLostByWhatComesDuringAPass) {
  add(1, 1);
  samples_.begin();
  add(2, 1);
  samples_.look([](jobject) { return true; });
  samples_.settle(&jni_);
  pass([](size_t) { return false; });
  EXPECT_EQ(of(1), 1u);
  EXPECT_EQ(of(2), 0u);
  pass([](size_t) { return false; });
  EXPECT_EQ(of(2), 1u);
}

TEST_F(Living, StayWhereThePassGaveNoAnswer) {
  add(1, 1);
  samples_.begin();
  samples_.settle(&jni_);
  EXPECT_EQ(jni_.weaks, 1);
  for (int times = 0; times < 2; times++) pass([](size_t) { return false; });
  EXPECT_EQ(of(1), 1u);
}

TEST_F(Living, AreBoundedAndKeepTheirShares) {
  for (int round = 0; round < 40; round++) {
    for (int i = 0; i < 100; i++) {
      add(1, 2);
      add(2, 1);
    }
    pass([](size_t) { return false; });
    EXPECT_LE(jni_.weaks, static_cast<int>(LivingSamples::kMost));
  }
  EXPECT_GE(of(1) + of(2), LivingSamples::kMost / 4);
  EXPECT_NEAR(static_cast<double>(of(1)) / static_cast<double>(of(2)), 2, 0.5);
}

// What is forgotten was not let go of.
TEST_F(Living, AreToldAnewWhenHalfWasForgotten) {
  add(1, 2000);
  for (int times = 0; times < 2; times++) pass([](size_t) { return false; });
  EXPECT_EQ(of(1), 2000u);
  add(1, LivingSamples::kMost / 2 - 1990);
  pass([](size_t) { return false; });
  pass([](size_t i) { return i % 8 == 0; });
  EXPECT_LT(of(1), 1000u);
  EXPECT_GT(of(1), 700u);
}

TEST_F(Living, AreNoMoreThanTheMostWithoutAPass) {
  add(1, LivingSamples::kMost + 10);
  EXPECT_EQ(jni_.weaks, static_cast<int>(LivingSamples::kMost));
}

}  // namespace
}  // namespace isl
