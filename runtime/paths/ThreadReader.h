// What the heap tells of a thread, while the world stands still and nobody can be asked.
#pragma once

#include <jni.h>

#include <cstdint>

#include "rawheap/ObjectReader.h"

namespace isl {

class ThreadReader {
 public:
  static constexpr uint32_t kMostBytes = 80;  // longer names are cut

  // Offsets in bytes; 0: not known.
  struct Offsets {
    uint32_t name = 0, eetop = 0;   // in java.lang.Thread
    uint32_t value = 0, coder = 0;  // in java.lang.String
  };
  ThreadReader() = default;
  explicit ThreadReader(const Offsets& offsets) : at_(offsets) {}

  // Where java.lang.Thread and java.lang.String keep what is needed. Agent thread, outside of a pass. Without it, and
  // where a field is not found, names are empty and each thread has one of the VM.
  void open(JNIEnv* jni);

  // UTF-8 with a final NUL. In a pass, under GuardedReads: the address is that of a live Thread.
  void readName(const rawheap::ObjectReader& reader, uint64_t thread,
                char (&name)[kMostBytes]) const;
  // Likewise: no thread of the VM runs it, as it has ended, or has not begun, or is a virtual one.
  bool isWithoutThread(uint64_t thread) const;

 private:
  Offsets at_;
};

}  // namespace isl
