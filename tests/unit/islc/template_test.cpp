#include "codegen/Template.h"

#include <gtest/gtest.h>

namespace isl::codegen {
namespace {

TEST(Template, FillsPlacesByName) {
  EXPECT_EQ(fill("${t} get_${n}() { return ${n}; }", {{"n", "x"}, {"t", "int"}}),
            "int get_x() { return x; }");
  EXPECT_EQ(fill("plain $ {text}", {}), "plain $ {text}");
  // Values are not templates.
  EXPECT_EQ(fill("${a}", {{"a", "${b}"}}), "${b}");
}

TEST(Template, LinesStandAlone) {
  EXPECT_EQ(fill("{\n${lines}\n}\n", {{"lines", "  a;\n  b;\n"}}), "{\n  a;\n  b;\n}\n");
  EXPECT_EQ(fill("{\n${lines}\n}\n", {{"lines", ""}}), "{\n}\n");
}

}  // namespace
}  // namespace isl::codegen
