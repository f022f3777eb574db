#include "agent/ClassEvents.h"

#include <atomic>
#include <cstring>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Log.h"

namespace isl {
namespace {

using SetHas = void(JNICALL*)(JNIEnv*, jobject, jlong, jboolean);

// A native method has no other place for them.
std::atomic<ClassEvents*> theEvents{nullptr};
std::atomic<SetHas> wrapped{nullptr};

constexpr char kOwner[] = "Lsun/instrument/InstrumentationImpl;";
constexpr char kMethod[] = "setHasRetransformableTransformers";
constexpr char kDescriptor[] = "(JZ)V";

bool isWrapped(jvmtiEnv* jvmti, JNIEnv* jni, jmethodID method) {
  JvmtiBuffer<char> name(jvmti), descriptor(jvmti), owner(jvmti);
  if (jvmti->GetMethodName(method, name.out(), descriptor.out(), nullptr) != JVMTI_ERROR_NONE ||
      strcmp(name.get(), kMethod) != 0 || strcmp(descriptor.get(), kDescriptor) != 0) {
    return false;
  }
  jclass declaring = nullptr;
  if (jvmti->GetMethodDeclaringClass(method, &declaring) != JVMTI_ERROR_NONE) return false;
  const LocalRef<jclass> held(jni, declaring);
  return jvmti->GetClassSignature(declaring, owner.out(), nullptr) == JVMTI_ERROR_NONE &&
         strcmp(owner.get(), kOwner) == 0;
}

}  // namespace

bool ClassEvents::start(jvmtiEventClassFileLoadHook onLoad) {
  onLoad_ = onLoad;
  theEvents.store(this);
  return listen(listener_, true) &&
         listener_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_NATIVE_METHOD_BIND,
                                             nullptr) == JVMTI_ERROR_NONE;
}

bool ClassEvents::listen(jvmtiEnv* env, bool on) const {
  return env->SetEventNotificationMode(on ? JVMTI_ENABLE : JVMTI_DISABLE,
                                       JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
                                       nullptr) == JVMTI_ERROR_NONE;
}

bool ClassEvents::moveBehind() {
  jvmtiEnv* next = nullptr;
  jvmtiCapabilities wanted{};
  wanted.can_retransform_classes = 1;
  jvmtiEventCallbacks callbacks{};
  callbacks.ClassFileLoadHook = onLoad_;
  std::lock_guard<std::mutex> lock(mutex_);
  if (vm_->GetEnv(reinterpret_cast<void**>(&next), JVMTI_VERSION_11) != JNI_OK) return false;
  if (next->AddCapabilities(&wanted) != JVMTI_ERROR_NONE ||
      next->SetEventCallbacks(&callbacks, sizeof callbacks) != JVMTI_ERROR_NONE ||
      !listen(next, true)) {
    next->DisposeEnvironment();
    return false;
  }
  // In this order no class is missed. The old environment stays, as another thread may be in its
  // callback; it hears nothing any more.
  listen(listener_, false);
  listener_ = next;
  return true;
}

void ClassEvents::onTransformer(jlong agent) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!agents_.insert(agent).second) return;
  }
  if (!moveBehind()) {
    logLine(LogLevel::Warn, "another agent sees classes as this one has rewritten them: the VM "
                            "gives no environment behind it");
  }
}

void JNICALL ClassEvents::setHasTransformers(JNIEnv* jni, jobject self, jlong agent, jboolean has) {
  wrapped.load()(jni, self, agent, has);
  if (has == JNI_TRUE) theEvents.load()->onTransformer(agent);
}

void ClassEvents::onNativeMethodBind(jvmtiEnv* jvmti, JNIEnv* jni, jmethodID method, void* address,
                                     void** newAddress) {
  jvmtiPhase phase = JVMTI_PHASE_ONLOAD;
  if (jvmti->GetPhase(&phase) != JVMTI_ERROR_NONE || phase != JVMTI_PHASE_LIVE) return;
  if (!isWrapped(jvmti, jni, method)) return;
  wrapped.store(reinterpret_cast<SetHas>(address));
  *newAddress = reinterpret_cast<void*>(&ClassEvents::setHasTransformers);
}

}  // namespace isl
