#include "instrument/Lines.h"

#include <algorithm>

namespace isl::instrument {

void Lines::read(const classfile::Code& code, const classfile::ConstantPool& pool) {
  rows_.clear();
  known_ = true;
  classfile::ByteReader in = code.attributes();
  const uint32_t attributes = in.u2();
  for (uint32_t i = 0; i < attributes; ++i) {
    const bool lines = pool.utf8(in.u2()) == "LineNumberTable";
    const uint32_t size = in.u4();
    classfile::ByteReader table(in.here(), size);
    in.skip(size);
    if (!lines) continue;
    // A method may have several tables, in any order (JVMS 4.7.12).
    for (uint32_t rows = table.u2(); rows > 0 && table.ok(); --rows) {
      const uint16_t start = table.u2();
      const uint16_t line = table.u2();
      if (table.ok()) rows_.push_back({start, line});
    }
  }
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.start < b.start; });
}

int32_t Lines::at(const classfile::Code& code, const classfile::ConstantPool& pool, uint32_t bci) {
  if (!known_) read(code, pool);
  const auto behind =
      std::upper_bound(rows_.begin(), rows_.end(), bci,
                       [](uint32_t wanted, const Row& row) { return wanted < row.start; });
  return behind == rows_.begin() ? -1 : map_.callLine((behind - 1)->line);
}

}  // namespace isl::instrument
