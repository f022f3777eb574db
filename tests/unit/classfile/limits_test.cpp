// Every version, and methods at the limits of the format.
#include <gtest/gtest.h>

#include "instrument/Rewriting.h"

using namespace isl;
using namespace isl::classfile;
using namespace isl::instrument;
using namespace isl::test;

namespace {

// A static method on one a/T that reads its field `next` behind `before` bytes of nop.
struct Reading {
  explicit Reading(uint16_t version = 61) : b("a/T", version) {}
  Rewritten with(Bytes bytes, const Features& features = touching()) {
    BuiltMethod m;
    m.descriptor = "(La/T;)V";
    m.maxLocals = 400;
    m.code = std::move(bytes);
    b.add(m);
    return Rewritten(b.build(), features);
  }
  Bytes nops(size_t count) {
    Bytes out(count, op::nop);
    const Bytes read = code(op::aload_0, op::getfield, U2{next}, op::pop, op::return_);
    out.insert(out.end(), read.begin(), read.end());
    return out;
  }
  ClassBuilder b;
  const uint16_t next = b.field("a/T", "next", "La/T;");
};

uint32_t skipped(const Rewritten& r, SkipReason reason) {
  return r.result.stats.methodsSkipped[static_cast<size_t>(reason)];
}

uint32_t lengthOf(const Rewritten& r) {
  const Parsed cls(r.out);
  Code body;
  return cls.decode("m", body) == CodeStatus::Ok ? body.length() : 0;
}

}  // namespace

TEST(Limits, EveryVersionIsRewrittenAndKeepsItsVersion) {
  for (uint16_t version = 45; version <= 69; ++version) {
    Reading reading(version);
    const Rewritten r = reading.with(reading.nops(0));
    ASSERT_EQ(r.result.outcome, Outcome::Rewritten) << version;
    EXPECT_EQ(r.text(), "aload_0 dup touch getfield pop return_") << version;
    EXPECT_EQ(Parsed(r.out).file.majorVersion, version);
  }
}

TEST(Limits, SubroutinesAreLeftAloneAndCounted) {
  Reading reading(48);
  BuiltMethod m;
  m.name = "old";  // 0 jsr 4; 3 return; 4 astore_1; 5 ret 1
  m.code = code(op::jsr, U2{4}, op::return_, op::astore_1, op::ret, 1);
  reading.b.add(m);
  m.name = "wider";  // 0 jsr_w 6; 5 return; 6 astore_1; 7 wide ret 1
  m.code = code(op::jsr_w, U2{0}, U2{6}, op::return_, op::astore_1, op::wide, op::ret, U2{1});
  reading.b.add(m);
  const Rewritten r = reading.with(reading.nops(0));
  ASSERT_EQ(r.result.outcome, Outcome::Rewritten);
  EXPECT_EQ(skipped(r, SkipReason::JsrRet), 2u);
  EXPECT_EQ(r.result.stats.methodsRewritten, 1u);
  EXPECT_EQ(r.text("old"), "jsr return_ astore_1 ret");
  EXPECT_EQ(r.text("wider"), "jsr_w return_ astore_1 wide");
}

TEST(Limits, MethodsOf64KBStayWithinIt) {
  // Code may have 65535 bytes (JVMS 4.7.3): one that has them stays, one with room is rewritten.
  Reading full;
  const Rewritten stays = full.with(full.nops(65535 - 6));
  EXPECT_EQ(stays.result.outcome, Outcome::Unchanged);
  EXPECT_EQ(skipped(stays, SkipReason::TooLarge), 1u);
  Reading roomy;
  const Rewritten fits = roomy.with(roomy.nops(65535 - 6 - 4));
  ASSERT_EQ(fits.result.outcome, Outcome::Rewritten);
  EXPECT_EQ(lengthOf(fits), 65535u);
  Reading longer;
  const Rewritten left = longer.with(longer.nops(65536 - 6));
  EXPECT_EQ(left.result.outcome, Outcome::Skipped);
  EXPECT_EQ(left.result.reason, SkipReason::MalformedCode);
}

TEST(Limits, MethodsThatHotSpotCompilesStayCompilable) {
  Reading small;
  EXPECT_EQ(lengthOf(small.with(small.nops(8000 - 6 - 4))), 8000u);
  Reading edge;
  const Rewritten r = edge.with(edge.nops(8000 - 6 - 3));
  EXPECT_EQ(r.result.outcome, Outcome::Unchanged);
  EXPECT_EQ(skipped(r, SkipReason::WouldLoseJit), 1u);
}

TEST(Limits, HugeSwitchesKeepEveryTarget) {
  // iconst_0; (padding) tableswitch of 16000 entries, half of them to each of two reads; 64 KB in all.
  constexpr uint32_t kEntries = 16000;
  Reading reading;
  Bytes bytes = code(op::aload_0, op::getfield, U2{reading.next}, op::pop, op::iconst_0);
  const uint32_t at = static_cast<uint32_t>(bytes.size());
  append(bytes, op::tableswitch);
  while (bytes.size() % 4 != 0) append(bytes, 0);
  const uint32_t end = static_cast<uint32_t>(bytes.size()) + 12 + 4 * kEntries;
  ByteWriter w(bytes);
  w.u4(end - at);
  w.u4(0);
  w.u4(kEntries - 1);
  for (uint32_t i = 0; i < kEntries; ++i) w.u4(end - at + i % 2);
  append(bytes, op::nop);
  append(bytes, op::return_);
  const Rewritten r = reading.with(bytes);
  ASSERT_EQ(r.result.outcome, Outcome::Rewritten);
  const Parsed cls(r.out);
  Code body;
  ASSERT_EQ(cls.decode("m", body), CodeStatus::Ok);
  const uint32_t last = body.length() - 1;
  uint32_t index = 0;
  const uint32_t moved = body.insns()[body.indexAt(last - 1) - 1].bci;
  ASSERT_EQ(body.bytes()[moved], op::tableswitch);
  forEachTarget(body.bytes(), moved, [&](uint32_t, uint32_t, int64_t target) {
    const bool odd = index > 0 && (index - 1) % 2 == 1;  // the default comes first
    EXPECT_EQ(target, odd ? last : last - 1);
    ++index;
    return true;
  });
  EXPECT_EQ(index, kEntries + 1);
}

TEST(Limits, WideLocals) {
  // The receiver only in local 300 when the value is above it: the touch loads it with `wide`.
  Reading reading;
  const Rewritten r = reading.with(code(op::aload_0, op::wide, op::astore, U2{300}, op::aconst_null,
                                        op::astore_0, op::wide, op::iinc, U2{399}, U2{1000},  //
                                        op::wide, op::aload, U2{300}, op::aconst_null, op::putfield,
                                        U2{reading.next}, op::return_));
  EXPECT_EQ(r.text(),
            "aload_0 wide aconst_null astore_0 wide wide aconst_null wide touch putfield return_");
}

TEST(Limits, WithoutDebugInformation) {
  Reading reading;
  Features features = touching();
  features.births = true;
  const uint16_t self = reading.b.cls("a/T");
  const uint16_t init = reading.b.method("a/T", "<init>", "()V");
  const Rewritten r = reading.with(
      code(op::new_, U2{self}, op::dup, op::invokespecial, U2{init}, op::pop, op::return_),
      features);
  ASSERT_EQ(r.sink.seen.size(), 1u);
  EXPECT_EQ(r.sink.seen[0].line, -1);
}
