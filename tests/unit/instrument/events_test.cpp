// How events get out of a method: which instructions log, and in which shape.
#include <gtest/gtest.h>

#include "instrument/EventSink.h"
#include "instrument/Rewriting.h"

using namespace isl;
using namespace isl::classfile;
using namespace isl::instrument;
using namespace isl::test;

namespace {

struct Choosy : EventSink {
  EventChoice field(const MemberRef& member, bool write) override {
    if (member.name == "unwanted") return {};
    return {write ? 2 : 1, words};
  }
  EventChoice element(char kind, bool write) override {
    return kind == elements ? EventChoice{write ? 4 : 3, indexes, !indexes} : EventChoice{};
  }
  EventChoice call(std::string_view, std::string_view method, std::string_view, bool) override {
    return method == "m" && calls ? EventChoice{5, words} : EventChoice{};
  }
  bool tracksArray(std::string_view type) override {
    return arrays && (type.empty() || type == "I");
  }
  bool mayConstruct(std::string_view) override { return true; }
  bool knowsBirths(std::string_view) override { return births; }
  bool logsBirths() override { return logged; }
  int32_t mayPutOnPath(const MemberRef& member) override { return member.name == path ? 6 : 0; }
  bool births = true, indexes = true;
  std::string_view path;
  bool words = false, calls = false, arrays = false, logged = false;
  char elements = 0;
};

class Events : public testing::Test {
 protected:
  std::string text(const Bytes& bytes, const std::string& descriptor = "(La/T;)V",
                   uint16_t access = kAccStatic, const std::string& name = "m") {
    BuiltMethod m;
    m.name = name;
    m.code = bytes;
    m.descriptor = descriptor;
    m.access = access;
    b.add(m);
    features.events = &sink;
    features.births = true;
    rewritten = std::make_unique<Rewritten>(b.build(), features);
    if (rewritten->result.outcome == Outcome::Unchanged) return "unchanged";
    return rewritten->text(name);
  }

  Choosy sink;
  Features features;
  ClassBuilder b{"a/T"};
  const uint16_t x = b.field("a/T", "x", "I");
  const uint16_t wide = b.field("a/T", "w", "J");
  const uint16_t next = b.field("a/T", "next", "La/T;");
  const uint16_t unwanted = b.field("a/T", "unwanted", "I");
  const uint16_t make = b.method("a/T", "make", "()La/T;");
  const uint16_t root = b.method("java/lang/Object", "<init>", "()V");
  const uint16_t init = b.method("a/T", "<init>", "()V");
  const uint16_t self = b.cls("a/T");
  std::unique_ptr<Rewritten> rewritten;
};

TEST_F(Events, EveryAccessIsOne) {
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{x}, op::pop, op::aload_0, op::getfield, U2{x},
                      op::pop, op::return_)),
            "aload_0 dup ldc use getfield pop aload_0 dup ldc use getfield pop return_");
  EXPECT_EQ(rewritten->result.stats.events, 2u);
}

TEST_F(Events, FieldsThatNobodyAsksForHaveNone) {
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{unwanted}, op::pop, op::return_)), "unchanged");
}

TEST_F(Events, ReadsWithTheirValueAreLoggedBehindIt) {
  sink.words = true;
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{x}, op::pop, op::aload_0, op::getfield,
                      U2{wide}, op::pop2, op::return_)),
            "aload_0 dup getfield dup_x1 ldc use pop aload_0 dup getfield dup2_x1 ldc use pop2 "
            "return_");
}

TEST_F(Events, WritesWithTheirValue) {
  sink.words = true;
  EXPECT_EQ(
      text(code(op::aload_0, op::iconst_1, op::putfield, U2{x}, op::aload_0, op::lconst_0,
                op::putfield, U2{wide}, op::return_)),
      "aload_0 iconst_1 dup2 ldc use putfield aload_0 lconst_0 lstore dup lload ldc use lload "
      "putfield return_");
}

TEST_F(Events, ReturnsTellReceiverAndValue) {
  sink.calls = true;
  EXPECT_EQ(text(code(op::aload_0, op::areturn), "()La/T;", 0),
            "aload_0 dup aload_0 ldc returned areturn");
}

TEST_F(Events, StaticMethodsHaveNoReceiver) {
  sink.calls = true;
  EXPECT_EQ(text(code(op::aload_0, op::areturn), "(La/T;)La/T;"),
            "aload_0 dup aconst_null ldc returned areturn");
}

TEST_F(Events, StaticMethodsWithoutAReferenceTellNothing) {
  sink.calls = true;
  EXPECT_EQ(text(code(op::iconst_1, op::ireturn), "()I"), "unchanged");
}

TEST_F(Events, AReceiverThatIsLostIsNull) {
  sink.calls = true;
  EXPECT_EQ(text(code(op::aconst_null, op::astore_0, op::return_), "()V", 0),
            "aconst_null astore_0 aconst_null ldc returned return_");
}

TEST_F(Events, ElementsAreLoggedWithIndexAndValue) {
  sink.elements = 'I';
  EXPECT_EQ(text(code(op::aload_0, op::iconst_0, op::iaload, op::pop, op::aload_0, op::iconst_0,
                      op::iconst_1, op::iastore, op::aload_0, op::iconst_0, op::baload, op::pop,
                      op::return_),
                 "([I)V"),
            "aload_0 iconst_0 dup2 iaload dup_x2 ldc element pop aload_0 iconst_0 iconst_1 istore "
            "dup2 iload ldc element iload iastore aload_0 iconst_0 baload pop return_");
}

TEST_F(Events, ElementsThatNobodyLooksAtAreLoggedBeforeTheAccess) {
  sink.elements = 'J';
  sink.indexes = false;
  EXPECT_EQ(
      text(code(op::aload_0, op::iconst_0, op::laload, op::pop2, op::aload_0, op::iconst_0,
                op::lconst_1, op::lastore, op::return_),
           "([J)V"),
      "aload_0 iconst_0 dup2 ldc element laload pop2 aload_0 iconst_0 lconst_1 lstore dup2 ldc "
      "element lload lastore return_");
}

// Frames are the business of the oracle, which rewrites and verifies every loop of java.base.
TEST_F(Events, LoopsCountTheArrayThatTheyStayWith) {
  sink.elements = 'I';
  sink.indexes = false;
  // for (i = 0; i < n; i++) a[i];  as javac has it, the test first
  EXPECT_EQ(text(code(op::iload_1, op::bipush, 9, op::if_icmpge, U2{13}, op::aload_0, op::iload_1,
                      op::iaload, op::pop, op::iinc, 1, 1, op::goto_, U2{0xfff3}, op::return_),
                 "([II)V"),
            "aconst_null astore iconst_0 istore iload_1 bipush if_icmpge aload_0 iload_1 "
            "dup2 pop astore iaload iinc pop iinc goto_ "
            "aload iload ldc flush aconst_null astore iconst_0 istore return_ "
            "aload iload ldc flush athrow");
  EXPECT_EQ(rewritten->result.stats.events, 1u);
}

// Arguments all come with the method, yet each is an array of its own.
TEST_F(Events, LoopsCountEachArgumentApart) {
  sink.elements = 'I';
  sink.indexes = false;
  const std::string both =
      text(code(op::iload_2, op::bipush, 9, op::if_icmpge, U2{17}, op::aload_0, op::iload_2,
                op::iaload, op::pop, op::aload_1, op::iload_2, op::iaload, op::pop, op::iinc, 2, 1,
                op::goto_, U2{0xffef}, op::return_),
           "([I[II)V");
  EXPECT_EQ(both.rfind("aconst_null astore iconst_0 istore aconst_null astore iconst_0 istore "
                       "iload_2 ",
                       0),
            0u)
      << both;
  EXPECT_EQ(rewritten->result.stats.events, 2u);
}

TEST_F(Events, LoopsThatNothingShowsToEndCountUpToABound) {
  sink.elements = 'J';
  sink.indexes = false;
  EXPECT_EQ(text(code(op::aload_0, op::iload_1, op::laload, op::lconst_0, op::lcmp, op::ifeq,
                      U2{0xfffb}, op::return_),
                 "([JI)V"),
            "aconst_null astore iconst_0 istore aload_0 iload_1 dup2 pop astore laload aload aload "
            "iload ldc countUpToMost istore aload astore lconst_0 lcmp ifeq "
            "aload iload ldc flush aconst_null astore iconst_0 istore return_ "
            "aload iload ldc flush athrow");
}

TEST_F(Events, LoopsThatCallLogEachAccess) {
  sink.elements = 'I';
  sink.indexes = false;
  const uint16_t call = b.method("a/T", "call", "()I");
  EXPECT_EQ(text(code(op::aload_0, op::invokestatic, U2{call}, op::iaload, op::ifeq, U2{0xfffb},
                      op::return_),
                 "([I)V"),
            "aload_0 invokestatic dup2 ldc element iaload ifeq return_");
}

TEST_F(Events, StoresTellWhatMayComeToAPath) {
  sink.path = "next";
  EXPECT_EQ(text(code(op::aload_0, op::aload_0, op::putfield, U2{next}, op::return_)),
            "aload_0 aload_0 aload_0 ldc use dup ldc stored putfield return_")
      << "the store is an event as well";
}

TEST_F(Events, ArraysAreSeenFromTheirBirth) {
  sink.arrays = true;
  const uint16_t copy = b.method("java/util/Arrays", "copyOf", "([II)[I");
  EXPECT_EQ(
      text(code(op::iconst_1, op::newarray, 10, op::pop, op::iconst_1, op::newarray, 8, op::pop,
                op::aload_0, op::iconst_1, op::invokestatic, U2{copy}, op::pop, op::return_),
           "([I)V"),
      "iconst_1 newarray dup ldc bornArray pop iconst_1 newarray pop aload_0 iconst_1 "
      "invokestatic dup ldc bornArray pop return_");
}

TEST_F(Events, TheSiteIsToldBeforeTheConstructorRuns) {
  EXPECT_EQ(
      text(code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_),
           "()V"),
      "new_ dup ldc expect invokespecial dup ldc born pop return_");
}

TEST_F(Events, ConstructorsMarkTheObjectAsSoonAsTheyMay) {
  EXPECT_EQ(
      text(code(op::aload_0, op::iconst_1, op::putfield, U2{x}, op::aload_0, op::invokespecial,
                U2{root}, op::aload_0, op::iconst_1, op::putfield, U2{x}, op::return_),
           "()V", 0, "<init>"),
      "aload_0 iconst_1 putfield aload_0 invokespecial aload_0 ldc constructed aload_0 iconst_1 "
      "aload_0 ldc use putfield return_");
}

TEST_F(Events, ConstructorsTellSequencesAndBirthsWhereSomebodyAsks) {
  const Bytes body = code(op::aload_0, op::invokespecial, U2{root}, op::return_);
  features.sequences = true;
  EXPECT_EQ(text(body, "()V", 0, "<init>"),
            "aload_0 invokespecial aload_0 ldc constructedSeq return_");
  features.sequences = false;
  sink.logged = true;
  EXPECT_EQ(text(body, "(I)V", 0, "<init>"),
            "aload_0 invokespecial aload_0 ldc constructedSeq return_");
}

}  // namespace
