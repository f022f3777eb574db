// Names of threads read from the heap, while the world stands still and nobody can be asked.
#pragma once

#include <jni.h>

#include <cstdint>

#include "rawheap/ObjectReader.h"

namespace isl {

class ThreadNames {
 public:
  static constexpr uint32_t kMostBytes = 80;  // longer names are cut

  // Offsets in bytes; 0: not known.
  struct Offsets {
    uint32_t name = 0;              // in java.lang.Thread
    uint32_t value = 0, coder = 0;  // in java.lang.String
  };
  ThreadNames() = default;
  explicit ThreadNames(const Offsets& offsets) : at_(offsets) {}

  // Where java.lang.Thread and java.lang.String keep what is needed. Agent thread, outside of a pass. Without it, and
  // where a field is not found, names are empty.
  void open(JNIEnv* jni);

  // UTF-8 with a final NUL. In a pass, under GuardedReads: the address is that of a live Thread.
  void read(const rawheap::ObjectReader& reader, uint64_t thread, char (&name)[kMostBytes]) const;

 private:
  Offsets at_;
};

}  // namespace isl
