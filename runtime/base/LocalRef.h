// A JNI local reference that ends with its scope. Native frames of the VM hold few of them, and threads of the
// agent never return to the VM, so each that is not deleted stays for good.
#pragma once

#include <jni.h>

#include <utility>

namespace isl {

// T: jobject, jclass, jthread, jobjectArray, ... Null is allowed. The thread that made it.
template <typename T>
class LocalRef {
 public:
  explicit LocalRef(JNIEnv* jni, T reference = nullptr) : jni_(jni), reference_(reference) {}
  ~LocalRef() { reset(); }
  LocalRef(LocalRef&& other) noexcept
      : jni_(other.jni_), reference_(std::exchange(other.reference_, nullptr)) {}
  LocalRef& operator=(LocalRef&& other) noexcept {
    if (this != &other) {
      reset();
      jni_ = other.jni_;
      reference_ = std::exchange(other.reference_, nullptr);
    }
    return *this;
  }
  LocalRef(const LocalRef&) = delete;
  LocalRef& operator=(const LocalRef&) = delete;

  // For a JVMTI function to write to; what was held before is deleted.
  T* out() {
    reset();
    return &reference_;
  }
  T get() const { return reference_; }
  // The caller owns the reference from here on.
  T release() { return std::exchange(reference_, nullptr); }
  explicit operator bool() const { return reference_ != nullptr; }

  void reset() {
    if (reference_ != nullptr) jni_->DeleteLocalRef(reference_);
    reference_ = nullptr;
  }

 private:
  JNIEnv* jni_;
  T reference_;
};

}  // namespace isl
