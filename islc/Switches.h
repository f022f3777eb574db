// The optimisations that -fno-... leaves out, as isl/Switches.def lists them.
#pragma once

#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace isl {

// A member for each: false where the command line switched it off.
struct Switches {
#define PLAN_SWITCH(member, name, help) bool member = true;
#define CODE_SWITCH(member, name, constant, bit, help) bool member = true;
#include "isl/Switches.def"
};

struct SwitchInfo {
  bool Switches::*member;
  const char* name;
  const char* constant;  // ISL_NO_... of the ABI, null where the plan obeys
  const char* help;
};

llvm::ArrayRef<SwitchInfo> allSwitches();

// -fNAME and -fno-NAME; false when `argument` is neither of a switch.
bool parseSwitch(llvm::StringRef argument, Switches& switches);

// The options that make `switches` of the default, `-fno-NAME` for each that is off.
std::string optionsOf(const Switches& switches);

// "switched off by -fno-NAME", for the reasons that a plan gives.
std::string switchedOff(bool Switches::*member);

}  // namespace isl
