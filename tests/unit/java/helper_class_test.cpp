// The helper classes as the VM accepts or refuses them, and what their natives ask for.
#include <gtest/gtest.h>

#include <algorithm>

#include "java/HelperClass.h"
#include "mock_jni.h"
#include "mock_jvmti.h"
#include "store/CallingContexts.h"

namespace isl {
namespace {

class Helper : public testing::Test {
 protected:
  uint32_t site() {
    SiteLocation location{};
    location.className = "a/Main";
    location.method = "m";
    location.target = "a/T";
    return sites_.intern(location);
  }

  test::MockJni jni_;
  test::MockJvmti jvmti_;
  SiteTable sites_;
  SequenceSet sequences_;
  HelperClass helper_{&jvmti_, sites_, sequences_};
};

TEST_F(Helper, IsDefinedAndKnowsTheGate) {
  ASSERT_TRUE(helper_.define(&jni_));
  EXPECT_EQ(jni_.statics.at("constructionGate"), helper_.gate().address());
  ASSERT_TRUE(helper_.defineFlags(&jni_));
  helper_.setEpoch(&jni_, 7);
  EXPECT_EQ(jni_.statics.at("epoch"), 7);
  EXPECT_EQ(jni_.statics.count("quietWord"), 1u);
  EXPECT_EQ(helper_.eventsClass(), nullptr);
  ASSERT_TRUE(helper_.defineEvents(&jni_));
  EXPECT_NE(helper_.eventsClass(), nullptr);
  EXPECT_NE(helper_.arraysClass(), nullptr);
}

TEST_F(Helper, TellsTheEpochWhereOrderedWordsHaveIt) {
  ASSERT_TRUE(helper_.define(&jni_));
  ASSERT_TRUE(helper_.defineAges(&jni_, true));
  const auto counted = [this] {
    return std::count(jni_.called.begin(), jni_.called.end(), "countRegions");
  };
  EXPECT_EQ(counted(), 0);
  helper_.setEpoch(&jni_, 1);
  helper_.setEpoch(&jni_, 7);
  EXPECT_EQ(jni_.statics.at("now"), 7 << kSiteBits);
  EXPECT_EQ(counted(), 1) << "the region that the VM's start is ends with the first epoch";
  jni_.lacks("now");
  EXPECT_FALSE(helper_.defineAges(&jni_, true));
}

TEST_F(Helper, AsksEachThreadForItsRegionsWhereNobodyCounts) {
  ASSERT_TRUE(helper_.define(&jni_));
  ASSERT_TRUE(helper_.defineAges(&jni_, false));
  helper_.setEpoch(&jni_, 1);
  EXPECT_EQ(std::count(jni_.called.begin(), jni_.called.end(), "countRegions"), 0);
}

TEST_F(Helper, SaysWhichClassTheVmRefuses) {
  jni_.lacks("java/lang/IslCounts");
  const Status refused = helper_.defineEvents(&jni_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.message(), "the VM does not accept the helper class java/lang/IslCounts");
  jni_.lacks("dropScope");
  EXPECT_FALSE(helper_.define(&jni_));
  jni_.lacks("quietWord");
  EXPECT_FALSE(helper_.defineFlags(&jni_));
}

TEST_F(Helper, TellsVariantsOfASiteApart) {
  ASSERT_TRUE(helper_.define(&jni_));
  const uint32_t base = site();
  const uint32_t scoped = helper_.variantSite(0, 4, base);
  EXPECT_EQ(sites_.get(scoped).scope, 4u);
  EXPECT_EQ(sites_.get(scoped).context, 0u);
  helper_.setContexts(&jni_, 10);
  EXPECT_EQ(jni_.statics.at("contexts"), 10);
  const uint32_t called = helper_.variantSite(5u << kContextShift, 4, base);
  EXPECT_EQ(sites_.get(called).context, 5u);
  EXPECT_EQ(sites_.get(called).sequences, 0u);
}

TEST_F(Helper, WalksStacksWhereSequencesWantIt) {
  ASSERT_TRUE(helper_.define(&jni_));
  helper_.walkStacks(&jni_);
  EXPECT_EQ(jni_.statics.count("walksStacks"), 0u);
  std::string error;
  sequences_.add("a.Main.run,?", error);
  ASSERT_TRUE(sequences_.wantsStacks());
  helper_.walkStacks(&jni_);
  EXPECT_EQ(jni_.statics.at("walksStacks"), JNI_TRUE);
}

}  // namespace
}  // namespace isl
