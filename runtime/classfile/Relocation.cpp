#include "classfile/Relocation.h"

#include <cstring>

namespace isl::classfile {

namespace {

uint32_t padding(uint32_t bci) { return switchOperands(bci) - bci - 1; }

}  // namespace

uint32_t Relocation::layOut(const Code& code, const std::vector<Insertion>& insertions) {
  code_ = &code;
  insertions_ = &insertions;
  const std::vector<Insn>& insns = code.insns();
  labels_.resize(insns.size());
  starts_.resize(insns.size());
  uint32_t position = 0;
  size_t next = 0;
  const auto insertUpTo = [&](uint32_t place) {
    for (; next < insertions.size() && insertions[next].place <= place; ++next) {
      position += insertions[next].size;
    }
  };
  for (uint32_t i = 0; i + 1 < insns.size(); ++i) {
    const uint32_t bci = insns[i].bci;
    insertUpTo(placeBehindPredecessor(bci));
    labels_[i] = position;
    insertUpTo(placeBefore(bci));
    starts_[i] = position;
    uint32_t size = insns[i + 1].bci - bci;
    if (kOpcodes[insns[i].opcode].shape == Shape::Switch) {
      size += padding(position) - padding(bci);
    }
    position += size;
  }
  labels_.back() = starts_.back() = position;
  return position;
}

// Copies the instruction at code[bci, bci+size) to to[position]; gives how far its operands moved
// against its opcode, which is the change of a switch's padding.
uint32_t Relocation::copy(uint32_t bci, uint32_t size, uint8_t* to, uint32_t position) const {
  const uint8_t* from = code_->bytes() + bci;
  if (kOpcodes[*from].shape != Shape::Switch) {
    std::memcpy(to + position, from, size);
    return 0;
  }
  const uint32_t oldPadding = padding(bci);
  const uint32_t newPadding = padding(position);
  to[position] = *from;
  std::memset(to + position + 1, 0, newPadding);
  std::memcpy(to + position + 1 + newPadding, from + 1 + oldPadding, size - 1 - oldPadding);
  return newPadding - oldPadding;  // wraps around: users add it to unsigned positions
}

bool Relocation::retarget(uint32_t bci, uint8_t* to, uint32_t position, uint32_t shift) const {
  return forEachTarget(code_->bytes(), bci, [&](uint32_t at, uint32_t width, int64_t target) {
    const int64_t distance = int64_t{label(static_cast<uint32_t>(target))} - position;
    uint8_t* operand = to + (position + shift + (at - bci));
    if (width == 4) {
      store4(operand, static_cast<uint32_t>(distance));
      return true;
    }
    store2(operand, static_cast<uint32_t>(distance));
    return distance >= INT16_MIN && distance <= INT16_MAX;
  });
}

bool Relocation::emit(const std::vector<uint8_t>& bytes, std::vector<uint8_t>& out) const {
  const std::vector<Insn>& insns = code_->insns();
  const size_t base = out.size();
  out.resize(base + labels_.back());
  uint8_t* to = out.data() + base;
  size_t next = 0;
  uint32_t position = 0;
  for (uint32_t i = 0; i + 1 < insns.size(); ++i) {
    for (; position < starts_[i]; ++next) {
      const Insertion& insertion = (*insertions_)[next];
      std::memcpy(to + position, bytes.data() + insertion.from, insertion.size);
      position += insertion.size;
    }
    const uint32_t bci = insns[i].bci;
    const uint32_t size = insns[i + 1].bci - bci;
    const uint32_t shift = copy(bci, size, to, position);
    const Shape shape = kOpcodes[insns[i].opcode].shape;
    if ((shape == Shape::Switch || shape == Shape::Branch) && !retarget(bci, to, position, shift)) {
      return false;
    }
    position += size + shift;
  }
  return true;
}

}  // namespace isl::classfile
