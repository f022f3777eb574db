// Which of the sampled objects live, by the stack that allocated them: of the calls that lead to one line those that make
// what stays are told from those whose objects die.
//
// Each is held by a weak reference. A pass over the heap tells exactly which live; the others are forgotten after it. What
// lives at the first pass of its life may be of a call under way, as that whose allocation has caused the pass, and counts
// from the second one on.
#pragma once

#include <jvmti.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace isl {

class LivingSamples {
 public:
  // Weak references, which every collection looks at. When half as many live, every second is forgotten, and from then on
  // every second is taken.
  static constexpr size_t kMost = 4096;

  // The SampledObjectAlloc event, on the allocating thread. `type`: a number of the object's class, not 0.
  void add(JNIEnv* jni, jobject object, uint64_t stack, uint64_t type = 1);

  // Agent thread, before a pass.
  void begin();
  // In it, on the VM thread, the world stopped: lives(handle) for each.
  template <typename Lives>
  void look(Lives&& lives) {
    for (Looked& each : looked_) each.lives = lives(each.sample.object);
    answered_ = true;
  }
  // Agent thread, after it.
  void settle(JNIEnv* jni);

  // Any thread: how many objects of each stack live, of that class alone, or 0: of any. When fewer than half were left at a pass,
  // as when a program ends, that is what lived before.
  using ByStack = std::unordered_map<uint64_t, uint64_t>;
  ByStack byStack(uint64_t type = 0) const;
  // Any thread: has a pass told which live?
  bool known() const;

 private:
  struct Sample {
    jweak object = nullptr;
    uint64_t stack = 0, type = 0;
    bool met = false;  // by a pass
  };
  struct Looked {
    Sample sample;
    bool lives = false;
  };
  void forgetHalf(JNIEnv* jni, std::vector<Sample>& samples);

  std::vector<Looked> looked_;  // agent and VM thread
  bool answered_ = false;       // likewise
  uint64_t told_ = 0;           // objects in living_; agent thread

  mutable std::mutex mutex_;  // of all below; taken by sampled threads only briefly
  std::vector<Sample> samples_;
  uint64_t met_ = 0, stride_ = 1;
  std::vector<Sample> living_;  // as last told
  bool known_ = false;
};

}  // namespace isl
