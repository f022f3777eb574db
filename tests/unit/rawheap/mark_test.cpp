// Marks of made-up heaps: who is reached, in which order, with which owner, and the ways back.
#include "rawheap/Mark.h"

#include <random>
#include <set>

#include "mark_of.h"
#include "rawheap/Paths.h"

namespace isl::rawheap::test {
namespace {

INSTANTIATE_TEST_SUITE_P(CompressedOops, MarkOf, testing::Bool());

TEST_P(MarkOf, MeetsEachObjectOnceInBreadth) {
  const uint64_t node = heap.vm.klass("Node", 40, {{16, 2}});
  std::vector<uint64_t> o;
  for (int i = 0; i < 7; ++i) o.push_back(heap.vm.object(node));
  // 0 -> 1, 2; 1 -> 3; 2 -> 3, 4; 4 -> 0; 5 -> 6 is not reached.
  heap.vm.set(o[0], 16, o[1]);
  heap.vm.set(o[0], 16 + oop(), o[2]);
  heap.vm.set(o[1], 16, o[3]);
  heap.vm.set(o[2], 16, o[3]);
  heap.vm.set(o[2], 16 + oop(), o[4]);
  heap.vm.set(o[4], 16, o[0]);
  heap.vm.set(o[5], 16, o[6]);
  for (int i = 0; i < 7; ++i) FakeVm::store<int32_t>(o[static_cast<size_t>(i)] + 12, 100 + i);
  Mark m{MarkOptions{12, true, 0}};
  ASSERT_TRUE(mark(m, {o[0]})) << heap.reason.text;
  ASSERT_EQ(recorder.objects.size(), 5u);
  for (uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(recorder.objects[i].address, o[i]);
    EXPECT_EQ(recorder.objects[i].number, i + 1);
    EXPECT_EQ(recorder.objects[i].bytes, 40u);
    EXPECT_EQ(recorder.objects[i].word, 100 + static_cast<int32_t>(i));
  }
  EXPECT_EQ(recorder.objects[0].owner.klass, Klasses::kNone);
  EXPECT_EQ(recorder.objects[3].owner.address, o[1]);
  EXPECT_EQ(recorder.objects[4].owner.address, o[2]);
  EXPECT_EQ(recorder.objects[4].owner.word, 102);
  EXPECT_EQ(m.objects(), 5u);
  EXPECT_EQ(m.bytes(), 200u);
  EXPECT_TRUE(m.bits().isSet(o[3]));
  EXPECT_FALSE(m.bits().isSet(o[5]));
}

TEST_P(MarkOf, ChargesArraysToTheNearestObject) {
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
  const uint64_t arrays = heap.vm.objectArrayKlass("[[B"),
                 bytes = heap.vm.arrayKlass("[B", false, 0);
  const uint64_t owner = heap.vm.object(node), rows = heap.vm.array(arrays, 3);
  heap.vm.set(owner, 16, rows);
  std::vector<uint64_t> row;
  for (uint32_t i = 0; i < 3; ++i) {
    row.push_back(heap.vm.array(bytes, 10 * i));
    heap.vm.setElement(rows, i, row[i]);
  }
  FakeVm::store<int32_t>(owner + 12, -5);
  const uint64_t alone = heap.vm.array(bytes, 1);
  Mark m{MarkOptions{12, true, 0}};
  ASSERT_TRUE(mark(m, {owner, alone})) << heap.reason.text;
  for (uint32_t i = 0; i < 3; ++i) {
    const MarkedObject* const array = recorder.find(row[i]);
    ASSERT_NE(array, nullptr);
    EXPECT_TRUE(array->isArray);
    EXPECT_EQ(array->length, 10 * i);
    EXPECT_EQ(array->owner.address, owner);
    EXPECT_EQ(array->owner.word, -5);
  }
  EXPECT_EQ(recorder.find(rows)->owner.address, owner);
  EXPECT_EQ(recorder.find(alone)->owner.address, 0u);
}

// Of each reference: who holds what, by itself or by way of an array (0).
struct Holdings {
  static constexpr bool kEveryOwner = true, kTellsAgain = true;
  std::multiset<std::pair<uint32_t, uint32_t>> told;  // class held, number of the holder
  void object(const MarkedObject& object) { told.insert({object.klass, object.owner.number}); }
  void arrayAgain(const MarkedObject& array) { again(array.klass, array.owner); }
  void again(uint32_t klass, const Owner& owner) { told.insert({klass, owner.number}); }
};

TEST_P(MarkOf, TellsWhoHoldsAnObjectByItself) {
  const uint64_t node = heap.vm.klass("Node", 32, {{16, 2}}), rows = heap.vm.objectArrayKlass("[N");
  const uint64_t first = heap.vm.object(node), second = heap.vm.object(node);
  const uint64_t row = heap.vm.array(rows, 2), last = heap.vm.object(node);
  heap.vm.set(first, 16, second);
  heap.vm.set(first, 16 + oop(), row);
  heap.vm.set(second, 16, row);
  heap.vm.set(second, 16 + oop(), last);
  heap.vm.setElement(row, 0, last);
  heap.vm.setElement(row, 1, first);
  Holdings holdings;
  Mark m{MarkOptions{}};
  ObjectReader own = heap.reader();
  ASSERT_TRUE(m.begin(heap.spaces, heap.layout, heap.reason) && m.beginRoots(heap.reason));
  m.addRoot(first);
  ASSERT_TRUE(m.drain(own, holdings, heap.reason)) << heap.reason.text;
  const uint32_t ofNode = heap.klasses.indexOfObject(first),
                 ofRow = heap.klasses.indexOfObject(row);
  // first is 1, second 2, row 3, last 4.
  const std::multiset<std::pair<uint32_t, uint32_t>> expected = {
      {ofNode, 0}, {ofNode, 1}, {ofRow, 1}, {ofRow, 2}, {ofNode, 2}, {ofNode, 0}, {ofNode, 0}};
  EXPECT_EQ(holdings.told, expected);
}

struct Owners {
  static constexpr bool kEveryOwner = true;
  std::multiset<std::pair<uint64_t, uint64_t>> owned;  // array, owner
  void object(const MarkedObject& object) {
    if (object.isArray) owned.insert({object.address, object.owner.address});
  }
  void arrayAgain(const MarkedObject& array) {
    EXPECT_TRUE(array.isArray);
    EXPECT_EQ(array.bytes, uint64_t{array.length} + 16 + (-array.length & 7));
    owned.insert({array.address, array.owner.address});
  }
};

// Every reference to an array is told once, with the owner that it makes.
TEST_P(MarkOf, TellsEveryOwnerOfAnArray) {
  Owners owners;
  const uint64_t node = heap.vm.klass("Node", 32, {{16, 2}}), plain = heap.vm.klass("Plain", 16);
  const uint64_t bytes = heap.vm.arrayKlass("[B", false, 0), rows = heap.vm.objectArrayKlass("[[B");
  std::mt19937 random(9);
  std::vector<uint64_t> arrays, nodes;
  for (uint32_t i = 0; i < 50; ++i) arrays.push_back(heap.vm.array(bytes, i));
  const uint64_t shared = heap.vm.object(plain);
  std::multiset<std::pair<uint64_t, uint64_t>> expected;
  for (uint32_t i = 0; i < 500; ++i) {
    const uint64_t one = heap.vm.object(node), row = heap.vm.array(rows, 6);
    nodes.push_back(one);
    heap.vm.set(one, 16, random() % 4 == 0 ? shared : arrays[random() % 50]);
    heap.vm.set(one, 16 + oop(), row);
    expected.insert({row, one});
    const uint64_t first = heap.reader().loadOop(one + 16);
    if (first != shared) expected.insert({first, one});
    for (uint32_t r = 0; r < 6; ++r) {
      const uint64_t array = arrays[random() % 50];
      heap.vm.setElement(row, r, array);
      expected.insert({array, one});
    }
  }
  // One that is read in pieces.
  const uint64_t large = heap.vm.array(rows, 10000), owner = heap.vm.object(node);
  heap.vm.set(owner, 16, large);
  expected.insert({large, owner});
  for (uint32_t i = 0; i < 10000; ++i) {
    heap.vm.setElement(large, i, arrays[i % 50]);
    expected.insert({arrays[i % 50], owner});
  }
  nodes.push_back(owner);
  Mark m{MarkOptions{}};
  ObjectReader own = heap.reader();
  heap.klasses.begin();
  ASSERT_TRUE(m.begin(heap.spaces, heap.layout, heap.reason));
  ASSERT_TRUE(m.beginRoots(heap.reason));
  for (const uint64_t one : nodes) m.addRoot(one);
  ASSERT_TRUE(m.drain(own, owners, heap.reason)) << heap.reason.text;
  EXPECT_EQ(owners.owned, expected);
}

TEST_P(MarkOf, ReachesClassesOnceEach) {
  const uint64_t node = heap.vm.klass("Node", 24), held = heap.vm.klass("Held", 24);
  const uint64_t mirror = heap.vm.mirror(node, 1);
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node), c = heap.vm.object(held);
  heap.vm.set(mirror, 40, c);
  Mark m{MarkOptions{}};
  ASSERT_TRUE(mark(m, {a, b})) << heap.reason.text;
  EXPECT_EQ(recorder.addresses(), (std::set<uint64_t>{a, b, mirror, c}));
  EXPECT_EQ(recorder.find(mirror)->owner.address, a);
}

// Graphs of all kinds of objects against a plain search.
TEST_P(MarkOf, AgreesWithAPlainSearch) {
  std::mt19937 random(GetParam() ? 3 : 4);
  const uint64_t kinds[] = {heap.vm.klass("A", 24, {{16, 1}}),
                            heap.vm.klass("B", 48, {{16, 2}, {40, 1}}), heap.vm.klass("C", 24)};
  const uint64_t array = heap.vm.objectArrayKlass(), bytes = heap.vm.arrayKlass("[B", false, 0);
  std::vector<uint64_t> o;
  for (int i = 0; i < 6000; ++i) {
    const uint32_t kind = random() % 5;
    o.push_back(kind < 3    ? heap.vm.object(kinds[kind])
                : kind == 3 ? heap.vm.array(array, i == 17 ? 9000 : random() % 8)
                            : heap.vm.array(bytes, random() % 50));
    if (i == 17 && kind != 3) o.push_back(heap.vm.array(array, 9000));
  }
  const ObjectReader reader = heap.reader();
  const auto any = [&] { return o[random() % o.size()]; };
  for (const uint64_t object : o) {
    const KlassInfo& info = heap.klasses[heap.klasses.indexOfObject(object)];
    if (info.kind == ObjectKind::ObjectArray) {
      for (uint32_t i = 0; i < reader.lengthOf(object); ++i)
        if (random() % 3 == 0) heap.vm.setElement(object, i, any());
    } else if (info.klass == kinds[0]) {
      if (random() % 2 == 0) heap.vm.set(object, 16, any());
    } else if (info.klass == kinds[1]) {
      heap.vm.set(object, 16 + oop(), any());
      if (random() % 2 == 0) heap.vm.set(object, 40, any());
    }
  }
  for (int round = 0; round < 20; ++round) {
    std::vector<uint64_t> from = {any(), any(), any()};
    if (from[0] == from[1]) from.pop_back();
    std::set<uint64_t> expected(from.begin(), from.end());
    std::vector<uint64_t> unread(from);
    while (!unread.empty()) {
      const uint64_t at = unread.back();
      unread.pop_back();
      reader.references(at, heap.klasses[heap.klasses.indexOfObject(at)], false,
                        [&](uint64_t target, Edge, uint32_t) {
                          if (expected.insert(target).second) unread.push_back(target);
                        });
    }
    Mark m{MarkOptions{0, true, round % 2 == 0 ? uint64_t{1} << 20 : 0}};
    ASSERT_TRUE(mark(m, from)) << heap.reason.text;
    EXPECT_EQ(recorder.objects.size(), expected.size());
    EXPECT_EQ(recorder.addresses(), expected);
    // Each path is one of references that are there, and none is longer than the one before it allows.
    ObjectReader own = heap.reader();
    Paths paths(m, own, roots, heap.spaces);
    std::vector<uint32_t> targets;
    for (int i = 0; i < 20; ++i)
      targets.push_back(recorder.objects[random() % recorder.objects.size()].number);
    uint32_t found = 0;
    ASSERT_TRUE(paths.find(targets.data(), 20, heap.reason, [&](uint32_t i, const Path& path) {
      ++found;
      EXPECT_EQ(path.hops[0].address, path.root->address);
      EXPECT_EQ(path.hops[path.count - 1].address, recorder.objects[targets[i] - 1].address);
    })) << heap.reason.text;
    EXPECT_EQ(found, 20u);
    m.end();
  }
}

TEST_P(MarkOf, ReadsLargeArraysInPieces) {
  const uint64_t node = heap.vm.klass("Node", 16);
  const uint64_t array = heap.vm.array(heap.vm.objectArrayKlass(), 20000);
  std::vector<uint64_t> o;
  for (uint32_t i = 0; i < 20000; ++i) {
    o.push_back(heap.vm.object(node));
    heap.vm.setElement(array, i, o.back());
  }
  Mark m{MarkOptions{}};
  ASSERT_TRUE(mark(m, {array})) << heap.reason.text;
  EXPECT_EQ(recorder.objects.size(), 20001u);
  EXPECT_LT(m.mostWaiting(), 13000u);
  ObjectReader own = heap.reader();
  Paths paths(m, own, roots, heap.spaces);
  const uint32_t target = recorder.find(o[19999])->number;
  EXPECT_GT(target, 20001u) << "pieces have numbers too";
  ASSERT_TRUE(paths.find(&target, 1, heap.reason, [&](uint32_t, const Path& path) {
    ASSERT_EQ(path.count, 2u);
    EXPECT_EQ(path.hops[0].edge, Edge::Element);
    EXPECT_EQ(path.hops[0].place, 19999u);
  })) << heap.reason.text;
}

TEST_P(MarkOf, GoesOnWithMoreRoots) {
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node), c = heap.vm.object(node);
  heap.vm.set(b, 16, c);
  Mark m{MarkOptions{}};
  ASSERT_TRUE(mark(m, {a})) << heap.reason.text;
  ObjectReader own = heap.reader();
  // A batch in which nothing is new, then one that is.
  for (const uint64_t address : {a, b}) {
    Root root;
    root.address = address;
    root.words = 3;
    const size_t from = roots.size();
    roots.push(root);
    ASSERT_TRUE(admitRoots(roots, from, m, own, heap.spaces, heap.reason));
    ASSERT_TRUE(m.drain(own, recorder, heap.reason));
  }
  EXPECT_EQ(roots.size(), 2u);
  EXPECT_EQ(recorder.objects.size(), 3u);
  const uint32_t target = recorder.find(c)->number;
  Paths paths(m, own, roots, heap.spaces);
  ASSERT_TRUE(paths.find(&target, 1, heap.reason, [&](uint32_t, const Path& path) {
    EXPECT_EQ(path.root->address, b);
    EXPECT_EQ(path.count, 2u);
  })) << heap.reason.text;
}

TEST_P(MarkOf, CollectsVirtualThreadsAndStrangeStacks) {
  const uint64_t thread = heap.vm.parkedThread();
  const uint64_t fresh = heap.vm.parkedThread();
  heap.vm.set(fresh, 16, 0);  // its constructor is still at work
  Mark good{MarkOptions{}};
  ASSERT_TRUE(mark(good, {fresh, thread})) << heap.reason.text;
  ASSERT_EQ(good.virtualThreads().size(), 1u);
  EXPECT_EQ(good.virtualThreads()[0], thread);
  EXPECT_EQ(good.strangeChunks(), 0u);
  const uint64_t chunk = heap.reader().loadOop(heap.reader().loadOop(thread + 16) + 16);
  heap.vm.set(chunk, 24, thread);
  Mark strange{MarkOptions{}};
  ASSERT_TRUE(mark(strange, {thread})) << heap.reason.text;
  EXPECT_EQ(strange.strangeChunks(), 1u);
}

TEST_P(MarkOf, EndsAtAReferenceOutOfTheHeap) {
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
  std::vector<uint64_t> o;
  for (int i = 0; i < 10; ++i) o.push_back(heap.vm.object(node));
  for (size_t i = 0; i + 1 < o.size(); ++i) heap.vm.set(o[i], 16, o[i + 1]);
  heap.vm.set(o[7], 16, heap.vm.heap() + FakeVm::kHeapBytes + 64);
  Mark m{MarkOptions{}};
  EXPECT_FALSE(mark(m, {o[0]}));
  EXPECT_NE(strstr(heap.reason.text, "outside the heap"), nullptr) << heap.reason.text;
}

TEST_P(MarkOf, EndsAtWhatHasNoClass) {
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node);
  heap.vm.set(a, 16, b);
  FakeVm::store<uint32_t>(
      b + 8, static_cast<uint32_t>((heap.vm.metadata(512) - heap.layout.klassBase) >> 3));
  Mark m{MarkOptions{}};
  EXPECT_FALSE(mark(m, {a}));
  EXPECT_NE(strstr(heap.reason.text, "has no class"), nullptr) << heap.reason.text;
}

TEST_P(MarkOf, AdmitsOnlyRootsOfTheirSize) {
  const uint64_t node = heap.vm.klass("Node", 24);
  const uint64_t a = heap.vm.object(node);
  ASSERT_TRUE(roots.reserve(10));
  for (const auto& [address, bytes] :
       {std::pair<uint64_t, uint64_t>{a, 32}, {a + 4, 24}, {heap.vm.heap() - 64, 24}}) {
    Mark m{MarkOptions{}};
    ASSERT_TRUE(m.begin(heap.spaces, heap.layout, heap.reason));
    roots.truncate(0);
    Root root;
    root.address = address;
    root.words = static_cast<uint32_t>(bytes / 8);
    roots.push(root);
    ObjectReader own = heap.reader();
    EXPECT_FALSE(admitRoots(roots, 0, m, own, heap.spaces, heap.reason));
    EXPECT_NE(strstr(heap.reason.text, "is no object of"), nullptr) << heap.reason.text;
    heap.reason.clear();
  }
}

// The VM's compilers are threads that it holds by JNI handles; all others are in their groups. A reference that the VM holds
// waits for its queue.
TEST_P(MarkOf, WhatTheVmHoldsIsToldApart) {
  const uint64_t thread = heap.vm.klass("java/lang/Thread", 24);
  const uint64_t worker = heap.vm.klass("org/example/Worker", 24, {}, thread);
  const uint64_t group = heap.vm.klass("java/lang/ThreadGroup", 24);
  const uint64_t other = heap.vm.klass("Node", 24);
  const uint32_t first = 16;
  const uint32_t oop = heap.layout.oopBytes;
  const std::vector<std::pair<uint32_t, uint32_t>> links = {{first + oop, 2}};
  const uint64_t reference = heap.vm.klass("java/lang/ref/Reference", 16 + 4 * oop, links);
  const uint64_t weak =
      heap.vm.klass("java/lang/ref/WeakReference", 16 + 4 * oop, links, reference);
  for (const uint64_t klass : {reference, weak})
    FakeVm::store<uint8_t>(klass + heap.layout.referenceType, klass == weak ? 3 : 1);
  heap.klasses.begin();
  roots.reserve(10);
  const std::tuple<uint64_t, jvmtiHeapReferenceKind, RootGroup> held[] = {
      {thread, JVMTI_HEAP_REFERENCE_JNI_GLOBAL, RootGroup::Threads},
      {worker, JVMTI_HEAP_REFERENCE_JNI_GLOBAL, RootGroup::Threads},
      {group, JVMTI_HEAP_REFERENCE_OTHER, RootGroup::Threads},
      {weak, JVMTI_HEAP_REFERENCE_OTHER, RootGroup::Pending},
      {weak, JVMTI_HEAP_REFERENCE_JNI_GLOBAL, RootGroup::Other},
      {other, JVMTI_HEAP_REFERENCE_JNI_GLOBAL, RootGroup::Other},
      {worker, JVMTI_HEAP_REFERENCE_STACK_LOCAL, RootGroup::Other}};
  for (const auto& [klass, kind, told] : held) {
    Root root;
    root.address = heap.vm.object(klass);
    root.kind = static_cast<uint8_t>(kind);
    roots.push(root);
  }
  const ObjectReader reader = heap.reader();
  noteGroups(roots, 0, reader, heap.spaces);
  for (size_t i = 0; i < roots.size(); ++i) EXPECT_EQ(roots[i].group, std::get<2>(held[i])) << i;
}

// What a lasting root reaches has its way from there, however near a stack is.
TEST_P(MarkOf, AStackIsTheRootOfWhatNothingElseHolds) {
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
  const uint64_t top = heap.vm.object(node), middle = heap.vm.object(node);
  const uint64_t low = heap.vm.object(node), local = heap.vm.object(node);
  heap.vm.set(top, 16, middle);
  heap.vm.set(middle, 16, low);
  heap.klasses.begin();
  roots.reserve(10);
  const std::pair<uint64_t, jvmtiHeapReferenceKind> held[] = {
      {low, JVMTI_HEAP_REFERENCE_STACK_LOCAL},
      {local, JVMTI_HEAP_REFERENCE_STACK_LOCAL},
      {top, JVMTI_HEAP_REFERENCE_JNI_GLOBAL}};
  for (const auto& [address, kind] : held) {
    Root root;
    root.address = address;
    root.words = 3;
    root.kind = static_cast<uint8_t>(kind);
    roots.push(root);
  }
  Mark mark(MarkOptions{});
  ObjectReader reader = heap.reader();
  ASSERT_TRUE(mark.begin(heap.spaces, heap.layout, heap.reason));
  RootBatches batches;
  const auto admit = [&](size_t to) {
    return admitRoots(roots, batches, to, mark, reader, heap.spaces, heap.reason,
                      [](const Root&, bool) {}) &&
           mark.drain(reader, recorder, heap.reason);
  };
  ASSERT_TRUE(admit(putLastingFirst(roots, 0).passing));
  EXPECT_EQ(roots.size(), 3u) << "two are to come";
  EXPECT_EQ(batches.next, 1u);
  ASSERT_TRUE(admit(roots.size()));
  EXPECT_EQ(batches.next, 2u) << "and nothing is";
  ASSERT_EQ(roots.size(), 2u) << "the lowest object was marked already";
  EXPECT_EQ(roots[0].address, top);
  EXPECT_EQ(roots[1].address, local);
  EXPECT_LT(roots[0].number, roots[1].number);
  EXPECT_EQ(mark.objects(), 4u);
}

TEST_P(MarkOf, MarksAgainInTheMemoryOfBefore) {
  const uint64_t node = heap.vm.klass("Node", 16 + 2 * oop(), {{16, 2}});
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node), c = heap.vm.object(node);
  heap.vm.set(a, 16, b);
  heap.vm.set(b, 16, c);
  MarkOptions kept;
  kept.orderBytes = 1u << 20;
  Mark twice(kept);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(mark(twice, {a})) << heap.reason.text;
    EXPECT_EQ(recorder.addresses(), (std::set<uint64_t>{a, b, c}));
    EXPECT_EQ(twice.addressOf(recorder.find(c)->number), c);
    EXPECT_EQ(MarkTree::Ascent(twice.tree(), recorder.find(c)->number).parent(),
              recorder.find(b)->number);
    twice.rest();
    ASSERT_TRUE(mark(twice, {c})) << heap.reason.text;
    EXPECT_EQ(recorder.addresses(), std::set<uint64_t>{c});
    twice.rest();
  }
}

}  // namespace
}  // namespace isl::rawheap::test
