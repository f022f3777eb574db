#include "classfile/Soundness.h"

#include <algorithm>
#include <numeric>

namespace isl::classfile {

namespace {

constexpr uint32_t kDeepest =
    4;  // attributes in attributes: a component of a record has none that nest

constexpr uint16_t kFreePadding =
    51;  // from here on the VM takes any bytes in front of a switch's operands

// A field descriptor at the beginning of `text` (JVMS 4.3.2): its length, 0 for none.
size_t descriptorLength(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && text[at] == '[') at++;
  if (at > 255 || at >= text.size()) return 0;
  if (std::string_view("BCDFIJSZ").find(text[at]) != std::string_view::npos) return at + 1;
  const size_t end = text.find(';', at);
  return text[at] == 'L' && end != std::string_view::npos && end > at + 1 ? end + 1 : 0;
}

uint32_t slotsOf(std::string_view descriptor) {
  return !descriptor.empty() && (descriptor[0] == 'J' || descriptor[0] == 'D') ? 2 : 1;
}

bool isUnqualified(std::string_view name) {
  return !name.empty() && name.find_first_of(".;[/") == std::string_view::npos;
}

// The slots of the arguments, with `this`.
bool argumentsOf(const Method& method, bool instance, std::vector<uint8_t>& slots) {
  slots.clear();
  if (instance) slots.push_back(1);
  std::string_view rest = method.descriptor;
  if (rest.empty() || rest[0] != '(') return false;
  rest.remove_prefix(1);
  while (!rest.empty() && rest[0] != ')') {
    const size_t length = descriptorLength(rest);
    if (length == 0) return false;
    slots.push_back(static_cast<uint8_t>(slotsOf(rest)));
    rest.remove_prefix(length);
  }
  return !rest.empty();
}

}  // namespace

bool Soundness::isLoadable(uint32_t index) const {
  switch (pool_.tag(index)) {
    case Tag::Integer:
    case Tag::Float:
    case Tag::Long:
    case Tag::Double:
    case Tag::String:
    case Tag::Class:
    case Tag::MethodHandle:
    case Tag::MethodType:
    case Tag::Dynamic: return true;
    default: return false;
  }
}

bool Soundness::ofClass() {
  if (!pool_.refersToItself()) return false;
  ByteReader in(cls_.data, cls_.size);
  in.skip(pool_.end() + 2);
  if (!is(in.u2(), Tag::Class) || !isOptional(in.u2(), Tag::Class)) return false;
  for (uint32_t count = in.u2(); count > 0; count--) {
    if (!is(in.u2(), Tag::Class)) return false;
  }
  return members(in) && members(in) && attributes(in) && in.ok();
}

bool Soundness::members(ByteReader& in) {
  for (uint32_t count = in.u2(); count > 0 && in.ok(); count--) {
    in.skip(2);
    if (!is(in.u2(), Tag::Utf8) || !is(in.u2(), Tag::Utf8) || !attributes(in)) return false;
  }
  return in.ok();
}

bool Soundness::attributes(ByteReader& in, uint32_t depth) {
  if (depth > kDeepest) return false;
  for (uint32_t count = in.u2(); count > 0 && in.ok(); count--) {
    const uint16_t name = in.u2();
    const uint32_t size = in.u4();
    const ByteReader content(in.here(), std::min<size_t>(size, in.remaining()));
    in.skip(size);
    if (!in.ok() || !is(name, Tag::Utf8) || !attribute(pool_.utf8(name), content, depth)) {
      return false;
    }
  }
  return in.ok();
}

bool Soundness::attribute(std::string_view name, ByteReader in, uint32_t depth) {
  constexpr Tag kText[] = {Tag::Utf8};
  constexpr Tag kClass[] = {Tag::Class};
  if (name == "ConstantValue") return isLoadable(in.u2());
  if (name == "Signature" || name == "SourceFile") return is(in.u2(), Tag::Utf8);
  if (name == "NestHost") return is(in.u2(), Tag::Class);
  if (name == "Exceptions" || name == "NestMembers" || name == "PermittedSubclasses") {
    for (uint32_t count = in.u2(); count > 0; count--) {
      if (!is(in.u2(), kClass[0])) return false;
    }
    return true;
  }
  if (name == "InnerClasses") {
    constexpr Tag kInner[] = {Tag::Class, Tag::Class, Tag::Utf8, Tag::None};
    return rows(in, kInner, 4);
  }
  if (name == "EnclosingMethod") {
    return is(in.u2(), Tag::Class) && isOptional(in.u2(), Tag::NameAndType);
  }
  if (name == "MethodParameters") {
    for (uint32_t count = in.u1(); count > 0; count--) {
      if (!isOptional(in.u2(), kText[0])) return false;
      in.skip(2);
    }
    return true;
  }
  if (name == "BootstrapMethods") return bootstraps(in);
  return name != "Record" || record(in, depth);
}

// Rows of indexes, each 0 or of that kind; Tag::None: no index.
bool Soundness::rows(ByteReader& in, const Tag* optional, uint32_t width) const {
  for (uint32_t count = in.u2(); count > 0; count--) {
    for (uint32_t i = 0; i < width; i++) {
      const uint16_t value = in.u2();
      if (optional[i] != Tag::None && !isOptional(value, optional[i])) return false;
    }
  }
  return true;
}

bool Soundness::bootstraps(ByteReader& in) const {
  for (uint32_t count = in.u2(); count > 0; count--) {
    if (!is(in.u2(), Tag::MethodHandle)) return false;
    for (uint32_t arguments = in.u2(); arguments > 0; arguments--) {
      if (!isLoadable(in.u2())) return false;
    }
  }
  return true;
}

bool Soundness::record(ByteReader& in, uint32_t depth) {
  for (uint32_t count = in.u2(); count > 0 && in.ok(); count--) {
    if (!is(in.u2(), Tag::Utf8) || !is(in.u2(), Tag::Utf8) || !attributes(in, depth + 1)) {
      return false;
    }
  }
  return true;
}

bool Soundness::ofMethod(const Method& method, const Code& code) {
  method_ = &method;
  code_ = &code;
  for (const Handler& handler : code.handlers()) {
    if (!isOptional(handler.catchType, Tag::Class)) return false;
  }
  for (uint32_t i = 0; i < code.count(); i++) {
    const Insn& insn = code.insns()[i];
    if (!instruction(insn.bci, insn.opcode)) return false;
  }
  ByteReader in = code.attributes();
  for (uint32_t count = in.u2(); count > 0; count--) {
    const uint16_t name = in.u2();
    const uint32_t size = in.u4();
    const ByteReader content(in.here(), size);  // Code::decode has seen that it is there
    in.skip(size);
    if (!is(name, Tag::Utf8) || !codeAttribute(pool_.utf8(name), content)) return false;
  }
  return true;
}

// The constant or the local that an instruction names is there.
bool Soundness::instruction(uint32_t bci, uint8_t opcode) const {
  const uint8_t* const at = code_->bytes() + bci;
  if (opcode >= op::iload_0 && opcode <= op::aload_3) {
    const uint32_t kind = (opcode - op::iload_0) / 4u;  // int, long, float, double, reference
    return local((opcode - op::iload_0) % 4u, kind == 1 || kind == 3 ? 2 : 1);
  }
  if (opcode >= op::istore_0 && opcode <= op::astore_3) {
    const uint32_t kind = (opcode - op::istore_0) / 4u;
    return local((opcode - op::istore_0) % 4u, kind == 1 || kind == 3 ? 2 : 1);
  }
  const bool wide = opcode == op::wide;
  const uint8_t inner = wide ? at[1] : opcode;
  switch (inner) {
    case op::lload:
    case op::dload:
    case op::lstore:
    case op::dstore: return local(wide ? load2(at + 2) : at[1], 2);
    case op::iload:
    case op::fload:
    case op::aload:
    case op::istore:
    case op::fstore:
    case op::astore:
    case op::iinc:
    case op::ret: return local(wide ? load2(at + 2) : at[1], 1);
    case op::ldc: return isLoadable(at[1]);
    case op::ldc_w:
    case op::ldc2_w: return isLoadable(load2(at + 1));
    case op::getstatic:
    case op::putstatic:
    case op::getfield:
    case op::putfield: return is(load2(at + 1), Tag::Fieldref);
    case op::invokevirtual: return is(load2(at + 1), Tag::Methodref);
    case op::invokespecial:
    case op::invokestatic:
      return is(load2(at + 1), Tag::Methodref) || is(load2(at + 1), Tag::InterfaceMethodref);
    case op::invokeinterface: return is(load2(at + 1), Tag::InterfaceMethodref);
    case op::invokedynamic: return is(load2(at + 1), Tag::InvokeDynamic);
    case op::new_:
    case op::anewarray:
    case op::checkcast:
    case op::instanceof_:
    case op::multianewarray: return is(load2(at + 1), Tag::Class);
    case op::tableswitch:
    case op::lookupswitch:
      return cls_.majorVersion >= kFreePadding ||
             std::all_of(at + 1, code_->bytes() + switchOperands(bci),
                         [](uint8_t byte) { return byte == 0; });
    default: return true;
  }
}

bool Soundness::codeAttribute(std::string_view name, ByteReader in) {
  if (name == "LocalVariableTable") return variables(in, false);
  if (name == "LocalVariableTypeTable") return variables(in, true);
  return name != "StackMapTable" || frames(in);
}

bool Soundness::variables(ByteReader& in, bool types) {
  seen_.clear();
  for (uint32_t count = in.u2(); count > 0; count--) {
    const uint32_t start = in.u2();
    const uint32_t end = start + in.u2();
    const uint16_t name = in.u2(), type = in.u2(), slot = in.u2();
    if (!in.ok() || start >= code_->length() || code_->indexAt(start) == kNoInsn ||
        end > code_->length() || code_->indexAt(end) == kNoInsn || !is(type, Tag::Utf8)) {
      return false;
    }
    const std::string_view text = pool_.utf8(type);
    if (!isUnqualified(pool_.utf8(name)) || !local(slot, slotsOf(text))) return false;
    if (!types && descriptorLength(text) != text.size()) return false;
    seen_.push_back(uint64_t{start} << 48 | uint64_t{end - start} << 32 | uint64_t{name} << 16 |
                    slot);
  }
  std::sort(seen_.begin(), seen_.end());
  return in.remaining() == 0 && std::adjacent_find(seen_.begin(), seen_.end()) == seen_.end();
}

bool Soundness::fits(const std::vector<uint8_t>& slots, uint32_t limit) const {
  return std::accumulate(slots.begin(), slots.end(), uint32_t{0}) <= limit;
}

// Appends the slots of so many verification_type_infos (JVMS 4.7.4).
bool Soundness::items(ByteReader& in, uint32_t count, std::vector<uint8_t>& slots) const {
  constexpr uint8_t kDouble = 3, kLong = 4, kObject = 7, kUninitialized = 8;
  for (; count > 0; count--) {
    const uint8_t item = in.u1();
    if (!in.ok() || item > kUninitialized) return false;
    if (item == kObject && !is(in.u2(), Tag::Class)) return false;
    if (item == kUninitialized) in.skip(2);
    slots.push_back(item == kDouble || item == kLong ? 2 : 1);
  }
  return in.ok();
}

// Constants and sizes; positions are looked at where frames are moved.
bool Soundness::frames(ByteReader& in) {
  constexpr uint8_t kOneItem = 64, kReserved = 128, kOneItemExtended = 247, kSameExtended = 251,
                    kFull = 255;
  if (!argumentsOf(*method_, (method_->access & kAccStatic) == 0, locals_)) return false;
  for (uint32_t count = in.u2(); count > 0; count--) {
    const uint8_t type = in.u1();
    if (!in.ok() || (type >= kReserved && type < kOneItemExtended)) return false;
    stack_.clear();
    if (type >= kReserved) in.skip(2);
    if ((type >= kOneItem && type < kReserved) || type == kOneItemExtended) {
      if (!items(in, 1, stack_)) return false;
    } else if (type == kFull) {
      locals_.clear();
      if (!items(in, in.u2(), locals_) || !items(in, in.u2(), stack_)) return false;
    } else if (type > kSameExtended) {
      if (!items(in, type - kSameExtended, locals_)) return false;
    } else if (type > kOneItemExtended && type < kSameExtended) {
      const size_t chopped = kSameExtended - type;
      if (chopped > locals_.size()) return false;
      locals_.resize(locals_.size() - chopped);
    }
    if (!fits(locals_, code_->maxLocals()) || !fits(stack_, code_->maxStack())) return false;
  }
  return in.ok() && in.remaining() == 0;
}

}  // namespace isl::classfile
