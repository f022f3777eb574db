// The Java side of the barrier: java/lang/IslRT, defined in the boot loader at VMStart.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

#include "store/Sequence.h"
#include "store/SiteTable.h"

namespace isl {

// Uses of suspicious objects, by site; written by mutator threads through IslRT.cleared.
// calloc leaves untouched pages unmapped, so the full id space costs nothing.
struct ClearedCounts {
  std::atomic<uint32_t>* bySite =
      static_cast<std::atomic<uint32_t>*>(calloc(kMaxSite + 1, sizeof(std::atomic<uint32_t>)));
  std::atomic<uint64_t> total{0};
};

class HelperClass {
 public:
  HelperClass(jvmtiEnv* jvmti, SiteTable& sites, SequenceSet& sequences, ClearedCounts& cleared);

  // In the VMStart event. Empty on success, else what went wrong.
  std::string define(JNIEnv* jni);

  // In the VMInit event: hides the added fields from reflection.
  void hideFields(JNIEnv* jni);

  // Makes `epoch` the current one; 0 stops all recording. Any attached thread.
  void setEpoch(JNIEnv* jni, uint32_t epoch);
  void setWindow(JNIEnv* jni, uint32_t window);

  // What the native methods of IslRT do; any Java thread.
  static void cleared(uint32_t site);
  static uint32_t sequenceState(JNIEnv* jni);
  static uint32_t variantSite(uint32_t state, uint32_t site);

 private:
  void hide(JNIEnv* jni, const char* className, const std::vector<const char*>& fields);

  static HelperClass* self_;  // natives have no receiver
  jvmtiEnv* jvmti_;
  SiteTable& sites_;
  SequenceSet& sequences_;
  ClearedCounts& cleared_;
  jclass class_ = nullptr;
  jfieldID epoch_ = nullptr, window_ = nullptr;
};

}  // namespace isl
