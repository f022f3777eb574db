// Offsets of fields from their ids, without an object of the program's heap: one that is full has no room for it, and
// each attempt costs the program full collections.
//
// HotSpot's jfieldID (jfieldIDWorkaround in its sources; seen on JDK 17 and 25) of an instance field is its offset
// with two bits below: 2, and 1 where a hash of the class is above the offset's seven bits. That of a static field is the
// address of a record: class, next record, offset in the mirror.
#pragma once

#include <jni.h>

#include <cstdint>

namespace isl {

class FieldIds {
 public:
  // Agent thread, before the heap may be full: what this VM's Unsafe tells of some fields decides whether its ids are
  // of the form above. Where they are not, Unsafe is asked for each field.
  void open(JNIEnv* jni);
  bool areOffsets() const { return areOffsets_; }

  // Of a field's value from the start of its object, of a static one from that of the class's mirror; -1: unknown.
  // No exception is left pending.
  int64_t offsetOf(JNIEnv* jni, jclass cls, jfieldID id, bool isStatic) const;

  // What the form above says of an id, whatever the VM.
  static int64_t decode(jfieldID id, bool isStatic);

 private:
  bool areOffsets_ = false;
};

}  // namespace isl
