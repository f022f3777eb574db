// The constant pool (JVMS 4.4): read in place, extended at the end.
//
// Existing entries keep their index, so nothing outside the pool has to change when entries are
// appended. All look-ups are total: a bad index or tag gives an empty view or an invalid MemberRef.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "classfile/Bytes.h"

namespace isl::classfile {

enum class Tag : uint8_t {
  None = 0,
  Utf8 = 1,
  Integer = 3,
  Float = 4,
  Long = 5,
  Double = 6,
  Class = 7,
  String = 8,
  Fieldref = 9,
  Methodref = 10,
  InterfaceMethodref = 11,
  NameAndType = 12,
  MethodHandle = 15,
  MethodType = 16,
  Dynamic = 17,
  InvokeDynamic = 18,
  Module = 19,
  Package = 20
};

struct MemberRef {
  std::string_view owner;  // empty for (Invoke)Dynamic
  std::string_view name;
  std::string_view descriptor;
  uint16_t bootstrap = 0;  // index in BootstrapMethods, for (Invoke)Dynamic
  bool valid = false;
};

class ConstantPool {
 public:
  // `reader` stands on constant_pool_count; offsets are relative to `base`, the start of the file.
  bool parse(const uint8_t* base, ByteReader& reader);

  uint32_t count() const { return static_cast<uint32_t>(offsets_.size()) + addedCount_; }
  size_t begin() const { return begin_; }  // offset of constant_pool_count
  size_t end() const { return end_; }      // offset behind the last entry of the file
  const std::vector<uint8_t>& added() const { return added_; }

  // Does each entry of the file refer to entries of the file of the kind that it must?
  bool refersToItself() const;

  Tag tag(uint32_t index) const;
  std::string_view utf8(uint32_t index) const;
  std::string_view className(uint32_t index) const;
  std::optional<int32_t> integer(uint32_t index) const;
  MemberRef member(uint32_t index) const;  // any *ref, Dynamic, InvokeDynamic
  // The member that a MethodHandle constant refers to.
  MemberRef handleTarget(uint32_t index) const;

  // Appending gives 0 when the pool is full. Equal integers share an entry.
  uint16_t addUtf8(std::string_view text);
  uint16_t addInteger(int32_t value);
  uint16_t addClass(std::string_view name);
  uint16_t addMethodref(uint16_t classIndex, std::string_view name, std::string_view descriptor);

 private:
  uint16_t added(uint8_t tag, uint32_t first, int32_t second);
  const uint8_t* entry(uint32_t index, Tag expected) const;

  const uint8_t* base_ = nullptr;
  size_t begin_ = 0;
  size_t end_ = 0;
  std::vector<uint32_t> offsets_;  // of the tag byte; 0 for index 0 and second halves
  std::vector<uint8_t> added_;
  uint32_t addedCount_ = 0;
  std::unordered_map<int32_t, uint16_t> integers_;
};

}  // namespace isl::classfile
