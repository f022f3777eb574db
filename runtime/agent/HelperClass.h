// The Java side of the barrier: java/lang/IslRT, defined in the boot loader at VMStart.
#pragma once

#include <jvmti.h>

#include <string>
#include <vector>

#include "store/Sequence.h"
#include "store/SiteTable.h"

namespace isl {

class HelperClass {
 public:
  HelperClass(jvmtiEnv* jvmti, SiteTable& sites, SequenceSet& sequences);

  // In the VMStart event. Empty on success, else what went wrong.
  std::string define(JNIEnv* jni);

  // In the VMInit event: hides the added fields from reflection.
  void hideFields(JNIEnv* jni);

  // Makes `epoch` the current one; 0 stops all recording. Any attached thread.
  void setEpoch(JNIEnv* jni, uint32_t epoch);

  // What the native methods of IslRT do; any Java thread.
  static uint32_t sequenceState(JNIEnv* jni);
  static uint32_t variantSite(uint32_t state, uint32_t site);

 private:
  void hide(JNIEnv* jni, const char* className, const std::vector<const char*>& fields);

  static HelperClass* self_;  // natives have no receiver
  jvmtiEnv* jvmti_;
  SiteTable& sites_;
  SequenceSet& sequences_;
  jclass class_ = nullptr;
  jfieldID epoch_ = nullptr;
};

}  // namespace isl
