// How many entries a removeEldestEntry lets its map keep, read from its code.
#include "paths/EldestRule.h"

#include <gtest/gtest.h>

#include "instrument/ClassBuilder.h"

namespace isl {
namespace {

namespace op = classfile::op;
using test::Bytes;
using test::U2;

class EldestRuleTest : public ::testing::Test {
 protected:
  EldestRule of(const Bytes& code) {
    const test::Parsed built(map.build());
    const classfile::ConstantPool& pool = built.file.pool;
    const auto at = [&](size_t offset) {
      return built.bytes.begin() + static_cast<std::ptrdiff_t>(offset);
    };
    const Bytes constants(at(pool.begin() + 2), at(pool.end()));
    return EldestRule::of(static_cast<uint16_t>(pool.count()), constants, code);
  }
  // `return LEFT > RIGHT`
  static Bytes compare(const Bytes& left, const Bytes& right) {
    Bytes out = left;
    for (const Bytes& more : {right, test::code(op::if_icmple, U2{7}, op::iconst_1, op::goto_,
                                                U2{4}, op::iconst_0, op::ireturn)})
      out.insert(out.end(), more.begin(), more.end());
    return out;
  }
  Bytes size() {
    return test::code(op::aload_0, op::invokevirtual, U2{map.method("shop/Lru", "size", "()I")});
  }

  test::ClassBuilder map{"shop/Lru"};
};

TEST_F(EldestRuleTest, IsANumber) {
  const EldestRule rule = of(compare(size(), test::code(op::sipush, U2{1000})));
  EXPECT_EQ(rule.kind, EldestRule::Kind::Number);
  EXPECT_EQ(rule.number, 1000);
  EXPECT_EQ(of(compare(test::code(op::bipush, 100), size())).number, 100) << "100 < size()";
}

TEST_F(EldestRuleTest, IsAFieldAndTheWayToIt) {
  const uint16_t outer = map.field("shop/Lru", "this$0", "Lshop/Prices;");
  const uint16_t max = map.field("shop/Prices", "max", "I");
  const EldestRule rule =
      of(compare(size(), test::code(op::aload_0, op::getfield, U2{outer}, op::getfield, U2{max})));
  EXPECT_EQ(rule.kind, EldestRule::Kind::Field);
  ASSERT_EQ(rule.way.size(), 2u);
  EXPECT_EQ(rule.way[0].name, "this$0");
  EXPECT_EQ(rule.way[0].type, "Lshop/Prices;");
  EXPECT_EQ(rule.way[1].owner, "shop/Prices");
  EXPECT_EQ(rule.way[1].name, "max");
}

// Rewritten code calls the agent's helpers in between.
TEST_F(EldestRuleTest, IsReadPastInsertedCode) {
  const uint16_t touch = map.method("java/lang/IslRT", "touch", "(Ljava/lang/Object;)V");
  const Bytes code = test::code(op::aload_0, op::invokestatic, U2{touch});
  Bytes all = compare(size(), test::code(op::bipush, 50));
  all.insert(all.begin(), code.begin(), code.end());
  EXPECT_EQ(of(all).number, 50);
  EXPECT_EQ(
      of(test::code(op::aload_0, op::invokestatic, U2{touch}, op::iconst_0, op::ireturn)).kind,
      EldestRule::Kind::Never);
}

TEST_F(EldestRuleTest, IsNotKnownOfWhatIsComputedOrAsked) {
  const uint16_t max = map.field("shop/Lru", "max", "I");
  const uint16_t asked = map.method("shop/Lru", "getMax", "()I");
  const uint16_t full = map.method("shop/Lru", "isFull", "()Z");
  EXPECT_EQ(
      of(compare(size(), test::code(op::aload_0, op::getfield, U2{max}, op::iconst_1, op::iadd)))
          .kind,
      EldestRule::Kind::Unknown);
  EXPECT_EQ(of(compare(size(), test::code(op::aload_0, op::invokevirtual, U2{asked}))).kind,
            EldestRule::Kind::Unknown);
  EXPECT_EQ(of(test::code(op::aload_0, op::invokevirtual, U2{full}, op::ireturn)).kind,
            EldestRule::Kind::Unknown);
  EXPECT_EQ(of(test::code(op::iconst_1, op::ireturn)).kind, EldestRule::Kind::Unknown);
  EXPECT_EQ(of({}).kind, EldestRule::Kind::Unknown) << "no code";
}

}  // namespace
}  // namespace isl
