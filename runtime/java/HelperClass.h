// The Java side of the barrier: java/lang/IslRT, defined in the boot loader at VMStart.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <string>
#include <vector>

#include "base/Result.h"
#include "java/ConstructionGate.h"
#include "java/StackSequences.h"
#include "store/Sequence.h"
#include "store/SiteTable.h"
#include "isl/abi.h"

namespace isl {

class HelperClass {
 public:
  HelperClass(jvmtiEnv* jvmti, SiteTable& sites, SequenceSet& sequences);

  // In the VMStart event.
  Status define(JNIEnv* jni);
  // As define, for java/lang/IslAges, which only agents have whose words are ordered by epoch (WordLayout).
  // `countsRegions`: births ask their thread for its regions only while some thread is in one.
  Status defineAges(JNIEnv* jni, bool countsRegions);
  // As define, for java/lang/IslFlags, which only agents have whose objects keep flags in their word.
  Status defineFlags(JNIEnv* jni);
  // As define, for java/lang/IslEvents and its companions, which only agents with events have.
  Status defineEvents(JNIEnv* jni);
  // Before define(): where units of work are counted.
  void setUnits(int64_t address) { units_ = address; }
  jclass eventsClass() const { return eventsClass_; }
  jclass arraysClass() const { return arraysClass_; }
  ConstructionGate& gate() { return gate_; }

  // In the VMInit event: the added fields are hidden from reflection (Fields.h).
  bool fieldsHidden(JNIEnv* jni);

  // In the VMInit event, before the first epoch: binds the natives of IslRT. The VM looks for a native
  // with Java code at its first call, and that code allocates, which may call the native again.
  void linkNatives(JNIEnv* jni);

  // Makes `epoch`, which is not 0, the current one; nothing where no class is defined. Any attached thread, the first time
  // that of VMInit.
  void setEpoch(JNIEnv* jni, uint32_t epoch);

  // What the thread allocates from here on belongs to the scope (0: to none). Any Java thread. From the first scope on each
  // birth asks its thread.
  void setScope(JNIEnv* jni, jobject thread, uint32_t scope);
  // The same for threads without a scope of their own.
  void setAmbientScope(JNIEnv* jni, uint32_t scope);
  // Frees what was kept for a quick look-up of the scope's sites.
  void dropScope(JNIEnv* jni, uint32_t scope);

  // In the VMInit event, behind defineFlags: the tables by which objects' flags step; `quietUses`: a use that changes nothing
  // is told without them. `codes`: see NodeTable::keepFlagCodes(), null where no object has a record.
  void setSteps(JNIEnv* jni, const IslSpec& spec, bool quietUses, const uint8_t* codes);
  // How many calling contexts sites are told apart by; 0: none.
  void setContexts(JNIEnv* jni, uint32_t contexts);
  // Where the elements of an int[] begin.
  void setCountOffset(JNIEnv* jni, uint32_t offset);
  // The program's code says where it calls the JDK.
  void setCallsKnown(JNIEnv* jni);

  // In the VMInit event, and whenever the sequences may have come to want it: from here on they are told
  // by the stack of each allocation.
  void walkStacks(JNIEnv* jni);

  // What the native methods of IslRT do; any Java thread.
  uint32_t sequenceState(JNIEnv* jni, bool atAllocation, jobject inConstruction) {
    return stacks_.stateHere(jni, atAllocation, inConstruction);
  }
  uint32_t variantSite(uint32_t state, uint32_t scope, uint32_t site);
  void awaitGate() { gate_.await(); }

 private:
  void countScopes(JNIEnv* jni);
  ConstructionGate gate_;
  int64_t units_ = 0;
  SiteTable& sites_;
  SequenceSet& sequences_;
  StackSequences stacks_;
  jclass class_ = nullptr, agesClass_ = nullptr, flagsClass_ = nullptr, eventsClass_ = nullptr,
         arraysClass_ = nullptr;
  jfieldID epoch_ = nullptr, now_ = nullptr, quietWord_ = nullptr, ambientScope_ = nullptr,
           threadScope_ = nullptr;
  jmethodID dropScope_ = nullptr, countRegions_ = nullptr;
  bool countsRegions_ = false;  // from the first epoch on, which has not come
  std::atomic<bool> hasScopes_{false};
  jfieldID walksStacks_ = nullptr;
  uint32_t contexts_ = 0;
  uint32_t quiet_ = 0;  // see FlagCodes
  std::atomic<bool> walking_{false};
};

}  // namespace isl
