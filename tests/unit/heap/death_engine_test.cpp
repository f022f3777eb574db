// on_died: once a check for each line and type with enough samples, with what died since the check before.
#include "heap/DeathEngine.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

uint32_t one() { return 1; }

// Most of what was born died: amplifies by that of this check.
void mostDied(IslEnv* env, IslObject* o) {
  if (env->allocatedBytes == 0) env->fault(env, ISL_FAULT_DIVIDE, 5);
  if (o->isLambda == 0 && 2 * o->diedBytes > o->bornBytes)
    isl_amplify(o);
  else
    isl_deamplify(o);
}

const IslContext kContexts[] = {{"Items", "shop.Item", nullptr, -1}};

class Died : public testing::Test {
 protected:
  Died() {
    spec_.name = "died";
    spec_.source = "died.isl";
    spec_.contexts = kContexts;
    spec_.contextCount = 1;
    spec_.mainContext = 0;
    spec_.window = one;
    spec_.onDied = mostDied;
    item_ = add("Lshop/Item;", 1);
    lambda_ = add("Lshop/Item$$Lambda.0x1;", 1);
    other_ = add("Lshop/Other;", 0);
    walk_.classes = &classes_;
  }
  uint32_t add(const char* signature, uint64_t contexts) {
    ClassRecord record;
    record.signature = signature;
    const uint32_t id = classes_.add(std::move(record));
    classes_[id].contexts = {contexts};
    return id;
  }
  void sample(uint32_t classId, int count, bool died) {
    for (int i = 0; i < count; i++) rows_.add(kFirstSite, classId, 16, 1000, died);
  }
  void check(DeathEngine& engine) {
    walk_.check++;
    engine.begin(walk_);
    engine.end();
  }

  IslSpec spec_;
  ClassTable classes_{{&spec_}};
  WalkState walk_;
  DeathRows rows_;
  uint32_t item_ = 0, lambda_ = 0, other_ = 0;
};

TEST_F(Died, IsChargedByTheBytesOfTheCheck) {
  DeathEngine engine(&spec_, 0, rows_);
  sample(item_, 20, true);
  check(engine);
  ASSERT_EQ(engine.stats().all().size(), 1u);
  EXPECT_EQ(engine.stats().all()[0].penalty, 20'000u);
  check(engine);
  EXPECT_EQ(engine.stats().all()[0].penalty, 20'000u) << "nothing more died";
  sample(item_, 10, true);
  check(engine);
  EXPECT_EQ(engine.stats().all()[0].penalty, 30'000u);
  EXPECT_EQ(engine.stats().all()[0].bytes, 30'000u);
  EXPECT_EQ(engine.sums().reachedObjects, 1u);
  EXPECT_EQ(engine.allocatedBytes(), 30'000u);
  EXPECT_EQ(engine.amplifiedObjects(), 1u);
  sample(item_, 40, false);
  check(engine);
  EXPECT_TRUE(engine.stats().all().empty());
  EXPECT_EQ(engine.clearedObjects(), 1u);
}

TEST_F(Died, AsksForSamplesAndTheType) {
  DeathEngine engine(&spec_, 0, rows_);
  sample(item_, 15, true);
  sample(lambda_, 20, true);
  sample(other_, 20, true);
  check(engine);
  EXPECT_TRUE(engine.stats().all().empty());
  EXPECT_EQ(engine.sums().reachedObjects, 1u) << "the lambda's; 15 samples are too few";
}

TEST_F(Died, IsNoBusinessOfATrial) {
  DeathEngine engine(&spec_, 0, rows_);
  sample(item_, 20, true);
  engine.beginTrial();
  check(engine);
  EXPECT_TRUE(engine.stats().all().empty());
  engine.endTrial();
  check(engine);
  EXPECT_EQ(engine.stats().all()[0].penalty, 20'000u);
}

TEST_F(Died, HasFaultsLikeAnyHandler) {
  DeathEngine engine(&spec_, 0, rows_);
  for (int i = 0; i < 20; i++) rows_.add(kFirstSite, item_, 16, 0, true);
  check(engine);
  EXPECT_EQ(engine.faults(ISL_ON_DIED).count, 1u);
}

}  // namespace
}  // namespace isl
