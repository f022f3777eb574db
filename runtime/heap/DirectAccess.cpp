#include "heap/DirectAccess.h"

#include <algorithm>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Log.h"
#include "base/VmFlags.h"
#include "rawheap/SelfCheck.h"

namespace isl {

bool DirectAccess::usable(JNIEnv* jni) {
  if (!mayBeUsable_ || heap_ != nullptr) return heap_ != nullptr;
  const Status opened = open(jni);
  if (!opened) giveUp(jni, opened.message());
  return heap_ != nullptr;
}

void DirectAccess::giveUp(JNIEnv* jni, const std::string& reason) {
  if (heap_ != nullptr) heap_->close(jni);
  heap_.reset();
  mayBeUsable_ = false;
  reason_ = reason;
  logLine(LogLevel::Info, "the heap is not read directly: %s", reason.c_str());
}

Status DirectAccess::open(JNIEnv* jni) {
  if (vmFlag("CheckJNICalls").value_or(false)) {
    return Error{"-Xcheck:jni watches the signal handlers, and a bad read is caught by one"};
  }
  JavaVM* vm = nullptr;
  jvmtiCapabilities wanted{};
  wanted.can_tag_objects = 1;
  if (jni->GetJavaVM(&vm) != JNI_OK ||
      vm->GetEnv(reinterpret_cast<void**>(&own_), JVMTI_VERSION_11) != JNI_OK ||
      own_->AddCapabilities(&wanted) != JVMTI_ERROR_NONE) {
    return Error{"the VM gives no second JVMTI environment to the agent"};
  }
  heap_ = std::make_unique<rawheap::DirectHeap>(own_);
  rawheap::Reason reason;
  if (marksHeaders_) heap_->scan().endsAmongRoots();
  if (heap_->open(jni, reason)) compare(jni, reason);
  return reason.given() ? Status(Error{reason.text}) : Status();
}

// Of a heap whose objects move, JVMTI sees some where they were when the comparison began.
void DirectAccess::compare(JNIEnv* jni, rawheap::Reason& reason) {
  rawheap::SelfCheck selfCheck(own_, *heap_);
  for (uint32_t waits = 0;;) {
    heap_->awaitRest();
    rawheap::SelfCheckResult result;
    if (selfCheck.run(jni, {}, result, reason) || !heap_->waitsForRest(waits)) return;
    reason.clear();
  }
}

void DirectAccess::learnClasses(JNIEnv* jni) {
  forgetUnloaded(jni);
  classes_.update(jvmti_, jni);
  jint count = 0;
  JvmtiBuffer<jclass> classes(jvmti_);
  if (jvmti_->GetLoadedClasses(&count, classes.out()) != JVMTI_ERROR_NONE) return;
  // The references are there already; -Xcheck:jni wants to know that so many are meant.
  if (jni->EnsureLocalCapacity(count + 32) != JNI_OK) jni->ExceptionClear();
  bound_.resize(std::max<size_t>(bound_.size(), classes_.size()));
  for (jint i = 0; i < count; i++) {
    const LocalRef<jclass> cls(jni, classes[static_cast<size_t>(i)]);
    jlong tag = 0;
    if (jvmti_->GetTag(cls.get(), &tag) != JVMTI_ERROR_NONE) continue;
    const uint32_t id = classIdOfTag(tag);
    if (id == 0 || id >= bound_.size() || bound_[id]) continue;
    const jweak handle = jni->NewWeakGlobalRef(cls.get());
    if (handle == nullptr) {  // no memory for it: the class is not known in the next pass
      jni->ExceptionClear();
      continue;
    }
    bindings_.push_back({handle, id});
    bound_[id] = true;
  }
}

void DirectAccess::forgetUnloaded(JNIEnv* jni) {
  const auto unloaded = [jni](const rawheap::ClassBinding& binding) {
    if (!jni->IsSameObject(binding.handle, nullptr)) return false;
    jni->DeleteWeakGlobalRef(binding.handle);
    return true;
  };
  bindings_.erase(std::remove_if(bindings_.begin(), bindings_.end(), unloaded), bindings_.end());
}

}  // namespace isl
