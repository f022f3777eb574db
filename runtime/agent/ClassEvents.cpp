#include "agent/ClassEvents.h"

#include <atomic>
#include <cstring>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Log.h"

namespace isl {
namespace {

using SetHas = void(JNICALL*)(JNIEnv*, jobject, jlong, jboolean);
using OnClasses = void(JNICALL*)(JNIEnv*, jobject, jlong, jobjectArray);

// A native method has no other place for them.
std::atomic<ClassEvents*> theEvents{nullptr};
std::atomic<SetHas> wrappedSetHas{nullptr};
std::atomic<OnClasses> wrappedRedefine{nullptr}, wrappedRetransform{nullptr};

constexpr char kOwner[] = "Lsun/instrument/InstrumentationImpl;";

bool isOwner(jvmtiEnv* jvmti, JNIEnv* jni, jmethodID method) {
  jclass declaring = nullptr;
  if (jvmti->GetMethodDeclaringClass(method, &declaring) != JVMTI_ERROR_NONE) return false;
  const LocalRef<jclass> held(jni, declaring);
  JvmtiText owner(jvmti);
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
  wrappedSetHas.load()(jni, self, agent, has);
  if (has == JNI_TRUE) theEvents.load()->onTransformer(agent);
}

void JNICALL ClassEvents::redefine(JNIEnv* jni, jobject self, jlong agent,
                                   jobjectArray definitions) {
  wrappedRedefine.load()(jni, self, agent, definitions);
  if (jni->ExceptionCheck() == JNI_TRUE) return;
  theEvents.load()->redefinitions_.note(jni, agent, definitions);
}

void JNICALL ClassEvents::retransform(JNIEnv* jni, jobject self, jlong agent,
                                      jobjectArray classes) {
  const Redefinitions::Parts parts = theEvents.load()->redefinitions_.divide(jni, classes);
  if (parts.definitions == nullptr) return wrappedRetransform.load()(jni, self, agent, classes);
  wrappedRedefine.load()(jni, self, parts.agent, parts.definitions);
  if (parts.others == nullptr || jni->ExceptionCheck() == JNI_TRUE) return;
  wrappedRetransform.load()(jni, self, agent, parts.others);
}

// What to call instead of a native method of java.lang.instrument; null: that method itself.
void* ClassEvents::wrap(const char* name, const char* descriptor, void* original) const {
  const auto is = [&](const char* expected, const char* type) {
    return strcmp(name, expected) == 0 && strcmp(descriptor, type) == 0;
  };
  if (is("setHasRetransformableTransformers", "(JZ)V")) {
    wrappedSetHas.store(reinterpret_cast<SetHas>(original));
    return reinterpret_cast<void*>(&ClassEvents::setHasTransformers);
  }
  if (!keepsLoaded_) return nullptr;
  if (is("redefineClasses0", "(J[Ljava/lang/instrument/ClassDefinition;)V")) {
    wrappedRedefine.store(reinterpret_cast<OnClasses>(original));
    return reinterpret_cast<void*>(&ClassEvents::redefine);
  }
  if (is("retransformClasses0", "(J[Ljava/lang/Class;)V")) {
    wrappedRetransform.store(reinterpret_cast<OnClasses>(original));
    return reinterpret_cast<void*>(&ClassEvents::retransform);
  }
  return nullptr;
}

void ClassEvents::onNativeMethodBind(jvmtiEnv* jvmti, JNIEnv* jni, jmethodID method, void* address,
                                     void** newAddress) {
  jvmtiPhase phase = JVMTI_PHASE_ONLOAD;
  if (jvmti->GetPhase(&phase) != JVMTI_ERROR_NONE || phase != JVMTI_PHASE_LIVE) return;
  JvmtiText name(jvmti), descriptor(jvmti);
  if (jvmti->GetMethodName(method, name.out(), descriptor.out(), nullptr) != JVMTI_ERROR_NONE ||
      !isOwner(jvmti, jni, method)) {
    return;
  }
  void* const ours = wrap(name.get(), descriptor.get(), address);
  if (ours != nullptr) *newAddress = ours;
}

}  // namespace isl
