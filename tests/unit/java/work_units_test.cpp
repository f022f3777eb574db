// Units of work: which row is the clock, what is told when, and on which units checks fall.
#include "java/WorkUnits.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

// What inserted code does.
class Program {
 public:
  explicit Program(WorkUnits& units) : units_(units) {}
  WorkUnits::Told call(int32_t row) {
    auto* const cells = reinterpret_cast<std::atomic<int64_t>*>(units_.address()) + 2 * row;
    const int64_t count = cells[0].fetch_add(1) + 1;
    return count >= cells[1].load() ? units_.told(row) : WorkUnits::Told{};
  }

 private:
  WorkUnits& units_;
};

TEST(WorkUnits, RowsAreOfTheListAndOfTheOptions) {
  const WorkUnits known("", "");
  EXPECT_EQ(known.rowOf("org/example/Main", "handle"), -1);
  const int32_t test =
      known.rowOf("org/junit/jupiter/engine/descriptor/TestMethodTestDescriptor", "execute");
  const int32_t request = known.rowOf("org/apache/catalina/core/StandardWrapperValve", "invoke");
  EXPECT_GE(test, 0);
  EXPECT_LT(test, request) << "a test that sends requests is counted in tests";
  const WorkUnits given("org.example.App.up", "org.example.Main.handle");
  EXPECT_EQ(given.rowOf("org/example/App", "up"), 0);
  EXPECT_EQ(given.rowOf("org/example/Main", "handle"), 1);
}

TEST(WorkUnits, WhatOptionsNameAndNobodyCalledIsTold) {
  WorkUnits units("a.B.up", "a.B.handle");
  Program program(units);
  EXPECT_EQ(units.neverCalled(),
            (std::vector<std::string>{"option ready=a.B.up", "option unit=a.B.handle"}));
  program.call(1);
  EXPECT_EQ(units.neverCalled(), std::vector<std::string>{"option ready=a.B.up"});
  EXPECT_TRUE(WorkUnits("", "").neverCalled().empty()) << "the list names what may not be there";
}

TEST(WorkUnits, ChecksFallOnTheFirst16AndThenOnEvery16thPartMore) {
  WorkUnits units("", "a.B.c");
  Program program(units);
  std::vector<uint64_t> due;
  for (uint64_t unit = 1; unit <= 8000; unit++) {
    const WorkUnits::Told told = program.call(0);
    EXPECT_EQ(told.ready, unit == 1);
    if (told.due) due.push_back(unit);
  }
  EXPECT_EQ(units.units(), 8000u);
  EXPECT_EQ(units.clock(), "unit of a.B.c");
  for (uint64_t unit = 1; unit <= 16; unit++) EXPECT_EQ(due[unit - 1], unit);
  EXPECT_GT(due.size(), 90u);
  EXPECT_LT(due.size(), 130u) << "with the logarithm of the run's length";
  for (size_t i = 30; i < due.size(); i++) EXPECT_EQ(due[i], WorkUnits::next(due[i - 1]));
}

TEST(WorkUnits, OfTestsHaveSmallerStepsLateInASuite) {
  EXPECT_EQ(WorkUnits::next(15, true), 16u);
  EXPECT_EQ(WorkUnits::next(63, true), WorkUnits::next(63));
  EXPECT_EQ(WorkUnits::next(240, true), 248u);
  EXPECT_EQ(WorkUnits::next(240), 256u);
}

TEST(WorkUnits, MayBeAskedForSooner) {
  WorkUnits units("", "a.B.c");
  units.dueBy(3);  // nothing counts yet
  Program program(units);
  for (int i = 0; i < 160; i++) program.call(0);
  uint64_t due = 160;
  while (!program.call(0).due) due++;
  const uint64_t last = due + 1;  // the next by itself is eleven later
  units.dueBy(last + 3);
  EXPECT_FALSE(program.call(0).due);
  EXPECT_FALSE(program.call(0).due);
  EXPECT_TRUE(program.call(0).due);
  units.dueBy(last + 100);
  units.dueBy(last);
  for (uint64_t i = last + 4; i < WorkUnits::next(last + 3); i++)
    EXPECT_FALSE(program.call(0).due) << "it is due before that, and may not be due in the past";
  EXPECT_TRUE(program.call(0).due);
}

TEST(WorkUnits, WhatEnclosesOtherWorkIsTheClock) {
  WorkUnits units("", "a.B.c");
  Program program(units);
  const int32_t request = units.rowOf("org/apache/catalina/core/StandardWrapperValve", "invoke");
  EXPECT_TRUE(program.call(request).due);
  EXPECT_TRUE(program.call(request).due);
  EXPECT_EQ(units.units(), 2u);
  const WorkUnits::Told enclosing = program.call(0);
  EXPECT_TRUE(enclosing.due) << "it comes before";
  EXPECT_TRUE(enclosing.ready) << "what was counted so far led up to it";
  EXPECT_EQ(units.units(), 1u);
  for (int i = 0; i < 100; i++) EXPECT_FALSE(program.call(request).due);
  EXPECT_EQ(units.units(), 1u);
  EXPECT_EQ(units.clock(), "unit of a.B.c");
}

TEST(WorkUnits, BoundariesOfSpecsCountAndTellTheirTicks) {
  WorkUnits units("", "a.B.c", {"a.B.row", "a.B.c", "a.B.row"});
  Program program(units);
  EXPECT_EQ(units.rowOf("a.B.c"), 0);
  EXPECT_EQ(units.rowOf("a.B.row"), 1) << "named twice, and one row";
  EXPECT_EQ(units.neverCalled(),
            (std::vector<std::string>{"option unit=a.B.c", "Boundary a.B.row"}));
  int64_t ticks = -1;
  units.follow(1, &ticks);
  for (int i = 0; i < 3; i++) program.call(1);
  EXPECT_EQ(ticks, -1) << "all handlers of one run see one number";
  units.tellTicks();
  EXPECT_EQ(ticks, 3);
  EXPECT_EQ(units.units(), 3u);
  EXPECT_EQ(units.clock(), "tick of a.B.row");
  EXPECT_TRUE(program.call(0).due) << "the option comes before";
}

TEST(WorkUnits, WhatTheListKnowsKeepsItsKindAsABoundary) {
  WorkUnits units("", "", {"org.apache.spark.InterruptibleIterator.next"});
  Program program(units);
  EXPECT_TRUE(program.call(0).due) << "a level of the list becomes a unit";
  EXPECT_EQ(units.levels().records, 1u);
  EXPECT_EQ(units.clock(), "record of org.apache.spark.InterruptibleIterator.next");
}

TEST(WorkUnits, WhatAJobReducesCountsWithWhatItMapped) {
  WorkUnits units("", "");
  Program program(units);
  const int32_t mapped =
      units.rowOf("org.apache.hadoop.mapred.MapTask$NewTrackingRecordReader.nextKeyValue");
  const int32_t reduced =
      units.rowOf("org.apache.hadoop.mapreduce.task.ReduceContextImpl.nextKeyValue");
  ASSERT_GE(mapped, 0);
  ASSERT_GE(reduced, 0);
  std::vector<uint64_t> due;
  const auto run = [&](int32_t row, int records) {
    for (int i = 0; i < records; i++)
      if (program.call(row).due) due.push_back(units.units());
  };
  run(mapped, 1000);
  const size_t ofMap = due.size();
  run(reduced, 1000);
  EXPECT_EQ(units.units(), 2000u);
  EXPECT_GT(due.size(), ofMap + 5) << "checks fall on what is reduced";
  run(mapped, 1000);
  EXPECT_EQ(units.units(), 3000u);
  for (size_t i = 30; i < due.size(); i++) {
    EXPECT_GE(due[i], WorkUnits::next(due[i - 1])) << "no denser than by one row";
    EXPECT_LE(due[i], 2 * due[i - 1]);
  }
  EXPECT_EQ(units.clock(),
            "record of org.apache.hadoop.mapred.MapTask$NewTrackingRecordReader.nextKeyValue");
}

TEST(WorkUnits, TestsOfSeveralFrameworksCountTogether) {
  WorkUnits units("", "");
  Program program(units);
  const int32_t junit4 = units.rowOf("org/junit/runners/ParentRunner", "runLeaf");
  const int32_t junit3 = units.rowOf("junit/framework/TestCase", "runBare");
  ASSERT_GE(junit3, 0);
  for (int i = 0; i < 3; i++) program.call(junit4);
  for (int i = 0; i < 200; i++) program.call(junit3);
  EXPECT_EQ(units.units(), 203u);
  while (!program.call(junit3).due) {
  }
  const uint64_t last = units.units();
  units.dueBy(last + 2);
  EXPECT_FALSE(program.call(junit3).due);
  EXPECT_TRUE(program.call(junit3).due) << "asked for sooner, though the clock is another row";
  program.call(units.rowOf("org/apache/catalina/core/StandardWrapperValve", "invoke"));
  EXPECT_EQ(units.units(), last + 2) << "a request is none";
}

TEST(WorkUnits, LevelsAreCountedBesideTheClock) {
  WorkUnits units("", "");
  Program program(units);
  const int32_t task = units.rowOf("org/apache/spark/executor/Executor$TaskRunner", "run");
  const int32_t record = units.rowOf("org/apache/spark/InterruptibleIterator", "next");
  const int32_t group =
      units.rowOf("org/apache/hadoop/mapreduce/task/ReduceContextImpl", "nextKey");
  ASSERT_GE(record, 0);
  ASSERT_GE(group, 0);
  EXPECT_FALSE(program.call(record).ready) << "no clock, and nobody asks";
  EXPECT_EQ(units.clock(), "");
  EXPECT_TRUE(program.call(task).due);
  for (int i = 0; i < 99; i++) EXPECT_FALSE(program.call(record).due);
  EXPECT_FALSE(program.call(group).first);
  EXPECT_EQ(units.units(), 1u);
  EXPECT_EQ(units.levels().tasks, 1u);
  EXPECT_EQ(units.levels().groups, 1u);
  EXPECT_EQ(units.levels().records, 100u) << "what was read before the clock came counts as well";
}

TEST(WorkUnits, OfALevelTheFirstRecordIsTold) {
  WorkUnits units("", "");
  Program program(units);
  program.call(units.rowOf("org/apache/spark/executor/Executor$TaskRunner", "run"));
  const int32_t record = units.rowOf("org/apache/spark/InterruptibleIterator", "next");
  EXPECT_TRUE(program.call(record).first);
  EXPECT_FALSE(program.call(record).first);
  EXPECT_EQ(units.units(), 1u);
}

TEST(WorkUnits, TheReadyMarkOfTheOptionIsNoClock) {
  WorkUnits units("a.Up.done", "a.B.c");
  Program program(units);
  const WorkUnits::Told ready = program.call(0);
  EXPECT_TRUE(ready.ready);
  EXPECT_FALSE(ready.due);
  EXPECT_EQ(units.units(), 0u);
  EXPECT_EQ(units.clock(), "");
  const WorkUnits::Told unit = program.call(1);
  EXPECT_FALSE(unit.ready);
  EXPECT_TRUE(unit.due);
}

TEST(WorkUnits, AMarkOfTheListEndsTheStartUntilTheFirstUnitDoes) {
  WorkUnits units("", "");
  Program program(units);
  const int32_t spring =
      units.rowOf("org/springframework/boot/SpringApplicationRunListeners", "started");
  const int32_t request = units.rowOf("org/apache/catalina/core/StandardWrapperValve", "invoke");
  const WorkUnits::Told up = program.call(spring);
  EXPECT_TRUE(up.ready);
  EXPECT_FALSE(up.due);
  EXPECT_EQ(units.clock(), "");
  EXPECT_FALSE(program.call(spring).ready) << "once";
  EXPECT_TRUE(program.call(request).ready);
  EXPECT_FALSE(program.call(request).ready);
}

TEST(WorkUnits, OfTheListTheEndIsToldOnce) {
  WorkUnits units("", "");
  Program program(units);
  const int32_t end = units.rowOf("java/lang/Shutdown", "runHooks");
  const WorkUnits::Told told = program.call(end);
  EXPECT_TRUE(told.ended);
  EXPECT_FALSE(told.ready);
  EXPECT_FALSE(program.call(end).ended);
  EXPECT_EQ(units.clock(), "");
}

TEST(WorkUnits, AMarkOfTheListSaysNothingBesideTheOption) {
  WorkUnits units("a.Up.done", "");
  Program program(units);
  EXPECT_FALSE(
      program.call(units.rowOf("org/springframework/boot/SpringApplicationRunListeners", "started"))
          .ready);
  EXPECT_TRUE(program.call(0).ready);
}

}  // namespace
}  // namespace isl
