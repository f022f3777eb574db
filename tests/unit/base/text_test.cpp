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

TEST(Dotted, AndBack) { EXPECT_EQ(internalName("java.util.Map$Entry"), "java/util/Map$Entry"); }

TEST(JdkName, IsOfItsPackages) {
  for (const char* name : {"java/lang/String", "javax.swing.JFrame", "jdk/internal/misc/Unsafe",
                           "sun.misc.Unsafe", "com/sun/proxy/$Proxy1", "com.sun.proxy.$Proxy1"})
    EXPECT_TRUE(isJdkName(name)) << name;
  for (const char* name :
       {"", "java", "javac/Main", "com/sunny/Day", "shop.java.Bean", "sunny.Day"})
    EXPECT_FALSE(isJdkName(name)) << name;
}

}  // namespace
}  // namespace isl
