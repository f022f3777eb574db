// Keeps the VM's table of tags sparse, for the walks' sake.
//
// A walk asks the table for each object and its class (four times for each reference), mostly for objects
// without a tag. HotSpot lets the table grow only when it holds several times as many tags as it has
// buckets, so that even a miss runs along a chain; but it never lets it shrink. So the table is once
// filled with tags that nobody needs: two passes over the heap that set and clear them.
#pragma once

#include <jvmti.h>

#include <cstdint>

namespace isl {

// Agent thread only.
class TagRoom {
 public:
  // Number of objects to tag so that `tags` tags in use find a sparse table, with a heap of `liveObjects`.
  // 0: a walk over so small a heap is cheap in any case, or there is room enough.
  uint32_t wanted(uint64_t tags, uint64_t liveObjects) const;

  // Between two walks.
  void make(jvmtiEnv* jvmti, uint64_t tags, uint64_t liveObjects);

 private:
  static jint JNICALL onFill(jlong classTag, jlong size, jlong* tag, jint length, void* self);
  static jint JNICALL onClear(jlong classTag, jlong size, jlong* tag, jint length, void* self);

  uint32_t made_ = 0;   // most tags that the table has held on our account
  uint32_t unset_ = 0;  // tags still to be set in this pass
};

}  // namespace isl
