// Which locals may be loaded as references, as the frames of a StackMapTable declare (JVMS 4.7.4).
//
// A frame may declare less than what is there: compilers drop a local that is not used any more, and
// the verifier refuses a load of it though every path stored an object there. So code that is inserted
// into a method may load a local only where the frame before it lets it.
//
// Without a table every local may be loaded: then the verifier infers what paths have in common, as the
// caller does (class files before version 50, and code without branches).
//
// Read as a stream: positions must be asked for in increasing order. A malformed table ends the stream;
// the method is refused when its table is rewritten.
#pragma once

#include <string_view>
#include <vector>

#include "classfile/ClassFile.h"
#include "classfile/Code.h"

namespace isl::classfile {

class FrameLocals {
 public:
  // Starts a method. usable() then speaks of its entry.
  void begin(const Code& code, const ConstantPool& pool, const Method& method);

  // At a frame at `bci` usable() becomes what it declares; without one it stays as it is.
  void moveTo(uint32_t bci);

  // An instruction stored something in this local: what it is, the caller knows.
  void stored(uint32_t local) {
    if (local < usable_.size()) usable_[local] = true;
  }
  bool usable(uint32_t local) const { return local < usable_.size() && usable_[local]; }

 private:
  struct Item {
    uint8_t slots;
    bool reference;
  };
  bool findTable(const Code& code, const ConstantPool& pool);
  void addParameters(std::string_view descriptor);
  bool readFrame();
  bool readItem(Item& item);
  bool skipStack(uint32_t items);
  void expand();

  ByteReader table_{nullptr, 0};
  uint32_t left_ = 0;         // frames not read yet
  int64_t position_ = -1;     // of the last frame read
  std::vector<Item> items_;   // that frame's locals
  std::vector<bool> usable_;  // by local, where the caller stands
};

}  // namespace isl::classfile
