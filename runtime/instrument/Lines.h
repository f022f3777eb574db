// Line numbers of one method; of code that was inlined from elsewhere the line of the call.
#pragma once

#include <utility>
#include <vector>

#include "base/SourceMap.h"
#include "classfile/Code.h"
#include "classfile/ConstantPool.h"

namespace isl::instrument {

class Lines {
 public:
  // Of the class.
  void setMap(SourceMap map) { map_ = std::move(map); }
  void reset() { known_ = false; }
  // -1 without a LineNumberTable. reset() must have been called since the last method.
  int32_t at(const classfile::Code& code, const classfile::ConstantPool& pool, uint32_t bci);

 private:
  struct Row {
    uint16_t start;
    uint16_t line;
  };
  void read(const classfile::Code& code, const classfile::ConstantPool& pool);

  bool known_ = false;
  std::vector<Row> rows_;
  SourceMap map_;
};

}  // namespace isl::instrument
