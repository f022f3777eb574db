// Objects that know how much they may keep, as a cache or a queue does: what piles up in one has an end, however far off.
// See Bounds.def.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

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

  // It has a bound, but nobody knows how many entries that are.
  static constexpr uint64_t kUnknown = UINT64_MAX;
  // In a pass: how many entries an object of the class may have; 0: it has no bound.
  uint64_t of(uint32_t classId, uint64_t address) const;
  // What it is read from, or the method that keeps it; empty: the class has none.
  std::string_view by(uint32_t classId) const;

 private:
  struct Bound {
    std::string_view by;
    uint32_t offset = 0;  // 0: there is no field
    bool wide = false;    // a long
    bool entries = false;
  };
  bool learnField(JNIEnv* jni, uint32_t classId, std::string_view field, bool entries);
  bool removesEldest(JNIEnv* jni, uint32_t classId) const;

  jvmtiEnv* const jvmti_;
  ClassTable& classes_;
  const OffsetOf offsetOf_;
  uint32_t known_ = 1;  // classes, so far
  std::unordered_map<uint32_t, Bound> bounds_;
};

}  // namespace isl
