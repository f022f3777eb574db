#include "Switches.h"

#include <gtest/gtest.h>

#include <set>

#include "isl/abi.h"

namespace isl {
namespace {

TEST(Switches, AreTakenBothWays) {
  for (const SwitchInfo& info : allSwitches()) {
    Switches switches;
    EXPECT_TRUE(switches.*info.member) << info.name;
    EXPECT_EQ(optionsOf(switches), "");
    const std::string off = "-fno-" + std::string(info.name);
    EXPECT_TRUE(parseSwitch(off, switches));
    EXPECT_FALSE(switches.*info.member) << info.name;
    EXPECT_EQ(optionsOf(switches), off);
    EXPECT_EQ(switchedOff(info.member), "switched off by " + off);
    EXPECT_TRUE(parseSwitch("-f" + std::string(info.name), switches));
    EXPECT_EQ(optionsOf(switches), "") << info.name;
  }
}

TEST(Switches, OthersAreNone) {
  Switches switches;
  for (const char* other :
       {"-fno-", "-fdeferrals", "-fno-no-deferral", "deferral", "-ferror-limit=3"})
    EXPECT_FALSE(parseSwitch(other, switches)) << other;
  EXPECT_EQ(optionsOf(switches), "");
}

TEST(Switches, BitsOfTheAbiAreTheirOwn) {
  std::set<unsigned> bits;
#define CODE_SWITCH(member, name, constant, bit, help) EXPECT_TRUE(bits.insert(bit).second) << name;
#include "isl/Switches.def"
  EXPECT_LT(*bits.rbegin(), 32u);
}

}  // namespace
}  // namespace isl
