#include "codegen/Names.h"

#include <cmath>

#include "ast/Walk.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::codegen {

using namespace sema;

std::string cppType(const Type& type) {
  if (type.isArray()) return "isl::Array";
  switch (type.kind) {
    case Kind::Boolean: return "bool";
    case Kind::Byte: return "int8_t";
    case Kind::Short: return "int16_t";
    case Kind::Char: return "uint16_t";
    case Kind::Int: return "int32_t";
    case Kind::Long: return "int64_t";
    case Kind::Float: return "float";
    case Kind::Double: return "double";
    case Kind::Word: return "uint32_t";
    case Kind::Field: return "const IslField*";
    case Kind::Method: return "const IslMethod*";
    case Kind::TypeValue: return "isl::TypeValue";
    case Kind::Object:
    case Kind::Null: return "isl::Ref";
    default: return "void";
  }
}

std::string cppName(llvm::StringRef name, unsigned number) {
  // C++ compilers take `$` in names as Java does. The accessors of field `x` are get_x_0 and
  // set_x_0, which a name of the spec must not meet.
  bool accessor = name.startswith("get_") || name.startswith("set_");
  return name.str() + "_" + std::to_string(number) + (accessor ? "n" : "");
}

std::string cppString(llvm::StringRef text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') out += std::string("\\") + static_cast<char>(c);
    // Octal escapes end after three digits, whatever follows; `?` could begin a trigraph.
    else if (c < 0x20 || c >= 0x7f || c == '?') {
      out +=
          std::string("\\") + char('0' + (c >> 6)) + char('0' + (c >> 3 & 7)) + char('0' + (c & 7));
    } else
      out += static_cast<char>(c);
  }
  return out + "\"";
}

std::string literal(const ConstValue& v) {
  switch (v.kind) {
    case Kind::Boolean: return v.i ? "true" : "false";
    case Kind::Long: return v.i == INT64_MIN ? "INT64_MIN" : "int64_t(" + std::to_string(v.i) + ")";
    case Kind::Float:
    case Kind::Double: {
      std::string type = v.kind == Kind::Float ? "float" : "double";
      if (std::isnan(v.d)) return type + "(__builtin_nan(\"\"))";
      if (std::isinf(v.d)) return type + (v.d < 0 ? "(-__builtin_inf())" : "(__builtin_inf())");
      std::string text;
      llvm::raw_string_ostream(text) << llvm::format("%a", v.d);
      return type + "(" + text + ")";
    }
    case Kind::Int: return v.i == INT32_MIN ? "INT32_MIN" : std::to_string(v.i);
    default: return cppType(v.kind) + "(" + std::to_string(v.i) + ")";
  }
}

const ast::Expr* regionLength(const Model& model) {
  const ast::Expr* length = nullptr;
  for (auto& h : model.handlers) {
    ast::walk(h->decl->body, [&](const ast::Expr* e) {
      if (model.info(e).builtin == Builtin::HistorySubHistory && !length) {
        length = llvm::cast<ast::Call>(e)->args[1];
      }
    });
  }
  return length;
}

}  // namespace isl::codegen
