// Which of the agent's environments hears of classes: one behind those of all other agents.
//
// The VM shows a class that it loads to one environment after the other: first those that cannot
// retransform classes, then those that can, each in the order in which they were made. Each gets the
// bytes that the one before it left. Agents that identify or rewrite classes (coverage, tracing) must
// get what they would get without us, so we come last: with the ability to retransform, and in an
// environment that is made anew whenever another agent makes one of that kind. The VM keeps the
// original bytes of what such an environment changed, so that a later retransformation begins with
// them; the event comes again then, and the rewriting is repeated.
#pragma once

#include <jvmti.h>

#include <mutex>
#include <set>

#include "agent/Redefinitions.h"

namespace isl {

class ClassEvents {
 public:
  // `keepsLoaded`: the VM begins each retransformation with the bytes of the load (Redefinitions.h).
  ClassEvents(JavaVM* vm, jvmtiEnv* first, bool keepsLoaded)
      : vm_(vm), keepsLoaded_(keepsLoaded), listener_(first) {}

  // In Agent_OnLoad: `first` hears of classes, as no other can be made before the live phase. `onLoad`
  // must bear to see a class a second time: while listeners change, both hear of it.
  bool start(jvmtiEventClassFileLoadHook onLoad);

  // Live phase: moves behind every environment that exists. False, and all stays as it is: the VM gives
  // no environment.
  bool moveBehind();

  // The event NativeMethodBind. An agent in Java gets its environment, redefines and retransforms by native
  // methods of java.lang.instrument, which are wrapped here.
  void onNativeMethodBind(jvmtiEnv* jvmti, JNIEnv* jni, jmethodID method, void* address,
                          void** newAddress);

  jvmtiEnv* listener() const { return listener_; }

 private:
  bool listen(jvmtiEnv* env, bool on) const;
  void onTransformer(jlong agent);  // an agent has transformers that may retransform
  void* wrap(const char* name, const char* descriptor, void* original) const;
  static void JNICALL setHasTransformers(JNIEnv* jni, jobject self, jlong agent, jboolean has);
  static void JNICALL redefine(JNIEnv* jni, jobject self, jlong agent, jobjectArray definitions);
  static void JNICALL retransform(JNIEnv* jni, jobject self, jlong agent, jobjectArray classes);

  JavaVM* const vm_;
  const bool keepsLoaded_;
  Redefinitions redefinitions_;
  jvmtiEventClassFileLoadHook onLoad_ = nullptr;
  std::mutex mutex_;  // guards what follows
  jvmtiEnv* listener_;
  std::set<jlong> agents_;  // those whose environments are in front of the listener
};

}  // namespace isl
