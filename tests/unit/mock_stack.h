// A thread's stack behind JVMTI's functions for frames and methods.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mock_jni.h"
#include "mock_jvmti.h"

namespace isl::test {

struct StackClass : MockObject {
  std::string signature, file;
  std::string debug{};  // SourceDebugExtension
};
struct StackMethod {
  StackClass* cls;
  std::string name, descriptor = "()V";
  jint line = -1;  // of all its code; -1: compiled without lines
};

class MockStack : public testing::Test {
 protected:
  MockStack() {
    jvmti_.useMalloc();
    jvmti_.user = this;
    jvmti_.set(&jvmtiInterface_1_::GetStackTrace, stackTrace);
    jvmti_.set(&jvmtiInterface_1_::GetMethodName,
               [](jvmtiEnv* env, jmethodID id, char** name, char** descriptor, char**) {
                 of(env).namesAsked_++;
                 *name = newString(env, of(id).name);
                 if (descriptor != nullptr) *descriptor = newString(env, of(id).descriptor);
                 return JVMTI_ERROR_NONE;
               });
    jvmti_.set(&jvmtiInterface_1_::GetMethodDeclaringClass,
               [](jvmtiEnv*, jmethodID id, jclass* cls) {
                 *cls = static_cast<jclass>(MockJni::handleOf(*of(id).cls));
                 return JVMTI_ERROR_NONE;
               });
    jvmti_.set(&jvmtiInterface_1_::GetClassSignature,
               [](jvmtiEnv* env, jclass cls, char** signature, char**) {
                 *signature = newString(env, of(cls).signature);
                 return JVMTI_ERROR_NONE;
               });
    jvmti_.set(&jvmtiInterface_1_::IsArrayClass, [](jvmtiEnv*, jclass cls, jboolean* is) {
      *is = of(cls).signature.front() == '[' ? JNI_TRUE : JNI_FALSE;
      return JVMTI_ERROR_NONE;
    });
    jvmti_.set(&jvmtiInterface_1_::GetSourceFileName, [](jvmtiEnv* env, jclass cls, char** file) {
      if (of(cls).file.empty()) return JVMTI_ERROR_ABSENT_INFORMATION;
      *file = newString(env, of(cls).file);
      return JVMTI_ERROR_NONE;
    });
    jvmti_.set(&jvmtiInterface_1_::GetSourceDebugExtension,
               [](jvmtiEnv* env, jclass cls, char** text) {
                 of(env).debugAsked_++;
                 if (of(cls).debug.empty()) return JVMTI_ERROR_ABSENT_INFORMATION;
                 *text = newString(env, of(cls).debug);
                 return JVMTI_ERROR_NONE;
               });
    jvmti_.set(&jvmtiInterface_1_::GetLineNumberTable, lines);
  }
  void TearDown() override {
    EXPECT_EQ(jvmti_.outstanding, 0) << "memory of the VM is not given back";
  }

  MockJvmti jvmti_;
  MockJni jni_;
  std::vector<StackMethod*> stack_;  // innermost first
  bool stackRefused_ = false;
  int namesAsked_ = 0, debugAsked_ = 0;

 private:
  static MockStack& of(jvmtiEnv* env) {
    return *static_cast<MockStack*>(MockJvmti::from(env)->user);
  }
  static StackMethod& of(jmethodID id) { return *reinterpret_cast<StackMethod*>(id); }
  static StackClass& of(jclass cls) { return static_cast<StackClass&>(*MockJni::objectOf(cls)); }
  static char* newString(jvmtiEnv* env, const std::string& text) {
    return MockJvmti::from(env)->newString(text.c_str());
  }

  static jvmtiError stackTrace(jvmtiEnv* env, jthread, jint start, jint most, jvmtiFrameInfo* to,
                               jint* count) {
    const MockStack& self = of(env);
    if (self.stackRefused_) return JVMTI_ERROR_INTERNAL;
    *count = std::min(most, static_cast<jint>(self.stack_.size()) - start);
    for (jint i = 0; i < *count; i++) {
      to[i].method = reinterpret_cast<jmethodID>(
          self.stack_[static_cast<size_t>(start) + static_cast<size_t>(i)]);
      to[i].location = 5;
    }
    return JVMTI_ERROR_NONE;
  }

  // One entry at the beginning of the code, and one behind every frame.
  static jvmtiError lines(jvmtiEnv* env, jmethodID id, jint* count, jvmtiLineNumberEntry** table) {
    if (of(id).line < 0) return JVMTI_ERROR_ABSENT_INFORMATION;
    env->Allocate(2 * sizeof(jvmtiLineNumberEntry), reinterpret_cast<unsigned char**>(table));
    (*table)[0] = {0, of(id).line};
    (*table)[1] = {100, of(id).line + 1};
    *count = 2;
    return JVMTI_ERROR_NONE;
  }
};

}  // namespace isl::test
