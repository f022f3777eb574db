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

#include "paths/EldestRule.h"
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
  // The object that a field at that address refers to; 0: none.
  using LoadOop = std::function<uint64_t(uint64_t slot)>;
  // In a pass: the first in the order of Bounds.def that the object sets.
  Bound of(uint32_t classId, uint64_t address, const LoadOop& loadOop) const;

  enum class Unit : uint8_t { Entries, Weight, Nanos };

 private:
  struct Field {
    std::string_view name;
    Unit unit = Unit::Weight;
    std::vector<uint32_t> way =
        {};             // offsets, the last one of the number; empty: there is no field
    bool wide = false;  // a long
    uint64_t most = 0;  // without a field, where it is known
  };
  struct Found {
    int64_t offset = -1;  // -1: there is no such field
    bool wide = false;
  };
  Found find(JNIEnv* jni, uint32_t classId, std::string_view name, std::string_view types) const;
  void learnField(JNIEnv* jni, uint32_t classId, const Field& row);
  void learnEldest(JNIEnv* jni, uint32_t classId);
  EldestRule ruleOf(jclass cls, jmethodID method) const;
  std::vector<uint32_t> wayOf(JNIEnv* jni, const EldestRule& rule) const;
  static Bound boundOf(const Field& field, uint64_t address, const LoadOop& loadOop);

  jvmtiEnv* const jvmti_;
  ClassTable& classes_;
  const OffsetOf offsetOf_;
  uint32_t known_ = 1;  // classes, so far
  std::unordered_map<uint32_t, std::vector<Field>> fields_;
};

}  // namespace isl
