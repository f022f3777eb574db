// A sample of the program's allocations, and which of them the first collection after their birth took.
//
// Each sampled object is held by a weak reference. A check closes what was sampled since the one before it, and puts an
// object of its own behind it, which nothing refers to. Once a collection has taken that one, it has decided on all that
// are older: those whose reference is empty died, the others live on. So no event of the collector is needed, and it is
// the same for all of them.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "events/DeathRows.h"
#include "events/FrameLines.h"
#include "store/ClassTable.h"
#include "store/SiteTable.h"

namespace isl {

class SampledDeaths {
 public:
  SampledDeaths(SiteTable& sites, ClassTable& classes) : sites_(sites), classes_(classes) {}

  // The SampledObjectAlloc event, on the allocating thread: an object of `size` bytes stands for `bytes`.
  void onSample(jvmtiEnv* jvmti, JNIEnv* jni, jobject object, jclass type, uint64_t size,
                uint64_t bytes);

  // The agent's thread, from here on.
  // What was sampled so far waits for a collection. Under the lock of the class table.
  void close(jvmtiEnv* jvmti, JNIEnv* jni);
  // Does more wait than is known? So there are as many collections as the work was doubled.
  bool wantsCollection() const;
  // Whose collection has come is told in rows().
  void settle(JNIEnv* jni);

  const DeathRows& known() const { return known_; }
  // Samples that were left out: too many waited.
  uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

  // A line that has fewer samples is not told: from so many on the standard error of its bytes, one by the root of the
  // number, is a quarter at most.
  static constexpr uint64_t kLeastSamples = 16;

 private:
  static constexpr jint kFrames = 48;
  static constexpr size_t kMostWaiting =
      20'000;  // weak references, which every collection looks at

  struct Sample {
    jweak object = nullptr, type = nullptr;  // the type until the batch is closed
    std::vector<jvmtiFrameInfo> frames;      // likewise; innermost first
    uint64_t size = 0, bytes = 0;
    uint32_t site = 0, classId = 0;  // from then on
  };
  struct Batch {
    std::vector<Sample> samples;
    jweak canary = nullptr;
  };
  uint32_t siteOf(jvmtiEnv* jvmti, JNIEnv* jni, const Sample& sample);

  SiteTable& sites_;
  ClassTable& classes_;
  FrameLines lines_;
  DeathRows known_;
  std::vector<Batch> batches_;
  std::mutex mutex_;  // of open_; taken by sampled threads only briefly
  std::vector<Sample> open_;
  std::atomic<size_t> waiting_{0};
  std::atomic<uint64_t> dropped_{0};
};

}  // namespace isl
