// Objects whose flags say that no check can penalise them: they get no record, and lose the one they have.
#include <gtest/gtest.h>

#include "heap/RecordEngine.h"
#include "store/FlagCodes.h"

namespace isl {
namespace {

uint32_t runs = 0;

// Flags: returned, used since.
void penaliseWhatIsNotUsed(IslEnv*, IslObject* o) {
  runs++;
  const auto* const flags = reinterpret_cast<const unsigned char*>(o->record + 1);
  if (flags[0] != 0 && flags[1] == 0) isl_amplify(o);
}

uint32_t one() { return 1; }

IslSpec returnsSpec() {
  IslSpec spec{};
  spec.name = "returns";
  spec.source = "returns.isl";
  spec.mainContext = -1;
  spec.partition = ISL_PARTITION_ALL;
  spec.window = one;
  spec.fieldsBytes = 8;
  spec.flagCount = 2;
  spec.flagOffsets[1] = 1;
  const uint8_t use[4] = {0, 7, 2, 7}, returned[4] = {1, 1, 3, 3};
  for (int i = 0; i < 4; i++) {
    spec.onUse[i] = use[i];
    spec.onReturn[i] = returned[i];
  }
  spec.onReachedOnce = penaliseWhatIsNotUsed;
  spec.idleFlags = 1 | 4 | 8;
  spec.settledFlags = 4 | 8;
  return spec;
}

class IdleFlags : public testing::Test {
 protected:
  IdleFlags() {
    WordLayout::keepFlagsOf(&spec_);
    runs = 0;
    ClassRecord record;
    record.kind = ClassKind::Instance;
    record.instanceBytes = 32;
    class_ = classes_.add(std::move(record));
    engine_ = std::make_unique<RecordEngine>(&spec_, 0, std::vector<int>{}, nodes_);
  }
  ~IdleFlags() override { WordLayout::keepFlagsOf(nullptr); }

  // Objects 0, 1 and so on have these flags, and were last used before that check or in it.
  void walk(uint32_t check, const std::vector<uint32_t>& flags, bool used = false) {
    WalkState state;
    state.classes = &classes_;
    state.nodes = &nodes_;
    state.sequences = &sequences_;
    state.check = check;
    engine_->begin(state);
    tags_.resize(flags.size());
    for (size_t i = 0; i < flags.size(); i++) {
      Burst burst;
      burst.classId = class_;
      burst.tag = &tags_[i];
      burst.node = nodes_.find(tags_[i]);
      if (burst.node != 0) nodes_[burst.node].lastSeen = check;
      const uint32_t code = FlagCodes(spec_).codeOf(flags[i]);
      engine_->object(
          burst, code << kFlagShift | kFirstSite << kEpochBits | (used ? check : check - 1), true);
    }
    engine_->end();
  }

  const IslSpec spec_ = returnsSpec();
  ClassTable classes_{{&spec_}};
  NodeTable nodes_{100};
  SiteSequences sequences_;
  std::unique_ptr<RecordEngine> engine_;
  std::vector<jlong> tags_;
  uint32_t class_ = 0;
};

TEST_F(IdleFlags, GetNoRecordAndCountAsChecked) {
  walk(2, {0, 1, 3});
  EXPECT_EQ(runs, 1u);
  EXPECT_EQ(engine_->sums().reachedObjects, 3u);
  EXPECT_EQ(nodes_.inUse(), 1u);
  EXPECT_EQ(engine_->amplifiedObjects(), 1u);
}

TEST_F(IdleFlags, ForgetWhatTheyHadOnceItIsCleared) {
  walk(2, {1});
  walk(3, {3 | kFlagClears}, true);
  EXPECT_EQ(engine_->clearedObjects(), 1u);
  EXPECT_EQ(runs, 2u);
  walk(4, {3 | kFlagClears});
  EXPECT_EQ(runs, 2u) << "there is no record any more";
  EXPECT_EQ(engine_->sums().reachedObjects, 1u);
}

TEST_F(IdleFlags, WithAPenaltyAreStillLookedAt) {
  walk(2, {1});
  walk(3, {3});
  walk(4, {3});
  EXPECT_EQ(runs, 3u) << "no use has cleared it";
  EXPECT_EQ(engine_->stats().find(kFirstSite, 0)->objects, 1u);
}

}  // namespace
}  // namespace isl
