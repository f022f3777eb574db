// How ways are told, whoever found them.
#include "paths/PathWording.h"

#include "paths/class_world.h"

namespace isl {
namespace {

class Wording : public test::ClassWorld {
 protected:
  void SetUp() override {
    list = addClass("Ljava/util/ArrayList;", {"$isl", "elementData"});
    node = addClass("Lcom/acme/Tree$Node;", {"$isl", "left", "right"});
    array = addClass("[Ljava/lang/Object;", {}, ClassKind::ObjectArray);
    item = addClass("Lcom/acme/Item;", {"$isl"});
  }

  WayEdge edge(uint32_t held, uint32_t holder, int32_t index) {
    WayEdge edge;
    edge.heldClass = held;
    edge.holderClass = holder;
    edge.index = index;
    edge.element = holder == array;
    return edge;
  }

  uint32_t list = 0, node = 0, array = 0, item = 0;
  SiteTable sites;
  PathWording wording{&jvmti, classes, sites};
};

TEST_F(Wording, EdgesByTypeAndField) {
  Way way;
  way.edges = {edge(item, array, 3), edge(array, list, 1)};
  way.edges[1].others = {{node, 2}};
  way.atRoot = true;
  way.root.kind = JVMTI_HEAP_REFERENCE_JNI_GLOBAL;
  const report::Path path = wording.describe(&jni, way);
  ASSERT_EQ(path.edges.size(), 2u);
  EXPECT_EQ(path.edges[0].holderType, "java.lang.Object[]");
  EXPECT_EQ(path.edges[0].field, "[*]");
  EXPECT_EQ(path.edges[1].holderType, "java.util.ArrayList");
  EXPECT_EQ(path.edges[1].field, "elementData");
  EXPECT_EQ(path.edges[1].alsoHeldBy, std::vector<std::string>{"com.acme.Tree$Node.right"});
  EXPECT_EQ(path.root.kind, "jni-global");
  EXPECT_FALSE(path.truncated);
}

TEST_F(Wording, AWayThatEndsOpenIsTruncated) {
  const report::Path path = wording.describe(&jni, Way{});
  EXPECT_TRUE(path.truncated);
  EXPECT_EQ(path.root.kind, "unknown");
}

TEST_F(Wording, AReferentIsAnEnd) {
  const uint32_t soft = addClass("Ljava/lang/ref/SoftReference;", {"$isl", "referent", "next"});
  Way way;
  way.links = {{soft, 2}};
  EXPECT_TRUE(wording.describe(&jni, way).truncated) << "a link of the VM is none";
  way.links.push_back({soft, 1});
  const report::Path path = wording.describe(&jni, way);
  EXPECT_FALSE(path.truncated);
  EXPECT_EQ(path.root.kind, "reference");
  EXPECT_EQ(path.root.name, "java.lang.ref.SoftReference");
}

TEST_F(Wording, WhereNoIndexIsKnownANameServes) {
  Way way;
  way.edges = {edge(item, list, -1), edge(list, node, -1)};
  way.edges[0].fieldName = "elementData";
  way.edges[1].fieldName = "<class loader>";
  const report::Path path = wording.describe(&jni, way);
  ASSERT_EQ(path.edges.size(), 2u);
  EXPECT_EQ(path.edges[0].field, "elementData");
  EXPECT_EQ(path.edges[1].field, "<class loader>");
}

TEST_F(Wording, AReferenceThatIsKnownIsAnEnd) {
  const uint32_t soft = addClass("Ljava/lang/ref/SoftReference;", {"$isl", "referent"});
  Way way;
  way.edges = {edge(item, list, 1)};
  way.referenceClass = soft;
  const report::Path path = wording.describe(&jni, way);
  EXPECT_FALSE(path.truncated);
  EXPECT_EQ(path.root.kind, "reference");
  EXPECT_EQ(path.root.name, "java.lang.ref.SoftReference");
  EXPECT_EQ(path.edges.size(), 1u);
}

TEST_F(Wording, EdgesOfOneClassAreARun) {
  Way way;
  way.edges = {edge(item, node, 1), edge(node, node, 1), edge(node, node, 2), edge(node, node, 1),
               edge(node, list, 1)};
  way.edges[1].others = {{list, 1}, {node, 2}};
  way.edges[2].repeats = 5;
  const report::Path path = wording.describe(&jni, way);
  ASSERT_EQ(path.edges.size(), 3u);
  EXPECT_EQ(path.edges[0].field, "left") << "the object itself is of another class";
  EXPECT_EQ(path.edges[1].field, "left|right");
  EXPECT_EQ(path.edges[1].repeats, 7u);
  EXPECT_EQ(path.edges[1].alsoHeldBy, std::vector<std::string>{"java.util.ArrayList.elementData"})
      << "its own fields are no news";
}

TEST_F(Wording, ALeapNamesTheFieldsPassed) {
  Way way;
  way.edges = {edge(node, node, -1)};
  way.edges[0].runFields = {2, 1};
  way.edges[0].repeats = 4000;
  const report::Path path = wording.describe(&jni, way);
  EXPECT_EQ(path.edges[0].field, "left|right");
  EXPECT_EQ(path.edges[0].repeats, 4000u);
}

TEST_F(Wording, HoldersByTheirSite) {
  SiteLocation location{};
  location.className = "com/acme/Store";
  location.method = "open";
  location.sourceFile = "Store.java";
  location.line = 12;
  const uint32_t site = sites.intern(location);
  Way way;
  way.edges = {edge(item, array, 0), edge(array, list, 1), edge(list, node, 1)};
  for (WayEdge& edge : way.edges) edge.holderSite = site;
  way.edges[2].holderSite = kSiteInitializer;
  report::Path path = wording.describe(&jni, way);
  EXPECT_EQ(path.edges[0].holderId, 0u) << "an array's word is its owner's";
  EXPECT_EQ(path.edges[1].holderId, site);
  EXPECT_EQ(path.edges[1].holderSite, "Store.java:12");
  EXPECT_EQ(path.edges[1].holderMethod, "com.acme.Store.open");
  EXPECT_EQ(path.edges[2].holderSite, "a static initialiser");
  SiteScopes scopes;
  scopes.plain = {0, 1, 2, site, site};
  scopes.plain.resize(site + 1, site);
  scopes.plain.push_back(site);
  wording.setScopes(&scopes);
  way.edges[1].holderSite = site + 1;  // the same in a scope
  path = wording.describe(&jni, way);
  EXPECT_EQ(path.edges[1].holderId, site);
}

}  // namespace
}  // namespace isl
