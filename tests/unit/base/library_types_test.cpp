// Whose a class is by its name.
#include "base/LibraryTypes.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(LibraryTypes, HoldOnSomebodyElsesBehalf) {
  for (const char* const type : {"java.util.HashMap$Node", "shop.Order[]", "scala.Some", ""})
    EXPECT_TRUE(isLibraryType(type)) << type;
  for (const char* const type : {"shop.Order", "javas.Order", "groovy.sql.Sql"})
    EXPECT_FALSE(isLibraryType(type)) << type;
}

TEST(LibraryTypes, AScriptIsToldByItsFile) {
  for (const char* file : {"shop.clj", "rules.js", "Orders.groovy", "a.b.rb"})
    EXPECT_TRUE(isScript(file)) << file;
  for (const char* file : {"Shop.java", "Shop.kt", "Shop.scala", "clj", "", "NO_SOURCE_FILE"})
    EXPECT_FALSE(isScript(file)) << file;
}

TEST(LibraryTypes, RunProgramsOfTheirLanguage) {
  for (const char* const type : {"clojure/main", "groovy/ui/GroovyMain", "org/jruby/Main"})
    EXPECT_TRUE(isOfLanguage(type)) << type;
  EXPECT_FALSE(isOfLanguage("shop/clojure/Main"));
}

TEST(LibraryTypes, KnowTheirParts) {
  EXPECT_TRUE(isInternalType("jdk.internal.ref.Cleaner"));
  EXPECT_FALSE(isInternalType("java.nio.DirectByteBuffer"));
  EXPECT_TRUE(isOfCollections("java.util.HashMap.put"));
  EXPECT_FALSE(isOfCollections("java.lang.StringBuilder.append"));
}

}  // namespace
}  // namespace isl
