#include "Switches.h"

#include "llvm/ADT/STLExtras.h"

namespace isl {

static constexpr SwitchInfo kSwitches[] = {
#define PLAN_SWITCH(member, name, help) {&Switches::member, name, nullptr, help},
#define CODE_SWITCH(member, name, constant, bit, help)                                             \
  {&Switches::member, name, "ISL_NO_" #constant, help},
#include "isl/Switches.def"
};

llvm::ArrayRef<SwitchInfo> allSwitches() { return kSwitches; }

bool parseSwitch(llvm::StringRef argument, Switches& switches) {
  if (!argument.consume_front("-f")) return false;
  const bool on = !argument.consume_front("no-");
  const SwitchInfo* found =
      llvm::find_if(kSwitches, [&](const SwitchInfo& info) { return argument == info.name; });
  if (found == std::end(kSwitches)) return false;
  switches.*found->member = on;
  return true;
}

std::string optionsOf(const Switches& switches) {
  std::string out;
  for (const SwitchInfo& info : kSwitches) {
    if (switches.*info.member) continue;
    out += (out.empty() ? "-fno-" : " -fno-") + std::string(info.name);
  }
  return out;
}

std::string switchedOff(bool Switches::*member) {
  Switches switches;
  switches.*member = false;
  return "switched off by " + optionsOf(switches);
}

}  // namespace isl
