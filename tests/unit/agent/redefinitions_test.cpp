#include "agent/Redefinitions.h"

#include <gtest/gtest.h>

#include <vector>

#include "mock_jni.h"

namespace isl {
namespace {

using test::MockArray;
using test::MockJni;
using test::MockObject;

struct RedefinitionsTest : testing::Test {
  // Says that an agent has redefined a class to these bytes.
  void redefine(MockObject& cls, std::vector<jbyte> bytes) {
    MockArray<jbyte> file;
    file.length = static_cast<jsize>(bytes.size());
    file.elements = std::move(bytes);
    MockObject definition;
    definition.got = {{"getDefinitionClass", &cls}, {"getDefinitionClassFile", &file}};
    MockArray<jobject> array;
    array.length = 1;
    array.elements = {MockJni::handleOf(definition)};
    redefinitions.note(&jni, 7, static_cast<jobjectArray>(MockJni::handleOf(array)));
  }
  Redefinitions::Parts divide(const std::vector<MockObject*>& classes) {
    MockArray<jobject> array;
    array.length = static_cast<jsize>(classes.size());
    for (MockObject* cls : classes) array.elements.push_back(reinterpret_cast<jobject>(cls));
    return redefinitions.divide(&jni, static_cast<jobjectArray>(MockJni::handleOf(array)));
  }
  static std::vector<jbyte> bytesOf(jobjectArray definitions, size_t i) {
    MockObject* file =
        MockJni::objectOf(MockJni::arrayOf<jobject>(definitions).elements.at(i))->given.at(1);
    return MockJni::arrayOf<jbyte>(MockJni::handleOf(*file)).elements;
  }

  MockJni jni;
  MockObject one, two, three;
  Redefinitions redefinitions;
};

using Bytes = std::vector<jbyte>;

TEST_F(RedefinitionsTest, NothingIsDividedBeforeTheFirstRedefinition) {
  EXPECT_EQ(divide({&one, &two}).definitions, nullptr);
}

TEST_F(RedefinitionsTest, WhatWasRedefinedIsDefinedAgainByAnAgentThatMay) {
  redefine(two, {1, 2, 3});
  const Redefinitions::Parts parts = divide({&one, &two, nullptr, &three});
  ASSERT_NE(parts.definitions, nullptr);
  EXPECT_EQ(parts.agent, 7);
  const auto& definitions = MockJni::arrayOf<jobject>(parts.definitions).elements;
  ASSERT_EQ(definitions.size(), 1u);
  EXPECT_EQ(MockJni::objectOf(definitions[0])->given.at(0), &two);
  EXPECT_EQ(bytesOf(parts.definitions, 0), (Bytes{1, 2, 3}));
  EXPECT_EQ(MockJni::arrayOf<jobject>(parts.others).elements,
            (std::vector<jobject>{MockJni::handleOf(one), nullptr, MockJni::handleOf(three)}));
}

TEST_F(RedefinitionsTest, TheLastRedefinitionCounts) {
  redefine(one, {1});
  redefine(one, {2, 2});
  const Redefinitions::Parts parts = divide({&one});
  ASSERT_NE(parts.definitions, nullptr);
  EXPECT_EQ(parts.others, nullptr);
  EXPECT_EQ(bytesOf(parts.definitions, 0), (Bytes{2, 2}));
  EXPECT_EQ(jni.weaks, 1);
}

TEST_F(RedefinitionsTest, WithoutMemoryTheVmDoesWhatItWouldDo) {
  redefine(one, {1});
  jni.outOfMemory = true;
  EXPECT_EQ(divide({&one, &two}).definitions, nullptr);
}

}  // namespace
}  // namespace isl
