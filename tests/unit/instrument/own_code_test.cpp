// Whose code a class is, by where it was loaded from.
#include "instrument/OwnCode.h"

#include <gtest/gtest.h>

#include "mock_jni.h"

namespace isl {
namespace {

using test::MockJni;
using test::MockObject;
using test::MockText;

class Sources : public testing::Test {
 protected:
  // A class of that name whose code source has that URL.
  static bool isOwn(OwnCode& code, MockJni& jni, const char* name, const char* file,
                    const char* protocol = "file") {
    MockText fileText, protocolText;
    fileText.text = file;
    protocolText.text = protocol;
    MockObject domain, source, location;
    domain.got["codesource"] = &source;
    source.got["location"] = &location;
    location.got["file"] = &fileText;
    location.got["protocol"] = &protocolText;
    code.onLoad(&jni, name, MockJni::handleOf(domain));
    return code.has(name);
  }
  bool isOwn(OwnCode& code, const char* name, const char* file, const char* protocol = "file") {
    return isOwn(code, jni_, name, file, protocol);
  }

  MockJni jni_;
};

TEST_F(Sources, AreOwnInAFolder) {
  OwnCode code("org.apache.maven.surefire.booter.ForkedBooter");
  ASSERT_TRUE(code.prepare(&jni_));
  EXPECT_TRUE(isOwn(code, "a/Shop", "/shop/target/classes/"));
  EXPECT_FALSE(isOwn(code, "b/Core", "/home/me/.m2/repository/b/core/1/core-1.jar"));
  EXPECT_FALSE(isOwn(code, "com/sun/tools/javac/Main", "/jdk.compiler/", "jrt"));
  EXPECT_FALSE(isOwn(code, "Script1", "/groovy/script")) << "made up by a compiler at run time";
  EXPECT_FALSE(code.has("never/Seen"));
}

TEST_F(Sources, AreOwnInTheArchiveOfTheMainClass) {
  OwnCode code("shop/a.Main");
  ASSERT_TRUE(code.prepare(&jni_));
  EXPECT_FALSE(isOwn(code, "b/Agent", "/opt/agent.jar"));
  EXPECT_TRUE(isOwn(code, "a/Main", "/opt/shop.jar"));
  EXPECT_TRUE(isOwn(code, "a/Shop", "/opt/shop.jar"));
  EXPECT_FALSE(isOwn(code, "b/Core", "/opt/lib/core.jar"));
}

TEST_F(Sources, AreOwnInAnArchiveThatRuns) {
  for (const char* const mark : {"!/", "/!"}) {
    OwnCode code("/opt/shop.jar");
    ASSERT_TRUE(code.prepare(&jni_));
    const std::string inside = std::string("nested:/opt/shop.jar") + mark + "BOOT-INF/";
    EXPECT_TRUE(isOwn(code, "a/Main", (inside + "classes!/").c_str(), "jar"));
    EXPECT_FALSE(isOwn(code, "b/Core", (inside + "lib/core.jar!/").c_str(), "jar"));
    EXPECT_TRUE(isOwn(code, "a/Plain", "/opt/shop.jar"));
  }
}

TEST_F(Sources, AreNotOwnInALanguagesLibrary) {
  OwnCode code("clojure.main");
  ASSERT_TRUE(code.prepare(&jni_));
  EXPECT_FALSE(isOwn(code, "clojure/main", "/opt/clojure.jar"));
  EXPECT_FALSE(isOwn(code, "clojure/lang/RT", "/opt/clojure.jar"));
  EXPECT_TRUE(isOwn(code, "desk/core$login", "/desk/classes/"));
  OwnCode shaded("desk.core");
  ASSERT_TRUE(shaded.prepare(&jni_));
  EXPECT_TRUE(isOwn(shaded, "desk/core", "/opt/desk-standalone.jar"));
  EXPECT_FALSE(isOwn(shaded, "clojure/lang/RT", "/opt/desk-standalone.jar"));
}

TEST_F(Sources, AreUnknownWithoutADomainOrItsFields) {
  OwnCode code("a.Main");
  EXPECT_FALSE(isOwn(code, "a/Early", "/shop/target/classes/")) << "before the VM is ready";
  MockJni other;
  other.lacks("codesource");
  OwnCode blind("a.Main");
  EXPECT_FALSE(blind.prepare(&other));
  EXPECT_FALSE(isOwn(blind, other, "a/Shop", "/shop/target/classes/"));
  ASSERT_TRUE(code.prepare(&jni_));
  code.onLoad(&jni_, "a/Proxy", nullptr);
  MockObject bare;
  code.onLoad(&jni_, "a/Other", MockJni::handleOf(bare));
  EXPECT_FALSE(code.has("a/Proxy"));
  EXPECT_FALSE(code.has("a/Other"));
}

}  // namespace
}  // namespace isl
