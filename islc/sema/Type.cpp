#include "sema/Type.h"

#include "Diagnostics.h"
#include "sema/Model.h"

namespace isl::sema {

std::string name(const Type& type) {
  static const char* const names[] = {"?",      "boolean", "byte",    "short", "char",   "int",
                                      "long",   "float",   "double",  "Word",  "Object", "Field",
                                      "Method", "Type",    "History", "null",  "void"};
  std::string out = names[static_cast<int>(type.kind)];
  if (type.kind == Kind::History && type.history) out = type.history->name.str();
  for (unsigned i = 0; i < type.dims; ++i) out += "[]";
  return out;
}

char descriptor(Kind k) { return "?ZBSCIJFD"[static_cast<int>(k)]; }

unsigned byteSize(Kind k) {
  static const unsigned sizes[] = {0, 1, 1, 2, 2, 4, 8, 4, 8};
  return sizes[static_cast<int>(k)];
}

bool primitiveByName(llvm::StringRef text, Kind& out) {
  for (int k = static_cast<int>(Kind::Boolean); k <= static_cast<int>(Kind::Double); ++k) {
    if (name(Type(static_cast<Kind>(k))) == text) {
      out = static_cast<Kind>(k);
      return true;
    }
  }
  return false;
}

std::string primitiveNear(llvm::StringRef text) {
  if (text == "Integer") return "int";
  if (text == "Character") return "char";
  std::vector<std::string> all;
  for (int k = static_cast<int>(Kind::Boolean); k <= static_cast<int>(Kind::Double); ++k)
    all.push_back(name(Type(static_cast<Kind>(k))));
  return nearest(text, all);
}

Type unaryPromotion(Type t) { return t.kind < Kind::Int && t.isNumeric() ? Type(Kind::Int) : t; }

Type binaryPromotion(Type a, Type b) {
  Kind wide = std::max(a.kind, b.kind);
  return wide < Kind::Int ? Kind::Int : wide;
}

static Conversion numeric(Kind from, Kind to) {
  if (from == to) return Conversion::Ok;
  if (to == Kind::Char || (from == Kind::Char && to < Kind::Int)) return Conversion::Lossy;
  return from < to ? Conversion::Ok : Conversion::Lossy;
}

Conversion assignable(Type from, Type to) {
  if (from == to || from.isError() || to.isError()) return Conversion::Ok;
  if (from.isNumeric() && to.isNumeric()) return numeric(from.kind, to.kind);
  if (from.is(Kind::Word)) {
    return to.is(Kind::Int) || to.is(Kind::Long) ? Conversion::Ok : Conversion::None;
  }
  if (from.is(Kind::Null)) {
    return to.isArray() || to.is(Kind::Object) ? Conversion::Ok : Conversion::None;
  }
  if (from.isArray() && to.is(Kind::Object)) return Conversion::Ok;
  if (from.isArray() && to.isArray() && to.kind == Kind::Object && from.dims > to.dims) {
    return Conversion::Ok;
  }
  if (from.is(Kind::History) && to.is(Kind::History) && !to.history) return Conversion::Ok;
  return Conversion::None;
}

}  // namespace isl::sema
