// Allocation sites, call-site rules, library calls, regions, added fields.
#include <gtest/gtest.h>

#include "instrument/EventSink.h"
#include "instrument/Regions.h"
#include "instrument/Rewriting.h"

using namespace isl;
using namespace isl::classfile;
using namespace isl::instrument;
using namespace isl::test;

namespace {

class Births : public testing::Test {
 protected:
  Births() { features.births = true; }
  std::string text(const Bytes& bytes, bool library = false, const std::string& name = "m") {
    BuiltMethod m;
    m.name = name;
    m.code = bytes;
    m.handlers = handlers;
    m.attributes = attributes;
    b.add(m);
    rewritten = std::make_unique<Rewritten>(b.build(), features, library);
    if (rewritten->result.outcome == Outcome::Unchanged) return "unchanged";
    return rewritten->text(name);
  }
  const std::vector<SeenSite>& sites() const { return rewritten->sink.seen; }

  ClassBuilder b{"a/T"};
  const uint16_t self = b.cls("a/T");
  const uint16_t init = b.method("a/T", "<init>", "()V");
  std::vector<Handler> handlers;
  std::vector<std::pair<std::string, Bytes>> attributes;
  Features features;
  std::unique_ptr<Rewritten> rewritten;
};

TEST_F(Births, OnTopOfTheStack) {
  attributes = {{"LineNumberTable", code(U2{1}, U2{0}, U2{42})}};
  EXPECT_EQ(text(code(op::nop, op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop,
                      op::return_)),
            "nop new_ dup invokespecial dup ldc born pop return_");
  ASSERT_EQ(sites().size(), 1u);
  EXPECT_EQ(sites()[0].target, "a/T");
  EXPECT_EQ(sites()[0].line, 42);
  EXPECT_EQ(sites()[0].bci, 1u);
  EXPECT_EQ(sites()[0].kind, SiteKind::New);
}

TEST_F(Births, InInlinedCodeAreAtTheLineOfTheCall) {
  attributes = {{"LineNumberTable", code(U2{1}, U2{0}, U2{42})}};
  b.sourceDebug = "SMAP\nT.kt\nKotlin\n*S KotlinDebug\n*L\n17#1:40,7\n*E\n";
  text(code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_));
  ASSERT_EQ(sites().size(), 1u);
  EXPECT_EQ(sites()[0].line, 17);
}

TEST_F(Births, InALocal) {
  EXPECT_EQ(text(code(op::new_, U2{self}, op::astore_1, op::aload_1, op::invokespecial, U2{init},
                      op::return_)),
            "new_ astore_1 aload_1 invokespecial aload_1 ldc born return_");
}

struct NoEvents : EventSink {
  EventChoice field(const MemberRef&, bool) override { return {}; }
  EventChoice element(char, bool) override { return {}; }
  EventChoice call(std::string_view, std::string_view, std::string_view, bool) override {
    return {};
  }
  bool tracksArray(std::string_view) override { return false; }
  bool mayConstruct(std::string_view) override { return false; }
};

// Where events mark objects in Object's constructor, what constructors do with them has left its trace in the flags.
TEST_F(Births, HaveNoFlagsYetBesideEvents) {
  NoEvents events;
  features.events = &events;
  features.states = true;
  EXPECT_EQ(
      text(code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_)),
      "new_ dup ldc expect invokespecial dup ldc born dup fresh pop return_");
}

TEST_F(Births, LostObjectsAreNotMarked) {
  EXPECT_EQ(text(code(op::new_, U2{self}, op::invokespecial, U2{init}, op::return_)), "unchanged");
}

TEST_F(Births, LibraryAndSequenceVariants) {
  const Bytes body =
      code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_);
  features.sequences = true;
  EXPECT_EQ(text(body, true), "new_ dup invokespecial dup ldc bornLibSeq pop return_");
  EXPECT_EQ(sites()[0].kind, SiteKind::LibraryNew);
}

TEST_F(Births, ScopesDivideWithoutVariantsWhereWordsAreAges) {
  const Bytes body =
      code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_);
  features.scopes = true;
  EXPECT_EQ(text(body), "new_ dup invokespecial dup ldc bornSeq pop return_");
  features.ages = true;
  EXPECT_EQ(text(body), "new_ dup invokespecial dup ldc born pop return_") << "the region count";
  features.sequences = true;
  EXPECT_EQ(text(body), "new_ dup invokespecial dup ldc bornSeq pop return_");
}

TEST_F(Births, FilterByClass) {
  features.trackable = [](std::string_view name) { return name != "a/T"; };
  EXPECT_EQ(
      text(code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_)),
      "unchanged");
}

TEST_F(Births, WideConstantsBeyondTheFirst256) {
  b.pad(300);
  EXPECT_EQ(
      text(code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_)),
      "new_ dup invokespecial dup ldc_w born pop return_");
}

TEST_F(Births, NestedConstruction) {
  const uint16_t wrap = b.method("a/T", "<init>", "(La/T;)V");
  EXPECT_EQ(text(code(op::new_, U2{self}, op::dup, op::new_, U2{self}, op::dup, op::invokespecial,
                      U2{init}, op::invokespecial, U2{wrap}, op::areturn)),
            "new_ dup new_ dup invokespecial dup ldc born invokespecial dup ldc born areturn");
}

TEST_F(Births, CallRules) {
  const uint16_t clone = b.method("java/lang/Object", "clone", "()Ljava/lang/Object;");
  const uint16_t reflect = b.method("java/lang/reflect/Constructor", "newInstance",
                                    "([Ljava/lang/Object;)Ljava/lang/Object;");
  const uint16_t lambda = b.dynamic("java/lang/invoke/LambdaMetafactory", "metafactory", "run",
                                    "()Ljava/lang/Runnable;");
  EXPECT_EQ(text(code(op::aload_0, op::invokespecial, U2{clone}, op::pop,  //
                      op::aconst_null, op::aconst_null, op::invokevirtual, U2{reflect}, op::pop,
                      op::invokedynamic, U2{lambda}, U2{0}, op::pop, op::return_)),
            "aload_0 invokespecial dup ldc born pop aconst_null aconst_null invokevirtual dup ldc "
            "born pop invokedynamic dup ldc born pop return_");
  EXPECT_EQ(sites()[0].target, "java/lang/Object.clone");
  EXPECT_EQ(sites()[2].target, "run");
}

TEST_F(Births, ConcatenationFollowsTheFilterForStrings) {
  const uint16_t concat =
      b.dynamic("java/lang/invoke/StringConcatFactory", "makeConcat", "x", "()Ljava/lang/String;");
  const Bytes body = code(op::invokedynamic, U2{concat}, U2{0}, op::pop, op::return_);
  features.trackable = [](std::string_view name) { return name != "java/lang/String"; };
  EXPECT_EQ(text(body), "unchanged");
  features.trackable = {};
  EXPECT_EQ(text(body), "invokedynamic dup ldc born pop return_");
}

TEST_F(Births, NoneInMethodHandleMachinery) {
  ClassBuilder lib("java/lang/invoke/LambdaForm");
  BuiltMethod m;
  const uint16_t other = lib.cls("a/T");
  const uint16_t construct = lib.method("a/T", "<init>", "()V");
  m.code =
      code(op::new_, U2{other}, op::dup, op::invokespecial, U2{construct}, op::pop, op::return_);
  lib.add(m);
  EXPECT_EQ(Rewritten(lib.build(), features, true).result.outcome, Outcome::Unchanged);
}

TEST_F(Births, LibraryCallsOncePerLine) {
  features.births = false;
  features.libraryCalls = true;
  attributes = {{"LineNumberTable", code(U2{2}, U2{0}, U2{1}, U2{9}, U2{2})}};
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  const uint16_t quiet = b.method("java/lang/System", "nanoTime", "()J");
  const uint16_t own = b.method("a/U", "g", "()V");
  EXPECT_EQ(
      text(code(op::invokestatic, U2{fill}, op::invokestatic, U2{fill}, op::invokestatic, U2{own},
                op::invokestatic, U2{fill}, op::invokestatic, U2{quiet}, op::pop2, op::return_)),
      "called istore ldc call invokestatic invokestatic invokestatic ldc call invokestatic "
      "invokestatic pop2 iload call return_ iload call athrow");
  EXPECT_EQ(sites().size(), 2u);
  EXPECT_EQ(sites()[0].target, "java/util/Foo.fill");
  EXPECT_EQ(sites()[0].kind, SiteKind::LibraryCall);
}

TEST_F(Births, LibraryCallsOfWhatIsInherited) {
  features.births = false;
  features.libraryCalls = true;
  attributes = {{"LineNumberTable", code(U2{1}, U2{0}, U2{1})}};
  const uint16_t add = b.method("a/Rows", "add", "(Ljava/lang/Object;)Z");
  const uint16_t own = b.method("a/Rows", "add", "(La/Row;)Z");
  const uint16_t listen = b.method("a/Rows", "addRowListener", "(Ljava/util/EventListener;)V");
  text(code(op::aconst_null, op::dup, op::invokevirtual, U2{add}, op::pop, op::aconst_null, op::dup,
            op::invokevirtual, U2{own}, op::pop, op::aconst_null, op::dup, op::invokevirtual,
            U2{listen}, op::return_));
  ASSERT_EQ(sites().size(), 2u);
  EXPECT_EQ(sites()[0].target, "a/Rows.add");
  EXPECT_EQ(sites()[1].target, "a/Rows.addRowListener");
}

TEST_F(Births, CallsOfAMethodShareTheSiteOfALine) {
  features.births = false;
  features.libraryCalls = true;
  attributes = {{"LineNumberTable", code(U2{1}, U2{0}, U2{1})}};
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  text(code(op::invokestatic, U2{fill}, op::goto_, U2{3}, op::invokestatic, U2{fill}, op::return_));
  EXPECT_EQ(rewritten->result.stats.calls, 2u);
  EXPECT_EQ(sites().size(), 1u);
}

TEST_F(Births, WhatTheProgramCallsPutsTheMarkBack) {
  features.births = false;
  features.libraryCalls = true;
  attributes = {{"LineNumberTable", code(U2{1}, U2{0}, U2{1})}};
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  const uint16_t own = b.method("a/U", "g", "()V");
  EXPECT_EQ(text(code(op::invokestatic, U2{fill}, op::invokestatic, U2{own}, op::invokestatic,
                      U2{fill}, op::return_)),
            "called istore ldc call invokestatic invokestatic invokestatic iload call return_ "
            "iload call athrow");
}

TEST_F(Births, EachMethodThatALineCallsHasASiteOfItsOwn) {
  features.births = false;
  features.libraryCalls = true;
  attributes = {{"LineNumberTable", code(U2{1}, U2{0}, U2{1})}};
  const uint16_t box = b.method("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
  const uint16_t parse =
      b.method("java/lang/Integer", "valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;");
  const uint16_t append = b.method("java/lang/StringBuilder", "reverse", "()V");
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  text(code(op::invokestatic, U2{fill}, op::iconst_0, op::invokestatic, U2{box}, op::invokestatic,
            U2{parse}, op::pop, op::aconst_null, op::invokevirtual, U2{append}, op::invokestatic,
            U2{fill}, op::return_));
  EXPECT_EQ(rewritten->result.stats.calls, 5u);
  ASSERT_EQ(sites().size(), 4u);
  EXPECT_EQ(sites()[0].target, "java/util/Foo.fill");
  EXPECT_EQ(sites()[1].target, "java/lang/Integer.valueOf");
  EXPECT_EQ(sites()[2].target, "java/lang/Integer.valueOf");
  EXPECT_EQ(sites()[3].target, "java/lang/StringBuilder.reverse");
}

TEST_F(Births, WhatWasRememberedIsPutBackWhereverTheMethodEnds) {
  features.births = false;
  features.libraryCalls = true;
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  const Bytes body =
      code(op::iconst_0, op::ifeq, U2{6}, op::nop, op::nop, op::return_, op::invokestatic, U2{fill},
           op::iconst_0, op::ifeq, U2{4}, op::return_, op::return_);
  EXPECT_EQ(text(body),
            "called istore iconst_0 ifeq nop nop return_ ldc call invokestatic iconst_0 ifeq "
            "iload call return_ iload call return_ iload call athrow");
  const Parsed out(rewritten->out);
  Code method;
  ASSERT_EQ(out.decode("m", method), CodeStatus::Ok);
  ASSERT_EQ(method.handlers().size(), 1u);
  EXPECT_EQ(method.handlers()[0].catchType, 0u);
  EXPECT_EQ(method.handlers()[0].start, 5u);  // behind the store
}

TEST_F(Births, WhatAFailedConstructorRemembersIsPutBackToo) {
  features.births = false;
  features.libraryCalls = true;
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  const uint16_t own = b.method("a/U", "g", "()V");
  handlers = {{0, 3, 4, 0}};
  EXPECT_EQ(text(code(op::invokestatic, U2{own}, op::return_, op::pop, op::return_,
                      op::invokestatic, U2{fill}, op::return_)),
            "called istore invokestatic return_ pop iload call return_ ldc call invokestatic "
            "iload call return_ iload call athrow");
}

TEST_F(Births, AHandlerOfAConstructorWouldSeeAnIncompleteObject) {
  features.births = false;
  features.libraryCalls = true;
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  EXPECT_EQ(text(code(op::invokestatic, U2{fill}, op::return_), false, "<init>"),
            "called istore ldc call invokestatic iload call return_");
}

TEST_F(Births, ARegionIsInsideWhatIsPutBack) {
  features.births = false;
  features.libraryCalls = features.housekeeping = true;
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  EXPECT_EQ(text(code(op::invokestatic, U2{fill}, op::return_), false, "<clinit>"),
            "called istore enterInit ldc call invokestatic exitInit iload call return_ "
            "exitInit iload call athrow");
}

TEST_F(Births, TheLibraryMarksNoCalls) {
  features.births = false;
  features.libraryCalls = true;
  const uint16_t fill = b.method("java/util/Foo", "fill", "()V");
  EXPECT_EQ(text(code(op::invokestatic, U2{fill}, op::return_), true), "unchanged");
}

TEST_F(Births, HugeMethodsKeepTheirBrackets) {
  features.housekeeping = true;
  Bytes body = code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop);
  body.resize(7988, op::nop);
  body.push_back(op::return_);
  text(body, false, "<clinit>");
  EXPECT_EQ(rewritten->result.stats.births, 0u);
  EXPECT_EQ(rewritten->result.stats.methodsReduced, 1u);
}

TEST_F(Births, StaticInitialisersAreBracketed) {
  features.births = false;
  features.housekeeping = true;
  handlers = {{0, 1, 2, 0}};
  EXPECT_EQ(text(code(op::nop, op::return_, op::pop, op::return_), false, "<clinit>"),
            "enterInit nop exitInit return_ pop exitInit return_ exitInit athrow");
  const Parsed out(rewritten->out);
  Code body;
  ASSERT_EQ(out.decode("<clinit>", body), CodeStatus::Ok);
  ASSERT_EQ(body.handlers().size(), 2u);
  const Handler last = body.handlers()[1];  // the catch-all comes last
  EXPECT_EQ(last.start, 3);
  EXPECT_EQ(last.end, last.handler);
  EXPECT_EQ(last.catchType, 0);
  EXPECT_EQ(last.handler + 4u, body.length());
  ByteReader in = body.attributes();
  EXPECT_EQ(in.u2(), 1);  // a StackMapTable with the handler's frame
  EXPECT_EQ(out.file.pool.utf8(in.u2()), "StackMapTable");
  EXPECT_EQ(in.u4(), 12u);
  EXPECT_EQ(in.u2(), 1);
  EXPECT_EQ(in.u1(), 255);
  EXPECT_EQ(in.u2(), last.handler);
}

TEST_F(Births, OldClassFilesGetNoFrames) {
  features.births = false;
  features.housekeeping = true;
  ClassBuilder old("a/T", 49);
  BuiltMethod m;
  m.name = "<clinit>";
  m.code = code(op::return_);
  old.add(m);
  const Rewritten r(old.build(), features);
  Code body;
  Parsed(r.out).decode("<clinit>", body);
  EXPECT_EQ(body.attributes().remaining(), 2u);
  EXPECT_EQ(body.handlers().size(), 1u);
}

TEST_F(Births, SequencesNestInsideInitialisers) {
  features.births = false;
  features.housekeeping = true;
  features.sequenceKey = [](std::string_view, std::string_view method, std::string_view) {
    return method == "<init>" ? 1 : 70000;
  };
  EXPECT_EQ(text(code(op::return_), false, "<clinit>"),
            "enterInit ldc enterSeq exitSeq exitInit return_ exitSeq exitInit athrow");
}

// Whatever the specs want: a walk of references would crash the VM otherwise.
TEST(Regions, TheMakingOfVirtualThreadsIsBracketed) {
  const auto rewritten = [](const std::string& cls, const std::string& made) {
    ClassBuilder b(cls);
    const uint16_t type = b.cls(made);
    const uint16_t init = b.method(made, "<init>", "()V");
    BuiltMethod m;
    m.name = "m";
    m.code = code(op::new_, U2{type}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_);
    b.add(m);
    const Rewritten r(b.build(), Features(), true);
    return r.result.outcome == Outcome::Unchanged ? std::string("unchanged") : r.text("m");
  };
  EXPECT_EQ(rewritten("java/lang/ThreadBuilders", "java/lang/VirtualThread"),
            "enterConstruction new_ dup invokespecial pop exitConstruction return_ "
            "exitConstruction athrow");
  EXPECT_EQ(rewritten("java/lang/ThreadBuilders", "java/lang/Thread"), "unchanged");
  EXPECT_EQ(rewritten("a/ThreadBuilders", "java/lang/VirtualThread"), "unchanged");
}

TEST_F(Births, ConstructorsAreNeverBracketed) {
  features.births = false;
  features.sequenceKey = [](std::string_view, std::string_view, std::string_view) { return 1; };
  EXPECT_EQ(text(code(op::return_), false, "<init>"), "unchanged");
}

TEST(Housekeeping, RulesByName) {
  const instrument::Housekeeping loader("java/lang/ClassLoader");
  EXPECT_TRUE(loader.covers("loadClass"));
  EXPECT_FALSE(loader.covers("getParent"));
  EXPECT_TRUE(instrument::Housekeeping("jdk/internal/loader/URLClassPath$1").covers("next"));
  EXPECT_TRUE(instrument::Housekeeping("java/lang/Class").covers("forName0"));
  EXPECT_FALSE(instrument::Housekeeping("java/lang/Class").covers("newInstance"));
  EXPECT_FALSE(instrument::Housekeeping("java/lang/reflect/Method").covers("invoke"));
  EXPECT_FALSE(instrument::Housekeeping("java/util/HashMap").covers("put"));
  EXPECT_FALSE(instrument::Housekeeping("jdk/internal/misc/Unsafe").covers("allocateInstance"));
}

TEST(Fields, ObjectAndThreadGetTheirs) {
  const Rewritten object(ClassBuilder("java/lang/Object").build(), Features{}, true);
  ASSERT_EQ(object.result.outcome, Outcome::Rewritten);
  const Parsed cls(object.out);
  const uint8_t* field = cls.bytes.data() + cls.file.fieldCount;
  EXPECT_EQ(load2(field), 1);
  EXPECT_EQ(load2(field + 2), 0x1081);
  EXPECT_EQ(cls.file.pool.utf8(load2(field + 4)), "$isl");
  EXPECT_EQ(cls.file.pool.utf8(load2(field + 6)), "I");
  const Rewritten thread(ClassBuilder("java/lang/Thread").build(), Features{}, true);
  EXPECT_EQ(load2(thread.out.data() + Parsed(thread.out).file.fieldCount), 6);
}

TEST(Fields, TheHelperItselfIsExcluded) {
  for (const char* name : {"java/lang/IslRT", "java/lang/IslRT$Stack"}) {
    const Rewritten r(ClassBuilder(name).build(), touching(), true);
    EXPECT_EQ(r.result.reason, SkipReason::Excluded);
  }
}

// Another agent may hand back what it found by reflection or in the bytes.
TEST(Fields, WhatTheClassHasIsNotAddedAgain) {
  for (const char* name : {"java/lang/Object", "java/lang/Thread"}) {
    const Rewritten once(ClassBuilder(name).build(), Features{}, true);
    ASSERT_EQ(once.result.outcome, Outcome::Rewritten) << name;
    const Rewritten twice(once.out, Features{}, true);
    EXPECT_EQ(twice.result.outcome, Outcome::Unchanged) << name;
  }
}

}  // namespace
