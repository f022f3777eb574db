// Writes the frames of a StackMapTable with locals behind the method's own (JVMS 4.7.4).
//
// Frames tell their difference to the frame before, and a method that declares fewer locals at one
// place than at another would move ours: so each frame is written as a full one, with the locals
// between what it declares and ours unset.
#pragma once

#include <string_view>
#include <vector>

#include "classfile/ClassFile.h"
#include "classfile/Relocation.h"

namespace isl::classfile {

// A verification_type_info; operand: pool index of a class, or offset of a `new` in the old code.
struct FrameItem {
  uint8_t tag;
  uint16_t operand;
};

// Locals that inserted code sets at the entry of the method and keeps: pairs of an object and an
// int, and one int more behind them.
struct ExtraLocals {
  uint32_t first = 0;  // slot, behind the method's own and those for spare values
  uint32_t pairs = 0;
  bool call = false;                  // there is the one int more
  uint16_t objectClass = 0;           // pool index of java/lang/Object
  std::vector<FrameItem> parameters;  // locals at the entry, which no table tells
  bool any() const { return pairs > 0 || call; }
};

// What the implicit first frame of a method holds. False: the pool is full, or the descriptor is
// malformed.
bool entryLocals(ClassFile& cls, const Method& method, std::vector<FrameItem>& locals);

class FullFrames {
 public:
  FullFrames(const Code& code, const Relocation& relocation, const ExtraLocals& extra,
             std::vector<uint8_t>& out)
      : code_(code), relocation_(relocation), extra_(extra), writer_(out),
        locals_(extra.parameters) {}

  // Reads what follows the offset of a frame of that type and writes the frame with `delta`.
  bool rewrite(uint8_t type, ByteReader& in, uint32_t delta);
  // The frame of a handler that knows our locals alone.
  void handler(uint32_t delta, uint16_t throwableClass);

 private:
  bool read(ByteReader& in, uint32_t count, std::vector<FrameItem>& items) const;
  bool write(uint32_t delta);
  void item(const FrameItem& item);

  const Code& code_;
  const Relocation& relocation_;
  const ExtraLocals& extra_;
  ByteWriter writer_;
  std::vector<FrameItem> locals_, stack_;
};

}  // namespace isl::classfile
