// Walks of the heap that ask for the objects of a few classes only.
//
// HotSpot drops a reference to an object of another class than the given one before it looks up any tag,
// and these look-ups, four for each reference, are most of what a walk costs: restricted to one class a
// walk takes a quarter of the time (docs/measurements/heap.md). So a walk for each class
// is cheaper than one for all as long as there are few.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <vector>

#include "store/ClassTable.h"

namespace isl {

class ClassWalk {
 public:
  static constexpr size_t kMostClasses = 3;

  ClassWalk(jvmtiEnv* jvmti, ClassTable& classes) : jvmti_(jvmti), classes_(classes) {}

  // Agent thread, outside of a walk. FollowReferences with the filter of objects by tag; references to
  // objects of these classes (ids, with repetitions) are reported, others may be. With several classes
  // the program runs between the walks. The walks made are added to `walks`.
  jvmtiError follow(JNIEnv* jni, jint filter, std::vector<uint32_t> classes,
                    const jvmtiHeapCallbacks& callbacks, void* user, size_t& walks);

 private:
  jvmtiEnv* jvmti_;
  ClassTable& classes_;
};

}  // namespace isl
