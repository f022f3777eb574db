// Which of the objects on the way from the holder is named.
#include <gtest/gtest.h>

#include "verdict/Findings.h"
#include "verdict/one_leak.h"

namespace isl {
namespace {

using test::edge;
using test::Inputs;
using test::inputsOf;
using test::pathOf;
using test::placeById;
using test::siteOf;

// A view for each request, which has a list of rows: the views are too small to be a site.
TEST(NamedObjects, NameTheProgramsOwnObjectsAboveALibrarys) {
  std::vector<report::PathEdge> edges = {
      edge("java.lang.Object[]", "[*]"), edge("java.util.ArrayList", "elementData"),
      edge("shop.View", "rows"), edge("java.lang.Object[]", "[*]"),
      edge("java.util.ArrayList", "elementData")};
  edges[2].holderId = 77;
  std::vector<report::Site> sites = {
      siteOf("java.lang.String", 400, pathOf(edges, "static", "shop.Settings.views"), "growing")};
  Inputs in = inputsOf(sites);
  in.said.siteOf = placeById;
  in.said.objectsOf = [](const std::string& type) { return type == "shop.View" ? 50u : 0u; };
  EXPECT_EQ(findingsOf(in)[0].type, "java.lang.String") << "one view may have all of them";
  in.growingTypes = {"shop.View"};
  const report::Finding leak = findingsOf(in)[0];
  EXPECT_EQ(leak.type, "shop.View");
  EXPECT_EQ(leak.objects, 50u);
  EXPECT_EQ(leak.line, 77);
  report::Site puts =
      siteOf("java.lang.Object[]", 10, pathOf({}, "static", "shop.Settings.views"), "growing");
  puts.type = "java.util.ArrayList$Node";
  puts.via = "java.util.ArrayList.add";
  puts.line = 13;
  puts.paths.front().edges = {edges.back()};
  sites.push_back(puts);
  EXPECT_EQ(findingsOf(in)[0].line, 77) << "not on the way to them";
  sites[0].paths.front().edges[3].holderType = puts.type;
  EXPECT_EQ(findingsOf(in)[0].line, 13) << "the call that puts them there";
}

// Contexts that nobody closes have beans by the hundred: these are the sites.
TEST(NamedObjects, NameWhatGrowsAndHasSeveralOfThem) {
  std::vector<report::PathEdge> edges = {edge("shop.Context", "beans"),
                                         edge("java.util.WeakHashMap$Entry", "referent")};
  edges[0].holderId = 7;
  std::vector<report::Site> sites = {
      siteOf("shop.Bean", 400, pathOf(edges, "static", "shop.Hook.contexts"), "growing")};
  sites[0].suspiciousObjects = 400;
  Inputs in = inputsOf(sites);
  in.growingTypes = {"shop.Context"};
  uint64_t contexts = 101;
  in.said.objectsOf = [&](const std::string&) { return contexts; };
  in.said.siteOf = placeById;
  EXPECT_EQ(findingsOf(in)[0].type, "shop.Bean") << "each may have a few by its fields";
  contexts = 100;
  EXPECT_EQ(findingsOf(in)[0].type, "shop.Context");
  in.growingTypes.clear();
  EXPECT_EQ(findingsOf(in)[0].type, "shop.Bean");
}

// A logger's context has one status manager, whose buffer is the larger part of it.
TEST(NamedObjects, NameWhatTheHolderHasOfWhichTheSiteIsAPart) {
  std::vector<report::PathEdge> edges = {
      edge("log.Status", "buffer"), edge("log.Context", "status"),
      edge("java.lang.Object[]", "[*]"), edge("java.util.ArrayList", "elementData")};
  edges[0].holderId = 3;
  edges[1].holderId = 7;
  std::vector<report::Site> sites = {
      siteOf("log.Buffer", 400, pathOf(edges, "static", "shop.Logs.contexts"), "growing")};
  sites[0].suspiciousObjects = 90;
  Inputs in = inputsOf(sites);
  in.said.objectsOf = [](const std::string&) { return 90; };
  in.said.siteOf = placeById;
  EXPECT_EQ(findingsOf(in)[0].type, "log.Buffer") << "it is not known that more of them come";
  in.growingTypes = {"log.Context", "log.Status"};
  EXPECT_EQ(findingsOf(in)[0].type, "log.Context");
  EXPECT_EQ(findingsOf(in)[0].line, 7);
  sites[0].paths[0].edges[0].field = "[*]";
  EXPECT_EQ(findingsOf(in)[0].type, "log.Buffer") << "one of them may have all buffers";
}

// A listener of the program's has an index of a library's: the listeners are what was put there.
TEST(NamedObjects, NameTheProgramsOwnThatHaveALibrarysObjects) {
  std::vector<report::PathEdge> edges = {
      edge("index.Writer", "config"), edge("shop.Refresher", "writer"),
      edge("java.lang.Object[]", "[*]"), edge("java.util.ArrayList", "elementData")};
  edges[0].holderId = 5;
  edges[1].holderId = 22;
  std::vector<report::Site> sites = {
      siteOf("index.Config", 400, pathOf(edges, "static", "shop.Upkeep.listeners"), "growing")};
  sites[0].suspiciousObjects = 300;
  Inputs in = inputsOf(sites);
  in.growingTypes = {"shop.Refresher", "index.Writer"};
  in.said.objectsOf = [](const std::string&) { return 120; };
  in.said.siteOf = placeById;
  EXPECT_EQ(findingsOf(in)[0].type, "index.Config");
  in.said.isProgramsOwn = [](const std::string& type) { return type.rfind("shop.", 0) == 0; };
  const report::Finding leak = findingsOf(in)[0];
  EXPECT_EQ(leak.type, "shop.Refresher");
  EXPECT_EQ(leak.line, 22);
  in.growingTypes = {"index.Writer"};
  EXPECT_EQ(findingsOf(in)[0].type, "index.Config") << "one has them all";
}

// Buffers outside the heap: their cleaners are a part of them.
TEST(NamedObjects, NameWhatOneKnowsForItsInternalPart) {
  std::vector<report::PathEdge> edges = {edge("java.nio.DirectByteBuffer", "cleaner"),
                                         edge("java.lang.Object[]", "[*]"),
                                         edge("java.util.IdentityHashMap", "table")};
  edges[0].holderId = 77;
  edges[2].holderId = 78;
  const auto named = [&](const char* type) {
    std::vector<report::Site> sites = {
        siteOf(type, 400, pathOf(edges, "static", "shop.Pool.borrowed"), "growing")};
    Inputs in = inputsOf(sites);
    in.growingTypes = {"java.util.IdentityHashMap"};
    in.said.siteOf = placeById;
    return findingsOf(in)[0];
  };
  EXPECT_EQ(named("jdk.internal.ref.Cleaner").type, "java.nio.DirectByteBuffer");
  EXPECT_EQ(named("jdk.internal.ref.Cleaner").line, 77);
  EXPECT_GT(named("jdk.internal.ref.Cleaner").objects, 0u) << "one each";
  EXPECT_EQ(named("java.lang.String").type, "java.lang.String");
}

}  // namespace
}  // namespace isl
