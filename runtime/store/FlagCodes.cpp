#include "store/FlagCodes.h"

namespace isl {
namespace {

constexpr uint32_t kAllFlags = 8;

// What an object's flags can come to be, as a set of bits.
uint32_t reachable(const uint8_t (&useOf)[16], const uint8_t (&returnOf)[16]) {
  uint32_t found = 1, before = 0;
  while (found != before) {
    before = found;
    for (uint32_t flags = 0; flags < kAllFlags; flags++) {
      if ((before >> flags & 1) == 0) continue;
      found |= 1u << useOf[flags] | 1u << useOf[flags | 8] | 1u << returnOf[flags];
    }
  }
  return found;
}

}  // namespace

FlagCodes::FlagCodes(const IslSpec& spec) {
  for (uint32_t before = 0; before < 16; before++) {
    // "Cleared" speaks of one epoch only.
    const uint32_t cleared = before >= 8 ? before & kFlagClears : 0;
    useOf_[before] = static_cast<uint8_t>(spec.onUse[before & 3] | cleared);
    returnOf_[before] =
        static_cast<uint8_t>((spec.onReturn[before & 3] & 3u) | (before & kFlagClears));
  }
  for (uint32_t flags = 0; flags < kAllFlags; flags++) {
    flags_[flags] = codes_[flags] = static_cast<uint8_t>(flags);
  }
  chooseCodes();
}

// Codes by kind in the order of the flags; `matched`: those that a use changes like what they become.
bool FlagCodes::assign(bool matched) {
  const auto steady = [this](uint32_t flags) { return useOf_[flags | 8] == flags; };
  const bool first = steady(0);  // codes 0 to 3 are those of the kind of fresh objects
  uint32_t next[2] = {0, 4};
  uint8_t codes[kAllFlags], flagsBy[kAllFlags];
  uint32_t taken = 0, given = 0;
  const auto give = [&](uint32_t flags, uint32_t code) {
    if ((taken >> code & 1) != 0) return false;
    codes[flags] = static_cast<uint8_t>(code);
    flagsBy[code] = static_cast<uint8_t>(flags);
    taken |= 1u << code;
    given |= 1u << flags;
    return true;
  };
  // Fresh objects have code 0, and where the first use changes them what they become has code 4.
  if (matched && !first && (!give(0, 0) || !give(useOf_[0], 4))) return false;
  for (uint32_t flags = 0; flags < kAllFlags; flags++) {
    if ((used_ >> flags & 1) == 0 || (given >> flags & 1) != 0) continue;
    if (matched && !steady(flags)) continue;
    const size_t kind = steady(flags) == first ? 0 : 1;
    const uint32_t least = kind == 0 ? 0 : 4, end = least + 4;
    while (next[kind] < end && (taken >> next[kind] & 1) != 0) next[kind]++;
    if (next[kind] == end) return false;
    give(flags, next[kind]);
  }
  for (uint32_t flags = 0; flags < kAllFlags; flags++) {
    if ((used_ >> flags & 1) == 0 || (given >> flags & 1) != 0) continue;
    const uint32_t after = useOf_[flags];
    if ((given >> after & 1) == 0 || !give(flags, codes[after] ^ 4u))
      return false;  // two become the same
  }
  for (uint32_t flags = 0, code = 0; flags < kAllFlags; flags++) {  // no object has these
    if ((given >> flags & 1) != 0) continue;
    while ((taken >> code & 1) != 0) code++;
    give(flags, code);
  }
  for (uint32_t i = 0; i < kAllFlags; i++) {
    codes_[i] = codes[i];
    flags_[i] = flagsBy[i];
  }
  quiet_ = first ? 0 : 1u << 30;
  return true;
}

// For flags that objects have: the same in an epoch's first use as in later ones, and as the bits say.
bool FlagCodes::stepsAreSets() const {
  const uint32_t bit = quiet_ >> 28;
  for (uint32_t flags = 0; flags < kAllFlags; flags++) {
    if ((used_ >> flags & 1) == 0) continue;
    const uint32_t after = (codes_[flags] & 3u) | bit;
    if (codes_[useOf_[flags]] != after || codes_[useOf_[flags | 8]] != after) return false;
  }
  return true;
}

void FlagCodes::chooseCodes() {
  used_ = reachable(useOf_, returnOf_);
  usesSetBits_ = assign(true) && stepsAreSets();
  if (!usesSetBits_ && !assign(false)) quiet_ = kNeverQuiet;
}

uint32_t FlagCodes::firstReturn() const {
  for (uint32_t flags = 1; flags < kAllFlags; flags++) {
    if ((used_ >> flags & 1) != 0 && returnOf_[flags] != flags) return 0;
  }
  return codes_[returnOf_[0]];
}

uint64_t FlagCodes::table(const uint8_t (&steps)[16]) const {
  uint64_t result = 0;
  for (uint32_t at = 0; at < 16; at++) {
    const uint32_t before = flags_[at & 7] | (at & 8);
    result |= static_cast<uint64_t>(codes_[steps[before]]) << at * 4;
  }
  return result;
}

}  // namespace isl
