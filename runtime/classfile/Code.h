// The Code attribute (JVMS 4.7.3), decoded far enough to analyse it and to insert instructions.
#pragma once

#include <vector>

#include "classfile/Bytes.h"
#include "classfile/Opcodes.h"

namespace isl::classfile {

struct Handler {
  uint16_t start;
  uint16_t end;  // exclusive, may be the code's length
  uint16_t handler;
  uint16_t catchType;
};

// code_length is below 65536 (JVMS 4.7.3), so an instruction fits four bytes.
struct Insn {
  uint16_t bci;
  uint8_t opcode;
  bool leader;  // a basic block starts here
};

constexpr uint16_t kNoInsn = 0xffff;

enum class CodeStatus : uint8_t { Ok, Malformed, Subroutines };

// What the instructions of a method contain; lets passes leave at once.
struct CodeSummary {
  bool fieldAccess = false;  // getfield, putfield
  bool allocation = false;   // new
  bool invokes = false;
  bool loops = false;  // a branch or a handler that leads back
};

// Reusable: decode() keeps the capacity of its vectors from method to method.
// After decode() returned Ok every operand lies within the code and every branch target, handler and
// range bound is the start of an instruction, so that users need not check again.
class Code {
 public:
  // `data` points to the attribute's max_stack, `size` is attribute_length.
  CodeStatus decode(const uint8_t* data, size_t size);

  uint16_t maxStack() const { return maxStack_; }
  uint16_t maxLocals() const { return maxLocals_; }
  const uint8_t* bytes() const { return code_; }
  uint32_t length() const { return length_; }
  const std::vector<Handler>& handlers() const { return handlers_; }
  // The last element is a sentinel with bci == length().
  const std::vector<Insn>& insns() const { return insns_; }
  uint32_t count() const { return static_cast<uint32_t>(insns_.size()) - 1; }
  // Index of the instruction at bci (or of the sentinel), kNoInsn inside of one.
  uint16_t indexAt(uint32_t bci) const { return bci <= length_ ? indexOf_[bci] : kNoInsn; }
  const CodeSummary& summary() const { return summary_; }
  // From the u2 attributes_count to the end of the Code attribute.
  ByteReader attributes() const { return {attributes_, attributesSize_}; }

  uint16_t operand2(uint32_t index) const { return load2(code_ + insns_[index].bci + 1); }

 private:
  bool split();
  bool markLeader(int64_t target);
  CodeStatus markLeaders();

  uint16_t maxStack_ = 0;
  uint16_t maxLocals_ = 0;
  const uint8_t* code_ = nullptr;
  uint32_t length_ = 0;
  const uint8_t* attributes_ = nullptr;
  size_t attributesSize_ = 0;
  std::vector<Handler> handlers_;
  std::vector<Insn> insns_;
  std::vector<uint16_t> indexOf_;
  CodeSummary summary_;
};

// Operands of a switch start at the next multiple of four (JVMS 6.5 tableswitch).
inline uint32_t switchOperands(uint32_t bci) { return (bci + 4) & ~3u; }

// Calls visit(operandBci, width, target) for every branch target of the instruction at `bci`.
template <typename Visit>
bool forEachTarget(const uint8_t* code, uint32_t bci, Visit visit) {
  const uint8_t opcode = code[bci];
  const auto narrow = [&] {
    return visit(bci + 1, 2u, int64_t{bci} + static_cast<int16_t>(load2(code + bci + 1)));
  };
  const auto wide = [&](uint32_t at) {
    return visit(at, 4u, int64_t{bci} + static_cast<int32_t>(load4(code + at)));
  };
  if (opcode == op::goto_w) return wide(bci + 1);
  if (kOpcodes[opcode].shape == Shape::Branch) return narrow();
  if (kOpcodes[opcode].shape != Shape::Switch) return true;
  const uint32_t at = switchOperands(bci);
  if (!wide(at)) return false;
  const bool table = opcode == op::tableswitch;
  const uint32_t entries =
      table ? load4(code + at + 8) - load4(code + at + 4) + 1 : load4(code + at + 4);
  const uint32_t first = at + 12;  // behind low and high, or behind npairs and the first match
  const uint32_t step = table ? 4 : 8;
  for (uint32_t i = 0; i < entries; ++i) {
    if (!wide(first + i * step)) return false;
  }
  return true;
}

}  // namespace isl::classfile
