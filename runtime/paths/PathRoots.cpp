// How roots are told: static fields, threads, monitors, frames.
#include "paths/PathTracer.h"

namespace isl {

void PathTracer::describeRoot(JNIEnv* jni, const Root& from, report::PathRoot& root) {
  switch (from.kind) {
    case JVMTI_HEAP_REFERENCE_STATIC_FIELD:
      root.kind = "static";
      root.name = displayName(classes_[from.staticClass].signature) + "." +
                  fieldName(jni, from.staticClass, from.staticField);
      return;
    case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
    case JVMTI_HEAP_REFERENCE_JNI_LOCAL: {
      root.kind = from.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL ? "stack" : "jni-local";
      root.name = threadName(jni, from.threadId);
      char* name = nullptr;
      jclass declaring = nullptr;
      char* signature = nullptr;
      if (from.method != nullptr &&
          jvmti_->GetMethodName(from.method, &name, nullptr, nullptr) == JVMTI_ERROR_NONE &&
          jvmti_->GetMethodDeclaringClass(from.method, &declaring) == JVMTI_ERROR_NONE &&
          jvmti_->GetClassSignature(declaring, &signature, nullptr) == JVMTI_ERROR_NONE) {
        root.name += ": " + displayName(signature) + "." + name;
      }
      jvmti_->Deallocate(reinterpret_cast<unsigned char*>(name));
      jvmti_->Deallocate(reinterpret_cast<unsigned char*>(signature));
      if (declaring != nullptr) jni->DeleteLocalRef(declaring);
      return;
    }
    case JVMTI_HEAP_REFERENCE_JNI_GLOBAL: root.kind = "jni-global"; return;
    case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS: root.kind = "system-class"; return;
    case JVMTI_HEAP_REFERENCE_MONITOR:
    case JVMTI_HEAP_REFERENCE_THREAD: {
      const bool monitor = from.kind == JVMTI_HEAP_REFERENCE_MONITOR;
      root.kind = monitor ? "monitor" : "thread";
      jobject object = objectOf(jni, from.node);
      if (object == nullptr) return;
      if (!monitor) {
        root.name = nameOf(jni, object);
      } else {
        jvmtiMonitorUsage usage{};
        if (jvmti_->GetObjectMonitorUsage(object, &usage) == JVMTI_ERROR_NONE) {
          if (usage.owner != nullptr) root.name = nameOf(jni, usage.owner);
          jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
          jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
        }
      }
      jni->DeleteLocalRef(object);
      return;
    }
    default: root.kind = "unknown"; return;
  }
}

jobject PathTracer::objectOf(JNIEnv* jni, uint32_t node) {
  const jlong tag = nodes_.tagOf(node);
  jint count = 0;
  jobject* objects = nullptr;
  if (node == 0 ||
      jvmti_->GetObjectsWithTags(1, &tag, &count, &objects, nullptr) != JVMTI_ERROR_NONE) {
    return nullptr;
  }
  jobject object = count == 1 ? objects[0] : nullptr;
  for (jint i = count == 1 ? 1 : 0; i < count; i++) jni->DeleteLocalRef(objects[i]);
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(objects));
  return object;
}

std::string PathTracer::nameOf(JNIEnv* jni, jthread thread) {
  jvmtiThreadInfo info{};
  if (jvmti_->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE || info.name == nullptr) return "";
  std::string name = info.name;
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  if (info.thread_group != nullptr) jni->DeleteLocalRef(info.thread_group);
  if (info.context_class_loader != nullptr) jni->DeleteLocalRef(info.context_class_loader);
  return name;
}

std::string PathTracer::threadName(JNIEnv* jni, jlong threadId) {
  std::string result = "thread " + std::to_string(threadId);
  jclass threadClass = jni->FindClass("java/lang/Thread");
  jmethodID getId = jni->GetMethodID(threadClass, "getId", "()J");
  jint count = 0;
  jthread* threads = nullptr;
  if (jvmti_->GetAllThreads(&count, &threads) == JVMTI_ERROR_NONE) {
    for (jint i = 0; i < count; i++) {
      const jlong id = jni->CallLongMethod(threads[i], getId);
      if (jni->ExceptionCheck()) jni->ExceptionClear();
      if (id == threadId) {
        const std::string name = nameOf(jni, threads[i]);
        if (!name.empty()) result = name;
      }
      jni->DeleteLocalRef(threads[i]);
    }
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(threads));
  }
  jni->DeleteLocalRef(threadClass);
  return result;
}

}  // namespace isl
