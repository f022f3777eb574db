// The program's own line, where no sampled call tells it.
#include "verdict/OwnMaker.h"

#include <gtest/gtest.h>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;
using test::pathOf;
using test::siteOf;

constexpr uint32_t kLibrary = 1, kHandler = 2, kMain = 3, kOther = 4;

report::Site placeOf(uint32_t id) {
  report::Site out;
  out.className = id == kLibrary ? "bus.Bus" : "shop.Shop";
  out.method = id == kHandler ? "enter" : id == kMain ? "main" : "leave";
  out.file = id == kLibrary ? "Bus.java" : "Shop.java";
  out.line = static_cast<int32_t>(10 * id);
  return out;
}

report::PathEdge made(uint32_t site, const char* type, const char* field) {
  report::PathEdge out = edge(type, field);
  out.holderId = site;
  return out;
}

// bus.Bus.all: an array of registrations, each with a handler of the shop's; the bus was made by the shop's main.
report::Path registered(std::vector<report::PathEdge> below) {
  below.push_back(made(kLibrary, "bus.Registration", "handler"));
  below.push_back(edge("bus.Registration[]", "[*]"));
  below.push_back(made(kMain, "shop.MyList", "table"));
  below.push_back(made(kMain, "bus.Bus", "all"));
  return pathOf(std::move(below), "static", "shop.Shop.bus");
}

class OwnMaker : public testing::Test {
 protected:
  OwnMaker() {
    finding_.holder = {"field", "bus.Bus", "all", "", ""};
    finding_.objects = 10;
    finding_.sites = {1};
  }

  void add(const char* type, uint64_t bytes, report::Path path, const char* className) {
    sites_.push_back(siteOf(type, bytes, std::move(path), "growing"));
    sites_.back().className = className;
    sites_.back().rank = static_cast<uint32_t>(sites_.size());
  }

  std::optional<report::Site> maker() const {
    const auto isOwn = [](const std::string& name) { return name.rfind("shop.", 0) == 0; };
    return ownMakerOf({&sites_, &heap_, placeOf, isOwn}, finding_);
  }

  std::vector<report::Site> sites_;
  std::vector<report::Path> heap_;
  report::Finding finding_;
};

TEST_F(OwnMaker, IsWhoMakesWhatComesBetween) {
  add("byte[]", 100,
      registered(
          {made(kOther, "shop.Name", "text"), made(kHandler, "shop.Shop$$Lambda$9", "name")}),
      "bus.Bus");
  const auto found = maker();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->method, "enter") << "nearest to the holder";
  EXPECT_EQ(found->line, 20);
  EXPECT_EQ(found->type, "shop.Shop$$Lambda$9");
}

TEST_F(OwnMaker, IsWhoMakesTheObjectsThemselves) {
  add("bus.Registration", 100, registered({}), "bus.Bus");
  add("shop.Shop$$Lambda$9", 50, registered({}), "shop.Shop");
  finding_.sites = {1, 2};
  ASSERT_TRUE(maker());
  EXPECT_EQ(maker()->line, 31);
  EXPECT_EQ(maker()->type, "shop.Shop$$Lambda$9");
  sites_[1].suspiciousObjects = 4;
  EXPECT_FALSE(maker()) << "some hang on few of them";
}

TEST_F(OwnMaker, IsNotWhoMakesWhatTheHolderHasOnce) {
  add("bus.Registration", 100, registered({}), "bus.Bus");
  EXPECT_FALSE(maker()) << "main has made the list";
}

TEST_F(OwnMaker, IsOfTheFindingsOwnSites) {
  add("byte[]", 100, registered({}), "bus.Bus");
  add("byte[]", 500, registered({made(kHandler, "shop.Handler", "name")}), "bus.Bus");
  EXPECT_FALSE(maker()) << "another finding's";
  finding_.sites = {1, 2};
  EXPECT_TRUE(maker());
  finding_.holder.field = "other";
  EXPECT_FALSE(maker()) << "the ways do not pass there";
}

TEST_F(OwnMaker, HasMostBytes) {
  add("byte[]", 100, registered({made(kHandler, "shop.Handler", "name")}), "bus.Bus");
  add("byte[]", 300, registered({made(kOther, "shop.Leaver", "name")}), "bus.Bus");
  finding_.sites = {1, 2};
  ASSERT_TRUE(maker());
  EXPECT_EQ(maker()->method, "leave");
}

TEST_F(OwnMaker, IsToldByTheLiveHeapWhereTheSitesDoNot) {
  add("bus.Registration", 100, registered({}), "bus.Bus");
  heap_.push_back(registered({made(kHandler, "shop.Handler", "name")}));
  ASSERT_TRUE(maker());
  EXPECT_EQ(maker()->line, 20);
}

TEST_F(OwnMaker, IsBehindAChainOfNodesToo) {
  report::Path chain = pathOf({made(kHandler, "shop.Handler", "name"), edge("bus.Node", "item"),
                               edge("bus.Node", "next"), edge("bus.Bus", "all")},
                              "static", "shop.Shop.bus");
  add("byte[]", 100, chain, "bus.Bus");
  EXPECT_FALSE(maker()) << "it may be the only one";
  sites_[0].paths[0].edges[2].repeats = 7;
  EXPECT_TRUE(maker());
}

}  // namespace
}  // namespace isl
