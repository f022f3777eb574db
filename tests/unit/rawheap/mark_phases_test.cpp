// In which order a pass comes to what stacks, cleaners, collectors' lists and references of each strength lead to.
#include "fake_walk.h"
#include "rawheap/Paths.h"
#include "rawheap/RootScan.h"

namespace isl::rawheap::test {
namespace {

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
  virtual ~Phases() = default;
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

// A library's own, in a static set: H2's watcher of connections that nobody closes.
TEST_F(PhasesOf, WhatPhantomReferencesHoldCountsBehindTheProgramsObjects) {
  const uint64_t phantom =
      heap.vm.klass("java/lang/ref/PhantomReference", 32, {{20, 2}}, reference);
  FakeVm::store<uint8_t>(phantom + heap.layout.referenceType, 1);
  const uint64_t watcher = heap.vm.klass("db/CloseWatcher", 40, {{20, 2}, {32, 1}}, phantom);
  FakeVm::store<uint8_t>(watcher + heap.layout.referenceType, 1);
  const uint64_t all = heap.vm.object(node), first = heap.vm.object(watcher),
                 connection = heap.vm.object(node), session = heap.vm.object(node);
  heap.vm.set(all, 16, first);
  heap.vm.set(first, 32, session);
  heap.vm.set(connection, 16, session);
  walk.roots = {{all, JVMTI_HEAP_REFERENCE_OTHER}, {connection, JVMTI_HEAP_REFERENCE_STACK_LOCAL}};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(phases.owners[session], connection);
}

TEST_F(PhasesOf, AnArrayBehindASoftReferenceIsTheReferences) {
  const uint64_t page = heap.vm.array(heap.vm.arrayKlass("[B", false, 0), 4000),
                 soft = referenceTo("java/lang/ref/SoftReference", page);
  walk.roots = {{soft, JVMTI_HEAP_REFERENCE_OTHER}};
  ASSERT_TRUE(run()) << reason.text;
  EXPECT_EQ(phases.live, (std::vector<uint64_t>{soft, page}));
  EXPECT_EQ(phases.owners[page], soft);
}

}  // namespace
}  // namespace isl::rawheap::test
