// Offsets that ids of fields tell, and what is asked where they do not.
#include "base/FieldIds.h"

#include <gtest/gtest.h>

#include <cstring>

namespace isl {
namespace {

struct StaticRecord {
  uint64_t holder, next;
  int32_t offset;
};

jfieldID idOf(uint64_t word) { return reinterpret_cast<jfieldID>(word); }
jfieldID hashed(uint64_t hash, uint64_t offset) { return idOf(hash << 9 | offset << 2 | 3); }
jfieldID plain(uint64_t offset) { return idOf(offset << 2 | 2); }

TEST(FieldId, IsTheOffsetOfAnInstanceField) {
  EXPECT_EQ(FieldIds::decode(plain(16), false), 16);
  EXPECT_EQ(FieldIds::decode(plain(4096), false), 4096);
  EXPECT_EQ(FieldIds::decode(hashed(0x1234567, 12), false), 12);
  EXPECT_EQ(FieldIds::decode(hashed(0, 127), false), 127);
}

TEST(FieldId, IsARecordOfAStaticField) {
  const StaticRecord record{1, 2, 112};
  const auto id = reinterpret_cast<jfieldID>(const_cast<StaticRecord*>(&record));
  EXPECT_EQ(FieldIds::decode(id, true), 112);
  EXPECT_EQ(FieldIds::decode(id, false), -1);
  EXPECT_EQ(FieldIds::decode(plain(16), true), -1);
  EXPECT_EQ(FieldIds::decode(nullptr, true), -1);
}

// A VM with one field of each kind, whose Unsafe is asked by way of objects that stand for fields.
struct Vm {
  jfieldID value = hashed(5, 20), seed = plain(300);
  StaticRecord record{1, 2, 112};
  int64_t toldOfSeed = 300;
  int objects = 0;  // that were made
};
Vm* vm = nullptr;

jfieldID findField(JNIEnv*, jclass, const char* name, const char*) {
  return strcmp(name, "value") == 0 ? vm->value : vm->seed;
}
jfieldID findStatic(JNIEnv*, jclass, const char*, const char*) {
  return reinterpret_cast<jfieldID>(&vm->record);
}

class FieldIdsOf : public testing::Test {
 protected:
  FieldIdsOf() {
    vm = &world;
    memset(static_cast<void*>(&table), 0, sizeof table);
    table.FindClass = [](JNIEnv*, const char*) { return reinterpret_cast<jclass>(8); };
    table.GetStaticMethodID = [](JNIEnv*, jclass, const char*, const char*) {
      return reinterpret_cast<jmethodID>(8);
    };
    table.GetMethodID = table.GetStaticMethodID;
    table.CallStaticObjectMethodV = [](JNIEnv*, jclass, jmethodID, va_list) {
      return reinterpret_cast<jobject>(8);
    };
    table.DeleteLocalRef = [](JNIEnv*, jobject) {};
    table.ExceptionCheck = [](JNIEnv*) -> jboolean { return JNI_FALSE; };
    table.ExceptionClear = [](JNIEnv*) {};
    table.GetFieldID = findField;
    table.GetStaticFieldID = findStatic;
    table.ToReflectedField = [](JNIEnv*, jclass, jfieldID id, jboolean) {
      vm->objects++;
      return reinterpret_cast<jobject>(id);
    };
    table.CallLongMethodV = [](JNIEnv*, jobject, jmethodID, va_list args) -> jlong {
      const auto id = reinterpret_cast<jfieldID>(va_arg(args, jobject));
      if (id == vm->value) return 20;
      return id == vm->seed ? vm->toldOfSeed : vm->record.offset;
    };
    jni.functions = &table;
  }

  Vm world;
  JNINativeInterface_ table;
  JNIEnv jni;
  FieldIds ids;
};

// A full heap would have no room for them.
TEST_F(FieldIdsOf, AVmOfThisFormNeedNoObjects) {
  ids.open(&jni);
  EXPECT_TRUE(ids.areOffsets());
  world.objects = 0;
  EXPECT_EQ(ids.offsetOf(&jni, nullptr, hashed(9, 24), false), 24);
  EXPECT_EQ(ids.offsetOf(&jni, nullptr, reinterpret_cast<jfieldID>(&world.record), true), 112);
  EXPECT_EQ(world.objects, 0);
}

TEST_F(FieldIdsOf, AnotherVmAreAskedFor) {
  world.toldOfSeed = 308;
  ids.open(&jni);
  EXPECT_FALSE(ids.areOffsets());
  world.objects = 0;
  EXPECT_EQ(ids.offsetOf(&jni, nullptr, world.seed, false), 308);
  EXPECT_EQ(world.objects, 1);
}

}  // namespace
}  // namespace isl
