// Call sequences by the stack: which frames count, and how often the VM is asked.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "java/NativeLink.h"
#include "java/StackSequences.h"
#include "mock_stack.h"

namespace isl {
namespace {

using test::MockJni;
using test::MockObject;
using Class = test::StackClass;
using Method = test::StackMethod;

class Stacks : public test::MockStack {
 protected:
  Stacks() {
    helper_.signature = "Ljava/lang/IslRT;";
    main_.signature = "La/Main;";
    thing_.signature = "La/Thing;";
  }

  int add(const char* pattern) {
    std::string error;
    const int index = sequences_.add(pattern, error);
    EXPECT_EQ(error, "");
    return index;
  }
  // Does the pattern hold for an allocation in a.Main.run on a stack, innermost first?
  bool holds(int pattern, std::vector<Method*> stack, jobject inConstruction = nullptr) {
    stack_ = std::move(stack);
    const uint32_t state = stacks_.stateHere(&jni_, true, inConstruction);
    return (sequences_.bitsAt(state, "a.Main", "run", true) >> pattern & 1) != 0;
  }

  SequenceSet sequences_;
  StackSequences stacks_{&jvmti_, sequences_};
  Class helper_, main_, thing_;
  Method state_{&helper_, "sequenceState"}, run_{&main_, "run"}, start_{&main_, "main"};
  Method made_{&thing_, "<init>"};
};

TEST_F(Stacks, AreMatchedWithoutTheHelpersFrames) {
  const int exact = add("a.Main.main,a.Main.run");
  EXPECT_TRUE(holds(exact, {&state_, &run_, &start_}));
  EXPECT_TRUE(holds(exact, {&run_, &start_}));
  EXPECT_FALSE(holds(exact, {&state_, &run_, &run_, &start_}));
  EXPECT_FALSE(holds(exact, {&state_, &start_}));
}

TEST_F(Stacks, LeaveOutTheConstructorsOfTheObjectItself) {
  const int exact = add("a.Main.main,a.Main.run");
  MockObject object, other;
  object.cls = &thing_;
  other.cls = &main_;
  const std::vector<Method*> stack = {&state_, &made_, &made_, &run_, &start_};
  EXPECT_TRUE(holds(exact, stack, MockJni::handleOf(object)));
  EXPECT_FALSE(holds(exact, stack, MockJni::handleOf(other))) << "of something else";
  EXPECT_FALSE(holds(exact, stack));
}

TEST_F(Stacks, AreLookedAtOnceEach) {
  const int pattern = add("a.Main.main,*");
  EXPECT_TRUE(holds(pattern, {&state_, &run_, &start_}));
  const int asked = namesAsked_;
  EXPECT_EQ(asked, 3);
  EXPECT_TRUE(holds(pattern, {&state_, &run_, &start_}));
  EXPECT_TRUE(holds(pattern, {&state_, &run_, &run_, &start_}));
  EXPECT_EQ(namesAsked_, asked);
}

TEST_F(Stacks, MayBeDeep) {
  const int pattern = add("a.Main.main,*");
  std::vector<Method*> deep(1000, &run_);
  deep.push_back(&start_);
  EXPECT_TRUE(holds(pattern, deep));
  deep.insert(deep.begin(), 8000, &run_);
  EXPECT_FALSE(holds(pattern, deep)) << "the outermost frames are not seen";
}

TEST_F(Stacks, ThatTheVmDoesNotTellMatchNothing) {
  add("a.Main.main,*");
  stackRefused_ = true;
  EXPECT_EQ(stacks_.stateHere(&jni_, true, nullptr), 0u);
}

TEST(NativeLink, CallsTheNativeByItsType) {
  MockJni jni;
  const jclass cls = MockJni::classHandle();
  EXPECT_TRUE(linkNative(&jni, cls, "number", "(I)I", {7}));
  EXPECT_TRUE(linkNative(&jni, cls, "truth", "()Z"));
  EXPECT_TRUE(linkNative(&jni, cls, "longNumber", "()J"));
  EXPECT_TRUE(linkNative(&jni, cls, "nothing", "(J)V"));
  EXPECT_EQ(jni.called, (std::vector<std::string>{"number", "truth", "longNumber", "nothing"}));
  jni.lacks("missing");
  EXPECT_FALSE(linkNative(&jni, cls, "missing", "()V"));
  EXPECT_FALSE(linkNative(&jni, nullptr, "number", "()I"));
}

}  // namespace
}  // namespace isl
