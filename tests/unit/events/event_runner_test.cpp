// Log entries and slots: what of them comes to a handler.
#include "events/EventRunner.h"
#include "events/SlotEvents.h"
#include "events/SlotPlaces.h"
#include "events/program.h"

namespace isl {
namespace {

using test::MockJni;

class Running : public test::Program {
 protected:
  void start() {
    layouts_.add("java/lang/Object", "", {});
    layouts_.add("a/T", "java/lang/Object", {{"first", "J"}, {"f", "I"}, {"f", "La/T;"}});
    begin();
    arrays_ = std::make_unique<ArrayAdmission>(parts_, *admission_, *identities_, java_);
    facts_ = std::make_unique<KeyFacts>(parts_);
    runner_ = std::make_unique<EventRunner>(parts_, *admission_, *arrays_, *facts_);
    places_ = std::make_unique<SlotPlaces>(*facts_);
    slots_ = std::make_unique<SlotEvents>(parts_, *facts_, *places_, *runner_);
  }

  std::unique_ptr<ArrayAdmission> arrays_;
  std::unique_ptr<KeyFacts> facts_;
  std::unique_ptr<EventRunner> runner_;
  std::unique_ptr<SlotPlaces> places_;
  std::unique_ptr<SlotEvents> slots_;
};

TEST_F(Running, GivesTheValueAndTheFieldToTheHandler) {
  const uint32_t born = site("a/T");
  start();
  const int32_t key = fieldKey("a/T", "I");
  runner_->run({key, wordOf(born), 7, 8, 0});
  ASSERT_EQ(told_.events.size(), 1u);
  const auto& event = told_.events[0];
  EXPECT_EQ(event.handler, &handler_);
  EXPECT_EQ(event.object.word, wordOf(born));
  EXPECT_EQ(event.word1, 7u);
  EXPECT_EQ(event.word2, 8u);
  EXPECT_EQ(event.times, 1u);
  EXPECT_EQ(event.field.index, 1) << "of two primitive fields the second";
  EXPECT_TRUE(event.field.isPrimitive);
  runner_->run({key + 1, wordOf(born), 7, 8, 0});
  EXPECT_EQ(told_.events.size(), 1u) << "a key that was never given out";
}

TEST_F(Running, GivesTheReferredObjectWhereItIsTracked) {
  handler_.uses = ISL_USES_VALUE;
  const uint32_t born = site("a/T");
  start();
  const int32_t key = fieldKey("a/T", "La/T;");
  constexpr uint32_t kUntracked = 1;
  for (uint32_t value : {0u, kUntracked, wordOf(born)}) {
    runner_->run({key, wordOf(born), 9, 5, value});
  }
  ASSERT_EQ(told_.events.size(), 3u);
  EXPECT_FALSE(told_.events[0].value.present);
  EXPECT_TRUE(told_.events[1].value.present);
  EXPECT_EQ(told_.events[1].value.word, 0u);
  EXPECT_EQ(told_.events[2].value.word, wordOf(born));
  EXPECT_EQ(told_.events[2].word1, 0u) << "the high word of a reference";
  EXPECT_EQ(told_.events[2].field.index, 2) << "references come last";
}

TEST_F(Running, LeavesOutWhatTheSpecDoesNotTrack) {
  track("a.T");
  hierarchy_.add("java/lang/Object", "", {}, false, false);
  hierarchy_.add("a/T", "java/lang/Object", {}, false, false);
  hierarchy_.add("a/Other", "java/lang/Object", {}, true, false);
  const uint32_t mine = site("a/T"), other = site("a/Other");
  start();
  const int32_t key = fieldKey("a/T", "I");
  runner_->run({key, wordOf(other), 0, 0, 0});
  EXPECT_TRUE(told_.events.empty());
  // By its record, which knows the site.
  jlong tag = 0;
  bool fresh;
  const uint32_t node = nodes_.ensure(&tag, 1, fresh);
  nodes_[node].homeSite = mine;
  runner_->run({key, kRecordBit | node << kEpochBits, 0, 0, 0});
  EXPECT_EQ(told_.events.size(), 1u);
}

TEST_F(Running, NumbersReferencesByTheClassOfTheSite) {
  layouts_.add("java/lang/Object", "", {});
  layouts_.add("a/S", "a/T", {{"more", "I"}});
  const uint32_t base = site("a/T"), derived = site("a/S");
  start();
  const int32_t id = fieldKey("a/T", "La/T;");
  EventKey& key = *facts_->find(id);
  EXPECT_EQ(facts_->fieldNumber(key, id, wordOf(base)), 2);
  EXPECT_EQ(facts_->fieldNumber(key, id, wordOf(derived)), 3);
  EXPECT_EQ(facts_->find(id + 1), nullptr);
}

uint32_t three() { return 3; }

class Slots : public Running {
 protected:
  void startLatest() {
    handler_.uses = ISL_USES_WORDS | ISL_KEEPS_LATEST;
    spec_.window = three;
    chunks_.elements.resize(8);
    start();
    keys_->keepLatest();
    ASSERT_EQ(keys_->latestSpec(), &spec_);
    places_->start(static_cast<jobjectArray>(MockJni::handleOf(chunks_)));
  }
  jshort inJava(int32_t key) {
    return MockJni::arrayOf<jshort>(chunks_.elements[0]).elements.at(static_cast<size_t>(key));
  }
  test::MockArray<jobject> chunks_;
};

TEST_F(Slots, HavePlacesByTheNumberOfTheField) {
  startLatest();
  const int32_t key = fieldKey("a/T", "I"), unknown = fieldKey("a/NotSeen", "I");
  EXPECT_EQ(places_->of(key), 0u);
  EXPECT_TRUE(places_->publish(&jni_, key));
  EXPECT_EQ(places_->of(key), SlotLayout::kFirstPlace + 1);
  EXPECT_EQ(inJava(key), static_cast<jshort>(SlotLayout::kFirstPlace + 1));
  EXPECT_TRUE(places_->publish(&jni_, unknown));
  EXPECT_EQ(places_->of(unknown), 0u) << "a field without a number";
  EXPECT_EQ(inJava(unknown), static_cast<jshort>(SlotLayout::kLogged));
  EXPECT_FALSE(places_->publish(&jni_, unknown + 1)) << "no such key";
}

TEST_F(Slots, ArePublishedAgainAfterAShortageOfMemory) {
  startLatest();
  const int32_t key = fieldKey("a/T", "I");
  jni_.outOfMemory = true;
  EXPECT_FALSE(places_->publish(&jni_, key));
  jni_.outOfMemory = false;
  EXPECT_TRUE(places_->publish(&jni_, key));
  EXPECT_NE(inJava(key), 0);
}

TEST_F(Slots, RunAsManyLatestEventsAsLeaveTheHistoryAsAllWould) {
  const uint32_t born = site("a/T");
  startLatest();
  const int32_t key = fieldKey("a/T", "I");
  const LogEntry first{key, wordOf(born), 0, 0, 0};
  const uint64_t values[] = {uint64_t{1} << 32 | 10, 20, 30};
  slots_->runLatest({&first, values, 3, 11});  // 11 = 2 + 3 + 6 that change nothing
  ASSERT_EQ(told_.events.size(), 5u);
  EXPECT_EQ(told_.events[4].word2, 30u);
  EXPECT_EQ(told_.events[2].word1, 1u);
  EXPECT_EQ(told_.events[2].word2, 10u);
  EXPECT_EQ(told_.likeLast, 6u);
}

TEST_F(Slots, RunLargeCountsInSteps) {
  track("int[]");
  const uint32_t born = site("[I", SiteKind::NewArray);
  handler_.uses = ISL_ADDS;
  start();
  test::ProgramObject array;
  array.cls = &loadClass("[I", true);
  array.length = 8;
  const uint32_t word = arrays_->admit(&jni_, handle(array), wordOf(born), {17, -1});
  const LogEntry first{keys_->element('I', false).key, word, 0, 0, 0};
  slots_->runCounts({&first, nullptr, 0, (uint64_t{1} << 31) + 5});
  ASSERT_EQ(told_.events.size(), 2u);
  EXPECT_EQ(told_.events[0].times, 1u << 31);
  EXPECT_EQ(told_.events[1].times, 5u);
}

TEST_F(Slots, AreOfferedForPlacedFieldsOfASite) {
  const uint32_t born = site("a/T");
  startLatest();
  EventLogs logs;
  logs.setLatest(SlotLayout::ofValues(3));
  EventLog* const log = logs.make();
  ASSERT_NE(log, nullptr);
  const int32_t key = fieldKey("a/T", "I");
  const LogEntry entry{key, wordOf(born), 0, 0, 0};
  const auto* const memory = reinterpret_cast<const unsigned char*>(log) + logs.latestOffset();
  const uint32_t tag = SlotTable::tagOf(entry.word);
  const uint32_t place = SlotLayout::kFirstPlace + 1;
  const auto* const slot = reinterpret_cast<const uint32_t*>(
      memory + size_t{SlotTable::slotOf(tag, place)} * logs.latest().slotBytes());
  slots_->offer(*log, entry);
  EXPECT_EQ(slot[1], 0u) << "it has no place yet";
  ASSERT_TRUE(places_->publish(&jni_, key));
  slots_->offer(*log, {key, kRecordBit | entry.word, 0, 0, 0});
  EXPECT_EQ(slot[1], 0u) << "of an object with a record";
  slots_->offer(*log, entry);
  EXPECT_EQ(slot[0], place);
  EXPECT_EQ(slot[1], tag);
  logs.destroy(log);
}

}  // namespace
}  // namespace isl
