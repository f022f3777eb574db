#include "agent/RunFacts.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(RunFacts, ACommandLosesItsSecrets) {
  EXPECT_EQ(shownCommand("Main --rounds 3 -x y"), "Main --rounds 3 -x y");
  EXPECT_EQ(shownCommand("Main --db-password=abc --api-key def --rounds 3"),
            "Main --db-password=*** --api-key *** --rounds 3");
  EXPECT_EQ(shownCommand("app.jar TOKEN:abc -secret --verbose"),
            "app.jar TOKEN:*** -secret --verbose");
  EXPECT_EQ(shownCommand("Main jdbc:db://me:abc@host/x http://host:80/a"),
            "Main jdbc:db://me:***@host/x http://host:80/a");
  EXPECT_EQ(shownCommand("com.acme.KeyServer 7"), "com.acme.KeyServer 7");
  EXPECT_EQ(shownCommand(""), "");
  EXPECT_EQ(shownCommand("Main " + std::string(5000, 'x')).size(), 2003U);
}

TEST(RunFacts, TimeIsUtc) {
  EXPECT_EQ(utcTime(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utcTime(1'801'396'800), "2027-01-31T12:00:00Z");
}

TEST(RunFacts, TheMachineHasAName) { EXPECT_FALSE(hostName().empty()); }

}  // namespace
}  // namespace isl
