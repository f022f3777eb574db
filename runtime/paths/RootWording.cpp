#include "paths/RootWording.h"

#include "base/JvmtiBuffer.h"

namespace isl {

report::PathRoot RootWording::describe(JNIEnv* jni, const HeapRoot& root) {
  switch (root.kind) {
    case JVMTI_HEAP_REFERENCE_STATIC_FIELD: {
      const uint32_t classId = root.staticField.classId;
      const std::string field =
          root.fieldName.empty() ? classes_.fieldName(jvmti_, jni, classId, root.staticField.index)
                                 : root.fieldName;
      return {root.threadLocal ? "thread-local" : "static",
              displayName(classes_[classId].signature) + "." + field};
    }
    case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
      return {"stack", threadName(jni, root.threadId) + methodName(jni, root.method)};
    case JVMTI_HEAP_REFERENCE_JNI_LOCAL:
      return {"jni-local", threadName(jni, root.threadId) + methodName(jni, root.method)};
    case JVMTI_HEAP_REFERENCE_JNI_GLOBAL: return {"jni-global", ""};
    case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS: return {"system-class", ""};
    case JVMTI_HEAP_REFERENCE_MONITOR: {
      const LocalRef<jobject> object = objectOf(jni, root.tag);
      return {"monitor", object ? ownerOf(jni, object.get()) : ""};
    }
    case JVMTI_HEAP_REFERENCE_THREAD: {
      if (!root.threadName.empty()) return {"thread", root.threadName};
      const LocalRef<jobject> thread = objectOf(jni, root.tag);
      return {"thread", thread ? nameOf(jni, thread.get()) : ""};
    }
    default: return {"unknown", ""};
  }
}

// ": java.util.HashMap.put"; empty when the VM does not tell it.
std::string RootWording::methodName(JNIEnv* jni, jmethodID method) {
  JvmtiText name(jvmti_), signature(jvmti_);
  LocalRef<jclass> declaring(jni);
  if (method == nullptr ||
      jvmti_->GetMethodName(method, name.out(), nullptr, nullptr) != JVMTI_ERROR_NONE ||
      jvmti_->GetMethodDeclaringClass(method, declaring.out()) != JVMTI_ERROR_NONE ||
      jvmti_->GetClassSignature(declaring.get(), signature.out(), nullptr) != JVMTI_ERROR_NONE) {
    return "";
  }
  return ": " + displayName(signature.get()) + "." + name.get();
}

std::string RootWording::ownerOf(JNIEnv* jni, jobject monitor) {
  jvmtiMonitorUsage usage{};
  if (jvmti_->GetObjectMonitorUsage(monitor, &usage) != JVMTI_ERROR_NONE) return "";
  const LocalRef<jthread> owner(jni, usage.owner);
  const JvmtiBuffer<jthread> waiters(jvmti_, usage.waiters), notified(jvmti_, usage.notify_waiters);
  for (jint i = 0; i < usage.waiter_count; i++) LocalRef<jthread>(jni, waiters[i]);
  for (jint i = 0; i < usage.notify_waiter_count; i++) LocalRef<jthread>(jni, notified[i]);
  return owner ? nameOf(jni, owner.get()) : "";
}

LocalRef<jobject> RootWording::objectOf(JNIEnv* jni, jlong tag) {
  jint count = 0;
  JvmtiBuffer<jobject> objects(jvmti_);
  LocalRef<jobject> found(jni);
  if (tag == 0 ||
      jvmti_->GetObjectsWithTags(1, &tag, &count, objects.out(), nullptr) != JVMTI_ERROR_NONE) {
    return found;
  }
  for (jint i = 0; i < count; i++) {
    LocalRef<jobject> object(jni, objects[i]);
    if (count == 1) found = std::move(object);
  }
  return found;
}

std::string RootWording::nameOf(JNIEnv* jni, jthread thread) {
  jvmtiThreadInfo info{};
  if (jvmti_->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE) return "";
  const JvmtiText name(jvmti_, info.name);
  const LocalRef<jthreadGroup> group(jni, info.thread_group);
  const LocalRef<jobject> loader(jni, info.context_class_loader);
  return name ? name.get() : "";
}

std::string RootWording::threadName(JNIEnv* jni, jlong threadId) {
  std::string result = "thread " + std::to_string(threadId);
  const LocalRef<jclass> threadClass(jni, jni->FindClass("java/lang/Thread"));
  jmethodID getId = jni->GetMethodID(threadClass.get(), "getId", "()J");
  jint count = 0;
  JvmtiBuffer<jthread> threads(jvmti_);
  if (jvmti_->GetAllThreads(&count, threads.out()) != JVMTI_ERROR_NONE) return result;
  for (jint i = 0; i < count; i++) {
    const LocalRef<jthread> thread(jni, threads[i]);
    const jlong id = jni->CallLongMethod(thread.get(), getId);
    if (jni->ExceptionCheck()) jni->ExceptionClear();
    if (id != threadId) continue;
    const std::string name = nameOf(jni, thread.get());
    if (!name.empty()) result = name;
  }
  return result;
}

}  // namespace isl
