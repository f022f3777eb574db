#include "base/Text.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Split, KeepsEveryPart) {
  EXPECT_EQ(split("a;bc;d", ';'), (Parts{"a", "bc", "d"}));
  EXPECT_EQ(split(";a;;", ';'), (Parts{"", "a", "", ""}));
  EXPECT_EQ(split("a,b", ';'), (Parts{"a,b"}));
  EXPECT_EQ(split("", ';'), (Parts{""}));
}

TEST(Dotted, ReadsSlashesAsDots) {
  EXPECT_EQ(dotted("java/util/Map$Entry"), "java.util.Map$Entry");
  EXPECT_EQ(dotted("Main"), "Main");
  EXPECT_EQ(dotted(""), "");
}

}  // namespace
}  // namespace isl
