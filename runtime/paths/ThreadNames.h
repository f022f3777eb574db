// Names of threads read from the heap, while the world stands still and nobody can be asked.
#pragma once

#include <jni.h>

#include <cstdint>

#include "rawheap/ObjectReader.h"

namespace isl {

class ThreadNames {
 public:
  static constexpr uint32_t kMostBytes = 80;  // longer names are cut

  // Where java.lang.Thread and java.lang.String keep what is needed. Agent thread, outside of a pass. Without it, and
  // where a field is not found, names are empty.
  void open(JNIEnv* jni);

  // UTF-8 with a final NUL. In a pass, under GuardedReads: the address is that of a live Thread.
  void read(const rawheap::ObjectReader& reader, uint64_t thread, char (&name)[kMostBytes]) const;

 private:
  uint32_t name_ = 0, value_ = 0, coder_ = 0;  // offsets; 0: not known
};

}  // namespace isl
