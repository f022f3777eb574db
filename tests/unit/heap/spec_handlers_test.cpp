// Handlers at events and at checks, what they do to objects, and faults.
#include "heap/SpecHandlers.h"
#include "heap/record_parts.h"

namespace isl {
namespace {

TEST(HandlerGuard, AbandonsTheEventThatFaults) {
  HandlerGuard guard("x.isl");
  int ran = 0;
  const auto fail = [&](IslEnv* env) {
    ran++;
    EXPECT_EQ(env->check, 3u);
    env->fault(env, ISL_FAULT_NULL, 12);
    ran = 100;
  };
  guard.run(ISL_ON_READ, 3, fail);
  guard.run(ISL_ON_READ, 3, fail);
  guard.countLikeLast(ISL_ON_READ, 10);
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(guard.faults(ISL_ON_READ).count, 12u);
  EXPECT_EQ(guard.faults(ISL_ON_READ).first, "null dereference at x.isl:12");
  guard.run(ISL_ON_READ, 3, [&](IslEnv*) { ran++; });
  guard.countLikeLast(ISL_ON_READ, 10);
  EXPECT_EQ(ran, 3);
  EXPECT_EQ(guard.faults(ISL_ON_READ).count, 12u) << "the last one was fine";
  EXPECT_EQ(guard.faults(ISL_ON_WRITE).count, 0u);
}

TEST(HandlerGuard, GivesFewerStepsWhereTheyDoNotSuffice) {
  HandlerGuard guard("x.isl");
  std::vector<uint64_t> steps;
  const auto loop = [&](IslEnv* env) {
    steps.push_back(env->steps);
    env->fault(env, ISL_FAULT_STEPS, 1);
  };
  for (int i = 0; i < 30; i++) guard.run(ISL_ON_CALL, 1, loop);
  EXPECT_EQ(steps[1], steps[0] / 2);
  EXPECT_EQ(steps.back(), 1000u);
  uint64_t other = 0;
  guard.run(ISL_ON_READ, 1, [&](IslEnv* env) { other = env->steps; });
  EXPECT_EQ(other, steps[0]);
}

void amplify(IslEnv*, IslObject* o) { isl_amplify(o); }
void deamplify(IslEnv*, IslObject* o) { isl_deamplify(o); }
uint32_t timesSeen = 0;
void clearOnRead(IslEnv* env, IslObject* o, const IslField*, uint32_t, uint32_t, IslObject* value) {
  timesSeen += env->times;
  isl_deamplify(value != nullptr ? value : o);
}

class Handlers : public test::RecordParts {
 protected:
  Handlers() {
    spec_.partition = ISL_PARTITION_SINGLE;
    spec_.onReachedOnce = amplify;
    spec_.touched = deamplify;
  }
  static uint32_t touchedAt(uint32_t epoch) { return kFirstSite << kEpochBits | epoch; }
  CheckSums sums_;
};

TEST_F(Handlers, OfACheckRunInTheirOrderAndAreCounted) {
  ObjectRecords records(&spec_, walk_, nodes_);
  SpecHandlers handlers(&spec_, 0, walk_, records);
  IslObject object = records.objectOf(addNode(2));
  handlers.atCheck(object, touchedAt(6), true, sums_);
  EXPECT_EQ(object.record->penalty, 56u);
  EXPECT_EQ(sums_.touchedObjects, 0u);
  EXPECT_EQ(handlers.effects().amplified, 1u);
  EXPECT_EQ(handlers.takeHotSites(), std::vector<uint32_t>{kFirstSite});
  EXPECT_TRUE(handlers.takeHotSites().empty());
  const SpecHandlers::Copy before = handlers.copy();
  handlers.atCheck(object, touchedAt(7), true, sums_);
  EXPECT_EQ(object.record->penalty, 56u) << "taken away by the use, then amplified";
  EXPECT_EQ(sums_.touchedObjects, 1u);
  EXPECT_EQ(sums_.reachedObjects, 2u);
  EXPECT_EQ(handlers.effects().amplified, 1u) << "once an object";
  EXPECT_EQ(handlers.effects().cleared, 1u);
  EXPECT_EQ(handlers.effects().clearedSites.members(), std::vector<uint32_t>{kFirstSite});
  handlers.restore(before);
  EXPECT_EQ(handlers.effects().cleared, 0u);
  EXPECT_TRUE(handlers.effects().clearedSites.members().empty());
}

ProgramNow asked;
void ask(IslEnv* env, IslObject*) { asked = {env->pressure != 0, env->units}; }

TEST_F(Handlers, OfACheckMayAskHowTheProgramDoes) {
  spec_.onReachedOnce = ask;
  walk_.program = {true, 12};
  ObjectRecords records(&spec_, walk_, nodes_);
  SpecHandlers handlers(&spec_, 0, walk_, records);
  IslObject object = records.objectOf(addNode(2));
  handlers.atCheck(object, touchedAt(6), true, sums_);
  EXPECT_TRUE(asked.pressure);
  EXPECT_EQ(asked.units, 12u);
}

TEST_F(Handlers, OfEventsGetTheObjectAndTheValue) {
  IslHandler handler{};
  handler.event = ISL_ON_READ;
  handler.access = clearOnRead;
  handler.uses = ISL_USES_VALUE;
  timesSeen = 0;
  ObjectRecords records(&spec_, walk_, nodes_);
  SpecHandlers handlers(&spec_, 0, walk_, records);
  const uint32_t self = addNode(2), value = addNode(2);
  for (uint32_t node : {self, value}) records.objectOf(node).record->penalty = 1;
  EventArgs args;
  args.times = 3;
  handlers.onEvent(handler, {kRecordBit | self << kEpochBits, true}, args);
  EXPECT_EQ(records.find(self)->penalty, 0u);
  EXPECT_EQ(records.find(value)->penalty, 1u);
  args.value = {kRecordBit | value << kEpochBits, true};
  handlers.onEvent(handler, {kRecordBit | self << kEpochBits, true}, args);
  EXPECT_EQ(records.find(value)->penalty, 0u);
  EXPECT_EQ(timesSeen, 6u);
  EXPECT_EQ(handlers.eventCount(ISL_ON_READ), 6u);
  EXPECT_EQ(handlers.effects().cleared, 2u);
  handlers.countLikeLast(ISL_ON_READ, 4);
  EXPECT_EQ(handlers.eventCount(ISL_ON_READ), 10u);
}

}  // namespace
}  // namespace isl
