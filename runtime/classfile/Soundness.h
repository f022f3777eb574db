// Does a class file keep what a rewriter could hide from the VM?
//
// The VM rejects a class file whose indexes leave the constant pool or the locals, or whose debug tables name
// positions that do not exist. A rewritten class has more constants, more locals and other positions, so
// that the VM could take what it would have rejected, or reject it for another reason. Such a class is
// left as it was. This is no verifier: what rewriting keeps is not looked at.
#pragma once

#include <vector>

#include "classfile/ClassFile.h"
#include "classfile/Code.h"

namespace isl::classfile {

// Reusable from method to method. Sees the pool as it is in the file, whatever was appended since.
class Soundness {
 public:
  explicit Soundness(const ClassFile& cls) : cls_(cls), pool_(cls.pool) {}

  // The constants, the members and the attributes outside of code.
  bool ofClass();
  // A method whose code could be decoded.
  bool ofMethod(const Method& method, const Code& code);

 private:
  bool is(uint32_t index, Tag tag) const { return pool_.tag(index) == tag; }
  bool isOptional(uint32_t index, Tag tag) const { return index == 0 || is(index, tag); }
  bool isLoadable(uint32_t index) const;
  bool members(ByteReader& in);
  bool attributes(ByteReader& in, uint32_t depth = 0);
  bool attribute(std::string_view name, ByteReader in, uint32_t depth);
  bool rows(ByteReader& in, const Tag* optional, uint32_t width) const;
  bool bootstraps(ByteReader& in) const;
  bool record(ByteReader& in, uint32_t depth);

  bool instruction(uint32_t bci, uint8_t opcode) const;
  bool local(uint32_t index, uint32_t slots) const { return index + slots <= code_->maxLocals(); }
  bool codeAttribute(std::string_view name, ByteReader in);
  bool variables(ByteReader& in, bool types);
  bool frames(ByteReader& in);
  bool items(ByteReader& in, uint32_t count, std::vector<uint8_t>& slots) const;
  bool fits(const std::vector<uint8_t>& slots, uint32_t limit) const;

  const ClassFile& cls_;
  const ConstantPool& pool_;
  const Method* method_ = nullptr;
  const Code* code_ = nullptr;
  std::vector<uint64_t> seen_;           // rows of a table of variables
  std::vector<uint8_t> locals_, stack_;  // slots of the values of a frame
};

}  // namespace isl::classfile
