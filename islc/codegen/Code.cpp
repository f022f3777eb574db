#include "codegen/Code.h"

namespace isl::codegen {

std::string Code::in(Rank least) const { return rank < least ? "(" + text + ")" : text; }

static std::string operand(const Code& code, Rank outer, bool left) {
  const bool chained = code.rank == outer && left;
  const bool arithmetic = code.rank >= Rank::Additive;
  const bool condition = outer <= Rank::And && code.rank >= Rank::Equality;
  const bool comparison = outer == Rank::Equality || outer == Rank::Relational;
  const bool plain = code.rank > outer ? arithmetic || condition : chained && !comparison;
  return plain ? code.text : "(" + code.text + ")";
}

Code infix(const Code& x, llvm::StringRef spelling, Rank rank, const Code& y) {
  return {operand(x, rank, true) + " " + spelling.str() + " " + operand(y, rank, false), rank};
}

Code call(llvm::StringRef function, std::initializer_list<Code> arguments) {
  std::string text = function.str() + "(";
  const char* separator = "";
  for (const Code& argument : arguments) {
    text += separator + argument.value();
    separator = ", ";
  }
  return text + ")";
}

}  // namespace isl::codegen
