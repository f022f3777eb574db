#include "portable/Exit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

namespace isl {
namespace {

int added = 40;

void addAtExit(int status, void* number) { _exit(status + *static_cast<int*>(number)); }

// This machine's C library tells the status; Alpine's cannot run this test.
TEST(AtExitWithStatus, HandsTheStatusAndTheArgumentToTheHandler) {
  EXPECT_EXIT(
      {
        if (atExitWithStatus(addAtExit, &added)) std::exit(2);
      },
      testing::ExitedWithCode(42), "");
}

}  // namespace
}  // namespace isl
