// Where instructions go when others are inserted between them.
//
// Between two instructions there are two places, in this order: "after the first", which control
// reaches only by falling through, and "before the second", which jumps to the second execute too.
// Insertions do not branch, so the method needs no frames but its own.
#pragma once

#include <vector>

#include "classfile/Code.h"

namespace isl::classfile {

// Places in order of position: 2*bci is "behind the predecessor of bci" (for bci 0: entry of the
// method, not executed by jumps to 0), 2*bci + 1 is "before bci".
constexpr uint32_t placeBefore(uint32_t bci) { return 2 * bci + 1; }
constexpr uint32_t placeBehindPredecessor(uint32_t bci) { return 2 * bci; }

// bytes[from, from+size) goes to `place`.
struct Insertion {
  uint32_t place;
  uint32_t from;
  uint32_t size;
};

// Reusable, like Code.
class Relocation {
 public:
  // `insertions` are sorted by place. Gives the new length.
  uint32_t layOut(const Code& code, const std::vector<Insertion>& insertions);

  // Appends the relocated instructions to `out`; false when a branch does not fit its operand.
  bool emit(const std::vector<uint8_t>& bytes, std::vector<uint8_t>& out) const;

  // Where a jump to `bci` leads; bci may be the code's length.
  uint32_t label(uint32_t bci) const { return labels_[code_->indexAt(bci)]; }
  // Where the instruction itself lies, behind what was inserted before it.
  uint32_t instruction(uint32_t bci) const { return starts_[code_->indexAt(bci)]; }
  // As label(), but 0 stays 0: for debug tables, in which code at the entry belongs to bci 0.
  uint32_t debugLabel(uint32_t bci) const { return bci == 0 ? 0 : label(bci); }

 private:
  uint32_t copy(uint32_t bci, uint32_t size, uint8_t* to, uint32_t position) const;
  bool retarget(uint32_t bci, uint8_t* to, uint32_t position, uint32_t shift) const;

  const Code* code_ = nullptr;
  const std::vector<Insertion>* insertions_ = nullptr;
  std::vector<uint32_t> labels_;
  std::vector<uint32_t> starts_;
};

}  // namespace isl::classfile
