// Records, histories and partition entities, and their copy for a trial.
#include <cstring>

#include "heap/ObjectRecords.h"
#include "heap/record_parts.h"

namespace isl {
namespace {

using Records = test::RecordParts;

void setFields(void* fields) { memset(fields, 3, 2); }
void setHistory(void* history) { memset(history, 9, 8); }

TEST_F(Records, RecordsBeginAsDeclaredAndStay) {
  spec_.partition = ISL_PARTITION_ALL;
  spec_.hasHistory = 1;
  spec_.initFields = setFields;
  spec_.initHistory = setHistory;
  ObjectRecords records(&spec_, walk_, nodes_);
  const uint32_t node = addNode(2);
  EXPECT_EQ(records.find(node), nullptr);
  const IslObject object = records.objectOf(node);
  ASSERT_EQ(object.record, records.find(node));
  EXPECT_EQ(object.record->bornCheck, 7u);
  EXPECT_EQ(object.record->site, kFirstSite);
  EXPECT_EQ(object.record->classId, ids_[2]);
  EXPECT_EQ(fieldsOf(*object.record)[1], 3);
  EXPECT_EQ(static_cast<unsigned char*>(object.history)[7], 9);
  EXPECT_EQ(object.size, 40u);
  EXPECT_EQ(object.charge, 56u);
  object.record->penalty = 5;
  EXPECT_EQ(records.objectOf(node).record->penalty, 5u);
  std::vector<uint32_t> seen;
  records.forEach([&](uint32_t n, const IslRecord&) { seen.push_back(n); });
  EXPECT_EQ(seen, std::vector<uint32_t>{node});
  records.remove(node);
  EXPECT_EQ(records.find(node), nullptr);
}

TEST_F(Records, AllBeginAnewWhenTheStartUpEnds) {
  spec_.initFields = setFields;
  ObjectRecords records(&spec_, walk_, nodes_);
  const uint32_t node = addNode(2);
  IslRecord* const record = records.objectOf(node).record;
  record->penalty = 5;
  record->flags = 1;
  static_cast<unsigned char*>(fieldsOf(*record))[1] = 77;
  walk_.check = 9;
  records.beginAnew();
  EXPECT_EQ(record->penalty, 0u);
  EXPECT_EQ(record->flags, 0u);
  EXPECT_EQ(record->bornCheck, 9u);
  EXPECT_EQ(fieldsOf(*record)[1], 3);
  EXPECT_EQ(record->site, kFirstSite);
  EXPECT_EQ(record->classId, ids_[2]);
}

TEST_F(Records, ALentRecordIsKeptWhenItHasChanged) {
  spec_.partition = ISL_PARTITION_SINGLE;
  ObjectRecords records(&spec_, walk_, nodes_);
  Burst burst;
  burst.classId = ids_[2];
  burst.arrayBytes = 8;
  IslObject object = records.lend(burst, kWord);
  EXPECT_EQ(object.size, 32u);
  EXPECT_EQ(object.charge, 40u);
  object.record->flags = 1;  // before it is watched
  records.remember();
  EXPECT_FALSE(records.changed());
  isl_amplify(&object);
  ASSERT_TRUE(records.changed());
  const uint32_t node = addNode(2);
  records.keep(node);
  ASSERT_NE(records.find(node), nullptr);
  EXPECT_EQ(records.find(node)->penalty, 40u);
  EXPECT_EQ(records.lend(burst, kWord).record->penalty, 0u) << "the next one begins anew";
}

TEST_F(Records, HistoriesBelongToTheEntityOfTheObject) {
  spec_.hasHistory = 1;
  spec_.contextBound = 4;
  SiteScopes scopes;
  scopes.plain = {0, 1, 2, 3, 3, 5};
  scopes.scope.assign(6, 0);
  scopes.context = {0, 0, 0, 1, 2, 1};
  const auto at = [](uint32_t site) { return site << kEpochBits; };
  {
    spec_.partition = ISL_PARTITION_ALLOC;
    PartitionEntities entities(&spec_, walk_);
    void* const third = entities.ofWord(at(3));
    EXPECT_EQ(entities.ofWord(at(3) | 9), third);
    EXPECT_NE(entities.ofWord(at(4)), third);
    walk_.scopes = &scopes;
    EXPECT_EQ(entities.ofWord(at(4)), third) << "the same site, in a scope";
  }
  spec_.partition = ISL_PARTITION_CONTEXT;
  PartitionEntities byContext(&spec_, walk_);
  EXPECT_NE(byContext.ofWord(at(3)), byContext.ofWord(at(4)));
  EXPECT_EQ(byContext.ofWord(at(3)), byContext.ofWord(at(3)));
  spec_.partition = ISL_PARTITION_SINGLE;
  PartitionEntities single(&spec_, walk_);
  EXPECT_EQ(single.ofWord(at(3)), single.ofWord(at(5)));
  spec_.partition = ISL_PARTITION_TYPE;
  PartitionEntities byType(&spec_, walk_);
  EXPECT_EQ(byType.ofType(2), byType.ofType(2));
  EXPECT_NE(byType.ofType(2), byType.ofType(3));
}

TEST_F(Records, ACopyBringsRecordsAndHistoriesBack) {
  spec_.hasHistory = 1;
  spec_.partition = ISL_PARTITION_ALLOC;
  ObjectRecords records(&spec_, walk_, nodes_);
  const uint32_t node = addNode(2);
  const auto history = [&] { return static_cast<unsigned char*>(records.objectOf(node).history); };
  history()[0] = 1;
  records.find(node)->penalty = 1;
  ObjectRecords::Copy before = records.copy();
  history()[0] = 2;
  records.find(node)->penalty = 2;
  const uint32_t later = addNode(2);
  records.objectOf(later);
  records.restore(std::move(before));
  EXPECT_EQ(records.find(later), nullptr);
  EXPECT_EQ(records.find(node)->penalty, 1u);
  EXPECT_EQ(history()[0], 1);
}

TEST_F(Records, AnObjectWithoutARecordLendsItsEntityAlone) {
  spec_.hasHistory = 1;
  spec_.partition = ISL_PARTITION_ALLOC;
  ObjectRecords records(&spec_, walk_, nodes_);
  const IslObject plain = records.ofEvent({kWord, true});
  EXPECT_EQ(plain.record, nullptr);
  EXPECT_NE(plain.history, nullptr);
  EXPECT_NE(plain.identity, 0u);
  EXPECT_EQ(records.ofEvent({kWord, true}).identity, plain.identity);
  EXPECT_EQ(records.ofEvent({0, true}).identity, 0u);
  const uint32_t node = addNode(2);
  EXPECT_NE(records.ofEvent({kRecordBit | node << kEpochBits, true}).record, nullptr);
}

}  // namespace
}  // namespace isl
