#include "agent/Callbacks.h"

#include "agent/Agent.h"

namespace isl {
namespace {

void JNICALL onVmStart(jvmtiEnv*, JNIEnv* jni) { theAgent->vmStart(jni); }
void JNICALL onVmInit(jvmtiEnv*, JNIEnv* jni, jthread) { theAgent->vmInit(jni); }
void JNICALL onVmDeath(jvmtiEnv*, JNIEnv* jni) { theAgent->vmDeath(jni); }

void JNICALL onClassFileLoad(jvmtiEnv* jvmti, JNIEnv* jni, jclass redefined, jobject loader,
                             const char* name, jobject domain, jint length,
                             const unsigned char* data, jint* newLength, unsigned char** newData) {
  theAgent->hook()->onLoad(jvmti, jni, redefined, loader, name, domain, length, data, newLength,
                           newData);
  theAgent->onRewritten(jni);
}

void JNICALL onNativeMethodBind(jvmtiEnv* jvmti, JNIEnv* jni, jthread, jmethodID method,
                                void* address, void** newAddress) {
  theAgent->classEvents()->onNativeMethodBind(jvmti, jni, method, address, newAddress);
}

void JNICALL onSampledAlloc(jvmtiEnv* jvmti, JNIEnv* jni, jthread, jobject object, jclass type,
                            jlong size) {
  const auto bytes = static_cast<uint64_t>(size);
  const uint64_t weight = theAgent->checker()->allocationWeight(bytes);
  theAgent->stacks().onSample(
      jvmti, jni,
      {type, object, bytes, theAgent->checker()->nowMs(), theAgent->checker()->allocatedBytes()});
  theAgent->checker()->onAllocationSample(jni, bytes);
  // Behind the check that it may have caused, which this thread waited for with the object at hand.
  if (SampledDeaths* deaths = theAgent->deaths())
    deaths->onSample(jvmti, jni, object, type, bytes, weight);
}

void JNICALL onThreadEnd(jvmtiEnv*, JNIEnv* jni, jthread thread) {
  if (theAgent->events() != nullptr) theAgent->events()->onThreadEnd(jni, thread);
  theAgent->checker()->onThreadEnd(jni);
}

void JNICALL onClassPrepare(jvmtiEnv* jvmti, JNIEnv* jni, jthread, jclass prepared) {
  theAgent->onPrepared(jvmti, jni, prepared);
}

void JNICALL onCollectionStart(jvmtiEnv*) { theAgent->pressure().onStart(); }
void JNICALL onCollectionFinish(jvmtiEnv*) {
  Checker* const checker = theAgent->checker();
  if (theAgent->pressure().onFinish(checker->collects())) checker->onOutOfMemory();
}
void JNICALL onObjectFree(jvmtiEnv*, jlong tag) { theAgent->checker()->onObjectFreed(tag); }

}  // namespace

jvmtiEventCallbacks agentCallbacks() {
  jvmtiEventCallbacks callbacks{};
  callbacks.VMStart = onVmStart;
  callbacks.VMInit = onVmInit;
  callbacks.VMDeath = onVmDeath;
  callbacks.ClassFileLoadHook = onClassFileLoad;
  callbacks.ClassPrepare = onClassPrepare;
  callbacks.NativeMethodBind = onNativeMethodBind;
  callbacks.SampledObjectAlloc = onSampledAlloc;
  callbacks.ObjectFree = onObjectFree;
  callbacks.GarbageCollectionStart = onCollectionStart;
  callbacks.GarbageCollectionFinish = onCollectionFinish;
  callbacks.ThreadEnd = onThreadEnd;
  return callbacks;
}

}  // namespace isl
