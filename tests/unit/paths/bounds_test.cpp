// Which objects say how much they may keep.
#include "paths/Bounds.h"

#include <cstring>

#include "paths/class_world.h"

namespace isl {
namespace {

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
    return bounds_.of(classId, reinterpret_cast<uint64_t>(object_));
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

TEST_F(BoundsTest, AreLearntOfClassesThatComeLater) {
  bounds_.learn(&jni);
  const uint32_t queue = addClass("Ljava/util/concurrent/ArrayBlockingQueue;", {"items"});
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int64_t>(queue, 0).by, "itself");
}

}  // namespace
}  // namespace isl
