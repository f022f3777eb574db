// Which objects say how much they may keep.
#include "paths/Bounds.h"

#include <cstring>

#include "paths/class_world.h"

namespace isl {
namespace {

constexpr int64_t kOffset = 16;

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
  uint64_t boundOf(uint32_t classId, T value) {
    memcpy(object_ + kOffset, &value, sizeof value);
    return bounds_.of(classId, reinterpret_cast<uint64_t>(object_));
  }

  Bounds bounds_{&jvmti, classes, [](JNIEnv*, jclass, jfieldID) { return kOffset; }};
  alignas(8) unsigned char object_[32] = {};
};

TEST_F(BoundsTest, AreReadFromTheFieldOfTheList) {
  const uint32_t queue = addTyped("Ljava/util/concurrent/LinkedBlockingQueue;", "capacity", "I");
  const uint32_t weighed = addTyped("Lcom/google/common/cache/LocalCache;", "maxWeight", "J");
  const uint32_t shaded = addTyped("Lshop/lib/caffeine/cache/SSLMSA;", "maximum", "J");
  const uint32_t other = addTyped("Lshop/Cache;", "maximum", "J");
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(queue, 500), 500u);
  EXPECT_EQ(bounds_.by(queue), "capacity");
  EXPECT_EQ(boundOf<int64_t>(weighed, 500), Bounds::kUnknown) << "entries of any weight";
  EXPECT_EQ(boundOf<int64_t>(shaded, 500), 500u);
  EXPECT_EQ(boundOf<int64_t>(other, 500), 0u);
  EXPECT_EQ(bounds_.by(other), "");
}

TEST_F(BoundsTest, AreNoneWithoutALimit) {
  const uint32_t queue = addTyped("Ljava/util/concurrent/LinkedBlockingDeque;", "capacity", "I");
  const uint32_t weighed = addTyped("Lcom/google/common/cache/LocalCache;", "maxWeight", "J");
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(queue, INT32_MAX), 0u);
  EXPECT_EQ(boundOf<int64_t>(weighed, -1), 0u);
  EXPECT_EQ(boundOf<int64_t>(weighed, INT64_MAX - INT32_MAX), 0u);
  EXPECT_EQ(boundOf<int64_t>(weighed, int64_t{1} << 40), Bounds::kUnknown);
}

TEST_F(BoundsTest, AreOfASuperclassAsWell) {
  const uint32_t pool = addClass("Lorg/apache/commons/pool2/impl/GenericObjectPool;", {});
  superclasses[pool] =
      addTyped("Lorg/apache/commons/pool2/impl/BaseGenericObjectPool;", "maxTotal", "I");
  bounds_.learn(&jni);
  EXPECT_EQ(boundOf<int32_t>(pool, 8), 8u);
}

TEST_F(BoundsTest, AreNoneWhereAReleaseHasNoSuchField) {
  const uint32_t cache = addClass("Lcom/google/common/cache/LocalCache;", {"limit"});
  bounds_.learn(&jni);
  EXPECT_EQ(bounds_.of(cache, reinterpret_cast<uint64_t>(object_)), 0u);
}

TEST_F(BoundsTest, AreKnownOfMapsThatRemoveTheirEldest) {
  const uint32_t jdk = addMap("Ljava/util/LinkedHashMap;", {"put", "removeEldestEntry"}, 0);
  const uint32_t plain = addMap("Lshop/Plain;", {"put"}, jdk);
  const uint32_t lru = addMap("Lshop/Lru;", {"removeEldestEntry"}, jdk);
  const uint32_t below = addMap("Lshop/Prices;", {"get"}, lru);
  bounds_.learn(&jni);
  const auto address = reinterpret_cast<uint64_t>(object_);
  EXPECT_EQ(bounds_.of(jdk, address), 0u);
  EXPECT_EQ(bounds_.of(plain, address), 0u);
  EXPECT_EQ(bounds_.of(lru, address), Bounds::kUnknown);
  EXPECT_EQ(bounds_.of(below, address), Bounds::kUnknown);
  EXPECT_EQ(bounds_.by(below), "removeEldestEntry");
}

TEST_F(BoundsTest, AreLearntOfClassesThatComeLater) {
  bounds_.learn(&jni);
  const uint32_t queue = addClass("Ljava/util/concurrent/ArrayBlockingQueue;", {"items"});
  bounds_.learn(&jni);
  EXPECT_EQ(bounds_.of(queue, reinterpret_cast<uint64_t>(object_)), Bounds::kUnknown);
  EXPECT_EQ(bounds_.by(queue), "itself");
}

}  // namespace
}  // namespace isl
