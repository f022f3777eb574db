// The instruction set as data.
#pragma once

#include <cstdint>

namespace isl::classfile {

// What an instruction leaves behind, as far as a rewriter cares.
enum class Shape : uint8_t {
  None,    // pushes nothing
  Prim,    // pushes a value that is no reference
  Ref,     // pushes a reference that it produced
  Local,   // moves a value between a local and the stack
  Branch,  // one 16- or 32-bit target
  Switch,
  Return,  // leaves the method: the returns and athrow
  Special
};

struct OpcodeInfo {
  uint8_t length;
  uint8_t pops;
  uint8_t pushes;
  Shape shape;
};

namespace op {
enum : uint8_t {
#define ISL_OPCODE(name, value, length, pops, pushes, shape) name = value,
#include "classfile/Opcodes.def"
};
}  // namespace op

constexpr uint32_t kOpcodeCount = 202;

inline constexpr OpcodeInfo kOpcodes[kOpcodeCount] = {
#define ISL_OPCODE(name, value, length, pops, pushes, shape) {length, pops, pushes, Shape::shape},
#include "classfile/Opcodes.def"
};

inline bool isInvoke(uint8_t opcode) {
  return opcode >= op::invokevirtual && opcode <= op::invokedynamic;
}

inline bool isElementLoad(uint8_t opcode) { return opcode >= op::iaload && opcode <= op::saload; }
inline bool isElementStore(uint8_t opcode) {
  return opcode >= op::iastore && opcode <= op::sastore;
}

// Control never reaches the instruction behind it.
inline bool endsBlock(uint8_t opcode) {
  return (opcode >= op::goto_ && opcode <= op::return_) || opcode == op::athrow ||
         opcode == op::goto_w || opcode == op::jsr_w;
}

}  // namespace isl::classfile
