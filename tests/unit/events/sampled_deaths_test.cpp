// What became of sampled allocations: decided by the first collection behind their check, told by line and type.
#include "events/SampledDeaths.h"

#include "mock_stack.h"

namespace isl {
namespace {

using Class = test::StackClass;
using Method = test::StackMethod;

IslSpec specOf() {
  IslSpec spec;
  spec.window = [] { return uint32_t{1}; };
  return spec;
}

class Deaths : public test::MockStack {
 protected:
  Deaths() {
    ClassRecord record;
    record.signature = "Lshop/Item;";
    itemId_ = classes_.add(std::move(record));
    item_.word = static_cast<jint>(itemId_);
    shop_.signature = "Lshop/Shop;";
    shop_.file = "Shop.java";
    jdk_.signature = "Ljava/util/List;";
    jdk_.file = "List.java";
    jvmti_.set(&jvmtiInterface_1_::GetTag, [](jvmtiEnv*, jobject o, jlong* tag) {
      *tag = kClassTag | static_cast<jlong>(test::MockJni::objectOf(o)->word);
      return JVMTI_ERROR_NONE;
    });
  }
  // So many objects of 16 bytes that stand for 1000 each; the first `dead` of them die.
  void sample(std::vector<Method*> stack, size_t count, size_t dead) {
    stack_ = std::move(stack);
    for (size_t i = 0; i < count; i++) {
      objects_.push_back(std::make_unique<test::MockObject>());
      const jobject handle = test::MockJni::handleOf(*objects_.back());
      deaths_.onSample(&jvmti_, &jni_, handle, static_cast<jclass>(test::MockJni::handleOf(item_)),
                       16, 1000);
      if (i < dead) jni_.collected.insert(handle);
    }
  }
  const DeathRow& row() {
    EXPECT_EQ(deaths_.known().rows().size(), 1u);
    return deaths_.known().rows().front();
  }

  IslSpec spec_ = specOf();
  SiteTable sites_;
  ClassTable classes_{{&spec_}};
  SampledDeaths deaths_{sites_, classes_};
  uint32_t itemId_ = 0;
  Class item_, shop_, jdk_;
  Method make_{&shop_, "make", "()V", 17}, add_{&jdk_, "add", "()V", 3};
  std::vector<std::unique_ptr<test::MockObject>> objects_;
};

TEST_F(Deaths, AreThoseThatTheNextCollectionTook) {
  sample({&add_, &make_}, 20, 15);
  deaths_.close(&jvmti_, &jni_);
  deaths_.settle(&jni_);
  EXPECT_EQ(deaths_.known().samples(), 0u) << "no collection has come";
  EXPECT_TRUE(deaths_.wantsCollection());
  jni_.collectMade();
  deaths_.settle(&jni_);
  EXPECT_EQ(row().samples, 20u);
  EXPECT_EQ(row().bornBytes, 20'000u);
  EXPECT_EQ(row().diedBytes, 15'000u);
  EXPECT_EQ(row().diedObjects, 15u * (1000 / 16));
  EXPECT_EQ(row().classId, itemId_);
  EXPECT_EQ(sites_.get(row().site).line, 17) << "the nearest line of the program";
  EXPECT_FALSE(deaths_.wantsCollection());
  EXPECT_EQ(jni_.weaks, 0);
}

TEST_F(Deaths, WaitUntilAnObjectBehindThemIsGone) {
  sample({&make_}, 20, 20);
  deaths_.close(&jvmti_, &jni_);
  jni_.collectMade();
  sample({&make_}, 20, 0);
  deaths_.close(&jvmti_, &jni_);
  deaths_.settle(&jni_);
  EXPECT_EQ(row().samples, 20u) << "those of the second check wait";
  EXPECT_EQ(row().diedBytes, 20'000u);
  EXPECT_FALSE(deaths_.wantsCollection()) << "no more wait than are known";
  jni_.collectMade();
  deaths_.settle(&jni_);
  EXPECT_EQ(row().samples, 40u);
  EXPECT_EQ(row().bornBytes, 40'000u);
}

TEST_F(Deaths, OfTheJdkAloneAreInTheSum) {
  sample({&add_}, 20, 20);
  deaths_.close(&jvmti_, &jni_);
  jni_.collectMade();
  deaths_.settle(&jni_);
  EXPECT_TRUE(deaths_.known().rows().empty());
  EXPECT_EQ(deaths_.known().allocatedBytes(), 20'000u);
}

TEST_F(Deaths, OfThreadsWithoutFramesDoNotCount) {
  sample({}, 20, 20);
  deaths_.close(&jvmti_, &jni_);
  EXPECT_FALSE(deaths_.wantsCollection());
  EXPECT_EQ(jni_.weaks, 0);
}

TEST(DeathRows, BeyondTheMostAreCounted) {
  DeathRows rows;
  for (uint32_t site = 1; site <= DeathRows::kMost + 5; site++) rows.add(site, 1, 16, 100, true);
  EXPECT_EQ(rows.rows().size(), DeathRows::kMost);
  EXPECT_EQ(rows.refused(), 5u);
  EXPECT_EQ(rows.allocatedBytes(), 100u * (DeathRows::kMost + 5));
}

}  // namespace
}  // namespace isl
