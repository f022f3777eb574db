#include "rawheap/StackDepth.h"

#include "base/JvmtiBuffer.h"
#include "base/Log.h"

namespace isl::rawheap {

bool StackDepth::anyDeep() {
  jint threads = 0;
  JvmtiBuffer<jvmtiStackInfo> stacks(jvmti_);
  if (jvmti_->GetAllStackTraces(kFewFrames, stacks.out(), &threads) != JVMTI_ERROR_NONE)
    return false;
  uint64_t squares = 0;
  for (jint i = 0; i < threads && squares <= kMostSquares; ++i) {
    const jvmtiStackInfo& stack = stacks[static_cast<size_t>(i)];
    jint frames = stack.frame_count;
    // One that has ended meanwhile is no matter.
    if (frames == kFewFrames) jvmti_->GetFrameCount(stack.thread, &frames);
    if (frames >= kMostFrames) return true;
    squares += static_cast<uint64_t>(frames) * static_cast<uint64_t>(frames);
  }
  return squares > kMostSquares;
}

bool StackDepth::look(JNIEnv* jni) {
  if (jni->PushLocalFrame(64) != 0) {
    jni->ExceptionClear();
    return false;
  }
  const bool deep = anyDeep();
  jni->PopLocalFrame(nullptr);
  if (deep) {
    logLine(LogLevel::Info,
            "stacks are deep: objects that the compiler has taken apart are not put together for "
            "checks, and what they alone hold is not seen");
  }
  return deep;
}

}  // namespace isl::rawheap
