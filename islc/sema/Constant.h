// Values of constant expressions, with Java's arithmetic.
#pragma once

#include "ast/Ast.h"
#include "sema/Type.h"
#include "llvm/ADT/Optional.h"

namespace isl::sema {

struct ConstValue {
  Kind kind = Kind::Int;
  int64_t i = 0;  // integral kinds and boolean
  double d = 0;   // float, double

  bool isZero() const { return kind >= Kind::Float ? d == 0 : i == 0; }
};

enum class Fold : uint8_t { Ok, Overflow, Division };

ConstValue convert(ConstValue value, Kind to);
bool fits(const ConstValue& value, Kind to);
std::string text(const ConstValue& value);

// Operands already promoted to one kind (shifts: each on its own). `problem` tells what Java
// would do silently; the caller decides whether that is an error.
llvm::Optional<ConstValue> foldBinary(ast::BinaryOp op, ConstValue a, ConstValue b, Fold& problem);
llvm::Optional<ConstValue> foldUnary(ast::UnaryOp op, ConstValue a, Fold& problem);

}  // namespace isl::sema
