// Classes, sizes and references of made-up objects.
#include <algorithm>

#include "fake_vm.h"
#include "rawheap/StaticFields.h"

namespace isl::rawheap::test {
namespace {

struct Reference {
  uint64_t target;
  Edge edge;
  uint32_t place;
  bool operator==(const Reference& o) const {
    return target == o.target && edge == o.edge && place == o.place;
  }
};

class Reader : public testing::TestWithParam<bool> {
 protected:
  static FakeVmOptions options() {
    FakeVmOptions options;
    options.compressedOops = GetParam();
    return options;
  }
  uint32_t oop() const { return heap.layout.oopBytes; }
  std::vector<Reference> references(uint64_t object, bool withClass = false, bool soft = true) {
    std::vector<Reference> all;
    const uint32_t klass = heap.klasses.indexOfObject(object);
    EXPECT_NE(klass, Klasses::kNone);
    heap.reader(soft).references(object, heap.klasses[klass], withClass,
                                 [&](uint64_t target, Edge edge, uint32_t place) {
                                   all.push_back({target, edge, place});
                                 });
    return all;
  }
  uint64_t bytes(uint64_t object) {
    return heap.reader().bytesOf(object, heap.klasses[heap.klasses.indexOfObject(object)]);
  }
  FakeHeap heap{options()};
};

INSTANTIATE_TEST_SUITE_P(CompressedOops, Reader, testing::Bool());

TEST_P(Reader, FollowsTheMapsOfAnInstance) {
  const uint64_t node = heap.vm.klass("Node", 64, {{16, 2}, {40, 1}});
  const uint64_t a = heap.vm.object(node), b = heap.vm.object(node), c = heap.vm.object(node);
  EXPECT_TRUE(references(a).empty());
  heap.vm.set(a, 16, b);
  heap.vm.set(a, 16 + oop(), c);
  heap.vm.set(a, 40, a);
  heap.vm.set(a, 56, b);  // in no map
  const std::vector<Reference> expected = {
      {b, Edge::Field, 16}, {c, Edge::Field, 16 + oop()}, {a, Edge::Field, 40}};
  EXPECT_EQ(references(a), expected);
  EXPECT_EQ(bytes(a), 64u);
}

TEST_P(Reader, FollowsElementsAndSizesArrays) {
  const uint64_t node = heap.vm.klass("Node", 24);
  const uint64_t array = heap.vm.array(heap.vm.objectArrayKlass(), 5);
  const uint64_t a = heap.vm.object(node);
  heap.vm.setElement(array, 1, a);
  heap.vm.setElement(array, 4, array);
  const std::vector<Reference> expected = {{a, Edge::Element, 1}, {array, Edge::Element, 4}};
  EXPECT_EQ(references(array), expected);
  EXPECT_EQ(bytes(array), heap.layout.align(16 + 5 * oop()));
  const uint64_t chars = heap.vm.array(heap.vm.arrayKlass("[C", false, 1), 5);
  EXPECT_EQ(bytes(chars), 32u);
  EXPECT_TRUE(references(chars).empty());
}

TEST_P(Reader, FindsElementsOfLongArrays) {
  const uint64_t object = heap.vm.object(heap.vm.klass("Node", 24));
  const uint64_t other = heap.vm.object(heap.vm.klass("Other", 24));
  const uint64_t objects = heap.vm.objectArrayKlass();
  for (const uint32_t at : {0u, 3u, 4u, 31u, 32u, 63u, 64u, 69u}) {
    const uint64_t array = heap.vm.array(objects, 70);
    heap.vm.setElement(array, at, object);
    const std::vector<Reference> expected = {{object, Edge::Element, at}};
    EXPECT_EQ(references(array), expected);
    const KlassInfo& info = heap.klasses[heap.klasses.indexOfObject(array)];
    EXPECT_EQ(heap.reader().indexOf(array, info, object), at);
    EXPECT_EQ(heap.reader().indexOf(array, info, other), 70u);
  }
}

TEST_P(Reader, FollowsWhatAMirrorStandsFor) {
  const uint64_t super = heap.vm.klass("Super", 16), node = heap.vm.klass("Node", 24, {}, super);
  const uint64_t face = heap.vm.klass("Face", 16), used = heap.vm.klass("Used", 16);
  const uint64_t mirror = heap.vm.mirror(node, 2), superMirror = heap.vm.mirror(super);
  const uint64_t faceMirror = heap.vm.mirror(face), usedMirror = heap.vm.mirror(used);
  const uint64_t loader = heap.vm.object(heap.vm.klass("Loader", 16));
  heap.vm.setLoader(node, loader);
  heap.vm.set(mirror, 40 + oop(), loader);

  const VmLayout& l = heap.layout;
  const auto list = [&](uint64_t klass) {
    const uint64_t array = heap.vm.metadata(512);
    FakeVm::store<uint32_t>(array + l.klassesLength, 2);  // the second is not resolved
    FakeVm::store<uint64_t>(array + l.klassesData, klass);
    return array;
  };
  const uint64_t pool = heap.vm.metadata(512), cache = heap.vm.metadata(512);
  const uint64_t handle = heap.vm.metadata(8);
  const uint64_t resolved = heap.vm.array(heap.vm.objectArrayKlass(), 1);
  FakeVm::store<uint64_t>(handle, resolved);
  FakeVm::store<uint64_t>(cache + l.resolvedReferences, handle);
  FakeVm::store<uint64_t>(pool + l.poolCache, cache);
  FakeVm::store<uint64_t>(pool + l.resolvedKlasses, list(used));
  FakeVm::store<uint64_t>(node + l.constantPool, pool);
  FakeVm::store<uint64_t>(node + l.localInterfaces, list(face));

  const std::vector<Reference> expected = {
      {loader, Edge::StaticField, 40 + oop()}, {loader, Edge::Loader, 0},
      {superMirror, Edge::Superclass, 0},      {resolved, Edge::ResolvedReferences, 0},
      {faceMirror, Edge::Interface, 0},        {usedMirror, Edge::ResolvedClass, 0}};
  EXPECT_EQ(references(mirror), expected);
  EXPECT_EQ(bytes(mirror), heap.layout.align(40 + 2 * oop()));
  const std::vector<Reference> ofClass = {{mirror, Edge::Class, 0}};
  EXPECT_EQ(references(heap.vm.object(node), true), ofClass);
}

TEST_P(Reader, FindsTheStaticFieldsOfObjects) {
  const uint64_t first = heap.vm.klass("First", 16), second = heap.vm.klass("Second", 24);
  const uint64_t unloaded = heap.vm.klass("NoMirror", 16);
  const uint64_t other = heap.vm.mirror(first, 1), mirror = heap.vm.mirror(second, 3);
  for (const uint64_t klass : {unloaded, first, second}) heap.klasses.indexOf(klass);
  const uint64_t a = heap.vm.object(first), b = heap.vm.object(first), c = heap.vm.object(first);
  heap.vm.set(other, 40, c);
  heap.vm.set(mirror, 40 + oop(), c);
  heap.vm.set(mirror, 40 + 2 * oop(), a);
  StaticFields fields;
  fields.begin();
  for (const uint64_t object : {c, b, a, c}) fields.want(object);
  fields.find(heap.reader());
  ASSERT_NE(fields.of(a), nullptr);
  EXPECT_EQ(fields.of(a)->klass, heap.klasses.indexOf(second));
  EXPECT_EQ(fields.of(a)->place, 40 + 2 * oop());
  EXPECT_EQ(fields.of(b), nullptr);
  ASSERT_NE(fields.of(c), nullptr);
  EXPECT_EQ(fields.of(c)->klass, heap.klasses.indexOf(first)) << "of two fields one";
  EXPECT_EQ(fields.of(mirror), nullptr) << "not wanted";
  fields.begin();
  fields.find(heap.reader());
  EXPECT_EQ(fields.of(a), nullptr);
}

TEST_P(Reader, FollowsReferentsOfSoftReferencesOnly) {
  const uint32_t first = 16;  // referent; queue and next are in the map, discovered behind them
  const uint64_t reference =
      heap.vm.klass("java/lang/ref/Reference", 16 + 4 * oop(), {{first + oop(), 2}});
  FakeVm::store<uint8_t>(reference + heap.layout.referenceType, 1);
  const auto kind = [&](const char* name) {
    const uint64_t klass = heap.vm.klass(name, 16 + 4 * oop(), {{first + oop(), 2}}, reference);
    FakeVm::store<uint8_t>(klass + heap.layout.referenceType, 3);
    // A program's own class below it.
    const uint64_t own = heap.vm.klass("Own", 16 + 4 * oop(), {{first + oop(), 2}}, klass);
    FakeVm::store<uint8_t>(own + heap.layout.referenceType, 3);
    const uint64_t object = heap.vm.object(own), held = heap.vm.object(heap.vm.klass("Held", 16));
    heap.vm.set(object, first, held);
    heap.vm.set(object, first + oop(), object);
    heap.vm.set(object, first + 3 * oop(), object);
    return object;
  };
  const uint64_t soft = kind("java/lang/ref/SoftReference");
  const uint64_t held = heap.reader().loadOop(soft + first);
  const std::vector<Reference> all = {{soft, Edge::Field, first + oop()},
                                      {soft, Edge::Field, first + 3 * oop()},
                                      {held, Edge::Referent, first}};
  EXPECT_EQ(references(soft), all);
  EXPECT_EQ(references(soft, false, false).size(), 2u);
  for (const char* name : {"java/lang/ref/WeakReference", "java/lang/ref/FinalReference",
                           "java/lang/ref/PhantomReference"}) {
    EXPECT_EQ(references(kind(name)).size(), 2u) << name;
  }
}

TEST_P(Reader, SizesParkedStacks) {
  const uint64_t chunk = heap.vm.klass("jdk/internal/vm/StackChunk", 32, {{20, 1}});
  const uint64_t object = heap.vm.object(chunk);
  FakeVm::store<uint32_t>(object + 16, 100);
  // A bit for each place that may hold a reference: 2 or 1 of a word.
  EXPECT_EQ(bytes(object), 32u + 800 + (GetParam() ? 32 : 16));
}

TEST_P(Reader, KnowsNoParkedStackWithoutItsSizeField) {
  heap.klasses.setChunkSizeOffset(0);
  const uint64_t object = heap.vm.object(heap.vm.klass("jdk/internal/vm/StackChunk", 32));
  EXPECT_EQ(heap.klasses.indexOfObject(object), Klasses::kNone);
}

TEST(Klasses, GiveTheNumbersOfBoundClasses) {
  FakeHeap heap;
  const uint64_t a = heap.vm.klass("A", 16), b = heap.vm.klass("B", 16);
  const uint64_t mirror = heap.vm.mirror(a), cleared = 0;
  const uint64_t slot = mirror;
  // Handles are addresses of references, their low bits say of which kind.
  const auto handle = [](const void* at) {
    return reinterpret_cast<jobject>(reinterpret_cast<uint64_t>(at));
  };
  const ClassBinding bindings[] = {
      {handle(reinterpret_cast<const char*>(&slot) + 1), 7}, {handle(&cleared), 8}, {nullptr, 9}};
  heap.klasses.bind(bindings, 3);
  EXPECT_EQ(heap.klasses[heap.klasses.indexOf(a)].id, 7u);
  EXPECT_EQ(heap.klasses[heap.klasses.indexOf(b)].id, 0u);
  char name[8];
  heap.klasses.name(heap.klasses.indexOf(a), name, sizeof name);
  EXPECT_STREQ(name, "A");
  EXPECT_EQ(heap.klasses.mirrorOf(a), mirror);
  EXPECT_EQ(heap.klasses.mirrorOf(b), 0u);
}

TEST(Klasses, StayApartWhenThereAreMany) {
  FakeHeap heap;
  std::vector<uint64_t> all;
  for (uint32_t i = 0; i < 900; ++i)
    all.push_back(heap.vm.klass("K" + std::to_string(i), 16 + 8 * (i % 50)));
  for (int round = 0; round < 2; ++round)
    for (uint32_t i = 0; i < all.size(); ++i) {
      const uint32_t index = heap.klasses.indexOf(all[i]);
      EXPECT_EQ(index, i);
      EXPECT_EQ(heap.klasses[index].klass, all[i]);
      EXPECT_EQ(heap.klasses[index].bytes, 16 + 8 * (i % 50));
    }
}

TEST(Klasses, RefuseWhatIsNone) {
  FakeHeap heap;
  const uint64_t nothing = heap.vm.metadata(512);
  EXPECT_EQ(heap.klasses.indexOf(nothing), Klasses::kNone);
  const uint64_t neutral = heap.vm.klass("N", 16);
  FakeVm::store<int32_t>(neutral + heap.layout.layoutHelper, 0);
  EXPECT_EQ(heap.klasses.indexOf(neutral), Klasses::kNone);
}

}  // namespace
}  // namespace isl::rawheap::test
