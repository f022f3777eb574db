// Which objects say how much they may keep.
#include "paths/Bounds.h"

#include <cstring>

#include "instrument/ClassBuilder.h"
#include "paths/class_world.h"
#include "rawheap/Memory.h"

namespace isl {
namespace {

namespace op = classfile::op;

constexpr size_t kOffset = 16;  // of the second field

class BoundsTest : public test::ClassWorld {
 protected:
  uint32_t addTyped(const char* signature, const char* field, const char* type) {
    fieldTypes[field] = type;
    return addClass(signature, {"size", field});
  }
  uint32_t addMap(const char* signature, std::vector<std::string> methods, uint32_t super) {
    const uint32_t id =
        addClass(signature, {}, ClassKind::Instance, {"java.util.LinkedHashMap", "shop.Map"});
    methodNames[id] = std::move(methods);
    superclasses[id] = super;
    return id;
  }
  // An object whose field has that value.
  template <typename T>
  Bounds::Bound boundOf(uint32_t classId, T value, size_t offset = kOffset) {
    memcpy(object_ + offset, &value, sizeof value);
    return bounds_.of(classId, reinterpret_cast<uint64_t>(object_),
                      [](uint64_t slot) { return rawheap::load<uint64_t>(slot); });
  }

  // Every method has that code, made with the constants of this class.
  test::ClassBuilder map_{"shop/Lru"};
  void giveCode(test::Bytes bytes) {
    code = std::move(bytes);
    const test::Parsed built(map_.build());
    const classfile::ConstantPool& pool = built.file.pool;
    constants.assign(built.bytes.begin() + static_cast<std::ptrdiff_t>(pool.begin()),
                     built.bytes.begin() + static_cast<std::ptrdiff_t>(pool.end()));
  }
  // `return size() > limit`, and more of it.
  test::Bytes sizeOver(const test::Bytes& limit, const test::Bytes& more = {}) {
    using namespace test;
    Bytes out =
        test::code(op::aload_0, op::invokevirtual, U2{map_.method("shop/Lru", "size", "()I")});
    out.insert(out.end(), limit.begin(), limit.end());
    const Bytes branch = test::code(op::if_icmple, U2{static_cast<uint32_t>(7 + more.size())});
    out.insert(out.end(), branch.begin(), branch.end());
    out.insert(out.end(), more.begin(), more.end());
    const Bytes end = test::code(op::iconst_1, op::goto_, U2{4}, op::iconst_0, op::ireturn);
    out.insert(out.end(), end.begin(), end.end());
    return out;
  }

  Bounds bounds_{&jvmti, classes, [](JNIEnv*, jclass, jfieldID field) {
                   return static_cast<int64_t>(reinterpret_cast<intptr_t>(field)) * 8;
                 }};
  alignas(8) unsigned char object_[32] = {};
};

TEST_F(BoundsTest, AreReadFromTheFieldOfTheList) {
  const uint32_t queue = addTyped("Ljava/util/concurrent/LinkedBlockingQueue;", "capacity", "I");
  const uint32_t weighed = addTyped("Lcom/google/common/cache/LocalCache;", "maxWeight", "J");
  const uint32_t shaded = addTyped("Lshop/lib/caffeine/cache/SSLMSA;", "maximum", "J");
  const uint32_t other = addTyped("Lshop/Cache;", "maximum", "J");
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(queue, 500).entries, 500u);
  EXPECT_EQ(boundOf<int32_t>(queue, 500).by, "capacity");
  EXPECT_EQ(boundOf<int64_t>(weighed, 500).entries, 0u) << "entries of any weight";
  EXPECT_EQ(boundOf<int64_t>(weighed, 500).by, "maxWeight");
  EXPECT_EQ(boundOf<int64_t>(shaded, 500).entries, 500u);
  EXPECT_EQ(boundOf<int64_t>(other, 500).by, "");
}

TEST_F(BoundsTest, AreNoneWithoutALimit) {
  const uint32_t queue = addTyped("Ljava/util/concurrent/LinkedBlockingDeque;", "capacity", "I");
  const uint32_t weighed = addTyped("Lcom/google/common/cache/LocalCache;", "maxWeight", "J");
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(queue, INT32_MAX).by, "");
  EXPECT_EQ(boundOf<int64_t>(weighed, -1).by, "");
  EXPECT_EQ(boundOf<int64_t>(weighed, INT64_MAX - INT32_MAX).by, "");
  EXPECT_EQ(boundOf<int64_t>(weighed, int64_t{1} << 40).by, "maxWeight");
}

// Where no maximum is set, the next row is asked.
TEST_F(BoundsTest, AreOfTheFirstFieldThatSaysOne) {
  fieldTypes["maxWeight"] = fieldTypes["expireAfterWriteNanos"] = "J";
  const uint32_t cache = addClass("Lcom/google/common/cache/LocalCache;",
                                  {"size", "maxWeight", "expireAfterWriteNanos"});
  bounds_.learn(&jni);
  boundOf<int64_t>(cache, 600'000'000'000, kOffset + 8);
  EXPECT_EQ(boundOf<int64_t>(cache, 500).by, "maxWeight");
  const Bounds::Bound timed = boundOf<int64_t>(cache, -1);
  EXPECT_EQ(timed.by, "expireAfterWriteNanos");
  EXPECT_EQ(timed.keptMs, 600'000u);
}

TEST_F(BoundsTest, AreOfASuperclassAsWell) {
  const uint32_t pool = addClass("Lorg/apache/commons/pool2/impl/GenericObjectPool;", {});
  superclasses[pool] =
      addTyped("Lorg/apache/commons/pool2/impl/BaseGenericObjectPool;", "maxTotal", "I");
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(pool, 8).entries, 8u);
}

TEST_F(BoundsTest, AreNoneWhereAReleaseHasNoSuchField) {
  const uint32_t cache = addClass("Lcom/google/common/cache/LocalCache;", {"limit"});
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int64_t>(cache, 500).by, "");
}

TEST_F(BoundsTest, AreKnownOfMapsThatRemoveTheirEldest) {
  const uint32_t jdk = addMap("Ljava/util/LinkedHashMap;", {"put", "removeEldestEntry"}, 0);
  const uint32_t plain = addMap("Lshop/Plain;", {"put"}, jdk);
  const uint32_t lru = addMap("Lshop/Lru;", {"removeEldestEntry"}, jdk);
  const uint32_t below = addMap("Lshop/Prices;", {"get"}, lru);
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int64_t>(jdk, 500).by, "");
  EXPECT_EQ(boundOf<int64_t>(plain, 500).by, "");
  EXPECT_EQ(boundOf<int64_t>(lru, 500).by, "removeEldestEntry");
  EXPECT_EQ(boundOf<int64_t>(below, 500).by, "removeEldestEntry");
  EXPECT_EQ(boundOf<int64_t>(below, 500).entries, 0u) << "nobody knows how many";
}

TEST_F(BoundsTest, AreTheNumberThatAMapComparesItsSizeWith) {
  const uint32_t jdk = addMap("Ljava/util/LinkedHashMap;", {}, 0);
  const uint32_t lru = addMap("Lshop/Lru;", {"removeEldestEntry"}, jdk);
  giveCode(sizeOver(test::code(op::sipush, test::U2{500})));
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(lru, 7).entries, 500u);
}

TEST_F(BoundsTest, AreTheFieldThatAMapComparesItsSizeWith) {
  const uint32_t jdk = addMap("Ljava/util/LinkedHashMap;", {}, 0);
  const uint32_t lru = addMap("Lshop/Lru;", {"removeEldestEntry"}, jdk);
  fieldTypes["max"] = "I";
  fieldNames[lru] = {"size", "max"};
  giveCode(sizeOver(
      test::code(op::aload_0, op::getfield, test::U2{map_.field("shop/Lru", "max", "I")})));
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(lru, 500).entries, 500u);
}

TEST_F(BoundsTest, AreTheFieldOfTheObjectThatHasTheMap) {
  const uint32_t jdk = addMap("Ljava/util/LinkedHashMap;", {}, 0);
  const uint32_t lru = addMap("Lshop/Prices$1;", {"removeEldestEntry"}, jdk);
  addClass("Lshop/Prices;", {"max"});
  fieldTypes["max"] = "I";
  fieldTypes["this$0"] = "Lshop/Prices;";
  fieldNames[lru] = {"size", "this$0"};
  giveCode(sizeOver(test::code(op::aload_0, op::getfield,
                               test::U2{map_.field("shop/Prices$1", "this$0", "Lshop/Prices;")},
                               op::getfield, test::U2{map_.field("shop/Prices", "max", "I")})));
  bounds_.learn(&jni);
  alignas(8) int32_t prices[] = {0, 0, 500, 0};
  EXPECT_EQ(boundOf(lru, reinterpret_cast<uint64_t>(prices)).entries, 500u);
  EXPECT_EQ(boundOf<uint64_t>(lru, 0).by, "") << "not yet";
}

TEST_F(BoundsTest, AreNoneOfAMapThatRemovesNothing) {
  const uint32_t jdk = addMap("Ljava/util/LinkedHashMap;", {}, 0);
  const uint32_t lru = addMap("Lshop/Lru;", {"removeEldestEntry"}, jdk);
  giveCode(test::code(op::iconst_0, op::ireturn));
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(lru, 500).by, "");
}

TEST_F(BoundsTest, AreNotKnownOfAMapThatAsksAnother) {
  const uint32_t jdk = addMap("Ljava/util/LinkedHashMap;", {}, 0);
  const uint32_t lru = addMap("Lshop/Lru;", {"removeEldestEntry"}, jdk);
  giveCode(test::code(op::aload_0, op::invokevirtual,
                      test::U2{map_.method("shop/Lru", "removeOldest", "()V")}, op::iconst_0,
                      op::ireturn));
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(lru, 500).by, "removeEldestEntry");
  EXPECT_EQ(boundOf<int32_t>(lru, 500).entries, 0u);
}

TEST_F(BoundsTest, AreLearntOfClassesThatComeLater) {
  bounds_.learn(&jni);
  const uint32_t queue = addClass("Ljava/util/concurrent/ArrayBlockingQueue;", {"items"});
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int64_t>(queue, 0).by, "itself");
}

}  // namespace
}  // namespace isl
