// Are the stacks of the program's threads so deep that HotSpot would need long to prepare them for a walk? See
// WithoutEscapeBarrier: for each frame it may go over all frames above, 10 to 30 ns each.
#pragma once

#include <jvmti.h>

#include <cstdint>

namespace isl::rawheap {

class StackDepth {
 public:
  explicit StackDepth(jvmtiEnv* jvmti) : jvmti_(jvmti) {}

  // A Java thread, not at a safepoint. Once they were deep they count as deep: who recurses will do so again. A look
  // costs 50 to 100 ns a frame, and memory of the VM for kFewFrames of each thread.
  bool deep(JNIEnv* jni) {
    if (!deep_) deep_ = look(jni);
    return deep_;
  }
  bool wasDeep() const { return deep_; }

  static constexpr jint kMostFrames = 2048;            // of one thread: 40 ms
  static constexpr uint64_t kMostSquares = 8'000'000;  // of all together: 80 ms
  static constexpr jint kFewFrames = 128;  // the frames of threads that have more are counted

 private:
  bool look(JNIEnv* jni);
  bool anyDeep();

  jvmtiEnv* const jvmti_;
  bool deep_ = false;
};

}  // namespace isl::rawheap
