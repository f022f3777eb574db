// The line that fills a collection, by the calls that a class has.
#include "verdict/OnlyCall.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

class OnlyCallTest : public ::testing::Test {
 protected:
  void call(const char* className, const char* method, int32_t line, const char* target,
            SiteKind kind = SiteKind::LibraryCall) {
    sites_.intern({className, method, "()V", "Tracker.java", line, static_cast<uint32_t>(line),
                   kind, target});
  }
  SourceLine found() const {
    return onlyCallInto(sites_, "shop/Tracker", [](const std::string& className) {
      return className == "java.util.List" || className == "java.util.ArrayList";
    });
  }

  SiteTable sites_;
};

TEST_F(OnlyCallTest, IsTheOneThatAdds) {
  EXPECT_EQ(found().line, -1) << "none";
  call("shop/Tracker", "clear", 5, "java/util/List.clear");
  call("shop/Tracker", "name", 6, "java/util/Map.put");
  call("shop/Tracker", "made", 7, "java/util/List.add", SiteKind::New);
  call("shop/TrackerTest", "test", 8, "java/util/List.add");
  EXPECT_EQ(found().line, -1) << "of another collection, and another class";
  call("shop/Tracker$Open", "track", 12, "java/util/List.add");
  EXPECT_EQ(found().line, 12);
  EXPECT_EQ(found().method, "shop.Tracker$Open.track");
  EXPECT_EQ(found().file, "Tracker.java");
  call("shop/Tracker", "again", 20, "java/util/ArrayList.addAll");
  EXPECT_EQ(found().line, -1) << "it may be either";
}

TEST_F(OnlyCallTest, IsSeenOnALine) {
  const auto keeps = [this](const char* method, int32_t line) {
    return KeepingLines(sites_).has("shop/Tracker", method, line);
  };
  call("shop/Tracker", "open", 12, "java/lang/StringBuilder.append");
  call("shop/Tracker", "open", 12, "java/util/List.add", SiteKind::New);
  EXPECT_FALSE(keeps("open", 12));
  call("shop/Tracker", "open", 12, "java/util/Timer.schedule");
  EXPECT_TRUE(keeps("open", 12));
  EXPECT_FALSE(keeps("open", 13));
  EXPECT_FALSE(keeps("close", 12));
}

}  // namespace
}  // namespace isl
