#include "rawheap/DirectHeap.h"

namespace isl::rawheap {

bool DirectHeap::open(JNIEnv* jni, Reason& reason) {
  VmTables tables;
  return tables.readLoadedVm(reason) && open(tables, jni, reason);
}

bool DirectHeap::open(const VmTables& tables, JNIEnv* jni, Reason& reason) {
  header_.resolve(tables);
  return layout_.resolve(tables, reason) && spaces_.resolve(tables, reason) &&
         findChunkSize(jni, reason) && scan_.prepare(jni, reason);
}

// The tables do not say how large a parked stack is, so the VM's own Unsafe is asked where the Java field is.
bool DirectHeap::findChunkSize(JNIEnv* jni, Reason& reason) {
  if (jni->PushLocalFrame(8) != 0) {
    jni->ExceptionClear();
    return reason.give("no memory for local references");
  }
  jlong offset = 0;
  const jclass chunk = jni->FindClass("jdk/internal/vm/StackChunk");
  if (chunk != nullptr) {
    offset = -1;
    const jclass unsafe = jni->FindClass("jdk/internal/misc/Unsafe");
    const jmethodID get =
        unsafe == nullptr
            ? nullptr
            : jni->GetStaticMethodID(unsafe, "getUnsafe", "()Ljdk/internal/misc/Unsafe;");
    const jmethodID find = get == nullptr
                               ? nullptr
                               : jni->GetMethodID(unsafe, "objectFieldOffset",
                                                  "(Ljava/lang/Class;Ljava/lang/String;)J");
    const jstring name = find == nullptr ? nullptr : jni->NewStringUTF("size");
    const jobject instance = name == nullptr ? nullptr : jni->CallStaticObjectMethod(unsafe, get);
    if (jni->ExceptionCheck() == JNI_FALSE && instance != nullptr)
      offset = jni->CallLongMethod(instance, find, chunk, name);
  }
  // Without the class (17): no such exception is anybody's.
  if (jni->ExceptionCheck() != JNI_FALSE) {
    jni->ExceptionClear();
    if (chunk != nullptr) offset = -1;
  }
  jni->PopLocalFrame(nullptr);
  if (offset < 0) return reason.give("where StackChunk.size is cannot be found out");
  klasses_.setChunkSizeOffset(static_cast<uint32_t>(offset));
  return true;
}

bool DirectHeap::begin(const PassOptions& options, Mark& mark, Reason& reason) {
  if (!klasses_.begin()) return reason.give("no address space for classes");
  for (uint32_t i = 0; i < options.bindingCount; ++i)
    klasses_.bind(options.bindings[i].handle, options.bindings[i].id);
  return mark.begin(spaces_, layout_, reason);
}

}  // namespace isl::rawheap
