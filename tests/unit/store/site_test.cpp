// The $isl word, the site table, sequences, type names and the class hierarchy.
#include <gtest/gtest.h>
#include <malloc.h>

#include "base/Glob.h"
#include "mock_jvmti.h"
#include "store/Hierarchy.h"
#include "store/NodeTable.h"
#include "store/ScopeTable.h"
#include "store/Sequence.h"
#include "store/SiteTable.h"
#include "isl/abi.h"

namespace isl {
namespace {

SiteLocation location(std::string_view cls, uint32_t bci, int32_t line,
                      SiteKind kind = SiteKind::New) {
  SiteLocation l{};
  l.className = cls;
  l.method = "make";
  l.descriptor = "()V";
  l.sourceFile = "A.java";
  l.line = line;
  l.bci = bci;
  l.kind = kind;
  return l;
}

// A program that generates classes, one after the other, has no new code.
TEST(SiteTable, KnowsCodeThatComesAgainInAnotherClass) {
  SiteTable table;
  table.intern(location("shop/Order", 4, 12));
  EXPECT_EQ(table.differentCode(), 1u);
  table.intern(location("shop/Order", 4, 12));
  EXPECT_EQ(table.differentCode(), 1u) << "the same location";
  table.intern(location("shop/Order", 9, 13));
  EXPECT_EQ(table.differentCode(), 2u);
  SiteLocation generated = location("shop/Order$$Proxy1", 4, -1);
  generated.sourceFile = "<generated>";
  generated.target = generated.className;
  table.intern(generated);
  generated.className = generated.target = "shop/Order$$Proxy2";
  table.intern(generated);
  EXPECT_EQ(table.differentCode(), 3u);
  SiteLocation script = location("Script1", 4, 1);
  script.sourceFile = "Script1.groovy";
  table.intern(script);
  script.className = "Script25";
  script.sourceFile = "Script25.groovy";
  table.intern(script);
  EXPECT_EQ(table.differentCode(), 4u);
  SiteLocation other = location("shop/Invoice", 4, 12);
  other.sourceFile = "Invoice.java";
  table.intern(other);
  EXPECT_EQ(table.differentCode(), 5u) << "of another file";
  EXPECT_EQ(table.size(), kFirstSite + 7);
}

// Generators number classes, methods, and the classes that these make.
TEST(SiteTable, KnowsGeneratedCodeByMethodAndPosition) {
  SiteTable table;
  const auto make = [&table](const char* className, const char* method, const char* made,
                             const char* file) {
    SiteLocation maker = location(className, 4, -1);
    maker.method = method;
    maker.target = made;
    maker.sourceFile = file;
    table.intern(maker);
    return table.differentCode();
  };
  EXPECT_EQ(make("shop/Order$$Fast$$1a2b", "hook5", "shop/Order$$Guarded$$3c4d", "A.java"), 1u);
  EXPECT_EQ(make("shop/Order$$Fast$$5e6f", "hook17", "shop/Order$$Guarded$$7a8b", "A.java"), 1u);
  EXPECT_EQ(make("shop/Order$Mock$x", "hook5", "shop/Order$Mock$y", ""), 2u);
  EXPECT_EQ(make("shop/Order$Mock$z", "hook17", "shop/Invoice$Mock$q", ""), 2u) << "no source";
  EXPECT_EQ(make("shop/Order", "hook5", "shop/Visit", "Order.java"), 3u);
  EXPECT_EQ(make("shop/Order", "hook17", "shop/Visit", "Order.java"), 4u) << "written by hand";
}

TEST(Word, SplitsIntoSiteAndEpoch) {
  const uint32_t word = kMaxSite << kEpochBits | 17;
  EXPECT_EQ(siteOf(word), kMaxSite);
  EXPECT_EQ(epochOf(word), 17u);
  EXPECT_EQ(word >> 31, 0u) << "the sign bit is reserved for record ids";
}

TEST(Word, OrderedByEpochIsTheSameToTheAgent) {
  WordLayout::orderByEpoch();
  const auto stored = [](uint32_t site, uint32_t epoch) {
    return WordLayout::stored(site << kEpochBits | epoch);
  };
  EXPECT_LT(static_cast<int32_t>(stored(kMaxSite, 16)), static_cast<int32_t>(stored(0, 17)));
  EXPECT_EQ(stored(5, 17), 17u << kSiteBits | 5) << "as IslAges writes it";
  EXPECT_EQ(stored(kMaxSite, kMaxEpoch) >> 31, 0u);
  for (const uint32_t word : {0u, kMaxSite << kEpochBits | 17, kRecordBit | 7u << kEpochBits | 3}) {
    EXPECT_EQ(WordLayout::plain(WordLayout::stored(word)), word);
  }
  EXPECT_LT(static_cast<int32_t>(WordLayout::stored(kRecordBit | 7u << kEpochBits | kMaxEpoch)),
            static_cast<int32_t>(stored(0, 1)))
      << "what is followed needs a touch";
  WordLayout::orderByEpoch(false);
  EXPECT_EQ(WordLayout::stored(77), 77u);
  EXPECT_EQ(WordLayout::plain(77), 77u);
}

TEST(Word, OfAnObjectWithARecordKeepsItsFlags) {
  const IslSpec spec{};
  WordLayout::keepFlagsOf(&spec, true);
  EXPECT_TRUE(WordLayout::keepsFlagsOf(spec));
  EXPECT_TRUE(WordLayout::keepsFlagsBesideRecords());
  NodeTable nodes(3'000'000);
  uint8_t* const codes = nodes.keepFlagCodes();
  uint32_t last = 0;
  for (uint32_t code = 0; code < 8; code++) {
    const uint32_t plain = code << kFlagShift | 70'000u << kEpochBits | 17;
    last = nodes.take(1);
    nodes[last].homeSite = siteOf(plain);
    const uint32_t named = nodes.wordNaming(last, plain);
    EXPECT_EQ(named >> 31, 1u);
    EXPECT_EQ(recordIdOf(named), last) << "whatever flag stands beside it";
    EXPECT_EQ(nodes.ofWord(named), last);
    EXPECT_EQ(named & kRecordFlagBit, plain & kRecordFlagBit) << "uses are told by this bit";
    EXPECT_EQ(codes[last], code & 3);
    EXPECT_EQ(nodes.plainWord(named), plain);
  }
  while (const uint32_t next = nodes.take(1)) last = next;
  EXPECT_EQ(last, kMaxRecordBesideFlag) << "no number reaches into the flag";
  EXPECT_EQ(nodes.refused(), 1u);
  WordLayout::keepFlagsOf(&spec);
  EXPECT_EQ(WordLayout::maxRecord(), kMaxSite);
  WordLayout::keepFlagsOf(nullptr);
  EXPECT_FALSE(WordLayout::keepsFlags());
  EXPECT_EQ(WordLayout::maxSite(), kMaxSite);
}

#ifdef __GLIBC__
// A program has some ten thousand, with names as long as these. Sanitizers count on their own: nothing is seen then.
TEST(SiteTable, TakesLittleForEachLocation) {
  const auto used = [] { return mallinfo2().uordblks + mallinfo2().hblkhd; };
  const std::string name = "org/example/application/with/usual/packages/SomeClassOfIt";
  SiteLocation l = location(name, 0, 10);
  l.descriptor = "(Ljava/lang/String;Ljava/util/Map;Ljava/lang/Object;)Ljava/util/List;";
  constexpr uint32_t kSites = 10'000;
  SiteTable sites;
  const size_t before = used();
  for (l.bci = 0; l.bci < kSites; l.bci++) sites.intern(l);
  EXPECT_LT((used() - before) / kSites, 220u);
}
#endif

TEST(SiteTable, SameLocationKeepsItsIdAcrossRedefinition) {
  SiteTable sites;
  const uint32_t first = sites.intern(location("a/A", 4, 10));
  EXPECT_GE(first, kFirstSite);
  EXPECT_EQ(sites.intern(location("a/A", 4, 10)), first);
  EXPECT_NE(sites.intern(location("a/A", 9, 10)), first);
  EXPECT_EQ(sites.get(first).line, 10);
  EXPECT_EQ(sites.get(first).className, "a/A");
}

TEST(SiteTable, CallsOfAMethodOnOneLineShareASite) {
  SiteTable sites;
  const uint32_t call = sites.intern(location("a/A", 4, 10, SiteKind::LibraryCall));
  EXPECT_EQ(sites.intern(location("a/A", 20, 10, SiteKind::LibraryCall)), call);
  EXPECT_NE(sites.intern(location("a/A", 30, 11, SiteKind::LibraryCall)), call);
  SiteLocation other = location("a/A", 24, 10, SiteKind::LibraryCall);
  other.target = "java/util/List.of";
  EXPECT_NE(sites.intern(other), call);
}

TEST(SiteTable, VariantsRememberTheirBase) {
  SiteTable sites;
  const uint32_t base = sites.intern(location("a/A", 4, 10));
  const uint32_t variant = sites.variant(base, {2, 0, 0});
  EXPECT_NE(variant, base);
  EXPECT_EQ(sites.variant(base, {2, 0, 0}), variant);
  EXPECT_EQ(sites.get(variant).base, base);
  EXPECT_EQ(sites.get(variant).sequences, 2u);
}

TEST(SiteTable, ScopesAreAnotherDimensionOfVariants) {
  SiteTable sites;
  const uint32_t base = sites.intern(location("a/A", 4, 10));
  EXPECT_EQ(sites.get(base).plain, base);
  const uint32_t scoped = sites.variant(base, {0, 7, 0});
  EXPECT_EQ(sites.get(scoped).scope, 7u);
  EXPECT_EQ(sites.get(scoped).plain, base);
  const uint32_t both = sites.variant(base, {2, 7, 0});
  EXPECT_EQ(sites.get(both).plain, sites.variant(base, {2, 0, 0})) << "the sequence stays";
  EXPECT_EQ(sites.get(both).scope, 7u);
  const uint32_t context = sites.variant(base, {2, 0, 5});
  EXPECT_EQ(sites.get(context).context, 5u);
  EXPECT_EQ(sites.get(context).plain, sites.variant(base, {2, 0, 0})) << "the context goes";
  EXPECT_NE(sites.variant(base, {2, 7, 5}), context);
  EXPECT_NE(sites.variant(base, {2, kMaxScope, 0}), both);
}

TEST(SiteTable, ScopesLeaveRoomForRealSites) {
  SiteTable sites;
  const uint32_t base = sites.intern(location("a/A", 4, 10));
  std::vector<uint32_t> bases;
  for (uint32_t i = 0; i < 300; i++) bases.push_back(sites.intern(location("a/B", i, -1)));
  for (uint32_t scope = 1; scope <= kMaxScope; scope++) {
    for (uint32_t site : bases) sites.variant(site, {0, scope, 0});
  }
  EXPECT_GT(sites.scopeOverflow(), 0u);
  EXPECT_EQ(sites.variant(base, {0, 1, 0}), base) << "falls back to the site without scope";
  EXPECT_NE(sites.intern(location("a/C", 1, -1)), kSiteOverflow);
  EXPECT_EQ(sites.overflow(), 0u);
}

TEST(Scopes, TheOnlyThreadWithAScopeLendsItToOthers) {
  ScopeTable scopes;
  EXPECT_EQ(scopes.ambient(), 0u);
  const uint32_t a = scopes.open("a", 0);
  EXPECT_EQ(scopes.ambient(), a);
  const uint32_t inner = scopes.open("inner", a);
  EXPECT_EQ(scopes.ambient(), inner) << "the innermost one counts";
  const uint32_t b = scopes.open("b", 0);
  EXPECT_EQ(scopes.ambient(), 0u) << "two threads have scopes";
  scopes.countCheck();
  scopes.close(b, 0);
  scopes.close(inner, a);
  EXPECT_EQ(scopes.ambient(), a);
  EXPECT_TRUE(scopes.idle(inner));
  scopes.close(a, 0);
  EXPECT_EQ(scopes.ambient(), 0u);
  scopes.countCheck();
  EXPECT_EQ(scopes.get(a).checks, 1u);
  EXPECT_EQ(scopes.get(b).checks, 1u);
  EXPECT_EQ(scopes.open("a", 0), a) << "scopes of one name are one";
  EXPECT_EQ(scopes.open("a", a), a);
  EXPECT_EQ(scopes.ambient(), a);
  scopes.close(a, a);
  EXPECT_FALSE(scopes.idle(a));
  EXPECT_EQ(scopes.get(a).opened, 3u);
}

TEST(Scopes, NamesBeyondTheLimitAreCounted) {
  ScopeTable scopes;
  for (uint32_t i = 1; i <= kMaxScope; i++) {
    EXPECT_EQ(scopes.open("s" + std::to_string(i), 0), i);
    scopes.close(i, 0);
  }
  const uint32_t outer = scopes.open("s1", 0);
  const uint32_t refused = scopes.open("one more", outer);
  EXPECT_EQ(refused, 0u);
  EXPECT_EQ(scopes.refused(), 1u);
  scopes.close(refused, outer);
  EXPECT_EQ(scopes.ambient(), outer);
}

TEST(SiteTable, OverflowIsCountedAndShared) {
  SiteTable sites;
  for (uint32_t i = 0; i <= kMaxSite; i++) sites.variant(kFirstSite, {0, 0, 0});
  uint32_t last = 0;
  for (uint32_t i = 0; i <= kMaxSite + 2; i++) last = sites.intern(location("a/A", i, -1));
  EXPECT_EQ(last, kSiteOverflow);
  EXPECT_GT(sites.overflow(), 0u);
}

TEST(Glob, StarsAndQuestionMarks) {
  EXPECT_TRUE(globMatches("*.main", "com.acme.App.main"));
  EXPECT_FALSE(globMatches("*.main", "com.acme.App.mains"));
  EXPECT_TRUE(globMatches("a.?.c", "a.b.c"));
  EXPECT_TRUE(globMatches("*", ""));
  EXPECT_FALSE(globMatches("?", ""));
}

std::vector<SequenceFrame> stack(std::initializer_list<const char*> names) {
  std::vector<SequenceFrame> frames;
  for (const char* name : names) frames.push_back({name, "(I)V"});
  return frames;
}

TEST(Sequence, OnlyStacksThatStartWithMain) {
  SequenceSet set;
  std::string error;
  ASSERT_EQ(set.add("*.main, *", error), 0);
  EXPECT_EQ(set.add("*.main, *", error), 0) << "equal patterns share an index";
  EXPECT_EQ(set.match(stack({"App.main"})), 1u);
  EXPECT_EQ(set.match(stack({"App.main", "App.work"})), 1u);
  EXPECT_EQ(set.match(stack({"java.lang.Thread.run", "App.main"})), 0u);
  EXPECT_EQ(set.key("App", "main", "()V"), 0);
  EXPECT_EQ(set.key("App", "work", "()V"), -1);
  EXPECT_FALSE(set.wantsStacks());
}

TEST(Sequence, GapsAndExactEnds) {
  SequenceSet set;
  std::string error;
  set.add("*,B.b", error);
  set.add("A.a,?,C.c,*", error);
  EXPECT_EQ(set.match(stack({"X.x", "B.b"})), 1u);
  EXPECT_EQ(set.match(stack({"A.a", "Y.y", "C.c"})), 2u);
  EXPECT_EQ(set.match(stack({"A.a", "C.c"})), 0u);
  const uint32_t state = set.stateOf(1, false);
  EXPECT_EQ(set.bitsAt(state, "B", "b", true), 1u);
  EXPECT_EQ(set.bitsAt(state, "B", "b", false), 0u) << "a JDK frame lies below B.b";
  EXPECT_EQ(set.bitsAt(state, "Z", "z", true), 0u);
  EXPECT_FALSE(set.wantsStacks());
}

TEST(Sequence, StatesOfAllocationsAreExact) {
  SequenceSet set;
  std::string error;
  set.add("*,B.b", error);
  const uint32_t entry = set.stateOf(1, false), exact = set.stateOf(1, true);
  EXPECT_NE(entry, exact);
  EXPECT_EQ(set.stateOf(1, true), exact);
  EXPECT_EQ(set.stateOf(0, true), 0u);
  EXPECT_EQ(set.bitsAt(exact, "Z", "z", false), 1u) << "the stack has been matched as it was";
  EXPECT_EQ(set.bitsAt(0, "B", "b", true), 0u);
}

TEST(Sequence, DescriptorsTellMethodsApart) {
  SequenceSet set;
  std::string error;
  set.add("*,A.a(I),*", error);
  set.add("*,A.a(*)V,*", error);
  EXPECT_EQ(set.match({{"A.a", "(I)J"}}), 1u);
  EXPECT_EQ(set.match({{"A.a", "(J)V"}}), 2u);
  EXPECT_EQ(set.match({{"A.a", "(J)I"}}), 0u);
  EXPECT_EQ(set.key("A", "a", "(I)J"), 0);
  EXPECT_EQ(set.key("A", "a", "(J)I"), -1);
  EXPECT_FALSE(set.wantsStacks());
  set.add("*,A.a(I)", error);
  EXPECT_TRUE(set.wantsStacks()) << "a site does not tell the descriptor of its method";
}

TEST(Sequence, FramesThatNobodyNamesNeedStacks) {
  for (const char* text : {"A.a,?", "A.a,?,*", "?,*", "*,A.a,*,?,*", "re:.*"}) {
    SequenceSet set;
    std::string error;
    EXPECT_EQ(set.add(text, error), 0) << text << error;
    EXPECT_TRUE(set.wantsStacks()) << text;
  }
  SequenceSet set;
  std::string error;
  EXPECT_EQ(set.add("*", error), -1) << "holds for every stack";
  EXPECT_EQ(set.add("*, *", error), -1);
  EXPECT_EQ(error, "");
  set.add("*,a.*,*", error);
  EXPECT_FALSE(set.wantsStacks());
  EXPECT_EQ(set.key("b.B", "<init>", "()V", false), -1);
  EXPECT_FALSE(set.wantsStacks());
  EXPECT_EQ(set.key("a.B", "<init>", "()V", false), -1);
  EXPECT_TRUE(set.wantsStacks()) << "nothing can be called at a constructor's entry";
}

TEST(Sequence, OneFrameMoreOrLess) {
  SequenceSet set;
  std::string error;
  set.add("*.main,?", error);
  EXPECT_EQ(set.match(stack({"A.main"})), 0u);
  EXPECT_EQ(set.match(stack({"A.main", "B.b"})), 1u);
  EXPECT_EQ(set.match(stack({"A.main", "B.b", "C.c"})), 0u);
}

TEST(Sequence, RegularExpressionsMatchTheJoinedNames) {
  SequenceSet set;
  std::string error;
  ASSERT_EQ(set.add("re:[^,]*\\.main,(.*,)?B\\.b(,.*)?", error), 0) << error;
  EXPECT_EQ(set.match(stack({"A.main", "B.b"})), 1u);
  EXPECT_EQ(set.match(stack({"A.main", "C.c", "B.b", "D.d"})), 1u);
  EXPECT_EQ(set.match(stack({"A.main", "B.bb"})), 0u) << "the whole stack must match";
  EXPECT_EQ(set.match(stack({"X.x", "A.main", "B.b"})), 0u);
  EXPECT_EQ(set.add("re:(", error), -1);
  EXPECT_NE(error.find("not valid"), std::string::npos) << error;
}

TEST(TypeName, NestedClassesAndArrays) {
  EXPECT_EQ(typeNameFromSource("java.util.Map.Entry[]").element, "java.util.Map.Entry");
  EXPECT_EQ(typeNameFromSource("java.util.Map.Entry[]").dims, 1u);
  EXPECT_EQ(typeNameFromSignature("[[Ljava/util/HashMap$Node;").element, "java.util.HashMap.Node");
  EXPECT_EQ(typeNameFromSignature("[I").element, "int");
  EXPECT_EQ(displayName("[Ljava/util/HashMap$Node;"), "java.util.HashMap$Node[]");
}

TEST(Hierarchy, SaysNoOnlyWhenCertain) {
  Hierarchy h;
  h.add("java/lang/Object", "", {}, false, false);
  h.add("java/lang/String", "java/lang/Object", {}, true, false);
  h.add("a/Base", "java/lang/Object", {}, false, false);
  h.add("a/Sub", "a/Base", {"a/Face"}, false, false);
  h.add("a/Face", "java/lang/Object", {}, false, true);
  const TypeName base = typeNameFromSource("a.Base"), face = typeNameFromSource("a.Face");
  EXPECT_TRUE(h.mayBe("a/Sub", base));
  EXPECT_FALSE(h.mayBe("java/lang/String", base));
  EXPECT_TRUE(h.mayBe("not/Loaded", base));
  EXPECT_FALSE(h.mayBe("a/Base", face)) << "exact class a.Base does not implement it";
  EXPECT_TRUE(h.mayHold("a/Base", face)) << "a subclass may implement it";
  EXPECT_FALSE(h.mayHold("java/lang/String", face)) << "final";
  EXPECT_TRUE(h.mayHold("java/lang/Object", base));
}

// A program that loads its classes again and again, by a new loader each time. With a super for each of them a
// look-up took 50 to the power of 20 steps.
TEST(Hierarchy, ClassesOfManyLoadersCostOneLookUpEach) {
  Hierarchy h;
  const TypeName face = typeNameFromSource("a.Face"), other = typeNameFromSource("a.Other");
  h.add("java/lang/Object", "", {}, false, false);
  h.add("a/Face", "java/lang/Object", {}, false, true);
  h.add("a/C0", "java/lang/Object", {}, false, false);
  for (int loader = 0; loader < 50; loader++) {
    for (int i = 1; i <= 20; i++) {
      h.add("a/C" + std::to_string(i), "a/C" + std::to_string(i - 1), {}, false, false);
    }
  }
  EXPECT_FALSE(h.mayBe("a/C20", other));
  EXPECT_FALSE(h.mayBe("a/C20", face));
  h.add("a/C3", "a/C20", {"a/Face"}, false, false);  // another one of that name, and a cycle
  EXPECT_TRUE(h.isCertainly("a/C20", face)) << "by one of the loaders";
  EXPECT_FALSE(h.mayBe("a/C20", other));
  EXPECT_FALSE(h.mayBe("a/C2", face));
}

TEST(NodeTable, StaleTagsAreNotFound) {
  NodeTable nodes(10);
  jlong tag = 0;
  bool fresh = false;
  const uint32_t id = nodes.ensure(&tag, 1, fresh);
  EXPECT_TRUE(fresh);
  EXPECT_EQ(nodes.find(tag), id);
  std::vector<uint32_t> freed;
  nodes.sweep(2, [&](uint32_t node) { freed.push_back(node); });
  EXPECT_EQ(freed, std::vector<uint32_t>{id});
  EXPECT_EQ(nodes.find(tag), 0u);
  jlong other = 0;
  EXPECT_EQ(nodes.ensure(&other, 2, fresh), id) << "the slot is used again";
  EXPECT_NE(other, tag);
}

TEST(NodeTable, ArraysKnownFromBirthAreFreedByTheWalkThatMissesThem) {
  NodeTable nodes(10);
  jlong tags[3] = {0, 0, 0};
  bool fresh = false;
  const uint32_t old = nodes.ensure(&tags[0], 4, fresh);
  const uint32_t born = nodes.ensure(&tags[1], 4, fresh);
  const uint32_t late = nodes.ensure(&tags[2], 5, fresh);  // after the collection of walk 5
  for (uint32_t array : {born, late}) {
    nodes[array].length = 10;
    nodes[array].homeSite = kFirstSite;
  }
  EXPECT_EQ(nodes.inUse(), 3u);
  std::vector<uint32_t> freed;
  nodes.sweep(4, 5, [&](uint32_t node) { freed.push_back(node); });
  EXPECT_EQ(freed, std::vector<uint32_t>{born});
  EXPECT_EQ(nodes.find(tags[0]), old);
  EXPECT_EQ(nodes.find(tags[2]), late);
  EXPECT_EQ(nodes.inUse(), 2u);
}

TEST(NodeTable, FullTableRefusesAndCounts) {
  NodeTable nodes(2);
  jlong tags[3] = {0, 0, 0};
  bool fresh = false;
  EXPECT_NE(nodes.ensure(&tags[0], 1, fresh), 0u);
  EXPECT_NE(nodes.ensure(&tags[1], 1, fresh), 0u);
  EXPECT_EQ(nodes.ensure(&tags[2], 1, fresh), 0u);
  EXPECT_EQ(tags[2], 0);
  EXPECT_EQ(nodes.refused(), 1u);
}

TEST(NodeTable, ClassMirrorsGetNoNode) {
  NodeTable nodes(2);
  jlong tag = kClassTag | 7;
  bool fresh = false;
  EXPECT_EQ(nodes.ensure(&tag, 1, fresh), 0u);
  EXPECT_EQ(classIdOfTag(tag), 7u);
}

}  // namespace
}  // namespace isl
