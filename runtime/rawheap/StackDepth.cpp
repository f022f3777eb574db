#include "rawheap/StackDepth.h"

#include "base/JvmtiBuffer.h"
#include "base/Log.h"

namespace isl::rawheap {

bool StackDepth::look(JNIEnv* jni) {
  if (jni->PushLocalFrame(64) != 0) {
    jni->ExceptionClear();
    return false;
  }
  jint threads = 0;
  JvmtiBuffer<jvmtiStackInfo> stacks(jvmti_);
  uint64_t squares = 0;
  bool deep = false;
  if (jvmti_->GetAllStackTraces(kMostFrames, stacks.out(), &threads) == JVMTI_ERROR_NONE) {
    for (jint i = 0; i < threads; ++i) {
      const auto frames = static_cast<uint64_t>(stacks[static_cast<size_t>(i)].frame_count);
      squares += frames * frames;
      deep = deep || frames >= kMostFrames;
    }
  }
  jni->PopLocalFrame(nullptr);
  deep = deep || squares > kMostSquares;
  if (deep) {
    logLine(LogLevel::Info,
            "stacks are deep: objects that the compiler has taken apart are not put together for "
            "checks, and what they alone hold is not seen");
  }
  return deep;
}

}  // namespace isl::rawheap
