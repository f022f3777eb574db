#include "sema/Constant.h"

#include <cmath>

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::sema {

using ast::BinaryOp;
using ast::UnaryOp;

static int64_t narrow(int64_t v, Kind to) {
  switch (to) {
    case Kind::Byte: return static_cast<int8_t>(v);
    case Kind::Short: return static_cast<int16_t>(v);
    case Kind::Char: return static_cast<uint16_t>(v);
    case Kind::Int: return static_cast<int32_t>(v);
    default: return v;
  }
}

// Java's saturating conversion; narrower kinds go by way of int.
static int64_t fromFloating(double d, Kind to) {
  if (std::isnan(d)) return 0;
  if (to == Kind::Long) {
    if (d >= 9223372036854775807.0) return INT64_MAX;
    if (d <= -9223372036854775808.0) return INT64_MIN;
    return static_cast<int64_t>(d);
  }
  double clamped = std::min(std::max(d, -2147483648.0), 2147483647.0);
  return narrow(static_cast<int64_t>(clamped), to);
}

ConstValue convert(ConstValue v, Kind to) {
  ConstValue r;
  r.kind = to;
  bool floating = v.kind >= Kind::Float;
  if (to >= Kind::Float) {
    r.d = floating            ? v.d
          : to == Kind::Float ? static_cast<double>(static_cast<float>(v.i))
                              : static_cast<double>(v.i);
    if (to == Kind::Float) r.d = static_cast<float>(r.d);
  } else {
    r.i = floating ? fromFloating(v.d, to) : narrow(v.i, to);
  }
  return r;
}

bool fits(const ConstValue& v, Kind to) {
  return v.kind < Kind::Long && v.kind != Kind::Boolean && narrow(v.i, to) == v.i;
}

std::string text(const ConstValue& v) {
  if (v.kind == Kind::Boolean) return v.i ? "true" : "false";
  if (v.kind < Kind::Float) return std::to_string(v.i);
  std::string out;
  llvm::raw_string_ostream(out) << llvm::format("%.17g", v.d);
  return out;
}

static ConstValue boolean(bool b) { return {Kind::Boolean, b, 0}; }

template <class T>
static llvm::Optional<ConstValue> compare(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::Lt: return boolean(a < b);
    case BinaryOp::Le: return boolean(a <= b);
    case BinaryOp::Gt: return boolean(a > b);
    case BinaryOp::Ge: return boolean(a >= b);
    case BinaryOp::Eq: return boolean(a == b);
    case BinaryOp::Ne: return boolean(a != b);
    default: return llvm::None;
  }
}

static llvm::Optional<ConstValue> foldFloating(BinaryOp op, ConstValue a, ConstValue b) {
  ConstValue r;
  r.kind = a.kind;
  switch (op) {
    case BinaryOp::Add: r.d = a.d + b.d; break;
    case BinaryOp::Sub: r.d = a.d - b.d; break;
    case BinaryOp::Mul: r.d = a.d * b.d; break;
    case BinaryOp::Div: r.d = a.d / b.d; break;
    case BinaryOp::Rem: r.d = std::fmod(a.d, b.d); break;
    default: return compare(op, a.d, b.d);
  }
  if (r.kind == Kind::Float) r.d = static_cast<float>(r.d);
  return r;
}

static llvm::Optional<ConstValue> foldBoolean(BinaryOp op, bool a, bool b) {
  switch (op) {
    case BinaryOp::And:
    case BinaryOp::LogAnd: return boolean(a && b);
    case BinaryOp::Or:
    case BinaryOp::LogOr: return boolean(a || b);
    case BinaryOp::Xor:
    case BinaryOp::Ne: return boolean(a != b);
    case BinaryOp::Eq: return boolean(a == b);
    default: return llvm::None;
  }
}

llvm::Optional<ConstValue> foldBinary(BinaryOp op, ConstValue a, ConstValue b, Fold& problem) {
  problem = Fold::Ok;
  if (a.kind == Kind::Boolean) return foldBoolean(op, a.i != 0, b.i != 0);
  if (a.kind >= Kind::Float) return foldFloating(op, a, b);
  __extension__ typedef __int128 Wide;
  Wide x = a.i, y = b.i, wide = 0;
  unsigned mask = a.kind == Kind::Long ? 63 : 31;
  uint64_t bits = a.kind == Kind::Long ? static_cast<uint64_t>(a.i) : static_cast<uint32_t>(a.i);
  bool checked = false;
  switch (op) {
    case BinaryOp::Add:
      wide = x + y;
      checked = true;
      break;
    case BinaryOp::Sub:
      wide = x - y;
      checked = true;
      break;
    case BinaryOp::Mul:
      wide = x * y;
      checked = true;
      break;
    case BinaryOp::Div:
    case BinaryOp::Rem:
      if (b.i == 0) {
        problem = Fold::Division;
        return llvm::None;
      }
      wide = op == BinaryOp::Div ? x / y : x % y;
      checked = true;
      break;
    case BinaryOp::Shl: wide = static_cast<int64_t>(bits << (b.i & mask)); break;
    case BinaryOp::Shr: wide = a.i >> (b.i & mask); break;
    case BinaryOp::Ushr: wide = static_cast<int64_t>(bits >> (b.i & mask)); break;
    case BinaryOp::And: wide = a.i & b.i; break;
    case BinaryOp::Or: wide = a.i | b.i; break;
    case BinaryOp::Xor: wide = a.i ^ b.i; break;
    default: return compare(op, a.i, b.i);
  }
  ConstValue r;
  r.kind = a.kind;
  r.i = narrow(static_cast<int64_t>(wide), a.kind);
  if (checked && wide != r.i) problem = Fold::Overflow;
  return r;
}

llvm::Optional<ConstValue> foldUnary(UnaryOp op, ConstValue a, Fold& problem) {
  problem = Fold::Ok;
  ConstValue r = a;
  switch (op) {
    case UnaryOp::Plus: break;
    case UnaryOp::Minus:
      r.d = -a.d;
      r.i = narrow(static_cast<int64_t>(0 - static_cast<uint64_t>(a.i)), a.kind);
      break;
    case UnaryOp::Not: r.i = !a.i; break;
    case UnaryOp::Complement: r.i = ~a.i; break;
  }
  return r;
}

}  // namespace isl::sema
