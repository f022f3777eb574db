// A class file as a map of byte ranges (JVMS 4.1), and the writer that replaces some of them.
//
// Nothing is copied or decoded that no pass asks for: the writer emits the original bytes around the
// ranges that changed, which makes "unchanged" exact.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "classfile/ConstantPool.h"

namespace isl::classfile {

constexpr uint16_t kAccStatic = 0x0008;
constexpr uint16_t kAccBridge = 0x0040;
constexpr uint16_t kAccInterface = 0x0200;

struct Method {
  uint16_t access;
  std::string_view name;
  std::string_view descriptor;
  size_t code = 0;     // offset of the Code attribute's name index, 0: none
  size_t codeEnd = 0;  // offset behind the attribute
};

enum class ParseStatus : uint8_t { Ok, Malformed, UnsupportedVersion };

struct ClassFile {
  const uint8_t* data = nullptr;
  size_t size = 0;
  uint16_t majorVersion = 0;
  uint16_t access = 0;
  std::string_view name;
  std::string_view sourceFile;
  std::string_view sourceDebug;  // SourceDebugExtension, see SourceMap
  ConstantPool pool;
  size_t fieldCount = 0;  // offset of fields_count
  size_t fieldsEnd = 0;   // offset behind the last field
  std::vector<Method> methods;
  std::vector<uint32_t> bootstraps;  // offsets of the entries of BootstrapMethods

  ParseStatus parse(const uint8_t* bytes, size_t length);

  // The bootstrap method of an invokedynamic, invalid when the table does not have it.
  MemberRef bootstrapTarget(uint16_t index) const;
};

struct NewField {
  uint16_t access;
  std::string_view name;
  std::string_view descriptor;
};

// Replaces the bytes [begin, end) of the class file by `bytes[from, from+size)`.
struct Patch {
  size_t begin;
  size_t end;
  size_t from;
  size_t size;
};

struct Field {
  uint16_t access;
  std::string_view name;
  std::string_view descriptor;
};

// Those that the class declares, in the order of the file; up to the first that is malformed.
std::vector<Field> declaredFields(const ClassFile& cls);

// Writes `cls` with its pool's appended entries, `fields` added behind its own and `patches` (in
// order of `begin`, all behind the fields) applied. False when the pool has no room for the fields.
bool writeClass(ClassFile& cls, const std::vector<NewField>& fields,
                const std::vector<Patch>& patches, const std::vector<uint8_t>& bytes,
                std::vector<uint8_t>& out);

}  // namespace isl::classfile
