// What a walk without edges takes for live: not what has died since the collection, not the fillers between
// objects; and the second walk of a check that finds many suspicious objects.
#include "heap/LiveEstimate.h"

#include <gtest/gtest.h>

#include "heap/HeapWalk.h"
#include "heap/StaleEngine.h"
#include "heap/fake_heap.h"

namespace isl {
namespace {

uint32_t ten() { return 10; }

uint32_t word(uint32_t site, uint32_t epoch) { return site << kEpochBits | epoch; }

// A list that refers to `items` objects of 32 bytes, each with an array of its own.
struct Scene {
  static constexpr uint32_t kItem = 2, kItems = 3, kCells = 4;  // class ids
  static constexpr uint64_t kItemBytes = 32, kCellsBytes = 16 + 8 * 50;

  explicit Scene(uint32_t items) : nodes(100000) {
    spec.abiVersion = ISL_ABI_VERSION;
    spec.name = "leak";
    spec.mainContext = -1;
    spec.window = ten;
    spec.summary = ISL_SUMMARY_STALE_WINDOW;
    add(ClassKind::Instance, 0);
    add(ClassKind::Instance, 0);
    add(ClassKind::ObjectArray, -1);
    add(ClassKind::ObjectArray, -1);
    test::FakeObject list;
    list.classId = kItems;
    list.isArray = true;
    list.length = static_cast<int32_t>(items);
    heap.objects.push_back(list);
    heap.roots.push_back(0);
    for (uint32_t i = 0; i < items; i++) {
      const uint32_t at = item(word(7, 1));
      heap.objects[0].refs.emplace_back(static_cast<int32_t>(i), at);
    }
    heap.collect();
  }

  uint32_t item(uint32_t itsWord) {
    test::FakeObject cells;
    cells.classId = kCells;
    cells.isArray = true;
    cells.length = 50;
    heap.objects.push_back(cells);
    test::FakeObject item;
    item.classId = kItem;
    item.word = itsWord;
    item.refs.emplace_back(1, static_cast<uint32_t>(heap.objects.size() - 1));
    heap.objects.push_back(item);
    return static_cast<uint32_t>(heap.objects.size() - 1);
  }

  void add(ClassKind kind, int32_t islIndex) {
    ClassRecord record;
    record.kind = kind;
    record.signature = "class " + std::to_string(classes.size());
    record.elementKind = 'L';
    record.islIndex = islIndex;
    classes.add(std::move(record));
  }

  // What the program drops after the collection of a check, and a filler.
  void addGarbage(uint32_t items, uint32_t epoch) {
    const size_t from = heap.objects.size();
    for (uint32_t i = 0; i < items; i++) item(word(7, epoch));
    test::FakeObject filler;
    filler.classId = kCells;
    filler.isArray = true;
    filler.length = 100000;
    heap.objects.push_back(filler);
    for (size_t i = from; i < heap.objects.size(); i++) heap.objects[i].uncollected = true;
  }

  IslSpec spec{};
  test::FakeHeap heap;
  ClassTable classes{{&spec}};
  NodeTable nodes;
  SiteSequences sequences;
};

TEST(LiveEstimate, AnIterationCountsNeitherWhatHasDiedNorFillers) {
  Scene scene(1000);
  StaleEngine engine(&scene.spec, 0, {});
  HeapWalk walk(scene.classes, scene.nodes, {&engine});
  EXPECT_FALSE(walk.knowsArrays());
  const WalkTotals exact = walk.run(scene.heap.env(), 11, 1, scene.sequences);
  engine.end();
  EXPECT_TRUE(walk.knowsArrays());
  EXPECT_EQ(exact.liveBytes, 16 + 8 * 1000 + 1000 * (Scene::kItemBytes + Scene::kCellsBytes));
  EXPECT_EQ(exact.liveObjects, 2001u);
  scene.addGarbage(5000, 13);
  const WalkTotals iterated = walk.iterate(scene.heap.env(), 12, 1, scene.sequences);
  engine.end();
  EXPECT_EQ(iterated.liveBytes, exact.liveBytes);
  EXPECT_EQ(iterated.liveObjects, exact.liveObjects);
  EXPECT_EQ(engine.stats().find(7, Scene::kItem)->objects, 1000u);
}

TEST(LiveEstimate, AGrowingClassGrowsWithTheArraysItOwns) {
  Scene scene(1000);
  StaleEngine engine(&scene.spec, 0, {});
  HeapWalk walk(scene.classes, scene.nodes, {&engine});
  const uint64_t before = walk.run(scene.heap.env(), 11, 1, scene.sequences).liveBytes;
  for (uint32_t i = 0; i < 500; i++) {
    const uint32_t at = scene.item(word(7, 11));
    scene.heap.objects[0].refs.emplace_back(1000 + i, at);
  }
  scene.heap.collect();
  const uint64_t after = walk.iterate(scene.heap.env(), 12, 1, scene.sequences).liveBytes;
  EXPECT_EQ(after - before, 500 * (Scene::kItemBytes + Scene::kCellsBytes));
}

TEST(LiveEstimate, AnArrayOfTwoOwnersIsLiveOnce) {
  LiveEstimate estimate;
  estimate.begin(2);
  estimate.learn(0, 10, 4000);
  estimate.learn(1, 10, 4000);
  estimate.learnArrays(4000, 10);
  struct Class {
    LiveEstimate::Met met;
  };
  const std::vector<Class> met = {{{10, 0, 240}}, {{10, 10, 240}}};
  EXPECT_EQ(estimate.of(met).bytes, 4480u);
  EXPECT_EQ(estimate.of(met).objects, 30u);
}

TEST(LiveEstimate, InstancesOfAClassThatIsNewCountOnceTheyAreOlderThanTheCheck) {
  LiveEstimate estimate;
  estimate.begin(1);
  estimate.learnArrays(0, 0);
  struct Class {
    LiveEstimate::Met met;
  };
  const std::vector<Class> met = {{{0, 0, 0}}, {{100, 40, 3200}}};
  EXPECT_EQ(estimate.of(met).bytes, 1920u);
}

TEST(HeapWalk, TheSecondWalkOfACheckFindsTheArraysAndCountsNoOnsetTwice) {
  Scene scene(2000);
  StaleEngine engine(&scene.spec, 0, {});
  HeapWalk walk(scene.classes, scene.nodes, {&engine});
  walk.run(scene.heap.env(), 9, 1, scene.sequences);
  engine.end();
  EXPECT_TRUE(engine.stats().all().empty());
  walk.iterate(scene.heap.env(), 12, 3, scene.sequences);
  engine.end();
  EXPECT_EQ(engine.stats().find(7, Scene::kItem)->bytes, 2000 * Scene::kItemBytes);
  const auto may = [](uint32_t) { return true; };
  EXPECT_EQ(engine.bytesWithoutArrays(may), 2000 * Scene::kItemBytes);
  EXPECT_EQ(engine.bytesWithoutArrays([](uint32_t type) { return type != Scene::kItem; }), 0u);
  EXPECT_EQ(engine.amplifiedObjects(), 2000u);
  walk.runAgain(scene.heap.env());
  engine.end();
  EXPECT_EQ(engine.stats().find(7, Scene::kItem)->bytes,
            2000 * (Scene::kItemBytes + Scene::kCellsBytes));
  EXPECT_EQ(engine.bytesWithoutArrays(may), 0u);
  EXPECT_EQ(engine.amplifiedObjects(), 2000u);
  walk.iterate(scene.heap.env(), 13, 1, scene.sequences);
  engine.end();
  EXPECT_EQ(engine.bytesWithoutArrays(may), 0u) << "their arrays are known now";
  EXPECT_EQ(engine.stats().find(7, Scene::kItem)->penalty,
            3 * 2000 * (Scene::kItemBytes + Scene::kCellsBytes));
}

}  // namespace
}  // namespace isl
