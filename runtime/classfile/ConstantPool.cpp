#include "classfile/ConstantPool.h"

namespace isl::classfile {

namespace {

constexpr uint32_t kMaxCount = 65535;  // constant_pool_count is a u2

// Bytes behind the tag, 0 for tags that do not exist; Utf8 carries its own length.
uint32_t payloadSize(uint8_t tag) {
  switch (static_cast<Tag>(tag)) {
    case Tag::Class:
    case Tag::String:
    case Tag::MethodType:
    case Tag::Module:
    case Tag::Package: return 2;
    case Tag::MethodHandle: return 3;
    case Tag::Integer:
    case Tag::Float:
    case Tag::Fieldref:
    case Tag::Methodref:
    case Tag::InterfaceMethodref:
    case Tag::NameAndType:
    case Tag::Dynamic:
    case Tag::InvokeDynamic: return 4;
    case Tag::Long:
    case Tag::Double: return 8;
    default: return 0;
  }
}

}  // namespace

bool ConstantPool::parse(const uint8_t* base, ByteReader& reader) {
  base_ = base;
  begin_ = reader.position();
  const uint32_t count = reader.u2();
  if (!reader.ok() || count == 0) return false;
  offsets_.assign(count, 0);
  for (uint32_t i = 1; i < count; ++i) {
    offsets_[i] = static_cast<uint32_t>(reader.position());
    const uint8_t tag = reader.u1();
    if (tag == static_cast<uint8_t>(Tag::Utf8)) {
      reader.skip(reader.u2());
    } else {
      const uint32_t size = payloadSize(tag);
      if (size == 0) return false;
      reader.skip(size);
      if (size == 8) ++i;  // long and double take two entries, JVMS 4.4.5
    }
    if (!reader.ok()) return false;
  }
  end_ = reader.position();
  return true;
}

bool ConstantPool::refersToItself() const {
  for (uint32_t i = 1; i < offsets_.size(); ++i) {
    if (offsets_[i] == 0) continue;
    const uint8_t* const p = base_ + offsets_[i] + 1;
    bool good = true;
    switch (tag(i)) {
      case Tag::Class:
      case Tag::String:
      case Tag::MethodType:
      case Tag::Module:
      case Tag::Package: good = tag(load2(p)) == Tag::Utf8; break;
      case Tag::NameAndType:
        good = tag(load2(p)) == Tag::Utf8 && tag(load2(p + 2)) == Tag::Utf8;
        break;
      case Tag::Fieldref:
      case Tag::Methodref:
      case Tag::InterfaceMethodref:
        good = tag(load2(p)) == Tag::Class && tag(load2(p + 2)) == Tag::NameAndType;
        break;
      case Tag::Dynamic:
      case Tag::InvokeDynamic: good = tag(load2(p + 2)) == Tag::NameAndType; break;
      case Tag::MethodHandle: good = member(load2(p + 1)).valid; break;
      default: break;
    }
    if (!good) return false;
  }
  return true;
}

Tag ConstantPool::tag(uint32_t index) const {
  if (index >= offsets_.size() || offsets_[index] == 0) return Tag::None;
  return static_cast<Tag>(base_[offsets_[index]]);
}

const uint8_t* ConstantPool::entry(uint32_t index, Tag expected) const {
  return tag(index) == expected ? base_ + offsets_[index] + 1 : nullptr;
}

std::string_view ConstantPool::utf8(uint32_t index) const {
  const uint8_t* p = entry(index, Tag::Utf8);
  if (p == nullptr) return {};
  return {reinterpret_cast<const char*>(p + 2), load2(p)};
}

std::string_view ConstantPool::className(uint32_t index) const {
  const uint8_t* p = entry(index, Tag::Class);
  return p == nullptr ? std::string_view{} : utf8(load2(p));
}

std::optional<int32_t> ConstantPool::integer(uint32_t index) const {
  const uint8_t* p = entry(index, Tag::Integer);
  if (p == nullptr) return {};
  return static_cast<int32_t>(load4(p));
}

MemberRef ConstantPool::member(uint32_t index) const {
  MemberRef ref;
  const Tag kind = tag(index);
  const bool dynamic = kind == Tag::Dynamic || kind == Tag::InvokeDynamic;
  if (!dynamic && kind != Tag::Fieldref && kind != Tag::Methodref &&
      kind != Tag::InterfaceMethodref) {
    return ref;
  }
  const uint8_t* p = base_ + offsets_[index] + 1;
  const uint8_t* nameAndType = entry(load2(p + 2), Tag::NameAndType);
  if (nameAndType == nullptr) return ref;
  if (dynamic) {
    ref.bootstrap = load2(p);
  } else {
    ref.owner = className(load2(p));
  }
  ref.name = utf8(load2(nameAndType));
  ref.descriptor = utf8(load2(nameAndType + 2));
  ref.valid = !ref.name.empty() && !ref.descriptor.empty() && (dynamic || !ref.owner.empty());
  return ref;
}

MemberRef ConstantPool::handleTarget(uint32_t index) const {
  const uint8_t* p = entry(index, Tag::MethodHandle);
  return p == nullptr ? MemberRef{} : member(load2(p + 1));
}

uint16_t ConstantPool::added(uint8_t tag, uint32_t first, int32_t second) {
  if (count() >= kMaxCount) return 0;
  ByteWriter writer(added_);
  writer.u1(tag);
  writer.u2(first);
  if (second >= 0) writer.u2(static_cast<uint32_t>(second));
  return static_cast<uint16_t>(offsets_.size() + addedCount_++);
}

uint16_t ConstantPool::addUtf8(std::string_view text) {
  const uint16_t index =
      added(static_cast<uint8_t>(Tag::Utf8), static_cast<uint32_t>(text.size()), -1);
  if (index != 0) ByteWriter(added_).text(text);
  return index;
}

uint16_t ConstantPool::addInteger(int32_t value) {
  const auto known = integers_.find(value);
  if (known != integers_.end()) return known->second;
  const uint32_t bits = static_cast<uint32_t>(value);
  const uint16_t index =
      added(static_cast<uint8_t>(Tag::Integer), bits >> 16, static_cast<int32_t>(bits & 0xffff));
  if (index != 0) integers_.emplace(value, index);
  return index;
}

uint16_t ConstantPool::addClass(std::string_view name) {
  const uint16_t text = addUtf8(name);
  return text == 0 ? uint16_t{0} : added(static_cast<uint8_t>(Tag::Class), text, -1);
}

uint16_t ConstantPool::addMethodref(uint16_t classIndex, std::string_view name,
                                    std::string_view descriptor) {
  const uint16_t nameIndex = addUtf8(name);
  const uint16_t descriptorIndex = addUtf8(descriptor);
  if (classIndex == 0 || nameIndex == 0 || descriptorIndex == 0) return 0;
  const uint16_t pair = added(static_cast<uint8_t>(Tag::NameAndType), nameIndex, descriptorIndex);
  return pair == 0 ? uint16_t{0} : added(static_cast<uint8_t>(Tag::Methodref), classIndex, pair);
}

}  // namespace isl::classfile
