// Which call sequences hold where the calling thread stands, told by its whole stack.
#pragma once

#include <jvmti.h>

#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/Sequence.h"

namespace isl {

// Any Java thread.
class StackSequences {
 public:
  StackSequences(jvmtiEnv* jvmti, SequenceSet& sequences) : jvmti_(jvmti), sequences_(sequences) {}

  // The sequences' state (SequenceSet::stateOf) for an allocation, or an entry, on top of the calling
  // thread's stack. Not counted: the helper classes' own frames, and on top of the stack the constructors
  // of `inConstruction`, which may be null. 0 when the VM tells no stack.
  uint32_t stateHere(JNIEnv* jni, bool atAllocation, jobject inConstruction);

 private:
  struct Frame {
    SequenceFrame frame;
    bool ours = false;  // of a helper class
    bool constructor = false;
  };
  using Stack = std::vector<jvmtiFrameInfo>;
  const Frame& frameOf(JNIEnv* jni, jmethodID method);
  bool constructs(JNIEnv* jni, jmethodID method, jobject object);
  size_t readStack(Stack& stack) const;
  size_t topOf(JNIEnv* jni, const Stack& stack, size_t count, jobject inConstruction);
  uint32_t match(JNIEnv* jni, const Stack& stack, size_t top, size_t count, bool atAllocation);

  jvmtiEnv* jvmti_;
  SequenceSet& sequences_;
  // By method, and by stack (the method ids, innermost first, and whether it allocates); emptied when
  // they have grown too large.
  std::mutex mutex_;
  std::unordered_map<jmethodID, Frame> frames_;
  std::unordered_map<std::string, uint32_t> states_;
  size_t cachedBytes_ = 0;
};

}  // namespace isl
