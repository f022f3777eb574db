// The mark inside FollowReferences: roots, sentinels, parked stacks, and what ends it.
#include "rawheap/RootScan.h"

#include "fake_walk.h"
#include "rawheap/SelfCheck.h"

namespace isl::rawheap::test {
namespace {

struct Counter final : RootScan::Client {
  FakeHeap& heap;
  ObjectReader reader;
  Mark mark{MarkOptions{}};
  std::set<uint64_t> seen;
  size_t roots = 0, finished = 0;
  std::vector<uint64_t> rootObjects;
  bool good = true, bad = false;

  explicit Counter(FakeHeap& h) : heap(h), reader(h.reader()) {}
  virtual ~Counter() = default;
  bool begin(Reason& reason) override {
    seen.clear();
    return heap.klasses.begin() && mark.begin(heap.spaces, heap.layout, reason);
  }
  bool drain(Reason& reason) override { return mark.drain(reader, *this, reason); }
  bool finish(const Roots& all, Reason& reason) override {
    roots = all.size();
    rootObjects.clear();
    for (size_t i = 0; i < all.size(); ++i) rootObjects.push_back(all[i].address);
    ++finished;
    return good || reason.give("not liked");
  }
  void object(const MarkedObject& object) {
    seen.insert(object.address);
    if (!bad) return;
    volatile uint64_t nowhere = 0x40;
    seen.insert(loadWord(nowhere));
  }
};

class RootScanOf : public testing::Test {
 protected:
  bool run() {
    scan.reset(new RootScan(walk.jvmti()));
    return again();
  }
  bool again() {
    reason.clear();
    if (!scan->prepare(walk.jni(), reason)) return false;
    const bool done = scan->run(counter.mark, counter.reader, heap.spaces, counter, reason);
    counter.mark.end();
    return done;
  }
  // No element but the first is left in a sentinel.
  bool sentinelsAreClean() {
    size_t elements = 0;
    for (const auto& [address, tag] : walk.tags) {
      if (!scan->isSentinel(tag)) continue;
      for (uint32_t i = 1; i < counter.reader.lengthOf(address); ++i)
        elements += counter.reader.loadOop(address + 16 + uint64_t{i} * 4) != 0;
    }
    return elements == 0;
  }
  FakeHeap heap;
  FakeWalk walk{heap};
  Counter counter{heap};
  Reason reason;
  std::unique_ptr<RootScan> scan;
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
};

std::vector<jint> depths;  // of the stacks
size_t counted = 0;        // one by one

// Whether they count as deep, the first look and, with shallow ones, the second.
std::pair<bool, bool> deepTwice(isl::test::MockJvmti& jvmti, JNIEnv* jni, std::vector<jint> of) {
  jvmti.set(&jvmtiInterface_1_::GetAllStackTraces,
            [](jvmtiEnv*, jint most, jvmtiStackInfo** stacks, jint* count) {
              *stacks = static_cast<jvmtiStackInfo*>(calloc(depths.size() + 1, sizeof **stacks));
              *count = static_cast<jint>(depths.size());
              // HotSpot takes memory for so many frames of each thread.
              EXPECT_LE(static_cast<size_t>(most) * sizeof(jvmtiFrameInfo), 2048u);
              for (size_t i = 0; i < depths.size(); i++) {
                (*stacks)[i].frame_count = std::min(most, depths[i]);
                (*stacks)[i].thread = reinterpret_cast<jthread>(i + 1);
              }
              return JVMTI_ERROR_NONE;
            });
  jvmti.set(&jvmtiInterface_1_::GetFrameCount, [](jvmtiEnv*, jthread thread, jint* count) {
    counted++;
    *count = depths[reinterpret_cast<size_t>(thread) - 1];
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::Deallocate, [](jvmtiEnv*, unsigned char* memory) {
    free(memory);
    return JVMTI_ERROR_NONE;
  });
  StackDepth stacks(&jvmti);
  depths = std::move(of);
  const bool first = stacks.deep(jni);
  depths = {10};
  return {first, stacks.deep(jni)};
}

TEST_F(RootScanOf, DeepStacksAreTold) {
  isl::test::MockJvmti jvmti;
  const std::pair<bool, bool> deep{true, true}, shallow{false, false};
  EXPECT_EQ(deepTwice(jvmti, walk.jni(), {30, 20'000}), deep);
  EXPECT_EQ(deepTwice(jvmti, walk.jni(), {1700, 1700, 1700}), deep) << "all together";
  EXPECT_EQ(deepTwice(jvmti, walk.jni(), {1700}), shallow);
  counted = 0;
  EXPECT_EQ(deepTwice(jvmti, walk.jni(), std::vector<jint>(1000, 60)), shallow);
  EXPECT_EQ(counted, 0u);
  EXPECT_EQ(deepTwice(jvmti, walk.jni(), std::vector<jint>(1000, 500)), deep);
  EXPECT_LT(counted, 40u) << "enough were seen";
}

TEST_F(RootScanOf, MarksFromAllRootsAndVisitsNothingElse) {
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node), c = heap.vm.object(node);
  heap.vm.object(node);  // dead
  heap.vm.set(a, 16, b);
  walk.roots = {{a, JVMTI_HEAP_REFERENCE_STACK_LOCAL},
                {c, JVMTI_HEAP_REFERENCE_OTHER},
                {a, JVMTI_HEAP_REFERENCE_THREAD}};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(counter.seen, (std::set<uint64_t>{a, b, c}));
  EXPECT_EQ(counter.roots, 2u);
  EXPECT_EQ(counter.finished, 1u);
  EXPECT_EQ(walk.visited, 1u) << "the sentinel";
  ASSERT_TRUE(again()) << reason.text;
  EXPECT_EQ(counter.seen.size(), 3u);
  scan->release(walk.jni());
  EXPECT_TRUE(walk.globals.empty());
}

// A group's array leads to every thread; what a thread uses has its way from the thread.
TEST_F(RootScanOf, ThreadsAreNotReachedThroughTheirArrays) {
  const uint64_t threadKlass = heap.vm.klass("java/lang/Thread", 24, {{16, 1}});
  const uint64_t group = heap.vm.object(node), started = heap.vm.object(threadKlass);
  const uint64_t made = heap.vm.object(threadKlass), used = heap.vm.object(node);
  const uint64_t threads = heap.vm.array(heap.vm.objectArrayKlass("[Ljava/lang/Thread;"), 3);
  heap.vm.set(group, 16, threads);
  heap.vm.setElement(threads, 0, started);
  heap.vm.setElement(threads, 2, made);
  heap.vm.set(made, 16, used);
  walk.roots = {{group, JVMTI_HEAP_REFERENCE_JNI_GLOBAL}, {started, JVMTI_HEAP_REFERENCE_THREAD}};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(counter.seen, (std::set<uint64_t>{group, threads, started, made, used}));
  EXPECT_EQ(counter.rootObjects, (std::vector<uint64_t>{group, started, made}))
      << "who has not been started is held by the array alone";
}

TEST_F(RootScanOf, LetsJvmtiReadParkedStacks) {
  const uint64_t outer = heap.vm.parkedThread(), inner = heap.vm.parkedThread();
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node);
  // Only the outer thread's stack holds the inner one.
  walk.roots = {{outer, JVMTI_HEAP_REFERENCE_OTHER}};
  walk.stacks[outer] = {a, inner};
  walk.stacks[inner] = {b};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(counter.seen.size(), 8u) << "with continuations and stacks";
  for (const uint64_t object : {outer, inner, a, b}) EXPECT_EQ(counter.seen.count(object), 1u);
  EXPECT_EQ(counter.roots, 4u);
  EXPECT_EQ(scan->virtualThreads(), 2u);
  EXPECT_TRUE(sentinelsAreClean());
}

TEST_F(RootScanOf, MakesRoomForManyVirtualThreads) {
  const uint64_t all = heap.vm.array(heap.vm.objectArrayKlass(), 3000);
  std::set<uint64_t> expected{all};
  for (uint32_t i = 0; i < 3000; ++i) {
    const uint64_t one = heap.vm.parkedThread(), held = heap.vm.object(node);
    heap.vm.setElement(all, i, one);
    walk.stacks[one] = {held};
    expected.insert(one);
    expected.insert(held);
  }
  walk.roots = {{all, JVMTI_HEAP_REFERENCE_OTHER}};
  EXPECT_FALSE(run());
  EXPECT_NE(strstr(reason.text, "3000 virtual threads"), nullptr) << reason.text;
  EXPECT_TRUE(sentinelsAreClean());
  ASSERT_TRUE(scan->wantsRoom());
  ASSERT_TRUE(again()) << reason.text;
  EXPECT_EQ(counter.seen.size(), expected.size() + 2 * 3000);
  for (const uint64_t object : expected) EXPECT_EQ(counter.seen.count(object), 1u);
  EXPECT_FALSE(scan->wantsRoom());
  EXPECT_TRUE(sentinelsAreClean());
}

TEST_F(RootScanOf, EndsWhereRootsArePassedInAnotherWay) {
  walk.roots = {{heap.vm.object(node), JVMTI_HEAP_REFERENCE_OTHER}};
  walk.wrongSize = 8;
  EXPECT_FALSE(run());
  EXPECT_NE(strstr(reason.text, "does not pass roots"), nullptr) << reason.text;
  EXPECT_EQ(counter.finished, 0u);
}

TEST_F(RootScanOf, EndsAtARootThatFailsItsTest) {
  walk.roots = {{heap.vm.object(node), JVMTI_HEAP_REFERENCE_OTHER}};
  walk.wrongBytes = 8;
  EXPECT_FALSE(run());
  EXPECT_NE(strstr(reason.text, "is no object of 32 bytes"), nullptr) << reason.text;
}

TEST_F(RootScanOf, EndsAtABadRead) {
  walk.roots = {{heap.vm.object(node), JVMTI_HEAP_REFERENCE_OTHER}};
  counter.bad = true;
  EXPECT_FALSE(run());
  EXPECT_STREQ(reason.text, "a read at 0x40 failed");
  counter.bad = false;
  EXPECT_TRUE(again()) << reason.text;
}

TEST_F(RootScanOf, TellsWhatTheClientSays) {
  counter.good = false;
  EXPECT_FALSE(run());
  EXPECT_STREQ(reason.text, "not liked");
}

TEST_F(RootScanOf, TellsOfJvmtiErrors) {
  walk.error = JVMTI_ERROR_OUT_OF_MEMORY;
  EXPECT_FALSE(run());
  EXPECT_NE(strstr(reason.text, "error 110"), nullptr) << reason.text;
}

TEST_F(RootScanOf, RefusesStacksOfOthers) {
  const uint64_t chunk = heap.vm.klass("jdk/internal/vm/StackChunk", 32, {{24, 1}});
  walk.roots = {{heap.vm.object(chunk), JVMTI_HEAP_REFERENCE_OTHER}};
  EXPECT_FALSE(run());
  EXPECT_NE(strstr(reason.text, "no virtual thread"), nullptr) << reason.text;
}

TEST_F(RootScanOf, EndsAmongTheRootsOnceItKnowsHowManyThereAre) {
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node), c = heap.vm.object(node);
  walk.roots = {{a, JVMTI_HEAP_REFERENCE_STACK_LOCAL}};
  walk.ownRoots = {b, c};
  scan.reset(new RootScan(walk.jvmti()));
  scan->endsAmongRoots();
  ASSERT_TRUE(again()) << reason.text;
  EXPECT_EQ(walk.visited, 1u) << "the first goes all the way, to the sentinel";
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(again()) << reason.text;
    EXPECT_EQ(counter.seen, (std::set<uint64_t>{a, b, c}));
    EXPECT_EQ(walk.visited, 1u) << "nothing was visited";
  }
  walk.ownRoots.push_back(heap.vm.object(node));
  ASSERT_TRUE(again()) << reason.text;
  EXPECT_EQ(counter.seen.size(), 4u) << "a new one is seen by the next that goes all the way";
  EXPECT_EQ(walk.visited, 2u);
  walk.ownRoots.pop_back();
  ASSERT_TRUE(again()) << reason.text;
  EXPECT_EQ(counter.seen.size(), 3u) << "where one is missing the sentinel comes";
  EXPECT_EQ(walk.visited, 3u);
}

class SelfCheckOf : public testing::Test {
 protected:
  bool run(SelfCheckOptions options = {}) {
    DirectHeap direct(walk.jvmti());
    reason.clear();
    result = {};
    if (!direct.open(heap.vm.tables(), walk.jni(), reason)) return false;
    direct.klasses().setChunkSizeOffset(16);  // the fake JNI knows of none
    SelfCheck check(walk.jvmti(), direct);
    const bool same = check.run(walk.jni(), options, result, reason);
    direct.close(walk.jni());
    return same;
  }
  FakeHeap heap;
  FakeWalk walk{heap};
  SelfCheckResult result;
  Reason reason;
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
};

TEST_F(SelfCheckOf, PassesWhereBothAgree) {
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node), t = heap.vm.parkedThread();
  heap.vm.set(a, 16, b);
  walk.roots = {{a, JVMTI_HEAP_REFERENCE_OTHER}, {t, JVMTI_HEAP_REFERENCE_OTHER}};
  walk.stacks[t] = {heap.vm.object(node)};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(result.seen, 6u);
  EXPECT_EQ(result.marked, 6u);
  EXPECT_EQ(result.missed, 0u);
  EXPECT_EQ(result.roots, 3u);
  EXPECT_TRUE(result.differing.empty());
}

TEST_F(SelfCheckOf, FailsWhereTheMarkMissesOne) {
  const uint64_t a = heap.vm.object(node);
  walk.roots = {{a, JVMTI_HEAP_REFERENCE_OTHER}};
  walk.hidden[a] = {heap.vm.object(node), heap.vm.object(node)};
  EXPECT_FALSE(run());
  EXPECT_STREQ(reason.text, "the mark missed 2 of 3 objects");
  EXPECT_EQ(result.missed, 2u);
}

TEST_F(SelfCheckOf, FailsWhereTheMarkHasTooManyMore) {
  const uint64_t soft = heap.vm.klass("Mirrored", 24);
  const uint64_t mirror = heap.vm.mirror(soft, 1), a = heap.vm.object(node);
  // The fake walk does not go on from a class's mirror; the mark does.
  heap.vm.set(mirror, 40, heap.vm.object(node));
  walk.roots = {{a, JVMTI_HEAP_REFERENCE_OTHER},
                {heap.vm.object(soft), JVMTI_HEAP_REFERENCE_OTHER}};
  SelfCheckOptions options;
  options.extraShare = 0;
  options.extra = 0;
  walk.shallow = true;
  EXPECT_FALSE(run(options));
  EXPECT_NE(strstr(reason.text, "objects more than"), nullptr) << reason.text;
  options.extra = 1;
  EXPECT_TRUE(run(options)) << reason.text;
}

TEST_F(SelfCheckOf, FailsWhereNothingIsReported) {
  EXPECT_FALSE(run());
  EXPECT_STREQ(reason.text, "JVMTI reported no reference");
}

}  // namespace
}  // namespace isl::rawheap::test
