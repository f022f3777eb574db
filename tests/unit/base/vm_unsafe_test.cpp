// What the VM's Unsafe is asked, on VMs that have one, have another one, or throw.
#include "base/VmUnsafe.h"

#include <gtest/gtest.h>

#include <cstring>

namespace isl {
namespace {

enum : uintptr_t { kGet = 1, kByName, kByField, kStatic, kBase, kScale, kLongBase };

struct Vm {
  bool hasUnsafe = true, longBase = false, throws = false;
  bool pending = false;
  int references = 0;
};
Vm* vm = nullptr;

template <typename T>
T handle(uintptr_t number) {
  return reinterpret_cast<T>(number);
}

jmethodID findMethod(JNIEnv*, jclass, const char* name, const char* descriptor) {
  const auto is = [&](const char* text) { return strcmp(name, text) == 0; };
  if (is("arrayIndexScale")) return handle<jmethodID>(kScale);
  if (is("staticFieldOffset")) return handle<jmethodID>(kStatic);
  if (is("objectFieldOffset"))
    return handle<jmethodID>(strstr(descriptor, "String") != nullptr ? kByName : kByField);
  const bool wide = descriptor[strlen(descriptor) - 1] == 'J';
  if (wide != vm->longBase) vm->pending = true;
  return wide != vm->longBase ? nullptr : handle<jmethodID>(wide ? kLongBase : kBase);
}

jlong callLong(JNIEnv*, jobject, jmethodID method, va_list) {
  vm->pending = vm->throws;
  switch (reinterpret_cast<uintptr_t>(method)) {
    case kByName: return 24;
    case kByField: return 32;
    case kStatic: return 112;
    default: return 16;
  }
}

class Unsafe : public testing::Test {
 protected:
  Unsafe() {
    vm = &world;
    memset(static_cast<void*>(&table), 0, sizeof table);
    table.FindClass = [](JNIEnv*, const char*) {
      vm->pending = !vm->hasUnsafe;
      vm->references += vm->hasUnsafe ? 1 : 0;
      return handle<jclass>(vm->hasUnsafe ? 8 : 0);
    };
    table.GetStaticMethodID = [](JNIEnv*, jclass, const char*, const char*) {
      return handle<jmethodID>(kGet);
    };
    table.GetMethodID = findMethod;
    table.CallStaticObjectMethodV = [](JNIEnv*, jclass, jmethodID, va_list) {
      vm->references++;
      return handle<jobject>(16);
    };
    table.NewStringUTF = [](JNIEnv*, const char*) {
      vm->references++;
      return handle<jstring>(24);
    };
    table.ToReflectedField = [](JNIEnv*, jclass, jfieldID, jboolean) {
      vm->references++;
      return handle<jobject>(32);
    };
    table.CallLongMethodV = callLong;
    table.CallIntMethodV = [](JNIEnv*, jobject, jmethodID method, va_list) -> jint {
      vm->pending = vm->throws;
      return reinterpret_cast<uintptr_t>(method) == kScale ? 4 : 12;
    };
    table.DeleteLocalRef = [](JNIEnv*, jobject) { vm->references--; };
    table.ExceptionCheck = [](JNIEnv*) -> jboolean { return vm->pending ? JNI_TRUE : JNI_FALSE; };
    table.ExceptionClear = [](JNIEnv*) { vm->pending = false; };
    jni.functions = &table;
  }
  void TearDown() override {
    EXPECT_EQ(world.references, 0);
    EXPECT_FALSE(world.pending);
  }

  Vm world;
  JNINativeInterface_ table;
  JNIEnv jni;
  const jclass cls = handle<jclass>(40);
};

TEST_F(Unsafe, TellsFieldsAndElements) {
  const VmUnsafe unsafe(&jni);
  EXPECT_EQ(unsafe.offsetOf(cls, "size"), 24);
  EXPECT_EQ(unsafe.offsetOf(cls, handle<jfieldID>(4), false), 32);
  EXPECT_EQ(unsafe.offsetOf(cls, handle<jfieldID>(4), true), 112);
  EXPECT_EQ(unsafe.elementsOf(cls).base, 12);
  EXPECT_EQ(unsafe.elementsOf(cls).scale, 4);
  world.longBase = true;  // as on JDK 25
  EXPECT_EQ(unsafe.elementsOf(cls).base, 16);
}

TEST_F(Unsafe, OfAVmWithoutItNothingIsKnown) {
  world.hasUnsafe = false;
  const VmUnsafe unsafe(&jni);
  EXPECT_EQ(unsafe.offsetOf(cls, "size"), -1);
  EXPECT_EQ(unsafe.offsetOf(cls, handle<jfieldID>(4), false), -1);
  EXPECT_EQ(unsafe.elementsOf(cls).base, -1);
}

TEST_F(Unsafe, WhatItThrowsIsNotLeftPending) {
  world.throws = true;
  const VmUnsafe unsafe(&jni);
  EXPECT_EQ(unsafe.offsetOf(cls, "size"), -1);
  EXPECT_EQ(unsafe.offsetOf(cls, handle<jfieldID>(4), true), -1);
  EXPECT_EQ(unsafe.elementsOf(cls).base, -1);
}

}  // namespace
}  // namespace isl
