// Where the fields of objects and the elements of arrays lie, for specs that ask for it, also of records and hidden
// classes.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/FieldIds.h"
#include "isl/abi.h"

namespace isl {

// Where a field of an instance lies, see IslField.
struct FieldPlace {
  std::string name, descriptor;
  bool isStatic = false, isReference = false;
  int32_t offset = -1;
};

// Classes are numbered as in the ClassTable. Described by the check thread, also read by the walk's callbacks.
class FieldPlaces {
 public:
  // Adds the fields that the class itself declares to those of its superclass (0: none), which has been
  // described before.
  void describe(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls, uint32_t id, uint32_t super);

  // Index (requirement Q-27) and offset of an edge's field, which has its JVMTI index in `index`, counted from
  // `first`, that of the first field of Object; of an element the offset.
  void place(uint32_t id, int32_t first, IslField& field) const;
  // Likewise of an edge's field that has its offset, and of an element that has its index.
  void placeAtOffset(uint32_t id, IslField& field) const;
  // Offset of an instance field by its name; -1: unknown.
  int32_t offsetOf(uint32_t id, std::string_view name, std::string_view descriptor) const;
  // Offset of an element; kind: descriptor char, L for references, B also of booleans.
  int32_t elementOffset(char kind, int32_t index) const;

 private:
  struct Elements {
    char kind;
    int32_t base, scale;
  };
  void open(JNIEnv* jni);
  FieldPlace describeField(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls, jfieldID id) const;
  const std::vector<FieldPlace>& of(uint32_t id) const;
  static int32_t numberOf(const std::vector<FieldPlace>& places, size_t at);

  std::vector<std::vector<FieldPlace>>
      places_;  // by class; from Object down, in the order of JVMTI
  std::vector<Elements> elements_;
  FieldIds ids_;
  bool isOpen_ = false;
};

}  // namespace isl
