// What single references of a walk tell of who holds an object.
#include "paths/StepBuilder.h"

#include <gtest/gtest.h>

#include "paths/PathWording.h"
#include "paths/scripted_reader.h"

namespace isl {
namespace {

constexpr uint32_t kCheck = 9;

class Builder : public testing::Test {
 protected:
  HeapEdge field(uint32_t classId, int32_t index, jlong* holder) {
    info.field.index = index;
    return {JVMTI_HEAP_REFERENCE_FIELD, &info, kClassTag | classId, holder};
  }
  HeapEdge root(jvmtiHeapReferenceKind kind, jlong* referrer = nullptr) {
    return {kind, &info, 0, referrer};
  }

  test::Nodes nodes{3};
  StepBuilder builder{nodes.classes, nodes.table};
  jvmtiHeapReferenceInfo info{};
  Ways ways;
  Step step;
};

TEST_F(Builder, AHolderGetsANode) {
  jlong untagged = 0;
  builder.takeHolder(field(2, 6, &untagged), 1, kCheck, ways, step);
  ASSERT_NE(step.parent, 0u);
  EXPECT_EQ(step.parent, nodes.table.find(untagged));
  EXPECT_EQ(step.parentTag, untagged);
  EXPECT_EQ(step.parentClass, 2u);
  EXPECT_EQ(step.index, 6);
  EXPECT_FALSE(step.element);
  EXPECT_EQ(nodes.table[step.parent].classId, 2u);
  EXPECT_EQ(nodes.table[step.parent].lastSeen, kCheck);
}

TEST_F(Builder, AnArrayHoldsByAnElement) {
  jlong tag = nodes.tag(2);
  info.array.index = 12;
  builder.takeHolder({JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT, &info, kClassTag | 2, &tag}, 1, kCheck,
                     ways, step);
  EXPECT_EQ(step.parent, 2u);
  EXPECT_TRUE(step.element);
  EXPECT_EQ(step.index, 12);
}

TEST_F(Builder, OnlyObjectsAreHolders) {
  builder.takeHolder(field(2, 6, nullptr), 1, kCheck, ways, step);
  jlong mirror = kClassTag | 2;
  builder.takeHolder(field(2, 6, &mirror), 1, kCheck, ways, step);
  jlong tag = nodes.tag(2);
  builder.takeHolder({JVMTI_HEAP_REFERENCE_SIGNERS, &info, kClassTag | 2, &tag}, 1, kCheck, ways,
                     step);
  EXPECT_EQ(step.parent, 0u);
  EXPECT_FALSE(step.circles);
}

TEST_F(Builder, ACircleIsRefused) {
  ways[2].parent = 1;
  jlong tag = nodes.tag(2);
  builder.takeHolder(field(2, 6, &tag), 1, kCheck, ways, step);
  EXPECT_EQ(step.parent, 0u);
  EXPECT_TRUE(step.leadsNowhere());
}

TEST_F(Builder, OthersAreNamedOnceAndAFew) {
  step.parent = 2;
  step.parentClass = 2;
  step.index = 6;
  builder.takeOther(field(2, 6, nullptr), step);
  EXPECT_TRUE(step.others.empty()) << "another object of the same field";
  builder.takeOther(field(0, 6, nullptr), step);
  EXPECT_TRUE(step.others.empty()) << "its class is not known";
  builder.takeOther(field(2, 7, nullptr), step);
  builder.takeOther(field(2, 7, nullptr), step);
  ASSERT_EQ(step.others.size(), 1u);
  for (int32_t index = 0; index < 9; index++) builder.takeOther(field(3, index, nullptr), step);
  EXPECT_EQ(step.others.size(), PathWording::kMaxOthers);
}

TEST_F(Builder, AStaticFieldReplacesOtherLastingRoots) {
  builder.takeRoot(root(JVMTI_HEAP_REFERENCE_JNI_GLOBAL), 1, step);
  EXPECT_TRUE(step.hasRoot);
  EXPECT_EQ(step.root.tag, nodes.tag(1));
  jlong mirror = kClassTag | 3;
  info.field.index = 2;
  builder.takeRoot(root(JVMTI_HEAP_REFERENCE_STATIC_FIELD, &mirror), 1, step);
  EXPECT_EQ(step.root.kind, JVMTI_HEAP_REFERENCE_STATIC_FIELD);
  EXPECT_EQ(step.root.classTag, mirror);
  EXPECT_EQ(step.root.staticField, (FieldRef{3, 2}));
  builder.takeRoot(root(JVMTI_HEAP_REFERENCE_JNI_GLOBAL), 1, step);
  EXPECT_EQ(step.root.kind, JVMTI_HEAP_REFERENCE_STATIC_FIELD);
}

TEST_F(Builder, StacksStandApart) {
  info.stack_local.thread_id = 77;
  builder.takeRoot(root(JVMTI_HEAP_REFERENCE_STACK_LOCAL), 1, step);
  EXPECT_FALSE(step.hasRoot);
  EXPECT_TRUE(step.hasStackRoot);
  EXPECT_EQ(step.stackRoot.threadId, 77);
  builder.takeRoot(root(JVMTI_HEAP_REFERENCE_MONITOR), 1, step);
  EXPECT_EQ(step.stackRoot.kind, JVMTI_HEAP_REFERENCE_STACK_LOCAL) << "the first one stays";
}

TEST_F(Builder, KnowsRootsAndWhoseClassIsTagged) {
  jlong mirror = 0;
  EXPECT_FALSE(root(JVMTI_HEAP_REFERENCE_STATIC_FIELD, &mirror).knowsHolder());
  mirror = kClassTag | 2;
  EXPECT_TRUE(root(JVMTI_HEAP_REFERENCE_STATIC_FIELD, &mirror).knowsHolder());
  EXPECT_TRUE(root(JVMTI_HEAP_REFERENCE_THREAD).knowsHolder());
  EXPECT_TRUE(root(JVMTI_HEAP_REFERENCE_THREAD).isRoot());
  EXPECT_FALSE(field(2, 1, nullptr).isRoot());
  EXPECT_TRUE(field(2, 1, nullptr).knowsHolder());
  EXPECT_FALSE((HeapEdge{JVMTI_HEAP_REFERENCE_FIELD, &info, 0, nullptr}).knowsHolder());
}

}  // namespace
}  // namespace isl
