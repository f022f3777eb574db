// The reader takes anything: every truncation and many corruptions of a class must be survived.
#include <gtest/gtest.h>

#include "instrument/Rewriting.h"

using namespace isl;
using namespace isl::classfile;
using namespace isl::test;

namespace {

Bytes richClass() {
  ClassBuilder b("a/T");
  const uint16_t next = b.field("a/T", "next", "La/T;");
  const uint16_t init = b.method("a/T", "<init>", "()V");
  const uint16_t made = b.cls("a/T");
  const uint16_t concat =
      b.dynamic("java/lang/invoke/StringConcatFactory", "makeConcat", "x", "()Ljava/lang/String;");
  BuiltMethod m;
  m.code = code(op::new_, U2{made}, op::dup, op::invokespecial, U2{init}, op::astore_0,  //
                op::aload_0, op::getfield, U2{next}, op::ifnonnull, U2{0xfffc},          //
                op::invokedynamic, U2{concat}, U2{0}, op::pop,                           //
                op::iconst_0, op::tableswitch, 0, U2{0}, U2{20}, U2{0}, U2{0}, U2{0}, U2{0}, U2{0},
                U2{20}, op::return_);
  m.handlers = {{0, 8, 20, 0}};
  m.attributes = {{"LineNumberTable", code(U2{1}, U2{0}, U2{7})},
                  {"StackMapTable", code(U2{1}, 8, U2{0})}};
  b.add(m);
  return b.build();
}

instrument::Features everything() {
  instrument::Features f = touching();
  f.births = f.libraryCalls = f.housekeeping = f.sequences = true;
  f.sequenceKey = [](std::string_view, std::string_view, std::string_view) { return 3; };
  return f;
}

}  // namespace

TEST(Reader, SurvivesEveryTruncation) {
  const Bytes whole = richClass();
  ASSERT_EQ(Parsed(whole).status, ParseStatus::Ok);
  for (size_t length = 0; length < whole.size(); ++length) {
    // A copy of its own, so that a sanitizer sees reads behind the end.
    const Rewritten cut(Bytes(whole.begin(), whole.begin() + static_cast<long>(length)),
                        everything());
    EXPECT_EQ(cut.result.outcome, instrument::Outcome::Skipped) << length;
    EXPECT_EQ(cut.result.reason, instrument::SkipReason::NotAClassFile) << length;
  }
}

TEST(Reader, SurvivesEveryCorruptByte) {
  const Bytes whole = richClass();
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const uint8_t value : {0x00, 0x01, 0x7f, 0x80, 0xc4, 0xff}) {
      Bytes broken = whole;
      broken[at] = value;
      const Rewritten tried(broken, everything());
      if (tried.result.outcome == instrument::Outcome::Rewritten) {
        EXPECT_EQ(Parsed(tried.out).status, ParseStatus::Ok) << at;
      }
    }
  }
}

TEST(Reader, RefusesVersionsItDoesNotKnow) {
  for (const uint16_t version : {44, 70}) {
    const Rewritten r(ClassBuilder("a/T", version).build(), everything());
    EXPECT_EQ(r.result.reason, instrument::SkipReason::UnsupportedVersion);
  }
  EXPECT_EQ(Rewritten(ClassBuilder("a/T", 45).build(), everything()).result.outcome,
            instrument::Outcome::Unchanged);
}

TEST(Reader, RejectsTrailingBytes) {
  Bytes longer = richClass();
  longer.push_back(0);
  EXPECT_EQ(Parsed(longer).status, ParseStatus::Malformed);
}

TEST(Writer, ReproducesAClassWithoutPatches) {
  Parsed cls(richClass());
  Bytes out;
  ASSERT_TRUE(writeClass(cls.file, {}, {}, {}, out));
  EXPECT_EQ(out, cls.bytes);
}

TEST(Writer, AppendsFieldsAndPoolEntries) {
  Parsed cls(richClass());
  const uint32_t before = cls.file.pool.count();
  Bytes out;
  ASSERT_TRUE(writeClass(cls.file, {{0x1081, "$isl", "I"}}, {}, {}, out));
  const Parsed again(out);
  ASSERT_EQ(again.status, ParseStatus::Ok);
  EXPECT_EQ(again.file.pool.count(), before + 2);
  EXPECT_EQ(load2(again.bytes.data() + again.file.fieldCount), 1);
  EXPECT_EQ(disassemble(again), disassemble(cls));
}

TEST(ConstantPool, LookUpsAreTotal) {
  const Parsed cls(richClass());
  for (uint32_t i = 0; i < 70000; i += 7) {
    (void)cls.file.pool.utf8(i);
    (void)cls.file.pool.className(i);
    (void)cls.file.pool.member(i);
    (void)cls.file.pool.handleTarget(i);
  }
  EXPECT_TRUE(cls.file.pool.utf8(0).empty());
  EXPECT_FALSE(cls.file.pool.member(65535).valid);
}

TEST(ConstantPool, SharesIntegersAndStopsWhenFull) {
  Parsed cls(ClassBuilder("a/T").build());
  ConstantPool& pool = cls.file.pool;
  const uint16_t first = pool.addInteger(1 << 30);
  EXPECT_EQ(pool.addInteger(1 << 30), first);
  for (int32_t i = 0; i < 70000; ++i) pool.addInteger(i);
  EXPECT_EQ(pool.count(), 65535u);
  EXPECT_EQ(pool.addUtf8("x"), 0);
}
