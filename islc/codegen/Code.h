// A C++ expression as text, which knows where it needs parentheses.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "llvm/ADT/StringRef.h"

namespace isl::codegen {

// How tightly the outermost operator binds, loosest first.
enum class Rank : uint8_t {
  Assign,
  Conditional,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Additive,
  Multiplicative,
  Unary,
  Primary
};

struct Code {
  std::string text;
  Rank rank = Rank::Primary;

  Code(std::string written, Rank outermost = Rank::Primary)
      : text(std::move(written)), rank(outermost) {}
  Code(const char* written) : text(written) {}

  // In parentheses unless it binds as tightly as `least`.
  std::string in(Rank least) const;
  // As an argument, an initial value or a condition. An assignment is in parentheses: in these places
  // compilers ask for them.
  std::string value() const { return in(Rank::Conditional); }
};

// `x spelling y`. What C++ would group itself, but people and compilers look at twice (`a && b || c`), is
// in parentheses.
Code infix(const Code& x, llvm::StringRef spelling, Rank rank, const Code& y);
// `function(arguments)`.
Code call(llvm::StringRef function, std::initializer_list<Code> arguments);

}  // namespace isl::codegen
