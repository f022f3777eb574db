// How the flags of an object (two flags of its spec, and "a use in this epoch removed the penalty") are
// written into the three bits that its $isl word has for them.
//
// Most uses change nothing: the object was used in this epoch already, and its flags stay. The codes are
// chosen so that one comparison of the word tells: bit 2 of the code says whether another use in the
// same epoch would change the flags. A fresh object's word is zero, so no flags are always code 0; where
// its first use changes them the bit means the opposite, see `quiet`. Where more than four of the flags
// that objects can have are of one kind, no comparison can tell, and every use takes the long way.
//
// Where the steps allow it, flags that a use changes have the code of what they become, but for that bit: then a
// use writes the bit and the epoch, whatever the flags are, and costs what a touch costs.
#pragma once

#include <cstdint>

#include "isl/abi.h"

namespace isl {

constexpr uint32_t kFlagClears = 4;  // of flags, not of their code

class FlagCodes {
 public:
  explicit FlagCodes(const IslSpec& spec);

  uint32_t flagsOf(uint32_t code) const { return flags_[code & 7]; }
  uint32_t codeOf(uint32_t flags) const { return codes_[flags & 7]; }

  // Sixteen times four bits: the code after, by the code before and, from 8 on, "touched in this epoch
  // already".
  uint64_t onUse() const { return table(useOf_); }
  uint64_t onReturn() const { return table(returnOf_); }

  // Does a use write bits 30 and 31 of `quiet`, and change nothing else of the code?
  bool usesSetBits() const { return usesSetBits_; }
  // The code of what was returned and had code 0, where a return changes nothing else; 0: it does.
  uint32_t firstReturn() const;

  // Bits 30 and 31 of a word whose next use in its epoch changes nothing. Bit 31 of words is 0, so that
  // kNeverQuiet is that of none.
  static constexpr uint32_t kNeverQuiet = 0x80000000u;
  uint32_t quiet() const { return quiet_; }

 private:
  uint64_t table(const uint8_t (&steps)[16]) const;
  void chooseCodes();
  bool assign(bool matched);
  bool stepsAreSets() const;

  uint8_t useOf_[16], returnOf_[16];  // flags, as above
  uint8_t flags_[8], codes_[8];
  uint32_t quiet_ = kNeverQuiet;
  uint32_t used_ = 1;  // what flags there are, as a set of bits
  bool usesSetBits_ = false;
};

}  // namespace isl
