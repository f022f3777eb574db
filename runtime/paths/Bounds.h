// Objects that know how much they may keep, or for how long, as a cache or a queue does: what piles up in one has an end, however
// far off. See Bounds.def.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/ClassTable.h"

namespace isl {

class Bounds {
 public:
  // Of a field of the class in its objects, in bytes; -1: not known.
  using OffsetOf = std::function<int64_t(JNIEnv* jni, jclass cls, jfieldID field)>;
  Bounds(jvmtiEnv* jvmti, ClassTable& classes, OffsetOf offsetOf)
      : jvmti_(jvmti), classes_(classes), offsetOf_(std::move(offsetOf)) {}

  // Agent thread, before each pass that may meet new classes.
  void learn(JNIEnv* jni);

  struct Bound {
    std::string_view
        by;  // the field it is read from, or the method that keeps it; empty: there is none
    uint64_t entries = 0;  // at most; 0: not known
    uint64_t keptMs = 0;   // each entry is kept for so long; 0: not by time
  };
  // In a pass: the first in the order of Bounds.def that the object sets.
  Bound of(uint32_t classId, uint64_t address) const;

  enum class Unit : uint8_t { Entries, Weight, Nanos };

 private:
  struct Field {
    std::string_view name;
    Unit unit = Unit::Weight;
    uint32_t offset = 0;  // 0: there is no field
    bool wide = false;    // a long
  };
  void learnField(JNIEnv* jni, uint32_t classId, const Field& row);
  bool removesEldest(JNIEnv* jni, uint32_t classId) const;
  static Bound boundOf(const Field& field, uint64_t address);

  jvmtiEnv* const jvmti_;
  ClassTable& classes_;
  const OffsetOf offsetOf_;
  uint32_t known_ = 1;  // classes, so far
  std::unordered_map<uint32_t, std::vector<Field>> fields_;
};

}  // namespace isl
