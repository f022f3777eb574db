// The fields and natives of the helper classes that events need.
#include "events/JavaSide.h"
#include "events/program.h"

namespace isl {
namespace {

using test::MockJni;

class Java : public test::Program {};

TEST_F(Java, LacksAFieldIsAnError) {
  jni_.lacks("allArrays");
  const Status bound = java_.bind(&jni_, MockJni::classHandle(), MockJni::classHandle());
  ASSERT_FALSE(bound);
  EXPECT_EQ(bound.message(), "java.lang.IslEvents or IslArrays lacks its fields");
  jni_.lacks("$islLog");
  EXPECT_FALSE(java_.start(&jni_, 0));
  jni_.lacks("ringMask");
  EXPECT_FALSE(java_.startLatest(&jni_, EventLogs()));
  jni_.lacks("slotsOffset");
  EXPECT_FALSE(java_.startCounts(&jni_, EventLogs()));
}

TEST_F(Java, IsToldWhereSlotsLie) {
  begin();
  EventLogs logs;
  logs.setLatest(SlotLayout::ofValues(10));
  logs.setCounts(SlotLayout::ofCounts());
  test::MockObject places;
  jni_.staticObjects["places"] = MockJni::handleOf(places);
  const Result<jobjectArray> chunks = java_.startLatest(&jni_, logs);
  ASSERT_TRUE(chunks);
  EXPECT_EQ(*chunks, MockJni::handleOf(places));
  EXPECT_EQ(jni_.statics.at("slotsOffset"), static_cast<jlong>(logs.latestOffset()));
  EXPECT_EQ(jni_.statics.at("slotBytes"), static_cast<jlong>(logs.latest().slotBytes()));
  EXPECT_EQ(jni_.statics.at("ringMask"), static_cast<jlong>(logs.latest().room) - 1);
  ASSERT_TRUE(java_.startCounts(&jni_, logs));
  EXPECT_EQ(jni_.statics.at("slotsOffset"), static_cast<jlong>(logs.countsOffset()));
}

TEST_F(Java, LinksEachNative) {
  begin();
  EXPECT_TRUE(java_.linkNatives(&jni_));
  EXPECT_EQ(jni_.called, (std::vector<std::string>{"admit", "admitArray", "admitStored", "newLog",
                                                   "drain", "findPlace"}));
  jni_.called.clear();
  jni_.lacks("newLog");
  EXPECT_FALSE(java_.linkNatives(&jni_));
  EXPECT_EQ(jni_.called.size(), 5u) << "the others are linked nevertheless";
  jni_.lacks("java/lang/IslLatest");
  EXPECT_FALSE(java_.linkNatives(&jni_));
}

TEST_F(Java, ThreadsHaveALogOrNone) {
  static jlong log;
  jni_.onGetLong([](jobject) { return log; });
  jni_.onSetLong([](jobject, jlong value) { log = value; });
  test::ProgramObject thread;
  log = 4096;
  EXPECT_EQ(java_.takeLog(&jni_, handle(thread)), nullptr) << "not started";
  begin();
  EXPECT_EQ(java_.takeLog(&jni_, handle(thread)), reinterpret_cast<EventLog*>(4096));
  EXPECT_EQ(log, 0);
  EXPECT_EQ(java_.takeLog(&jni_, handle(thread)), nullptr);
  java_.mute(&jni_, handle(thread));
  EXPECT_NE(log, 0);
  EXPECT_EQ(java_.takeLog(&jni_, handle(thread)), nullptr);
}

}  // namespace
}  // namespace isl
