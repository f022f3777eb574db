#include "classfile/Code.h"

namespace isl::classfile {

namespace {

// Length of the instruction at `bci`, 0 when it is malformed or leaves the code.
uint32_t lengthAt(const uint8_t* code, uint32_t bci, uint32_t limit) {
  const uint8_t opcode = code[bci];
  if (opcode >= kOpcodeCount) return 0;
  const uint32_t fixed = kOpcodes[opcode].length;
  if (fixed != 0) return fixed;
  if (opcode == op::wide) {
    if (bci + 1 >= limit) return 0;
    const uint8_t inner = code[bci + 1];
    if (inner == op::iinc) return 6;
    const bool local = (inner >= op::iload && inner <= op::aload) ||
                       (inner >= op::istore && inner <= op::astore) || inner == op::ret;
    return local ? 4 : 0;
  }
  const uint32_t at = switchOperands(bci);
  if (at + 12 > limit && (opcode == op::tableswitch || at + 8 > limit)) return 0;
  if (opcode == op::lookupswitch) {
    const uint32_t pairs = load4(code + at + 4);
    return pairs > limit / 8 ? 0 : at + 8 + pairs * 8 - bci;
  }
  const int64_t low = static_cast<int32_t>(load4(code + at + 4));
  const int64_t high = static_cast<int32_t>(load4(code + at + 8));
  if (high < low || high - low >= limit / 4) return 0;
  return at + 12 + static_cast<uint32_t>(high - low + 1) * 4 - bci;
}

}  // namespace

bool Code::split() {
  insns_.clear();
  indexOf_.assign(length_ + 1, kNoInsn);
  summary_ = {};
  for (uint32_t bci = 0; bci < length_;) {
    const uint32_t size = lengthAt(code_, bci, length_);
    if (size == 0 || size > length_ - bci) return false;
    const uint8_t opcode = code_[bci];
    indexOf_[bci] = static_cast<uint16_t>(insns_.size());
    insns_.push_back({static_cast<uint16_t>(bci), opcode, false});
    summary_.fieldAccess |= opcode == op::getfield || opcode == op::putfield;
    summary_.allocation |= opcode == op::new_;
    summary_.invokes |= isInvoke(opcode);
    bci += size;
  }
  indexOf_[length_] = static_cast<uint16_t>(insns_.size());
  insns_.push_back({static_cast<uint16_t>(length_), op::nop, true});
  return true;
}

bool Code::markLeader(int64_t target) {
  if (target < 0 || target >= length_) return false;
  const uint16_t index = indexOf_[static_cast<size_t>(target)];
  if (index == kNoInsn) return false;
  insns_[index].leader = true;
  return true;
}

CodeStatus Code::markLeaders() {
  insns_[0].leader = true;
  bool subroutines = false;
  for (uint32_t i = 0; i < count(); ++i) {
    const Insn insn = insns_[i];
    if (insn.opcode == op::jsr || insn.opcode == op::jsr_w || insn.opcode == op::ret ||
        (insn.opcode == op::wide && code_[insn.bci + 1] == op::ret)) {
      subroutines = true;
      continue;
    }
    const Shape shape = kOpcodes[insn.opcode].shape;
    if (shape == Shape::Return) insns_[i + 1].leader = true;
    if (shape != Shape::Branch && shape != Shape::Switch) continue;
    insns_[i + 1].leader = true;
    const bool inside = forEachTarget(code_, insn.bci, [&](uint32_t, uint32_t, int64_t target) {
      summary_.loops |= target <= insn.bci;
      return markLeader(target);
    });
    if (!inside) return CodeStatus::Malformed;
  }
  for (const Handler& handler : handlers_) {
    if (handler.start >= handler.end || handler.end > length_) return CodeStatus::Malformed;
    if (!markLeader(handler.start) || !markLeader(handler.handler) ||
        indexOf_[handler.end] == kNoInsn) {
      return CodeStatus::Malformed;
    }
    summary_.loops |= handler.handler < handler.end;
    insns_[indexOf_[handler.end]].leader = true;
  }
  return subroutines ? CodeStatus::Subroutines : CodeStatus::Ok;
}

CodeStatus Code::decode(const uint8_t* data, size_t size) {
  ByteReader reader(data, size);
  maxStack_ = reader.u2();
  maxLocals_ = reader.u2();
  length_ = reader.u4();
  code_ = reader.here();
  if (!reader.ok() || length_ == 0 || length_ > 65535) return CodeStatus::Malformed;
  reader.skip(length_);
  const uint32_t handlerCount = reader.u2();
  handlers_.clear();
  for (uint32_t i = 0; i < handlerCount && reader.ok(); ++i) {
    Handler handler{};
    handler.start = reader.u2();
    handler.end = reader.u2();
    handler.handler = reader.u2();
    handler.catchType = reader.u2();
    handlers_.push_back(handler);
  }
  if (!reader.ok()) return CodeStatus::Malformed;
  attributes_ = reader.here();
  attributesSize_ = reader.remaining();
  const uint32_t attributeCount = reader.u2();
  for (uint32_t i = 0; i < attributeCount && reader.ok(); ++i) {
    reader.skip(2);
    reader.skip(reader.u4());
  }
  if (!reader.ok() || reader.remaining() != 0 || !split()) return CodeStatus::Malformed;
  return markLeaders();
}

}  // namespace isl::classfile
