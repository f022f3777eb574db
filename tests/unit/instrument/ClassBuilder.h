// Class files by hand, and a way to read the result: as text, one word an instruction.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "classfile/ClassFile.h"
#include "classfile/Code.h"

namespace isl::test {

using classfile::ByteWriter;
using Bytes = std::vector<uint8_t>;

struct BuiltMethod {
  std::string name = "m";
  std::string descriptor = "()V";
  uint16_t access = classfile::kAccStatic;
  uint16_t maxStack = 8;
  uint16_t maxLocals = 8;
  Bytes code;
  std::vector<classfile::Handler> handlers;
  std::vector<std::pair<std::string, Bytes>> attributes;  // of Code
};

class ClassBuilder {
 public:
  explicit ClassBuilder(const std::string& name, uint16_t version = 61)
      : version_(version), this_(cls(name)), super_(cls("java/lang/Object")) {}

  uint16_t utf8(const std::string& text) {
    return entry("u" + text, [&](ByteWriter& w) {
      w.u1(1);
      w.u2(static_cast<uint32_t>(text.size()));
      w.text(text);
    });
  }
  uint16_t cls(const std::string& name) {
    const uint16_t index = utf8(name);
    return entry("c" + name, [&](ByteWriter& w) {
      w.u1(7);
      w.u2(index);
    });
  }
  uint16_t field(const std::string& owner, const std::string& name, const std::string& type) {
    return member(9, owner, name, type);
  }
  uint16_t method(const std::string& owner, const std::string& name, const std::string& type) {
    return member(10, owner, name, type);
  }
  // An invokedynamic whose bootstrap method is the static `owner.bootstrap`.
  uint16_t dynamic(const std::string& owner, const std::string& bootstrap, const std::string& name,
                   const std::string& type) {
    const uint16_t target = method(owner, bootstrap, "()V");
    const uint16_t handle = entry("h" + owner + bootstrap, [&](ByteWriter& w) {
      w.u1(15);
      w.u1(6);
      w.u2(target);
    });
    bootstraps_.push_back(handle);
    const uint16_t pair = nameAndType(name, type);
    return entry("i" + std::to_string(bootstraps_.size()), [&](ByteWriter& w) {
      w.u1(18);
      w.u2(static_cast<uint32_t>(bootstraps_.size()) - 1);
      w.u2(pair);
    });
  }
  // Fills the pool so that later entries need two bytes.
  void pad(uint32_t entries) {
    for (uint32_t i = 0; i < entries; ++i) utf8("padding" + std::to_string(i));
  }

  void add(BuiltMethod method) { methods_.push_back(std::move(method)); }

  std::string sourceDebug;  // SourceDebugExtension; empty: none

  Bytes build() {
    Bytes body;
    ByteWriter w(body);
    w.u2(0x21);
    w.u2(this_);
    w.u2(super_);
    w.u2(0);
    w.u2(0);
    w.u2(static_cast<uint32_t>(methods_.size()));
    for (const BuiltMethod& m : methods_) write(w, m);
    w.u2(1 + (bootstraps_.empty() ? 0u : 1u) + (sourceDebug.empty() ? 0u : 1u));
    if (!sourceDebug.empty()) {
      w.u2(utf8("SourceDebugExtension"));
      w.u4(static_cast<uint32_t>(sourceDebug.size()));
      w.text(sourceDebug);
    }
    w.u2(utf8("SourceFile"));
    w.u4(2);
    w.u2(utf8("T.java"));
    if (!bootstraps_.empty()) {
      w.u2(utf8("BootstrapMethods"));
      w.u4(static_cast<uint32_t>(2 + 4 * bootstraps_.size()));
      w.u2(static_cast<uint32_t>(bootstraps_.size()));
      for (const uint16_t handle : bootstraps_) {
        w.u2(handle);
        w.u2(0);
      }
    }
    Bytes out;
    ByteWriter head(out);
    head.u4(0xcafebabe);
    head.u2(0);
    head.u2(version_);
    head.u2(count_);
    head.bytes(pool_.data(), pool_.size());
    head.bytes(body.data(), body.size());
    return out;
  }

 private:
  template <typename Write>
  uint16_t entry(const std::string& key, Write write) {
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    ByteWriter w(pool_);
    write(w);
    return known_[key] = count_++;
  }
  uint16_t nameAndType(const std::string& name, const std::string& type) {
    const uint16_t nameIndex = utf8(name);
    const uint16_t typeIndex = utf8(type);
    return entry("n" + name + " " + type, [&](ByteWriter& w) {
      w.u1(12);
      w.u2(nameIndex);
      w.u2(typeIndex);
    });
  }
  uint16_t member(uint8_t tag, const std::string& owner, const std::string& name,
                  const std::string& type) {
    const uint16_t ownerIndex = cls(owner);
    const uint16_t pair = nameAndType(name, type);
    return entry("m" + std::to_string(tag) + owner + " " + name + type, [&](ByteWriter& w) {
      w.u1(tag);
      w.u2(ownerIndex);
      w.u2(pair);
    });
  }
  void write(ByteWriter& w, const BuiltMethod& m) {
    w.u2(m.access);
    w.u2(utf8(m.name));
    w.u2(utf8(m.descriptor));
    w.u2(1);
    w.u2(utf8("Code"));
    const size_t lengthAt = w.position();
    w.u4(0);
    w.u2(m.maxStack);
    w.u2(m.maxLocals);
    w.u4(static_cast<uint32_t>(m.code.size()));
    w.bytes(m.code.data(), m.code.size());
    w.u2(static_cast<uint32_t>(m.handlers.size()));
    for (const classfile::Handler& h : m.handlers) {
      w.u2(h.start);
      w.u2(h.end);
      w.u2(h.handler);
      w.u2(h.catchType);
    }
    w.u2(static_cast<uint32_t>(m.attributes.size()));
    for (const auto& attribute : m.attributes) {
      w.u2(utf8(attribute.first));
      w.u4(static_cast<uint32_t>(attribute.second.size()));
      w.bytes(attribute.second.data(), attribute.second.size());
    }
    w.patch4(lengthAt, static_cast<uint32_t>(w.position() - lengthAt - 4));
  }

  uint16_t version_;
  uint16_t count_ = 1;
  Bytes pool_;
  std::map<std::string, uint16_t> known_;
  uint16_t this_;
  uint16_t super_;
  std::vector<BuiltMethod> methods_;
  std::vector<uint16_t> bootstraps_;
};

// Bytecode by appending: code(op::aload_0, op::getfield, U2{ref}, op::areturn).
struct U2 {
  uint32_t value;
};
inline void append(Bytes& out, int byte) { out.push_back(static_cast<uint8_t>(byte)); }
inline void append(Bytes& out, U2 v) { ByteWriter(out).u2(v.value); }
template <typename... Parts>
Bytes code(Parts... parts) {
  Bytes out;
  (append(out, parts), ...);
  return out;
}

// A class that outlives the bytes it was parsed from.
struct Parsed {
  explicit Parsed(Bytes content) : bytes(std::move(content)) {
    status = file.parse(bytes.data(), bytes.size());
  }
  classfile::CodeStatus decode(const std::string& method, classfile::Code& out) const {
    for (const classfile::Method& m : file.methods) {
      if (m.name != method || m.code == 0) continue;
      return out.decode(bytes.data() + m.code + 6, m.codeEnd - m.code - 6);
    }
    return classfile::CodeStatus::Malformed;
  }
  Bytes bytes;
  classfile::ClassFile file;
  classfile::ParseStatus status;
};

inline const char* mnemonic(uint8_t opcode) {
  static const char* const kNames[] = {
#define ISL_OPCODE(name, value, length, pops, pushes, shape) #name,
#include "classfile/Opcodes.def"
  };
  return kNames[opcode];
}

// "aload_0 dup touch getfield return_": calls of the runtime appear by the helper's name.
inline std::string disassemble(const Parsed& cls, const std::string& method = "m") {
  classfile::Code body;
  if (cls.decode(method, body) == classfile::CodeStatus::Malformed) return "malformed";
  std::string text;
  for (uint32_t i = 0; i < body.count(); ++i) {
    const uint8_t opcode = body.insns()[i].opcode;
    std::string word = mnemonic(opcode);
    if (opcode == classfile::op::invokestatic) {
      const classfile::MemberRef ref = cls.file.pool.member(body.operand2(i));
      if (ref.owner.substr(0, 13) == "java/lang/Isl") word = std::string(ref.name);
    }
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

}  // namespace isl::test
