// Where touches go, in which shape, and which are not needed.
#include <gtest/gtest.h>

#include "instrument/Rewriting.h"

using namespace isl;
using namespace isl::classfile;
using namespace isl::instrument;
using namespace isl::test;

namespace {

class Barrier : public testing::Test {
 protected:
  // Rewrites the one method `m` with the given code.
  std::string text(const Bytes& bytes, const std::string& descriptor = "(La/T;)V",
                   uint16_t access = kAccStatic, const std::string& name = "m") {
    BuiltMethod m;
    m.name = name;
    m.code = bytes;
    m.descriptor = descriptor;
    m.access = access;
    m.handlers = handlers;
    b.add(m);
    rewritten = std::make_unique<Rewritten>(b.build(), features);
    if (rewritten->result.outcome == Outcome::Unchanged) return "unchanged";
    return rewritten->text(name);
  }
  uint32_t touches() const { return rewritten->result.stats.touches; }

  ClassBuilder b{"a/T"};
  const uint16_t x = b.field("a/T", "x", "I");
  const uint16_t wide = b.field("a/T", "w", "J");
  const uint16_t next = b.field("a/T", "next", "La/T;");
  const uint16_t init = b.method("a/T", "<init>", "()V");
  const uint16_t self = b.cls("a/T");
  const uint16_t call = b.method("a/T", "f", "()V");
  const uint16_t make = b.method("a/T", "make", "()La/T;");
  std::vector<Handler> handlers;
  Features features = touching();
  std::unique_ptr<Rewritten> rewritten;
};

TEST_F(Barrier, Read) {
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{x}, op::pop, op::return_)),
            "aload_0 dup touch getfield pop return_");
}

TEST_F(Barrier, OrderedWordsHaveTheirOwnHelper) {
  const auto names = [this](std::string_view helper) {
    return std::string_view(reinterpret_cast<const char*>(rewritten->out.data()),
                            rewritten->out.size())
               .find(helper) != std::string_view::npos;
  };
  const Bytes read = code(op::aload_0, op::getfield, U2{x}, op::pop, op::return_);
  EXPECT_EQ(text(read), "aload_0 dup touch getfield pop return_");
  EXPECT_TRUE(names("java/lang/IslRT"));
  EXPECT_FALSE(names("java/lang/IslAges"));
  b = ClassBuilder("a/T");
  features.ages = true;
  const uint16_t y = b.field("a/T", "x", "I");
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{y}, op::pop, op::return_)),
            "aload_0 dup touch getfield pop return_");
  EXPECT_FALSE(names("java/lang/IslRT"));
  EXPECT_TRUE(names("java/lang/IslAges"));
  EXPECT_EQ(touches(), 1u);
}

TEST_F(Barrier, SecondAccessNeedsNone) {
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{x}, op::pop, op::aload_0, op::getfield,
                      U2{wide}, op::pop2, op::return_)),
            "aload_0 dup touch getfield pop aload_0 getfield pop2 return_");
}

TEST_F(Barrier, CopiesOfAValueShareItsTouch) {
  EXPECT_EQ(text(code(op::aload_0, op::astore_1, op::aload_1, op::getfield, U2{x}, op::pop,
                      op::invokestatic, U2{call}, op::aload_0, op::checkcast, U2{self},
                      op::getfield, U2{x}, op::pop, op::return_)),
            "aload_0 astore_1 aload_1 dup touch getfield pop invokestatic aload_0 checkcast "
            "getfield pop return_");
}

TEST_F(Barrier, WriteToALocalsObject) {
  EXPECT_EQ(text(code(op::aload_0, op::iconst_1, op::putfield, U2{x}, op::return_)),
            "aload_0 iconst_1 aload_0 touch putfield return_");
}

TEST_F(Barrier, WriteOfOneSlotUnderTheValue) {
  EXPECT_EQ(text(code(op::invokestatic, U2{make}, op::iconst_1, op::putfield, U2{x}, op::return_)),
            "invokestatic iconst_1 dup2 pop touch putfield return_");
}

TEST_F(Barrier, WriteOfTwoSlotsUnderTheValue) {
  EXPECT_EQ(
      text(code(op::invokestatic, U2{make}, op::lconst_1, op::putfield, U2{wide}, op::return_)),
      "invokestatic lconst_1 dup2_x1 pop2 dup touch dup_x2 pop putfield return_");
  Code body;
  Parsed(rewritten->out).decode("m", body);
  EXPECT_EQ(body.maxStack(), 10);
}

TEST_F(Barrier, FreshObjectsNeedNone) {
  EXPECT_EQ(text(code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::astore_1,
                      op::aload_1, op::iconst_1, op::putfield, U2{x}, op::return_)),
            "unchanged");
}

TEST_F(Barrier, ConstructorsThisNeedsNone) {
  EXPECT_EQ(
      text(code(op::aload_0, op::iconst_1, op::putfield, U2{x}, op::aload_0, op::invokespecial,
                U2{init}, op::aload_0, op::getfield, U2{x}, op::pop, op::return_),
           "()V", 0, "<init>"),
      "unchanged");
}

TEST_F(Barrier, ListWalkTouchesEveryNode) {
  // while (p != null) p = p.next; then p again: every value that next produces is another object.
  EXPECT_EQ(text(code(op::goto_, U2{8}, op::aload_0, op::getfield, U2{next}, op::astore_0,
                      op::aload_0, op::ifnonnull, U2{0xfffa}, op::return_)),
            "goto_ aload_0 dup touch getfield astore_0 aload_0 ifnonnull return_");
}

TEST_F(Barrier, PreviousNodeIsNotTheCurrentOne) {
  // do { q = make(); q.x; p = r; r = q } while (p == null); p.x: p is an older make() than q.
  const std::string got = text(code(op::aload_0, op::astore_2,                               // 0
                                    op::invokestatic, U2{make}, op::astore_1,                // 2
                                    op::aload_2, op::astore_0, op::aload_1, op::astore_2,    // 6
                                    op::aload_0, op::getfield, U2{x}, op::ifne, U2{0xfff4},  // 10
                                    op::aload_1, op::getfield, U2{x}, op::pop, op::return_));
  EXPECT_EQ(got,
            "aload_0 astore_2 invokestatic astore_1 aload_2 astore_0 aload_1 astore_2 aload_0 dup "
            "touch getfield ifne aload_1 dup touch getfield pop return_");
}

TEST_F(Barrier, OlderExecutionsAreNotConfused) {
  // for (;;) { b = a; a = make(); a.x; b.x }: touching a says nothing about what b will be.
  const std::string got =
      text(code(op::aload_1, op::astore_2, op::invokestatic, U2{make}, op::astore_1, op::aload_1,
                op::getfield, U2{x}, op::pop, op::aload_2, op::getfield, U2{x}, op::pop, op::goto_,
                U2{0xfff0}),
           "(La/T;La/T;La/T;)V");
  EXPECT_EQ(touches(), 2u) << got;
}

TEST_F(Barrier, JoinIsTouchedOnlyWhenBothSidesAre) {
  // if (i) p.x; p.x
  EXPECT_EQ(text(code(op::iload_1, op::ifeq, U2{8}, op::aload_0, op::getfield, U2{x}, op::pop,
                      op::aload_0, op::getfield, U2{x}, op::pop, op::return_),
                 "(La/T;I)V"),
            "iload_1 ifeq aload_0 dup touch getfield pop aload_0 dup touch getfield pop return_");
}

TEST_F(Barrier, JoinOfTouchedSidesNeedsNone) {
  // r = i ? (p.x, p) : (q.x, q); r.x
  text(code(op::iload_2, op::ifeq, U2{13},                           // 0
            op::aload_0, op::getfield, U2{x}, op::pop, op::aload_0,  // 4
            op::goto_, U2{10}, op::nop,                              // 10
            op::aload_1, op::getfield, U2{x}, op::pop, op::aload_1,  // 14
            op::getfield, U2{x}, op::pop, op::return_),              // 20
       "(La/T;La/T;I)V");
  EXPECT_EQ(touches(), 2u);
}

TEST_F(Barrier, HandlersSeeTheIntersectionOfTheirRange) {
  handlers = {{0, 5, 6, 0}};
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{x}, op::pop, op::return_,  // 0..5
                      op::pop, op::aload_0, op::getfield, U2{x}, op::pop, op::return_)),
            "aload_0 dup touch getfield pop return_ pop aload_0 dup touch getfield pop return_");
}

TEST_F(Barrier, FilterByOwner) {
  features.touchable = [](std::string_view owner) { return owner != "a/T"; };
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{x}, op::pop, op::return_)), "unchanged");
}

TEST_F(Barrier, IterationsAreTouchedOnRequest) {
  // do {} while (p.x != 0), after p.x: a second touch only when iterations count.
  const Bytes loop = code(op::aload_0, op::getfield, U2{x}, op::pop, op::aload_0, op::getfield,
                          U2{x}, op::ifne, U2{0xfffc}, op::return_);
  features.touchIterations = true;
  text(loop);
  EXPECT_EQ(touches(), 2u);
}

TEST_F(Barrier, CountedLoopsWithoutCallsKeepWhatWasTouchedBeforeThem) {
  features.touchIterations = true;
  // p.x; do { p.x; } while (--i != 0)
  const Bytes counted =
      code(op::aload_0, op::getfield, U2{x}, op::pop, op::aload_0, op::getfield, U2{x}, op::pop,
           op::iinc, 1, 0xff, op::iload_1, op::ifne, U2{0xfff7}, op::return_);
  EXPECT_EQ(text(counted),
            "aload_0 dup touch getfield pop aload_0 getfield pop iinc iload_1 ifne return_");
}

TEST_F(Barrier, EveryAccessIsTouchedWithoutDedupe) {
  features.touchDedupe = false;
  EXPECT_EQ(text(code(op::aload_0, op::getfield, U2{x}, op::pop, op::aload_0, op::getfield, U2{x},
                      op::pop, op::return_)),
            "aload_0 dup touch getfield pop aload_0 dup touch getfield pop return_");
}

TEST_F(Barrier, FreshObjectsAreNotTouchedWithoutDedupe) {
  features.touchDedupe = false;
  EXPECT_EQ(text(code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::getfield, U2{x},
                      op::pop, op::return_)),
            "unchanged");
}

TEST_F(Barrier, FreshObjectsAreTouchedWithoutElision) {
  features.freshElision = false;
  EXPECT_EQ(text(code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::getfield, U2{x},
                      op::pop, op::return_)),
            "new_ dup invokespecial dup touch getfield pop return_");
}

TEST_F(Barrier, HiddenAccessTouchesThisAtEntry) {
  const uint16_t swap = b.method("java/lang/invoke/VarHandle", "getAndSet", "()V");
  EXPECT_EQ(text(code(op::aconst_null, op::invokevirtual, U2{swap}, op::aload_0, op::getfield,
                      U2{x}, op::pop, op::return_),
                 "()V", 0),
            "aload_0 touch aconst_null invokevirtual aload_0 getfield pop return_");
}

TEST_F(Barrier, LeavesSubroutinesAlone) {
  EXPECT_EQ(text(code(op::jsr, U2{3}, op::astore_1, op::aload_0, op::getfield, U2{x}, op::pop,
                      op::return_)),
            "unchanged");
  EXPECT_EQ(rewritten->result.stats.methodsSkipped[static_cast<size_t>(SkipReason::JsrRet)], 1u);
}

TEST_F(Barrier, LeavesInconsistentCodeAlone) {
  text(code(op::getfield, U2{x}, op::pop, op::return_));
  EXPECT_EQ(rewritten->result.stats.methodsSkipped[static_cast<size_t>(SkipReason::StackMismatch)],
            1u);
}

TEST_F(Barrier, HugeMethodsLoseTouchesBeforeTheCompiler) {
  features.births = true;
  Bytes body = code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::aload_0,
                    op::getfield, U2{x}, op::pop);
  body.resize(7990, op::nop);
  body.push_back(op::return_);
  text(body);
  EXPECT_EQ(touches(), 0u);
  EXPECT_EQ(rewritten->result.stats.births, 1u);
  EXPECT_EQ(rewritten->result.stats.methodsReduced, 1u);
  const auto& skipped = rewritten->result.stats.methodsSkipped;
  EXPECT_EQ(skipped[static_cast<size_t>(SkipReason::WouldLoseJit)], 0u);
}

TEST_F(Barrier, HugeMethodsAreLeftAloneWhenNothingElseHelps) {
  Bytes body = code(op::aload_0, op::getfield, U2{x}, op::pop);
  body.resize(7999, op::nop);
  body.push_back(op::return_);
  EXPECT_EQ(text(body), "unchanged");
  const auto& skipped = rewritten->result.stats.methodsSkipped;
  EXPECT_EQ(skipped[static_cast<size_t>(SkipReason::WouldLoseJit)], 1u);
}

TEST_F(Barrier, MethodsThatAreNeverCompiledAnywayGetAll) {
  Bytes body = code(op::aload_0, op::getfield, U2{x}, op::pop);
  body.resize(8001, op::nop);
  body.push_back(op::return_);
  text(body);
  EXPECT_EQ(touches(), 1u);
}

// Two environments of the agent may hear of one class.
TEST_F(Barrier, RewrittenOnce) {
  text(code(op::aload_0, op::getfield, U2{x}, op::pop, op::return_));
  const Rewritten again(rewritten->out, features);
  EXPECT_EQ(again.result.outcome, Outcome::Skipped);
  EXPECT_EQ(again.result.reason, SkipReason::HasEdits);
}

}  // namespace

TEST(BarrierFrames, LoadsNoLocalThatAFrameLeavesOut) {
  // 0 aload_0; 1 iconst_0; 2 ifeq 5; 5 (frame) aconst_null; 6 putfield. The receiver is in local 0 on
  // every path; when the frame at 5 does not declare it, aload_0 would not verify.
  ClassBuilder b("a/T");
  const uint16_t next = b.field("a/T", "next", "La/T;");
  BuiltMethod m;
  m.descriptor = "(La/T;)V";
  m.maxLocals = 1;
  m.code = code(op::aload_0, op::iconst_0, op::ifeq, U2{3}, op::aconst_null, op::putfield, U2{next},
                op::return_);
  const Bytes receiver = code(7, U2{b.cls("a/T")});
  const auto table = [&](int frameLocals) {
    // full_frame at 5: `frameLocals` locals and the receiver on the stack.
    Bytes out = code(U2{1}, 255, U2{5}, U2{static_cast<uint32_t>(frameLocals)});
    for (int i = 0; i <= frameLocals; ++i) {
      if (i == frameLocals) append(out, U2{1});
      out.insert(out.end(), receiver.begin(), receiver.end());
    }
    return out;
  };
  for (const bool declared : {true, false}) {
    ClassBuilder cls = b;
    m.attributes = {{"StackMapTable", table(declared ? 1 : 0)}};
    cls.add(m);
    const Rewritten r(cls.build(), touching());
    EXPECT_EQ(r.text(), declared
                            ? "aload_0 iconst_0 ifeq aconst_null aload_0 touch putfield return_"
                            : "aload_0 iconst_0 ifeq aconst_null dup2 pop touch putfield return_");
  }
}
