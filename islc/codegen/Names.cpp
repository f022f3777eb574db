#include "codegen/Names.h"

#include <charconv>
#include <cmath>

#include "ast/Walk.h"
#include "llvm/ADT/StringExtras.h"

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

// C++ compilers take `$` in names as Java does. The accessors of field `x` are get_x_f and set_x_f,
// which a name of the spec must not meet.
static std::string suffixed(llvm::StringRef name, const std::string& suffix) {
  bool accessor = name.startswith("get_") || name.startswith("set_");
  return name.str() + "_" + suffix + (accessor ? "n" : "");
}

std::string cppName(llvm::StringRef name, unsigned number) {
  return suffixed(name, std::to_string(number));
}

std::string fieldName(llvm::StringRef name) { return suffixed(name, "f"); }

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

// As short as it can be without meaning another number.
template <class Number>
static Code floating(Number number, const char* suffix) {
  const std::string f = suffix;
  if (std::isnan(number)) return "__builtin_nan" + f + "(\"\")";
  std::string text;
  if (std::isinf(number)) {
    text = (number < 0 ? "-__builtin_inf" : "__builtin_inf") + f + "()";
  } else {
    char digits[64];
    text.assign(digits, std::to_chars(digits, std::end(digits), number).ptr);
    text += (text.find_first_of(".e") == std::string::npos ? ".0" : "") + f;
  }
  return {text, text[0] == '-' ? Rank::Unary : Rank::Primary};
}

Code literal(const ConstValue& v) {
  const std::string digits = std::to_string(v.i);
  switch (v.kind) {
    case Kind::Boolean: return v.i ? "true" : "false";
    case Kind::Long: return v.i == INT64_MIN ? "INT64_MIN" : "int64_t(" + digits + ")";
    case Kind::Float: return floating(static_cast<float>(v.d), "f");
    case Kind::Double: return floating(v.d, "");
    case Kind::Int:
      if (v.i == INT32_MIN) return "INT32_MIN";
      return {digits, v.i < 0 ? Rank::Unary : Rank::Primary};
    default: return cppType(v.kind) + "(" + digits + ")";
  }
}

std::string wrapped(const std::string& head, llvm::ArrayRef<std::string> items,
                    llvm::StringRef tail) {
  std::string out = head;
  size_t column = head.size();
  for (const std::string& item : items) {
    const bool last = &item == &items.back();
    const size_t width = item.size() + (last ? tail.size() : 1);
    const bool first = &item == &items.front();
    if (!first && column + 1 + width > kColumns) {
      out += "\n" + std::string(head.size(), ' ');
      column = head.size();
    } else if (!first) {
      out += " ";
      ++column;
    }
    out += item + (last ? tail.str() : ",");
    column += width;
  }
  return out;
}

std::string wrappedString(const std::string& head, llvm::StringRef text) {
  // The quotes, and the comma behind the last piece.
  const size_t width = kColumns - head.size() - 3;
  std::string out = head;
  while (true) {
    std::string whole = cppString(text);
    const size_t end = text.size() <= width ? llvm::StringRef::npos : text.rfind(' ', width);
    if (end == llvm::StringRef::npos) return out + whole;
    out += cppString(text.take_front(end + 1)) + "\n" + std::string(head.size(), ' ');
    text = text.drop_front(end + 1);
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
