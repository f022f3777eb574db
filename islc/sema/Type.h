// Types of the language (a small value) and Java's conversions between them.
#pragma once

#include <cstdint>
#include <string>

#include "llvm/ADT/StringRef.h"

namespace isl::sema {

struct HistoryInfo;

enum class Kind : uint8_t {
  Error,  // an error was reported; compatible with everything
  Boolean,
  Byte,
  Short,
  Char,
  Int,
  Long,
  Float,
  Double,
  Word,
  Object,
  Field,
  Method,
  TypeValue,
  History,
  Null,
  Void
};

struct Type {
  Kind kind = Kind::Error;
  uint8_t dims = 0;                      // arrays of primitives or Object
  const HistoryInfo* history = nullptr;  // of a History type; null = any history

  Type() = default;
  Type(Kind k, unsigned d = 0, const HistoryInfo* h = nullptr)  // NOLINT: a kind is a type
      : kind(k), dims(static_cast<uint8_t>(d)), history(h) {}

  bool operator==(const Type& o) const {
    return kind == o.kind && dims == o.dims && history == o.history;
  }
  bool operator!=(const Type& o) const { return !(*this == o); }
  bool is(Kind k) const { return kind == k && dims == 0; }
  bool isError() const { return kind == Kind::Error; }
  bool isArray() const { return dims != 0; }
  bool isPrimitive() const { return dims == 0 && kind >= Kind::Boolean && kind <= Kind::Double; }
  bool isNumeric() const { return dims == 0 && kind >= Kind::Byte && kind <= Kind::Double; }
  bool isIntegral() const { return dims == 0 && kind >= Kind::Byte && kind <= Kind::Long; }
  bool isFloating() const { return is(Kind::Float) || is(Kind::Double); }
  bool isReference() const { return isArray() || is(Kind::Object) || is(Kind::Null); }
  Type element() const { return Type(kind, dims - 1u); }
};

std::string name(const Type& type);
char descriptor(Kind primitive);    // JVM descriptor char
unsigned byteSize(Kind primitive);  // in memory
bool primitiveByName(llvm::StringRef name, Kind& out);
// The primitive type that was meant, as by `bool` or `Integer`, or empty.
std::string primitiveNear(llvm::StringRef name);

Type unaryPromotion(Type t);
Type binaryPromotion(Type a, Type b);

enum class Conversion : uint8_t { Ok, Lossy, None };
// Assignment conversion without the rule for constants.
Conversion assignable(Type from, Type to);

}  // namespace isl::sema
