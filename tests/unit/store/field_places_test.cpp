// Where fields lie, as the VM's Unsafe tells it.
#include "store/FieldPlaces.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "mock_jvmti.h"

namespace isl {
namespace {

struct Field {
  const char *name, *descriptor;
  bool isStatic;
  int32_t offset;
};

// Classes by number. A field's id is its place in `all`, from 1 on.
struct World {
  std::vector<Field> all;
  std::map<uintptr_t, std::pair<size_t, size_t>> declared;  // from, to
  int references = 0;
};
World* world = nullptr;

template <typename T>
T handle(uintptr_t number) {
  return reinterpret_cast<T>(number);
}
template <typename T>
uintptr_t numberOf(T handle) {
  return reinterpret_cast<uintptr_t>(handle);
}

constexpr uintptr_t kBase = 501, kScale = 502, kOffset = 503;

class Places : public testing::Test {
 protected:
  Places() {
    world = &vm;
    jvmti.useMalloc();
    jvmti.set(&jvmtiInterface_1_::GetClassFields,
              [](jvmtiEnv* env, jclass cls, jint* count, jfieldID** ids) {
                const auto found = world->declared.find(numberOf(cls));
                if (found == world->declared.end()) return JVMTI_ERROR_CLASS_NOT_PREPARED;
                const auto [from, to] = found->second;
                unsigned char* memory = nullptr;
                env->Allocate(static_cast<jlong>(sizeof(jfieldID) * (to - from + 1)), &memory);
                *ids = reinterpret_cast<jfieldID*>(memory);
                *count = static_cast<jint>(to - from);
                for (size_t f = from; f < to; f++) (*ids)[f - from] = handle<jfieldID>(f + 1);
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetFieldName,
              [](jvmtiEnv* env, jclass, jfieldID id, char** name, char** descriptor, char**) {
                const Field& field = world->all[numberOf(id) - 1];
                *name = test::MockJvmti::from(env)->newString(field.name);
                *descriptor = test::MockJvmti::from(env)->newString(field.descriptor);
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetFieldModifiers,
              [](jvmtiEnv*, jclass, jfieldID id, jint* modifiers) {
                *modifiers = world->all[numberOf(id) - 1].isStatic ? 0x0008 : 0;
                return JVMTI_ERROR_NONE;
              });
    memset(static_cast<void*>(&table), 0, sizeof table);
    unsafe();
    jni.functions = &table;
  }
  void TearDown() override {
    EXPECT_EQ(jvmti.outstanding, 0);
    EXPECT_EQ(vm.references, 0);
  }

  void unsafe() {
    table.FindClass = [](JNIEnv*, const char* name) {
      world->references++;
      return handle<jclass>(name[0] == '[' ? static_cast<uintptr_t>(name[1]) : 1000);
    };
    table.GetStaticMethodID = [](JNIEnv*, jclass, const char*, const char*) {
      return handle<jmethodID>(500);
    };
    table.GetMethodID = [](JNIEnv*, jclass, const char* name, const char* descriptor) {
      if (strcmp(name, "objectFieldOffset") == 0) return handle<jmethodID>(kOffset);
      if (strcmp(name, "arrayIndexScale") == 0) return handle<jmethodID>(kScale);
      const bool isLong = strchr(descriptor, 'J') != nullptr;  // not before JDK 25
      return handle<jmethodID>(isLong ? 0 : kBase);
    };
    table.CallStaticObjectMethodV = [](JNIEnv*, jclass, jmethodID, va_list) {
      world->references++;
      return handle<jobject>(900);
    };
    table.GetFieldID = [](JNIEnv*, jclass, const char*, const char*) { return jfieldID{}; };
    table.DeleteLocalRef = [](JNIEnv*, jobject) { world->references--; };
    table.ExceptionCheck = [](JNIEnv*) -> jboolean { return JNI_FALSE; };
    table.ExceptionClear = [](JNIEnv*) {};
    table.CallIntMethodV = [](JNIEnv*, jobject, jmethodID method, va_list args) -> jint {
      const char kind = static_cast<char>(numberOf(va_arg(args, jclass)));
      if (numberOf(method) == kBase) return 16;
      return kind == 'B' ? 1 : kind == 'L' ? 4 : 8;
    };
    table.CallLongMethodV = [](JNIEnv*, jobject, jmethodID, va_list args) -> jlong {
      return world->all[numberOf(va_arg(args, jobject)) - 1].offset;
    };
    table.ToReflectedField = [](JNIEnv*, jclass, jfieldID id, jboolean) {
      world->references++;
      return reinterpret_cast<jobject>(id);
    };
  }

  void declare(uint32_t id, uint32_t super, const std::vector<Field>& fields) {
    const size_t from = vm.all.size();
    vm.all.insert(vm.all.end(), fields.begin(), fields.end());
    vm.declared[id] = {from, vm.all.size()};
    places.describe(&jvmti, &jni, handle<jclass>(id), id, super);
  }
  // Number and offset of the field with the JVMTI index; two superinterfaces' fields come first.
  std::pair<int32_t, int32_t> place(uint32_t id, int32_t index) {
    IslField field{};
    field.index = index;
    places.place(id, 2, field);
    return {field.index, field.offset};
  }

  World vm;
  test::MockJvmti jvmti;
  JNINativeInterface_ table;
  JNIEnv jni;
  FieldPlaces places;
};

using Place = std::pair<int32_t, int32_t>;

TEST_F(Places, NumbersPrimitiveFieldsBeforeReferences) {
  declare(1, 0, {{"$isl", "I", false, 12}});
  declare(2, 1,
          {{"next", "Lcom/acme/Node;", false, 24},
           {"SHARED", "Ljava/lang/Object;", true, 0},
           {"size", "I", false, 16}});
  declare(3, 2, {{"data", "[B", false, 28}, {"flag", "Z", false, 20}});
  EXPECT_EQ(place(3, 2 + 3), (Place{0, 16})) << "size";
  EXPECT_EQ(place(3, 2 + 5), (Place{1, 20})) << "flag";
  EXPECT_EQ(place(3, 2 + 1), (Place{2, 24})) << "next";
  EXPECT_EQ(place(3, 2 + 4), (Place{3, 28})) << "data";
  EXPECT_EQ(place(2, 2 + 3), (Place{0, 16})) << "the same number as in the subclass";
  EXPECT_EQ(place(3, 2 + 6), (Place{-1, -1}));
  EXPECT_EQ(place(3, 1), (Place{-1, -1})) << "of an interface";
  EXPECT_EQ(place(9, 2), (Place{-1, -1})) << "of a class that is not described";
}

TEST_F(Places, RootsAndElementsAreNoFields) {
  declare(1, 0, {{"$isl", "I", false, 12}});
  IslField field{};
  field.isArrayElement = 1;
  field.index = 3;
  places.place(1, 0, field);
  EXPECT_EQ(field.offset, 28);
  EXPECT_EQ(field.index, 3);
  field.isRoot = 1;
  places.place(1, 0, field);
  EXPECT_EQ(field.offset, -1);
  EXPECT_EQ(places.elementOffset('B', 5), 21);
  EXPECT_EQ(places.elementOffset('?', 5), -1);
}

TEST_F(Places, FindsFieldsByNameFromTheClassUp) {
  declare(1, 0, {{"$isl", "I", false, 12}});
  declare(2, 1, {{"size", "I", false, 16}, {"shared", "I", true, 0}});
  declare(3, 2, {{"size", "I", false, 20}});
  EXPECT_EQ(places.offsetOf(2, "size", "I"), 16);
  EXPECT_EQ(places.offsetOf(3, "size", "I"), 20);
  EXPECT_EQ(places.offsetOf(3, "size", "J"), -1);
  EXPECT_EQ(places.offsetOf(3, "shared", "I"), -1);
  EXPECT_EQ(places.offsetOf(9, "size", "I"), -1);
}

TEST_F(Places, OfAClassThatTellsNothingAreUnknown) {
  places.describe(&jvmti, &jni, handle<jclass>(4), 4, 0);
  EXPECT_EQ(place(4, 2), (Place{-1, -1}));
}

}  // namespace
}  // namespace isl
