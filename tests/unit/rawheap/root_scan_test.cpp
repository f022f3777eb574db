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

// What is drained, in the order of its phases.
struct Phases final : RootScan::Client {
  FakeHeap& heap;
  const bool marksPassing;
  ObjectReader reader{heap.layout, heap.klasses, Followed::Neither};
  Mark mark{[this] {
    MarkOptions options;
    options.softLast = true;
    options.marksPassing = marksPassing;
    return options;
  }()};
  std::vector<uint64_t> live, passed, told;
  std::map<uint64_t, uint64_t> owners;
  bool isPassing = false;
  const Root* soft = nullptr;
  uint64_t softReference = 0;

  explicit Phases(FakeHeap& h, bool passing) : heap(h), marksPassing(passing) {}
  bool begin(Reason& reason) override {
    return heap.klasses.begin() && mark.begin(heap.spaces, heap.layout, reason);
  }
  bool drain(Reason& reason) override { return mark.drain(reader, *this, reason); }
  void root(uint64_t address, bool) override { told.push_back(address); }
  void passing() override { isPassing = true; }
  bool finish(const Roots& roots, Reason& reason) override {
    Paths paths(mark, reader, roots, heap.spaces);
    for (size_t i = 0; i < roots.size(); ++i)
      if (softReference == 0) softReference = roots.holderOf(roots[i]).reference;
    const uint32_t last = mark.nextNumber() - 1;
    return paths.find(&last, 1, reason, [](uint32_t, const Path&) {});
  }
  void object(const MarkedObject& object) {
    (isPassing ? passed : live).push_back(object.address);
    owners[object.address] = object.owner.address;
  }
};

class PhasesOf : public testing::Test {
 protected:
  PhasesOf() {
    reference = heap.vm.klass("java/lang/ref/Reference", 32, {{20, 2}});
    FakeVm::store<uint8_t>(reference + heap.layout.referenceType, 1);
  }
  uint64_t referenceTo(const char* name, uint64_t referent) {
    const uint64_t klass = heap.vm.klass(name, 32, {{20, 2}}, reference);
    FakeVm::store<uint8_t>(klass + heap.layout.referenceType, 1);
    const uint64_t made = heap.vm.object(klass);
    heap.vm.set(made, 16, referent);
    return made;
  }
  bool run() { return run(phases); }
  bool run(Phases& phases) {
    RootScan scan(walk.jvmti());
    return scan.prepare(walk.jni(), reason) &&
           scan.run(phases.mark, phases.reader, heap.spaces, phases, reason);
  }
  FakeHeap heap;
  FakeWalk walk{heap};
  Phases phases{heap, true};
  Reason reason;
  uint64_t reference = 0;
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
};

TEST_F(PhasesOf, SoftReferencesCountLastAndWeakOnesAreToldApart) {
  const uint64_t kept = heap.vm.object(node), cached = heap.vm.object(node),
                 bytes = heap.vm.array(heap.vm.arrayKlass("[B", false, 0), 40),
                 weakly = heap.vm.object(node), below = heap.vm.object(node);
  heap.vm.set(cached, 16, bytes);
  heap.vm.set(weakly, 16, below);
  const uint64_t soft = referenceTo("java/lang/ref/SoftReference", cached),
                 weak = referenceTo("java/lang/ref/WeakReference", weakly),
                 both = referenceTo("java/lang/ref/SoftReference", kept);
  for (const uint64_t root : {soft, weak, both, kept})
    walk.roots.push_back({root, JVMTI_HEAP_REFERENCE_JNI_GLOBAL});
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(phases.live, (std::vector<uint64_t>{soft, weak, both, kept, cached, bytes}))
      << "strong ways first";
  EXPECT_EQ(phases.passed, (std::vector<uint64_t>{weakly, below}));
  EXPECT_EQ(phases.owners[bytes], cached);
  EXPECT_EQ(phases.softReference, soft) << "the referent is a root that knows its reference";
  EXPECT_EQ(phases.told, (std::vector<uint64_t>{soft, weak, both, kept}));
  Phases live(heap, false);
  ASSERT_TRUE(run(live)) << reason.text;
  EXPECT_EQ(live.live, phases.live);
  EXPECT_EQ(live.passed, std::vector<uint64_t>{}) << "nobody asks for them";
}

// What a collection would clear, and what one has cleared. What something strong or soft leads to stays.
TEST_F(PhasesOf, CountsReferencesThatHaveDied) {
  const uint64_t kept = heap.vm.object(node), cached = heap.vm.object(node);
  const auto gone = [&] { return heap.vm.object(node); };
  for (const uint64_t root : {referenceTo("java/lang/ref/SoftReference", cached), kept,
                              referenceTo("java/lang/ref/WeakReference", kept),
                              referenceTo("java/lang/ref/WeakReference", cached),
                              referenceTo("java/lang/ref/WeakReference", gone()),
                              referenceTo("java/lang/ref/PhantomReference", gone()),
                              referenceTo("java/lang/ref/FinalReference", gone()),
                              referenceTo("java/lang/ref/WeakReference", 0),
                              referenceTo("java/lang/ref/SoftReference", 0)})
    walk.roots.push_back({root, JVMTI_HEAP_REFERENCE_OTHER});
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_TRUE(phases.mark.dead().known);
  EXPECT_EQ(phases.mark.dead().waiting, 3u);
  EXPECT_EQ(phases.mark.dead().cleared, 1u) << "a soft one is the VM's to clear";
}

TEST_F(PhasesOf, LeavesTheInternedMethodTypesOfTheJdkOut) {
  for (const char* name : {"java/lang/invoke/MethodType$ConcurrentWeakInternSet$WeakEntry",
                           "jdk/internal/util/WeakReferenceKey"}) {
    const uint64_t weak = heap.vm.klass("java/lang/ref/WeakReference", 32, {{20, 2}}, reference);
    FakeVm::store<uint8_t>(weak + heap.layout.referenceType, 1);
    const uint64_t klass = heap.vm.klass(name, 32, {{20, 2}}, weak);
    FakeVm::store<uint8_t>(klass + heap.layout.referenceType, 1);
    const uint64_t made = heap.vm.object(klass);
    heap.vm.set(made, 16, heap.vm.object(node));
    walk.roots.push_back({made, JVMTI_HEAP_REFERENCE_OTHER});
  }
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(phases.mark.dead().waiting, 0u);
}

// The VM holds a list of them until its handler comes by, who puts them into the program's queues.
TEST_F(PhasesOf, ReferencesThatWaitForTheirQueueCountBehindStacks) {
  const uint64_t waiting = referenceTo("java/lang/ref/WeakReference", 0),
                 queue = heap.vm.object(node), cache = heap.vm.object(node);
  heap.vm.set(waiting, 20, queue);
  heap.vm.set(cache, 16, queue);
  walk.roots = {{waiting, JVMTI_HEAP_REFERENCE_OTHER}, {cache, JVMTI_HEAP_REFERENCE_STACK_LOCAL}};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(phases.live, (std::vector<uint64_t>{cache, queue, waiting}));
}

// While a concurrent collection runs, its lists lead from any reference to any other.
TEST_F(PhasesOf, ListsOfCollectorsCountBehindAllOtherWays) {
  const uint32_t discovered = 28;
  const uint64_t first = referenceTo("java/lang/ref/WeakReference", 0),
                 second = referenceTo("java/lang/ref/WeakReference", 0),
                 pending = referenceTo("java/lang/ref/WeakReference", 0),
                 map = heap.vm.object(node), table = heap.vm.object(node);
  heap.vm.set(first, discovered, second);
  heap.vm.set(second, discovered, pending);
  heap.vm.set(map, 16, table);
  heap.vm.set(table, 16, second);
  for (const uint64_t root : {first, map})
    walk.roots.push_back({root, JVMTI_HEAP_REFERENCE_JNI_GLOBAL});
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(phases.live, (std::vector<uint64_t>{first, map, table, second, pending}))
      << "live as well, but by the way that is the program's";
  EXPECT_EQ(phases.owners[second], table);
  EXPECT_EQ(phases.owners[pending], second);
  EXPECT_EQ(phases.softReference, second) << "which alone leads to what waits for its handler";
}

// The list of the JDK's cleaners leads from each to all others; what one cleans up has its way from a stack rather than by that.
TEST_F(PhasesOf, WhatCleanersHoldCountsBehindStacks) {
  const uint64_t phantom =
      heap.vm.klass("java/lang/ref/PhantomReference", 32, {{20, 2}}, reference);
  FakeVm::store<uint8_t>(phantom + heap.layout.referenceType, 1);
  const uint64_t cleanable =
      heap.vm.klass("jdk/internal/ref/PhantomCleanable", 40, {{20, 2}, {32, 2}}, phantom);
  FakeVm::store<uint8_t>(cleanable + heap.layout.referenceType, 1);
  const uint64_t first = heap.vm.object(cleanable), second = heap.vm.object(cleanable),
                 state = heap.vm.object(node), alone = heap.vm.object(node),
                 stream = heap.vm.object(node);
  heap.vm.set(first, 32, second);
  heap.vm.set(first, 36, alone);
  heap.vm.set(second, 32, first);
  heap.vm.set(second, 36, state);
  heap.vm.set(stream, 16, state);
  walk.roots = {{first, JVMTI_HEAP_REFERENCE_JNI_GLOBAL},
                {stream, JVMTI_HEAP_REFERENCE_STACK_LOCAL}};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(phases.live, (std::vector<uint64_t>{first, stream, state, second, alone}));
  EXPECT_EQ(phases.owners[state], stream);
  EXPECT_EQ(phases.owners[alone], first);
}

TEST_F(PhasesOf, AnArrayBehindASoftReferenceIsTheReferences) {
  const uint64_t page = heap.vm.array(heap.vm.arrayKlass("[B", false, 0), 4000),
                 soft = referenceTo("java/lang/ref/SoftReference", page);
  walk.roots = {{soft, JVMTI_HEAP_REFERENCE_OTHER}};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(phases.live, (std::vector<uint64_t>{soft, page}));
  EXPECT_EQ(phases.owners[page], soft);
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
