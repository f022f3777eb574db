// SlotTable: what slots hold, who gets one, and that a thread may write while another one reads.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "events/SlotTable.h"

namespace isl {
namespace {

constexpr uint32_t kSite = 77, kPlace = 3, kWindow = 10;

// The thread's side, as IslLatest.keep.
struct SlotView {
  uint32_t place, tag;
  std::atomic<uint64_t> count;
};

class Latest : public testing::Test {
 public:
  ~Latest() override { free(memory_); }

 protected:
  static LogEntry entryOf(int32_t key, uint32_t site) { return {key, site << kEpochBits, 0, 0, 0}; }

  // `lag`: compiled code leaves so many counts out before this one.
  bool keep(uint32_t site, uint32_t place, uint64_t value, uint32_t lag = 0) {
    const uint32_t tag = SlotTable::tagOf(site << kEpochBits);
    unsigned char* const at = memory_ + SlotTable::slotOf(tag, place) * layout_.slotBytes();
    auto* const slot = reinterpret_cast<SlotView*>(at);
    if (slot->tag != tag) return false;
    const uint64_t count = slot->count.load(std::memory_order_relaxed);
    auto* const ring = reinterpret_cast<uint64_t*>(slot + 1);
    for (uint64_t i = 0; i <= lag; i++) {
      // Release: behind the last count, as instrumented code has it.
      __atomic_store_n(&ring[(count + i) & (layout_.room - 1)], value + i, __ATOMIC_RELEASE);
    }
    slot->count.store(count + lag + 1, std::memory_order_release);
    return true;
  }

  void note(const SlotTable::Batch& batch) {
    keys_.push_back(batch.first->key);
    total_ += batch.total;
    last_.assign(batch.values, batch.values + batch.kept);
  }
  void flush() {
    table_.flushAll([this](const SlotTable::Batch& batch) { note(batch); });
  }
  void offer(int32_t key, uint32_t site) {
    table_.offer(entryOf(key, site), kPlace,
                 [this](const SlotTable::Batch& batch) { note(batch); });
  }

  SlotLayout layout_ = SlotLayout::ofValues(kWindow);
  unsigned char* memory_ = static_cast<unsigned char*>(calloc(1, layout_.bytes()));
  SlotTable table_{layout_, memory_};
  std::vector<int32_t> keys_;
  std::vector<uint64_t> last_;
  uint64_t total_ = 0;
  std::atomic<bool> done_{false};
};

// A table of counts, as IslCounts.keep writes it.
TEST(SlotTable, CountsWithoutValues) {
  const SlotLayout layout = SlotLayout::ofCounts();
  ASSERT_EQ(layout.slotBytes(), 16u);
  std::vector<SlotView> memory(SlotLayout::kSlots);
  SlotTable table(layout, memory.data());
  constexpr uint32_t kRecord = 0x100000u | 5, kKey = 2;
  constexpr uint64_t kTimes = 3'000'000;
  const LogEntry entry{static_cast<int32_t>(kKey), kRecord << kEpochBits, 0, 0, 0};
  uint64_t run = 0;
  const auto note = [&run, kKey](const SlotTable::Batch& batch) {
    EXPECT_EQ(batch.first->key, static_cast<int32_t>(kKey));
    EXPECT_EQ(batch.kept, 0u);
    run += batch.total;
  };
  table.offer(entry, kKey, note);
  const auto tagOf = [](uint32_t record) { return SlotTable::tagOf(record << kEpochBits); };
  SlotView& slot = memory[SlotTable::slotOf(tagOf(kRecord), kKey)];
  ASSERT_EQ(slot.tag, tagOf(kRecord));
  ASSERT_EQ(slot.place, kKey);
  std::thread writer([&slot] {
    for (uint64_t i = 1; i <= kTimes; i++) slot.count.store(i, std::memory_order_release);
  });
  while (run < kTimes) table.flushAll(note);
  writer.join();
  table.flushAll(note);
  EXPECT_EQ(run, kTimes);
  // Idle since: it goes to the next one that asks, in a later drain.
  uint32_t rival = kRecord + 1;
  const auto slotOf = [&tagOf](uint32_t record) { return SlotTable::slotOf(tagOf(record), kKey); };
  while (slotOf(rival) != slotOf(kRecord)) rival++;
  const LogEntry other{static_cast<int32_t>(kKey), rival << kEpochBits, 0, 0, 0};
  for (int drain = 0; drain < 3; drain++) {
    table.offer(other, kKey, note);
    table.drained();
  }
  EXPECT_EQ(slot.tag, tagOf(rival));
  EXPECT_EQ(run, kTimes);
}

TEST(SlotLayout, RingsHaveRoomForMoreThanTheWindow) {
  EXPECT_EQ(SlotLayout::ofValues(0).bytes(), 0u);
  EXPECT_EQ(SlotLayout::ofValues(SlotLayout::kMaxWindow + 1).window, 0u);
  for (uint32_t window = 1; window <= SlotLayout::kMaxWindow; window++) {
    const SlotLayout layout = SlotLayout::ofValues(window);
    EXPECT_GT(layout.room, window);
    EXPECT_EQ(layout.room & (layout.room - 1), 0u);
  }
}

TEST_F(Latest, GivesTheLastValuesAndCountsAll) {
  EXPECT_FALSE(keep(kSite, kPlace, 1));
  offer(5, kSite);
  for (uint64_t v = 1; v <= 4; v++) EXPECT_TRUE(keep(kSite, kPlace, v));
  EXPECT_FALSE(keep(kSite, kPlace + 1, 1));
  flush();
  EXPECT_EQ(last_, (std::vector<uint64_t>{1, 2, 3, 4}));
  for (uint64_t v = 5; v <= 1000; v++) keep(kSite, kPlace, v);
  flush();
  EXPECT_EQ(last_.size(), kWindow);
  EXPECT_EQ(last_.front(), 991u);
  EXPECT_EQ(last_.back(), 1000u);
  EXPECT_EQ(total_, 1000u);
  flush();
  EXPECT_EQ(keys_, (std::vector<int32_t>{5, 5}));
}

TEST_F(Latest, EverySlotInUseIsRunAndNoOther) {
  constexpr int32_t kSites = 300;
  std::vector<int32_t> given;
  for (int32_t key = 0; key < kSites; key++) {
    const uint32_t site = kSite + static_cast<uint32_t>(key);
    offer(key, site);
    if (keep(site, kPlace, static_cast<uint64_t>(key))) given.push_back(key);
  }
  ASSERT_GT(given.size(), 270u) << "few sites get in each other's way";
  offer(1000, kSite + 5000);  // a slot that nothing was written to
  flush();
  EXPECT_EQ(keys_, given);
  EXPECT_EQ(total_, given.size());
}

TEST_F(Latest, ABusySlotStaysAndAnIdleOneIsRunAndGivenAway) {
  uint32_t other = kSite + 1;  // another site whose fields of that number have the same slot
  const auto slotOf = [](uint32_t site) {
    return SlotTable::slotOf(SlotTable::tagOf(site << kEpochBits), kPlace);
  };
  while (slotOf(other) != slotOf(kSite)) other++;
  offer(1, kSite);
  for (int drain = 0; drain < 5; drain++) {
    for (uint64_t v = 0; v < 100; v++) ASSERT_TRUE(keep(kSite, kPlace, v));
    offer(2, other);
    offer(2, other);  // twice in a drain proves nothing
    table_.drained();
  }
  EXPECT_TRUE(keys_.empty());
  keep(kSite, kPlace, 100);
  offer(2, other);
  EXPECT_EQ(keys_, (std::vector<int32_t>{1}));
  EXPECT_EQ(total_, 501u);
  EXPECT_EQ(last_.back(), 100u);
  EXPECT_FALSE(keep(kSite, kPlace, 1));
  EXPECT_TRUE(keep(other, kPlace, 7));
  flush();
  EXPECT_EQ(keys_, (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(last_, (std::vector<uint64_t>{7}));
}

TEST_F(Latest, MayBeReadWhileItsThreadWrites) {
  constexpr uint64_t kValues = 20'000'000;  // the margin for what is unseen matters rarely
  constexpr uint32_t kStep = 1 + SlotLayout::kUnseen;
  offer(1, kSite);
  std::thread writer([this] {
    for (uint64_t v = 1; v <= kValues; v += v / kStep % 2 == 0 ? 1 : kStep) {
      keep(kSite, kPlace, v, v / kStep % 2 == 0 ? 0 : SlotLayout::kUnseen);
    }
    done_ = true;
  });
  bool right = true;
  for (bool last = false; !last;) {
    last = done_;
    table_.flushAll([&](const SlotTable::Batch& batch) {
      total_ += batch.total;
      // The values are numbered, so they tell whether they are the last ones of the batch, in order.
      for (uint32_t i = 0; i < batch.kept; i++) {
        right = right && batch.values[i] == total_ - batch.kept + 1 + i;
      }
    });
  }
  writer.join();
  EXPECT_TRUE(right);
  EXPECT_GE(total_, kValues);
}

// Whatever the tag, no field of its objects meets another field's slot that has the same tag.
TEST(SlotTable, PlacesOfASiteAreApart) {
  for (uint32_t site = 0; site < 5000; site++) {
    const uint32_t tag = SlotTable::tagOf(site << kEpochBits);
    ASSERT_NE(tag, 0u);
    const uint32_t start = SlotTable::slotOf(tag, 0);
    for (uint32_t place = 1; place < SlotLayout::kPlaces; place++) {
      ASSERT_EQ(SlotTable::slotOf(tag, place), start + place);
    }
    ASSERT_LT(start + SlotLayout::kPlaces - 1, SlotLayout::kSlots);
  }
}

}  // namespace
}  // namespace isl
