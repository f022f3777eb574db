// Memory that a JVMTI function allocated: given back when the owner ends.
//
//   JvmtiBuffer<char> name(jvmti);
//   if (jvmti->GetMethodName(method, name.out(), nullptr, nullptr) == JVMTI_ERROR_NONE) use(name.get());
#pragma once

#include <jvmti.h>

namespace isl {

// T is the element: char for text, jthread for an array of threads. The references in such an array are local
// ones of their own, see LocalRef.h. One thread.
template <typename T>
class JvmtiBuffer {
 public:
  explicit JvmtiBuffer(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  // Takes over what was allocated before.
  JvmtiBuffer(jvmtiEnv* jvmti, T* memory) : jvmti_(jvmti), memory_(memory) {}
  ~JvmtiBuffer() { reset(); }
  JvmtiBuffer(const JvmtiBuffer&) = delete;
  JvmtiBuffer& operator=(const JvmtiBuffer&) = delete;

  // For the function to write to; what was held before is given back.
  T** out() {
    reset();
    return &memory_;
  }
  T* get() const { return memory_; }
  T& operator[](size_t i) const { return memory_[i]; }
  explicit operator bool() const { return memory_ != nullptr; }

  void reset() {
    if (memory_ != nullptr) jvmti_->Deallocate(reinterpret_cast<unsigned char*>(memory_));
    memory_ = nullptr;
  }

 private:
  jvmtiEnv* jvmti_;
  T* memory_ = nullptr;
};

using JvmtiText = JvmtiBuffer<char>;

}  // namespace isl
