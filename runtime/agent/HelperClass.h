// The Java side of the barrier: java/lang/IslRT, defined in the boot loader at VMStart.
#pragma once

#include <jvmti.h>

#include <string>
#include <vector>

#include "isl/abi.h"
#include "store/Sequence.h"
#include "store/SiteTable.h"

namespace isl {

class HelperClass {
 public:
  HelperClass(jvmtiEnv* jvmti, SiteTable& sites, SequenceSet& sequences);

  // In the VMStart event. Empty on success, else what went wrong.
  std::string define(JNIEnv* jni);
  // As define, for java/lang/IslEvents, which only agents with events have.
  std::string defineEvents(JNIEnv* jni);
  jclass eventsClass() const { return eventsClass_; }

  // In the VMInit event: hides the added fields from reflection.
  void hideFields(JNIEnv* jni);

  // In the VMInit event, before the first epoch: binds the natives of IslRT. The VM looks for a native
  // with Java code at its first call, and that code allocates, which may call the native again.
  void linkNatives(JNIEnv* jni);

  // Makes `epoch` the current one; 0 stops all recording. Any attached thread.
  void setEpoch(JNIEnv* jni, uint32_t epoch);

  // What the thread allocates from here on belongs to the scope (0: to none). Any Java thread.
  void setScope(JNIEnv* jni, jobject thread, uint32_t scope);
  // The same for threads without a scope of their own.
  void setAmbientScope(JNIEnv* jni, uint32_t scope);
  // Frees what was kept for a quick look-up of the scope's sites.
  void dropScope(JNIEnv* jni, uint32_t scope);

  // In the VMInit event: the tables by which objects' flags step.
  void setSteps(JNIEnv* jni, const IslSpec& spec);

  // What the native methods of IslRT do; any Java thread.
  static uint32_t sequenceState(JNIEnv* jni);
  static uint32_t variantSite(uint32_t sequences, uint32_t scope, uint32_t site);

 private:
  void hide(JNIEnv* jni, const char* className, const std::vector<const char*>& fields);

  static HelperClass* self_;  // natives have no receiver
  jvmtiEnv* jvmti_;
  SiteTable& sites_;
  SequenceSet& sequences_;
  jclass class_ = nullptr, eventsClass_ = nullptr;
  jfieldID epoch_ = nullptr, ambientScope_ = nullptr, threadScope_ = nullptr;
  jmethodID dropScope_ = nullptr;
};

}  // namespace isl
