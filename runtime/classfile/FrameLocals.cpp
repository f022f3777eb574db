#include "classfile/FrameLocals.h"

namespace isl::classfile {

namespace {

// verification_type_info
constexpr uint8_t kDouble = 3;
constexpr uint8_t kLong = 4;
constexpr uint8_t kNull = 5;
constexpr uint8_t kObject = 7;
constexpr uint8_t kUninitialized = 8;

}  // namespace

void FrameLocals::begin(const Code& code, const ConstantPool& pool, const Method& method) {
  items_.clear();
  if ((method.access & kAccStatic) == 0) items_.push_back({1, true});
  addParameters(method.descriptor);
  usable_.assign(code.maxLocals(), true);
  if (findTable(code, pool)) expand();
}

bool FrameLocals::findTable(const Code& code, const ConstantPool& pool) {
  table_ = ByteReader(nullptr, 0);
  left_ = 0;
  position_ = -1;
  ByteReader in = code.attributes();
  for (uint32_t count = in.u2(); count > 0 && in.ok(); --count) {
    const bool found = pool.utf8(in.u2()) == "StackMapTable";
    const uint32_t size = in.u4();
    const uint8_t* content = in.here();
    in.skip(size);
    if (!found || !in.ok()) continue;
    table_ = ByteReader(content, size);
    left_ = table_.u2();
    return true;
  }
  return false;
}

// A malformed descriptor is refused by whoever interprets the method.
void FrameLocals::addParameters(std::string_view descriptor) {
  for (size_t at = 1; at < descriptor.size() && descriptor[at] != ')'; ++at) {
    const size_t begin = at;
    while (at < descriptor.size() && descriptor[at] == '[') ++at;
    if (at == descriptor.size()) return;
    const char type = descriptor[at];
    if (type == 'L') {
      at = descriptor.find(';', at);
      if (at == std::string_view::npos) return;
    }
    const bool array = descriptor[begin] == '[';
    const bool wide = !array && (type == 'J' || type == 'D');
    items_.push_back({static_cast<uint8_t>(wide ? 2 : 1), array || type == 'L'});
  }
}

void FrameLocals::moveTo(uint32_t bci) {
  while (left_ > 0 && position_ < int64_t{bci}) {
    // Frames of code that control does not reach are read on the way.
    --left_;
    if (!readFrame()) left_ = 0;
  }
  if (position_ == int64_t{bci}) expand();
}

bool FrameLocals::readFrame() {
  const uint8_t type = table_.u1();
  const uint32_t delta = type < 128 ? type & 63u : table_.u2();
  position_ += int64_t{delta} + 1;
  if (type < 64) return table_.ok();
  if (type < 128 || type == 247) return skipStack(1);
  if (type < 247) return false;
  if (type <= 251) {  // chop, or the same locals
    const size_t dropped = 251u - type;
    if (dropped > items_.size()) return false;
    items_.resize(items_.size() - dropped);
    return table_.ok();
  }
  if (type == 255) items_.clear();
  Item item{};
  for (uint32_t n = type == 255 ? table_.u2() : type - 251u; n > 0; --n) {
    if (!readItem(item)) return false;
    items_.push_back(item);
  }
  return type == 255 ? skipStack(table_.u2()) : table_.ok();
}

bool FrameLocals::readItem(Item& item) {
  const uint8_t type = table_.u1();
  if (type >= kObject) table_.skip(2);
  item.slots = type == kDouble || type == kLong ? 2 : 1;
  item.reference = type >= kNull;
  return table_.ok() && type <= kUninitialized;
}

bool FrameLocals::skipStack(uint32_t items) {
  Item item{};
  for (; items > 0; --items) {
    if (!readItem(item)) return false;
  }
  return table_.ok();
}

void FrameLocals::expand() {
  usable_.assign(usable_.size(), false);
  size_t local = 0;
  for (const Item& item : items_) {
    if (item.reference && local < usable_.size()) usable_[local] = true;
    local += item.slots;
  }
}

}  // namespace isl::classfile
