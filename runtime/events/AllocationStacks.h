// Call stacks of sampled allocations. They name the calling line of sites whose class was compiled
// without line numbers; a leak allocates again and again, so its stack is among the samples.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace isl {

struct SourceLine {
  std::string method, file;  // "LeakingClient.order", "LeakingClient.java"
  int32_t line = -1;
};

class AllocationStacks {
 public:
  // The SampledObjectAlloc event, on the allocating thread. Takes a stack at most every few
  // milliseconds and keeps a bounded number of different ones.
  void onSample(jvmtiEnv* jvmti, uint64_t nowMs);

  // Nearest frame with a source line on the stacks whose allocating method is `method` of the class
  // with internal name `cls`, the most frequent one; empty when there is none. Agent thread or exit.
  SourceLine callerOf(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view cls, std::string_view method);

  uint64_t dropped() const;

 private:
  static constexpr jint kFrames = 48;
  static constexpr size_t kMaxStacks = 4000;
  static constexpr uint64_t kEveryMs = 2;

  struct Stack {
    std::vector<jvmtiFrameInfo> frames;  // innermost first
    uint64_t count = 0;
  };
  struct Resolved {
    std::string cls, method, file;  // internal class name
    int32_t line = -1;
  };
  const Resolved& resolve(jvmtiEnv* jvmti, JNIEnv* jni, const jvmtiFrameInfo& frame);

  mutable std::mutex mutex_;  // guards all below; taken by sampled threads only briefly
  std::unordered_map<uint64_t, Stack> stacks_;
  std::unordered_map<uint64_t, Resolved> resolved_;
  uint64_t lastMs_ = 0, dropped_ = 0;
};

}  // namespace isl
