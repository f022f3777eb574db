#include "classfile/FullFrames.h"

namespace isl::classfile {

namespace {

enum : uint8_t {
  kTop = 0,
  kInteger = 1,
  kFloat = 2,
  kDouble = 3,
  kLong = 4,
  kUninitializedThis = 6,
  kObject = 7,
  kUninitialized = 8
};
// Frame types.
constexpr uint8_t kSameLocals1 = 64, kFirstReserved = 128, kSameLocals1Extended = 247;
constexpr uint8_t kSameExtended = 251, kFull = 255;

}  // namespace

bool entryLocals(ClassFile& cls, const Method& method, std::vector<FrameItem>& locals) {
  locals.clear();
  const auto object = [&](std::string_view name) {
    locals.push_back({kObject, cls.pool.addClass(name)});
    return locals.back().operand != 0;
  };
  if (method.name == "<init>") {
    locals.push_back({kUninitializedThis, 0});
  } else if ((method.access & kAccStatic) == 0 && !object(cls.name)) {
    return false;
  }
  const std::string_view text = method.descriptor;
  for (size_t at = 1; at < text.size() && text[at] != ')'; ++at) {
    const size_t begin = at;
    while (at < text.size() && text[at] == '[') ++at;
    if (at == text.size()) return false;
    const char type = text[at];
    if (type == 'L') at = text.find(';', at);
    if (at == std::string_view::npos) return false;
    bool ok = true;
    if (text[begin] == '[') {
      ok = object(text.substr(begin, at + 1 - begin));
    } else if (type == 'L') {
      ok = object(text.substr(begin + 1, at - begin - 1));
    } else {
      locals.push_back({type == 'J'   ? kLong
                        : type == 'D' ? kDouble
                        : type == 'F' ? kFloat
                                      : kInteger,
                        0});
    }
    if (!ok) return false;
  }
  return true;
}

bool FullFrames::read(ByteReader& in, uint32_t count, std::vector<FrameItem>& items) const {
  for (; count > 0 && in.ok(); --count) {
    FrameItem item{in.u1(), 0};
    if (item.tag > kUninitialized) return false;
    if (item.tag >= kObject) item.operand = in.u2();
    const bool isNew = item.tag == kUninitialized;
    if (isNew && (item.operand >= code_.length() || code_.indexAt(item.operand) == kNoInsn)) {
      return false;
    }
    items.push_back(item);
  }
  return in.ok();
}

bool FullFrames::rewrite(uint8_t type, ByteReader& in, uint32_t delta) {
  stack_.clear();
  if (type == kFull) {
    locals_.clear();
    if (!read(in, in.u2(), locals_) || !read(in, in.u2(), stack_)) return false;
  } else if (type > kSameExtended) {
    if (!read(in, type - kSameExtended, locals_)) return false;
  } else if (type > kSameLocals1Extended) {
    const size_t dropped = kSameExtended - type;
    if (dropped > locals_.size()) return false;
    locals_.resize(locals_.size() - dropped);
  } else if (type == kSameLocals1Extended || (type >= kSameLocals1 && type < kFirstReserved)) {
    if (!read(in, 1, stack_)) return false;
  }
  return write(delta);
}

void FullFrames::handler(uint32_t delta, uint16_t throwableClass) {
  locals_.clear();
  stack_ = {{kObject, throwableClass}};
  write(delta);
}

bool FullFrames::write(uint32_t delta) {
  uint32_t slots = 0;
  for (const FrameItem& l : locals_) slots += l.tag == kDouble || l.tag == kLong ? 2 : 1;
  if (slots > code_.maxLocals()) return false;
  const uint32_t unset = extra_.first - slots;
  writer_.u1(kFull);
  writer_.u2(delta);
  writer_.u2(static_cast<uint32_t>(locals_.size()) + unset + 2 * extra_.pairs +
             (extra_.call ? 1 : 0));
  for (const FrameItem& l : locals_) item(l);
  for (uint32_t i = 0; i < unset; ++i) item({kTop, 0});
  for (uint32_t i = 0; i < extra_.pairs; ++i) {
    item({kObject, extra_.objectClass});
    item({kInteger, 0});
  }
  if (extra_.call) item({kInteger, 0});
  writer_.u2(static_cast<uint32_t>(stack_.size()));
  for (const FrameItem& s : stack_) item(s);
  return true;
}

void FullFrames::item(const FrameItem& item) {
  writer_.u1(item.tag);
  if (item.tag < kObject) return;
  writer_.u2(item.tag == kUninitialized ? relocation_.instruction(item.operand) : item.operand);
}

}  // namespace isl::classfile
