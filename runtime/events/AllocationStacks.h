// Call stacks of sampled allocations. They name the calling line of sites whose class was compiled
// without line numbers; a leak allocates again and again, so its stack is among the samples. Where no site is
// known they name the line that a class is allocated from most. Stacks count by those of their objects that live; where
// none of any does, by all.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "events/FrameLines.h"
#include "events/LivingSamples.h"

namespace isl {

struct SourceLine {
  std::string method, file;  // "LeakingClient.order", "LeakingClient.java"
  int32_t line = -1;
};

class AllocationStacks {
 public:
  struct Sample {
    jclass type = nullptr;
    jobject object = nullptr;
    uint64_t bytes = 0;  // of the object
    uint64_t nowMs = 0;
    uint64_t allocatedBytes = 0;  // by the program so far
  };
  // The SampledObjectAlloc event, on the allocating thread. Takes the first stacks all and those of large objects, of the
  // others one more for every few milliseconds since the first, so that a class of tests that is over soon has some, and
  // keeps a bounded number of different ones: for a new one those make room that were seen once, long ago, and none of whose
  // objects lives.
  void onSample(jvmtiEnv* jvmti, JNIEnv* jni, const Sample& sample);

  // Before any sample: stacks are kept for each class, for allocatorOf().
  void keepTypes() { keepsTypes_ = true; }
  // For who passes over the heap.
  LivingSamples& living() { return living_; }

  // Nearest frame with a source line on the stacks whose allocating method is `method` of the class
  // with internal name `cls`, the most frequent one; empty when there is none. Agent thread or exit.
  SourceLine callerOf(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view cls, std::string_view method);

  // Nearest frame with a source line for which `isOwn` holds, above frames at that line, or
  // where no stack has it in that method, likewise. By those that allocated a living object of the first of these types (dotted),
  // else one of any of them where three of four agree, else by all where they agree: what else lives there may be of other
  // calls. Where no pass has told what lives, three of four will do.
  // Where less than half of those stacks have one, none. A line that no stack has since the program had allocated `since`
  // bytes is over, and no caller.
  SourceLine ownCallerOf(jvmtiEnv* jvmti, JNIEnv* jni, const FrameLines::Line& at,
                         const std::function<bool(const FrameLines::Line&)>& isOwn,
                         uint64_t since = 0, const std::vector<std::string>& types = {});

  // Nearest frame of the program with a source line on the stack that allocated the largest array within a method of a
  // class, of `least` bytes at least: the line that makes room in it. An array that grows is copied to a larger one.
  // Of a class of the JDK, which all code may use, none where two lines do. `isOwn`: only
  // stacks count whose nearest such frame is one of these.
  SourceLine makesRoomIn(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view cls, uint64_t least,
                         const std::function<bool(const FrameLines::Line&)>& isOwn = nullptr);

  // Bytes that the program had allocated when a stack with that frame was seen last, where it would have been seen since
  // if it still ran as before; 0: it may. Without a stack of that line those of its method count.
  uint64_t lastRanAt(jvmtiEnv* jvmti, JNIEnv* jni, const FrameLines::Line& at);
  // Likewise, whether it still runs or not; 0: it was never seen.
  uint64_t lastSeenAt(jvmtiEnv* jvmti, JNIEnv* jni, const FrameLines::Line& at);
  // Likewise a stack that made objects of that type, with dots, of which some live; 0: none is known.
  uint64_t lastMadeAt(const std::string& type) const;

  // Likewise of the tests that came to one of those lines, or else to one of their methods: of the classes of the outermost
  // frames for which `isOwn` holds on such stacks. All of them have to have ended, as often as they were seen while they ran;
  // 0 as well where no such stack was seen. What few samples say is left out: where a class is loaded the stack is deeper than
  // kFrames and lacks the test.
  uint64_t testsRanUntil(jvmtiEnv* jvmti, JNIEnv* jni, const std::vector<FrameLines::Line>& lines,
                         const std::function<bool(const std::string&)>& isOwn);

  // Nearest frame of the program with a source line on the stacks that allocated objects of the class with that
  // signature, likewise.
  SourceLine allocatorOf(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view type);

  uint64_t dropped() const;

 private:
  static constexpr jint kFrames = 48;
  static constexpr size_t kMaxStacks = 4000;
  static constexpr uint64_t kEveryMs = 2;
  // A run of a second has few samples, and its leak may be a fiftieth of what it allocates. So many stacks of ten
  // microseconds are 10 ms in all.
  static constexpr uint64_t kAtOnce = 1000;
  // Of so many that were due at random none comes in less than one of a hundred cases.
  static constexpr uint64_t kMissed = 5;
  static constexpr uint64_t kFew = 8;     // a smaller part of the samples
  static constexpr double kAgree = 0.75;  // one of two calls is a guess
  // To clear such an object takes the VM ten times as long as its stack takes us.
  static constexpr uint64_t kLarge = 1 << 20;
  static constexpr uint64_t kLeastArray = 4096;  // it may grow to one that counts

  // Never changed once it is there, but for the lines: those are the agent's thread's.
  struct Frames {
    std::vector<jvmtiFrameInfo> infos;           // innermost first
    std::vector<const FrameLines::Line*> lines;  // of each, once they were asked for
  };
  struct Stack {
    std::shared_ptr<Frames> frames;
    std::string type;  // signature, where types are kept
    uint64_t count = 0;
    uint64_t living = 0;                // objects, where it is asked about
    uint64_t ofFirst = 0, ofTypes = 0;  // of these, of the types that are asked about
    uint64_t first = 0;                 // of all that were taken
    uint64_t last = 0, lastBytes = 0;   // the latest: likewise, and bytes allocated
    uint64_t largestArray = 0;          // in bytes, from kLeastArray on
  };
  class Callers;
  // Stacks of one kind: how many samples, and the latest of them.
  struct Runs {
    uint64_t count = 0, first = UINT64_MAX, last = 0, lastBytes = 0;
    void add(const Stack& stack);
    // Bytes allocated at the latest where, as often as after the sample `from`, it would be among those `all` that were taken
    // since; else 0.
    uint64_t ended(uint64_t all, uint64_t from) const;
  };
  const std::vector<const FrameLines::Line*>& linesOf(jvmtiEnv* jvmti, JNIEnv* jni,
                                                      const Stack& stack);
  std::vector<Stack> copied(const std::vector<std::string>& types = {}) const;
  // Of a line or else of its method; `all`: samples of any.
  Runs runsOf(jvmtiEnv* jvmti, JNIEnv* jni, const FrameLines::Line& at, uint64_t& all);
  void makeRoom();
  // add(callers, stack, weight) for each.
  template <typename Add>
  SourceLine callerBy(Add&& add) const;

  mutable std::mutex mutex_;  // guards all below; taken by sampled threads only briefly
  std::unordered_map<uint64_t, Stack> stacks_;
  uint64_t firstMs_ = 0, taken_ = 0, dropped_ = 0;
  uint64_t madeRoomAt_ = 0;  // of taken_
  bool keepsTypes_ = false;
  FrameLines lines_;  // of the agent's thread alone
  LivingSamples living_;
};

}  // namespace isl
