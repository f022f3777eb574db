#include "codegen/Names.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace isl::codegen {
namespace {

using sema::ConstValue;
using sema::Kind;

std::string number(Kind kind, double value) { return literal({kind, 0, value}).text; }
std::string number(Kind kind, int64_t value) { return literal({kind, value, 0}).text; }

TEST(Literal, FloatingIsShortAndExact) {
  EXPECT_EQ(number(Kind::Double, 0.3), "0.3");
  EXPECT_EQ(number(Kind::Double, 1000.0), "1000.0");
  EXPECT_EQ(number(Kind::Double, -0.0), "-0.0");
  EXPECT_EQ(number(Kind::Double, 1e300), "1e+300");
  EXPECT_EQ(number(Kind::Float, double(0.1f)), "0.1f");
  EXPECT_EQ(number(Kind::Float, 2.0), "2.0f");
  EXPECT_EQ(number(Kind::Double, std::nan("")), "__builtin_nan(\"\")");
  EXPECT_EQ(number(Kind::Float, -std::numeric_limits<double>::infinity()), "-__builtin_inff()");
  for (double value : {1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789.123456789})
    EXPECT_EQ(std::strtod(number(Kind::Double, value).c_str(), nullptr), value);
}

TEST(Literal, NegativeNumbersAreNoPrimaries) {
  EXPECT_EQ(literal({Kind::Int, -5, 0}).in(Rank::Primary), "(-5)");
  EXPECT_EQ(literal({Kind::Double, 0, -0.5}).in(Rank::Primary), "(-0.5)");
  EXPECT_EQ(literal({Kind::Long, -5, 0}).in(Rank::Primary), "int64_t(-5)");
  EXPECT_EQ(number(Kind::Int, int64_t{INT32_MIN}), "INT32_MIN");
  EXPECT_EQ(number(Kind::Long, INT64_MIN), "INT64_MIN");
}

TEST(Wrapped, GoesOnBelowTheFirstItem) {
  const std::vector<std::string> short_ = {"int a", "int b"};
  EXPECT_EQ(wrapped("f(", short_, ") {"), "f(int a, int b) {");
  const std::vector<std::string> items(4, std::string(30, 'x'));
  const std::string x = items[0];
  EXPECT_EQ(wrapped("void f(", items, ");"),
            "void f(" + x + ", " + x + ",\n       " + x + ", " + x + ");");
  // The last that fits, and the first that does not.
  const std::vector<std::string> two = {std::string(60, 'a'), std::string(34, 'b')};
  EXPECT_EQ(wrapped("gg(", two, ")"), "gg(" + two[0] + ", " + two[1] + ")");
  EXPECT_EQ(wrapped("ggg(", two, ")"), "ggg(" + two[0] + ",\n    " + two[1] + ")");
}

TEST(WrappedString, BreaksAtBlanks) {
  EXPECT_EQ(wrappedString(".why = ", "short"), ".why = \"short\"");
  const std::string word(40, 'w');
  EXPECT_EQ(wrappedString(".why = ", word + " " + word + " " + word),
            ".why = \"" + word + " " + word + " \"\n       \"" + word + "\"");
  const std::string long_(200, 'w');
  EXPECT_EQ(wrappedString("  ", long_), "  \"" + long_ + "\"");
}

}  // namespace
}  // namespace isl::codegen
