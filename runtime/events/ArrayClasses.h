// Class and size of arrays that the program offers. A program may make millions of them, so what the VM
// said of the common ones is kept.
#pragma once

#include <array>
#include <vector>

#include "events/Admission.h"
#include "events/EventParts.h"

namespace isl {

// What the program side knows of an array that it offers.
struct ArrayFacts {
  uint32_t hash = 0;    // identity hash; 0: it has none
  int32_t length = -1;  // of an Object[], else -1
};

// Guarded by the lock of the EventEngine.
class ArrayClasses {
 public:
  ArrayClasses(const EventParts& parts, const Admission& admission)
      : jvmti_(parts.jvmti), classes_(*parts.classes), admission_(admission) {}

  struct ArrayClass {
    jclass cls = nullptr;  // global; null: not kept
    uint32_t id = 0;
    uint64_t specs = 0;  // that track arrays of the class
  };
  ArrayClass of(JNIEnv* jni, jobject array, const ArrayFacts& facts);

  // Bytes of the array; 0 when the VM does not tell.
  uint64_t sizeOf(jobject array, const ArrayFacts& facts);

 private:
  ArrayClass find(JNIEnv* jni, jobject array);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  const Admission& admission_;
  std::vector<ArrayClass> kept_;
  ArrayClass objectArrays_;                        // Object[], once one was seen
  std::array<uint64_t, 1024> objectArraySizes_{};  // bytes by length, 0: not known yet
};

}  // namespace isl
