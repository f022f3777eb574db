#include "paths/EldestRule.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "classfile/Code.h"
#include "classfile/ConstantPool.h"
#include "instrument/Members.h"
#include "java/HelperNames.h"

namespace isl {
namespace {

using classfile::Code;
using classfile::ConstantPool;
using classfile::MemberRef;
namespace op = classfile::op;

// What a slot of the stack holds.
struct Symbol {
  enum class Kind : uint8_t { Other, Map, Size, Number, Field };
  Kind kind = Kind::Other;
  int32_t number = 0;
  std::vector<uint16_t> way = {};  // of the constant pool
};

// Goes through the code line by line, past its branches, until the size is compared.
class Reader {
 public:
  Reader(const ConstantPool& pool, const Code& code) : pool_(pool), code_(code) {}

  EldestRule read() {
    for (uint32_t i = 0; i < code_.count(); i++) {
      if (compares(i)) return found_;
      if (!step(i)) return {};
    }
    EldestRule rule;
    if (returnsFalse() && !calls_) rule.kind = EldestRule::Kind::Never;
    return rule;
  }

 private:
  uint8_t opcode(uint32_t i) const { return code_.insns()[i].opcode; }

  // Nothing else is returned.
  bool returnsFalse() const {
    const uint32_t count = code_.count();
    for (uint32_t i = 0; i + 1 < count; i++)
      if (opcode(i) == op::ireturn) return false;
    return count >= 2 && opcode(count - 1) == op::ireturn && opcode(count - 2) == op::iconst_0 &&
           !code_.insns()[count - 1].leader;
  }

  bool compares(uint32_t i) {
    if (opcode(i) < op::if_icmplt || opcode(i) > op::if_icmple || stack_.size() < 2) return false;
    const Symbol &left = stack_[stack_.size() - 2], &right = stack_.back();
    if ((left.kind == Symbol::Kind::Size) == (right.kind == Symbol::Kind::Size)) return false;
    return limits(left.kind == Symbol::Kind::Size ? right : left);
  }

  bool limits(const Symbol& limit) {
    if (limit.kind == Symbol::Kind::Number) {
      found_.kind = EldestRule::Kind::Number;
      found_.number = limit.number;
    } else if (limit.kind == Symbol::Kind::Field) {
      found_.kind = EldestRule::Kind::Field;
      for (const uint16_t index : limit.way) {
        const MemberRef field = pool_.member(index);
        found_.way.push_back(
            {std::string(field.owner), std::string(field.name), std::string(field.descriptor)});
      }
    }
    return true;
  }

  bool step(uint32_t i) {
    const uint8_t code = opcode(i);
    const classfile::OpcodeInfo& info = classfile::kOpcodes[code];
    if (code == op::aload_0) return push({Symbol::Kind::Map});
    if (code >= op::iconst_m1 && code <= op::iconst_5) return pushNumber(code - op::iconst_0);
    const uint8_t* const operand = code_.bytes() + code_.insns()[i].bci + 1;
    if (code == op::bipush) return pushNumber(static_cast<int8_t>(*operand));
    if (code == op::sipush) return pushNumber(static_cast<int16_t>(classfile::load2(operand)));
    if (code == op::ldc) return pushConstant(*operand);
    if (code == op::ldc_w) return pushConstant(classfile::load2(operand));
    if (code == op::dup) return !stack_.empty() && push(Symbol(stack_.back()));
    if (code == op::getfield) return getField(classfile::load2(operand));
    if (code == op::getstatic) return getStatic(classfile::load2(operand));
    if (classfile::isInvoke(code)) return invoke(code, classfile::load2(operand));
    if (code == op::new_) return push({});
    if (info.shape == classfile::Shape::Special) return false;
    return pop(info.pops) && pushOther(info.pushes);
  }

  bool getField(uint16_t index) {
    const MemberRef field = pool_.member(index);
    if (stack_.empty() || !field.valid) return false;
    Symbol from = std::move(stack_.back());
    stack_.pop_back();
    if (field.descriptor == "J" || field.descriptor == "D") return pushOther(2);
    const bool leads = field.descriptor == "I" || field.descriptor.front() == 'L';
    if (!leads || (from.kind != Symbol::Kind::Map && from.kind != Symbol::Kind::Field))
      return push({});
    from.kind = Symbol::Kind::Field;
    from.way.push_back(index);
    return push(std::move(from));
  }

  bool getStatic(uint16_t index) {
    const MemberRef field = pool_.member(index);
    return field.valid && pushOther(field.descriptor == "J" || field.descriptor == "D" ? 2 : 1);
  }

  bool invoke(uint8_t code, uint16_t index) {
    instrument::Member member;
    const MemberRef method = pool_.member(index);
    if (!method.valid || !instrument::parseDescriptor(method.descriptor, member)) return false;
    const bool receiver = code != op::invokestatic && code != op::invokedynamic;
    const bool size = (method.name == "size" || method.name == "getSize") &&
                      method.descriptor == "()I" && receiver && !stack_.empty() &&
                      stack_.back().kind == Symbol::Kind::Map;
    calls_ = calls_ || (!size && !isHelper(method.owner));
    if (!pop(member.argumentSlots + (receiver ? 1u : 0u))) return false;
    return size ? push({Symbol::Kind::Size}) : pushOther(member.slots);
  }

  static bool isHelper(std::string_view owner) {
    for (const std::string_view helper : kHelperClasses)
      if (owner == helper) return true;
    return false;
  }

  bool pushConstant(uint16_t index) {
    const std::optional<int32_t> number = pool_.integer(index);
    return number ? pushNumber(*number) : push({});
  }
  bool pushNumber(int32_t number) { return push({Symbol::Kind::Number, number, {}}); }
  bool pushOther(uint32_t slots) {
    stack_.resize(stack_.size() + slots);
    return true;
  }
  bool push(Symbol symbol) {
    stack_.push_back(std::move(symbol));
    return true;
  }
  bool pop(uint32_t slots) {
    // What a branch leads to may find less than what was pushed on the line before: no more than is there.
    stack_.resize(stack_.size() - std::min<size_t>(slots, stack_.size()));
    return true;
  }

  const ConstantPool& pool_;
  const Code& code_;
  std::vector<Symbol> stack_;
  bool calls_ = false;  // what may remove an entry itself
  EldestRule found_;
};

}  // namespace

EldestRule EldestRule::of(uint16_t constants, const std::vector<uint8_t>& pool,
                          const std::vector<uint8_t>& code) {
  std::vector<uint8_t> counted, attribute;
  classfile::ByteWriter file(counted);
  file.u2(constants);
  file.bytes(pool.data(), pool.size());
  classfile::ByteReader reader(counted.data(), counted.size());
  ConstantPool parsed;
  if (!parsed.parse(counted.data(), reader)) return {};
  // As the attribute has it, without handlers and attributes of its own.
  classfile::ByteWriter body(attribute);
  body.u4(0);
  body.u4(static_cast<uint32_t>(code.size()));
  body.bytes(code.data(), code.size());
  body.u4(0);
  Code decoded;
  if (decoded.decode(attribute.data(), attribute.size()) != classfile::CodeStatus::Ok) return {};
  return Reader(parsed, decoded).read();
}

}  // namespace isl
