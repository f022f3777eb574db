// Handles of the platform are given back on every way out, once.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/RawMonitor.h"
#include "mock_jvmti.h"

namespace isl::test {
namespace {

jvmtiError allocateName(jvmtiEnv* jvmti, char** name) {
  unsigned char* memory = nullptr;
  jvmti->Allocate(4, &memory);
  memcpy(memory, "abc", 4);
  *name = reinterpret_cast<char*>(memory);
  return JVMTI_ERROR_NONE;
}

TEST(JvmtiBuffer, GivesBackWhatItHolds) {
  MockJvmti jvmti;
  jvmti.useMalloc();
  {
    JvmtiText name(&jvmti);
    EXPECT_FALSE(name);
    allocateName(&jvmti, name.out());
    EXPECT_STREQ(name.get(), "abc");
    EXPECT_EQ(name[1], 'b');
    EXPECT_EQ(jvmti.outstanding, 1);
    allocateName(&jvmti, name.out());  // the first one is given back
    EXPECT_EQ(jvmti.outstanding, 1);
  }
  EXPECT_EQ(jvmti.outstanding, 0);
}

// A JNIEnv that knows which local references live.
struct References : JNIEnv {
  References() {
    memset(static_cast<void*>(&table), 0, sizeof table);
    table.DeleteLocalRef = [](JNIEnv* env, jobject reference) {
      static_cast<References*>(env)->deleted.push_back(reference);
    };
    functions = &table;
  }
  JNINativeInterface_ table;
  std::vector<jobject> deleted;
};

jobject handle(uintptr_t n) { return reinterpret_cast<jobject>(n); }

TEST(LocalRef, DeletesOnce) {
  References jni;
  {
    LocalRef<jobject> first(&jni, handle(16));
    LocalRef<jobject> moved(std::move(first));
    EXPECT_FALSE(first);
    EXPECT_EQ(moved.get(), handle(16));
    EXPECT_TRUE(jni.deleted.empty());
  }
  EXPECT_EQ(jni.deleted, std::vector<jobject>{handle(16)});
}

TEST(LocalRef, ReplacesAndReleases) {
  References jni;
  LocalRef<jobject> reference(&jni, handle(16));
  *reference.out() = handle(32);
  EXPECT_EQ(jni.deleted, std::vector<jobject>{handle(16)});
  reference = LocalRef<jobject>(&jni, handle(48));
  EXPECT_EQ(jni.deleted.back(), handle(32));
  EXPECT_EQ(reference.release(), handle(48));
  reference.reset();
  EXPECT_EQ(jni.deleted.size(), 2u);
}

int entered = 0;

TEST(RawMonitor, IsHeldForAScope) {
  MockJvmti jvmti;
  entered = 0;
  jvmti.set(&jvmtiInterface_1_::CreateRawMonitor, [](jvmtiEnv*, const char*, jrawMonitorID* out) {
    *out = reinterpret_cast<jrawMonitorID>(uintptr_t{8});
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::RawMonitorEnter, [](jvmtiEnv*, jrawMonitorID) {
    entered++;
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::RawMonitorExit, [](jvmtiEnv*, jrawMonitorID) {
    entered--;
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::RawMonitorWait,
            [](jvmtiEnv*, jrawMonitorID, jlong) { return JVMTI_ERROR_INTERRUPT; });
  RawMonitor monitor;
  ASSERT_TRUE(monitor.create(&jvmti, "test"));
  {
    RawMonitor::Lock lock(monitor);
    EXPECT_EQ(entered, 1);
    EXPECT_TRUE(lock.wait(1));
  }
  EXPECT_EQ(entered, 0);
}

TEST(RawMonitor, SaysThatItCannotBeMade) {
  MockJvmti jvmti;
  RawMonitor monitor;
  const Status made = monitor.create(&jvmti, "test");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.message(), "the VM gives no monitor to the agent");
  EXPECT_FALSE(monitor.exists());
  RawMonitor::Lock lock(monitor);  // calls nothing
  EXPECT_EQ(jvmti.calls(&jvmtiInterface_1_::RawMonitorEnter), 0u);
}

}  // namespace
}  // namespace isl::test
