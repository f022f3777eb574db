#include "codegen/Code.h"

#include <gtest/gtest.h>

namespace isl::codegen {
namespace {

const Code a = "a", b = "b", c = "c";

Code sum(const Code& x, const Code& y) { return infix(x, "+", Rank::Additive, y); }
Code product(const Code& x, const Code& y) { return infix(x, "*", Rank::Multiplicative, y); }
Code less(const Code& x, const Code& y) { return infix(x, "<", Rank::Relational, y); }
Code equal(const Code& x, const Code& y) { return infix(x, "==", Rank::Equality, y); }
Code both(const Code& x, const Code& y) { return infix(x, "&&", Rank::And, y); }
Code either(const Code& x, const Code& y) { return infix(x, "||", Rank::Or, y); }

TEST(Code, KeepsTheTreeOfArithmetic) {
  EXPECT_EQ(sum(sum(a, b), c).text, "a + b + c");
  EXPECT_EQ(sum(a, sum(b, c)).text, "a + (b + c)");
  EXPECT_EQ(sum(a, product(b, c)).text, "a + b * c");
  EXPECT_EQ(product(sum(a, b), c).text, "(a + b) * c");
  EXPECT_EQ(sum(a, Code("-b", Rank::Unary)).text, "a + -b");
}

TEST(Code, PutsWhatIsMisreadInParentheses) {
  EXPECT_EQ(both(less(a, b), equal(b, c)).text, "a < b && b == c");
  EXPECT_EQ(both(both(a, b), c).text, "a && b && c");
  EXPECT_EQ(both(a, both(b, c)).text, "a && (b && c)");
  EXPECT_EQ(either(both(a, b), c).text, "(a && b) || c");
  EXPECT_EQ(both(either(a, b), c).text, "(a || b) && c");
  EXPECT_EQ(equal(equal(a, b), c).text, "(a == b) == c");
  EXPECT_EQ(equal(less(a, b), c).text, "(a < b) == c");
  EXPECT_EQ(less(sum(a, b), c).text, "a + b < c");
  const Code masked = infix(a, "&", Rank::BitAnd, b);
  EXPECT_EQ(infix(masked, "|", Rank::BitOr, c).text, "(a & b) | c");
  EXPECT_EQ(infix(masked, "&", Rank::BitAnd, c).text, "a & b & c");
}

TEST(Code, ArgumentsAndValues) {
  const Code assignment("a = b", Rank::Assign);
  EXPECT_EQ(call("f", {}).text, "f()");
  EXPECT_EQ(call("f", {sum(a, b), assignment}).text, "f(a + b, (a = b))");
  EXPECT_EQ(assignment.value(), "(a = b)");
  EXPECT_EQ(both(a, b).value(), "a && b");
  EXPECT_EQ(sum(a, b).in(Rank::Primary), "(a + b)");
  EXPECT_EQ(call("f", {a}).in(Rank::Primary), "f(a)");
}

}  // namespace
}  // namespace isl::codegen
