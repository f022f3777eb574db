// Which arrays become known, and when. Arrays have no word: they are known by their identity hash.
#pragma once

#include "events/ArrayClasses.h"
#include "events/ArrayTable.h"
#include "events/EventParts.h"
#include "events/Identities.h"
#include "events/JavaSide.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class ArrayAdmission {
 public:
  ArrayAdmission(const EventParts& parts, const Admission& admission, Identities& identities,
                 const JavaSide& java)
      : parts_(parts), admission_(admission), identities_(identities), java_(java),
        classes_(parts, admission) {}

  // Says in Java where the table of known arrays lies.
  void publish(JNIEnv* jni) const { java_.setArrays(jni, table_.address()); }

  // The word by which the array's events are logged; 0: it has none. `word`: that of its birth, 0: it was
  // born elsewhere, and belongs to its owner's site.
  uint32_t admit(JNIEnv* jni, jobject array, uint32_t word, const ArrayFacts& facts);
  // An array was stored in a field that the key stands for (EventKeys::mayPutOnPath).
  void admitStored(JNIEnv* jni, jobject array, int32_t key);

  // Does the spec track the array with this node?
  bool tracks(uint32_t node, uint32_t spec) const {
    return node < specsOf_.size() && (specsOf_[node] >> spec & 1) != 0;
  }

  // After a walk, which freed the nodes of dead arrays.
  void afterWalk(JNIEnv* jni);

  uint64_t hashCollisions() const { return hashCollisions_; }
  // Arrays that were not known before they came to their path.
  uint64_t late() const { return late_; }

 private:
  ArrayFacts factsOf(jobject array) const;
  void describe(uint32_t node, jobject array, uint32_t word, const ArrayFacts& facts,
                uint32_t classId, int32_t length);
  uint32_t remember(JNIEnv* jni, uint32_t node, uint32_t hash, uint64_t specs);
  void noteElsewhere(JNIEnv* jni, int32_t key);
  std::vector<uint32_t> unknownOnPaths() const;
  void admitNode(JNIEnv* jni, uint32_t node);
  void admitFound(JNIEnv* jni);

  const EventParts& parts_;
  const Admission& admission_;
  Identities& identities_;
  const JavaSide& java_;
  ArrayClasses classes_;
  ArrayTable table_;
  std::vector<uint64_t> specsOf_;  // by node: specs that track the array
  std::vector<jbyte> elsewhere_;   // by key of a store: 1, it puts nothing on a path
  uint64_t hashCollisions_ = 0, late_ = 0;
};

}  // namespace isl
