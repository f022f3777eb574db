#include "agent/Capabilities.h"

#include <gtest/gtest.h>

#include "mock_jvmti.h"
#include "said.h"

namespace isl {
namespace {

using test::MockJvmti;

TEST(Capabilities, AsksForEventsOfFreedObjectsWhereTheyAreNeeded) {
  MockJvmti jvmti;
  jvmtiCapabilities asked{};
  jvmti.user = &asked;
  jvmti.set(&jvmtiInterface_1_::AddCapabilities,
            [](jvmtiEnv* env, const jvmtiCapabilities* wanted) {
              *static_cast<jvmtiCapabilities*>(MockJvmti::from(env)->user) = *wanted;
              return JVMTI_ERROR_NONE;
            });
  EXPECT_EQ(test::said(addCapabilities(&jvmti, false)), "");
  EXPECT_EQ(asked.can_tag_objects, 1u);
  EXPECT_EQ(asked.can_generate_object_free_events, 0u);
  EXPECT_EQ(test::said(addCapabilities(&jvmti, true)), "");
  EXPECT_EQ(asked.can_generate_object_free_events, 1u);
}

TEST(Capabilities, NamesWhatAnotherAgentTook) {
  MockJvmti jvmti;
  jvmti.set(&jvmtiInterface_1_::GetPotentialCapabilities,
            [](jvmtiEnv*, jvmtiCapabilities* offered) {
              memset(static_cast<void*>(offered), 0xff, sizeof *offered);
              offered->can_generate_sampled_object_alloc_events = 0;
              return JVMTI_ERROR_NONE;
            });
  const std::string error = test::said(addCapabilities(&jvmti, false));
  EXPECT_NE(error.find("needs (can_generate_sampled_object_alloc_events): another agent"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("put this agent in front of it"), std::string::npos) << error;
}

TEST(Capabilities, TheTestHasNoOtherAgent) { EXPECT_EQ(otherAgent(), ""); }

}  // namespace
}  // namespace isl
