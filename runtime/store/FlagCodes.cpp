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

void FlagCodes::chooseCodes() {
  const uint32_t used = reachable(useOf_, returnOf_);
  const auto steady = [this](uint32_t flags) { return useOf_[flags | 8] == flags; };
  const bool first = steady(0);  // codes 0 to 3 are those of the kind of fresh objects
  uint32_t next[2] = {0, 4};
  uint8_t codes[kAllFlags], flagsBy[kAllFlags];
  uint32_t taken = 0, given = 0;
  for (uint32_t flags = 0; flags < kAllFlags; flags++) {
    if ((used >> flags & 1) == 0) continue;
    const size_t kind = steady(flags) == first ? 0 : 1;
    const uint32_t code = next[kind]++;
    if (code == (kind == 0 ? 4u : 8u)) return;
    codes[flags] = static_cast<uint8_t>(code);
    flagsBy[code] = static_cast<uint8_t>(flags);
    taken |= 1u << code;
    given |= 1u << flags;
  }
  for (uint32_t flags = 0, code = 0; flags < kAllFlags; flags++) {  // no object has these
    if ((given >> flags & 1) != 0) continue;
    while ((taken >> code & 1) != 0) code++;
    codes[flags] = static_cast<uint8_t>(code);
    flagsBy[code++] = static_cast<uint8_t>(flags);
  }
  for (uint32_t i = 0; i < kAllFlags; i++) {
    codes_[i] = codes[i];
    flags_[i] = flagsBy[i];
  }
  quiet_ = first ? 0 : 1u << 30;
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
