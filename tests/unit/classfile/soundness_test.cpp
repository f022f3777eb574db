#include "classfile/Soundness.h"

#include <gtest/gtest.h>

#include "instrument/Rewriting.h"

using namespace isl;
using namespace isl::classfile;
using namespace isl::test;

namespace {

// A class with one method; what the test changes in it makes it unsound.
struct SoundnessTest : testing::Test {
  SoundnessTest() {
    text = b.utf8("x");
    type = b.utf8("I");
    owner = b.cls("a/T");
    next = b.field("a/T", "next", "La/T;");
    m.maxLocals = 2;
    m.maxStack = 2;
    m.code = code(op::aload_0, op::getfield, U2{next}, op::pop, op::return_);
    m.descriptor = "(La/T;)V";
  }
  // Does the VM get the class as it was?
  bool leftAlone() {
    b.add(m);
    return Rewritten(b.build(), touching()).result.outcome == instrument::Outcome::Skipped;
  }
  bool leftAlone(const std::string& name, Bytes table) {
    m.attributes = {{name, std::move(table)}};
    return leftAlone();
  }
  static constexpr uint16_t kNowhere = 5000;  // far behind the pool

  ClassBuilder b{"a/T"};
  uint16_t text, type, owner, next;
  BuiltMethod m;
};

TEST_F(SoundnessTest, SoundClassesAreRewritten) {
  m.attributes = {{"LocalVariableTable", code(U2{1}, U2{0}, U2{6}, U2{text}, U2{type}, U2{1})},
                  {"StackMapTable", code(U2{1}, 252, U2{4}, 7, U2{owner})}};
  m.handlers = {{0, 4, 5, owner}};
  EXPECT_FALSE(leftAlone());
}

TEST_F(SoundnessTest, ConstantsOfInstructionsMustBeInThePool) {
  m.code = code(op::aload_0, op::getfield, U2{next}, op::pop, op::new_, U2{kNowhere}, op::pop,
                op::return_);
  EXPECT_TRUE(leftAlone());
}

TEST_F(SoundnessTest, ConstantsMustBeOfTheirKind) {
  m.code = code(op::aload_0, op::getfield, U2{owner}, op::pop, op::return_);
  EXPECT_TRUE(leftAlone());
}

TEST_F(SoundnessTest, LocalsMustBeThere) {
  m.code = code(op::aload_0, op::getfield, U2{next}, op::pop, op::lconst_0, op::lstore_1,
                op::return_);  // locals 1 and 2 of two
  EXPECT_TRUE(leftAlone());
}

TEST_F(SoundnessTest, WideLocalsMustBeThere) {
  m.code = code(op::aload_0, op::getfield, U2{next}, op::pop, op::wide, op::iinc, U2{2}, U2{1},
                op::return_);
  EXPECT_TRUE(leftAlone());
}

TEST_F(SoundnessTest, HandlersCatchClasses) {
  m.handlers = {{0, 4, 5, text}};
  EXPECT_TRUE(leftAlone());
}

TEST_F(SoundnessTest, VariablesHaveSlots) {
  EXPECT_TRUE(
      leftAlone("LocalVariableTable", code(U2{1}, U2{0}, U2{6}, U2{text}, U2{type}, U2{2})));
}

TEST_F(SoundnessTest, VariablesHaveNames) {
  EXPECT_TRUE(
      leftAlone("LocalVariableTable", code(U2{1}, U2{0}, U2{6}, U2{kNowhere}, U2{type}, U2{1})));
}

TEST_F(SoundnessTest, VariablesHaveTypes) {
  EXPECT_TRUE(
      leftAlone("LocalVariableTable", code(U2{1}, U2{0}, U2{6}, U2{text}, U2{text}, U2{1})));
}

TEST_F(SoundnessTest, ScopesBeginAtInstructions) {
  EXPECT_TRUE(
      leftAlone("LocalVariableTable", code(U2{1}, U2{2}, U2{4}, U2{text}, U2{type}, U2{1})));
}

TEST_F(SoundnessTest, ScopesEndAtInstructions) {
  EXPECT_TRUE(
      leftAlone("LocalVariableTable", code(U2{1}, U2{0}, U2{3}, U2{text}, U2{type}, U2{1})));
}

TEST_F(SoundnessTest, VariablesAreListedOnce) {
  EXPECT_TRUE(
      leftAlone("LocalVariableTable", code(U2{2}, U2{0}, U2{6}, U2{text}, U2{type}, U2{1},  //
                                           U2{0}, U2{6}, U2{text}, U2{type}, U2{1})));
}

TEST_F(SoundnessTest, FramesFitTheLocals) {
  EXPECT_TRUE(leftAlone("StackMapTable", code(U2{1}, 253, U2{4}, 1, 1)));
}

TEST_F(SoundnessTest, FramesFitTheStack) {
  m.maxStack = 1;
  EXPECT_TRUE(leftAlone("StackMapTable", code(U2{1}, 68, 4)));  // a long
}

TEST_F(SoundnessTest, FramesNameClasses) {
  EXPECT_TRUE(leftAlone("StackMapTable", code(U2{1}, 252, U2{4}, 7, U2{kNowhere})));
}

// The padding is written anew.
TEST(Soundness, OldClassesPadSwitchesWithZeros) {
  const auto outcome = [](uint16_t version, uint8_t padding) {
    ClassBuilder b("a/T", version);
    BuiltMethod m;
    m.descriptor = "(La/T;)V";
    m.code =
        code(op::aload_0, op::getfield, U2{b.field("a/T", "next", "La/T;")}, op::pop, op::iconst_0,
             op::lookupswitch, padding, U2{0}, U2{10}, U2{0}, U2{0}, op::return_);
    b.add(m);
    return Rewritten(b.build(), touching()).result.outcome;
  };
  EXPECT_EQ(outcome(50, 0), instrument::Outcome::Rewritten);
  EXPECT_EQ(outcome(50, 1), instrument::Outcome::Skipped);
  EXPECT_EQ(outcome(51, 1), instrument::Outcome::Rewritten);
}

// What is inserted needs room on the stack and in the locals, also where nothing else is looked at.
TEST(Soundness, WhatAMethodPassesOfItsOwnLimitsStaysSo) {
  const auto outcome = [](uint16_t stack, uint16_t locals) {
    ClassBuilder b("a/T");
    BuiltMethod m;
    m.descriptor = "(II)V";
    m.code = code(op::iconst_0, op::iconst_0, op::invokestatic,
                  U2{b.method("java/util/Foo", "fill", "(II)V")}, op::return_);
    m.maxStack = stack;
    m.maxLocals = locals;
    b.add(m);
    instrument::Features calls;
    calls.libraryCalls = true;
    return Rewritten(b.build(), calls).result.outcome;
  };
  EXPECT_EQ(outcome(2, 2), instrument::Outcome::Rewritten);
  EXPECT_EQ(outcome(1, 2), instrument::Outcome::Unchanged);
  EXPECT_EQ(outcome(2, 1), instrument::Outcome::Unchanged);
}

}  // namespace
