// Describing classes through JVMTI.
#include <gtest/gtest.h>

#include "mock_jvmti.h"
#include "store/ClassTable.h"

namespace isl {
namespace {

// One class "La/A;" whose state the test sets; it has no superclass and no interfaces.
struct Vm {
  jint status = 0;
  jlong tag = 0;
  int described = 0;
};

Vm* vmOf(jvmtiEnv* env) { return static_cast<Vm*>(test::MockJvmti::from(env)->user); }

JNINativeInterface_ jniTable() {
  JNINativeInterface_ table{};
  table.DeleteLocalRef = [](JNIEnv*, jobject) {};
  table.EnsureLocalCapacity = [](JNIEnv*, jint) -> jint { return JNI_OK; };
  table.ExceptionCheck = [](JNIEnv*) -> jboolean { return JNI_FALSE; };
  table.ExceptionClear = [](JNIEnv*) {};
  table.GetSuperclass = [](JNIEnv*, jclass) -> jclass { return nullptr; };
  return table;
}

void setUp(test::MockJvmti& jvmti, Vm& vm) {
  jvmti.user = &vm;
  jvmti.set(&jvmtiInterface_1_::GetLoadedClasses, [](jvmtiEnv*, jint* count, jclass** classes) {
    *count = 1;
    *classes = static_cast<jclass*>(malloc(sizeof(jclass)));
    (*classes)[0] = reinterpret_cast<jclass>(0x1000);
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::Deallocate, [](jvmtiEnv*, unsigned char* memory) {
    free(memory);
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::GetTag, [](jvmtiEnv* env, jobject, jlong* tag) {
    *tag = vmOf(env)->tag;
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::SetTag, [](jvmtiEnv* env, jobject, jlong tag) {
    vmOf(env)->tag = tag;
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::GetObjectsWithTags,
            [](jvmtiEnv* env, jint, const jlong* tags, jint* count, jobject** objects, jlong**) {
              *count = *tags == vmOf(env)->tag ? 1 : 0;
              *objects = static_cast<jobject*>(malloc(sizeof(jobject)));
              (*objects)[0] = reinterpret_cast<jobject>(0x1000);
              return JVMTI_ERROR_NONE;
            });
  jvmti.set(&jvmtiInterface_1_::GetClassStatus, [](jvmtiEnv* env, jclass, jint* status) {
    *status = vmOf(env)->status;
    return JVMTI_ERROR_NONE;
  });
  jvmti.set(&jvmtiInterface_1_::GetClassSignature, [](jvmtiEnv* env, jclass, char** text, char**) {
    vmOf(env)->described++;
    *text = strdup("La/A;");
    return JVMTI_ERROR_NONE;
  });
}

TEST(ClassTable, WaitsUntilAClassIsPrepared) {
  IslContext context{"C", "a.A", nullptr, -1};
  IslSpec spec{};
  spec.contextCount = 1;
  spec.contexts = &context;
  ClassTable classes({&spec});
  test::MockJvmti jvmti;
  Vm vm;
  setUp(jvmti, vm);
  JNINativeInterface_ table = jniTable();
  JNIEnv jni{};
  jni.functions = &table;

  classes.update(&jvmti, &jni);
  EXPECT_EQ(vm.tag, 0) << "its interfaces and fields are not known yet";
  EXPECT_EQ(classes.unmatchedContexts(0).size(), 1u);

  vm.status = JVMTI_CLASS_STATUS_VERIFIED | JVMTI_CLASS_STATUS_PREPARED;
  classes.update(&jvmti, &jni);
  ASSERT_NE(classIdOfTag(vm.tag), 0u);
  EXPECT_EQ(classes[classIdOfTag(vm.tag)].contexts[0], 1u);
  EXPECT_TRUE(classes.unmatchedContexts(0).empty());

  EXPECT_FALSE(classes.usedTrackedClass(&jvmti, &jni, 0)) << "no object of it was made";
  vm.status |= JVMTI_CLASS_STATUS_INITIALIZED;
  EXPECT_TRUE(classes.usedTrackedClass(&jvmti, &jni, 0));
  context.sequence = "a.A.run()";
  EXPECT_FALSE(classes.usedTrackedClass(&jvmti, &jni, 0)) << "the type alone does not tell";
  context.sequence = nullptr;

  const int before = vm.described;
  classes.update(&jvmti, &jni);
  EXPECT_EQ(vm.described, before) << "a class is described once";
}

TEST(ClassTable, CountsHiddenClassesWithCodeOfTheirOwn) {
  ClassTable classes({});
  for (const char* signature :
       {"La/T;", "[La/T.0x0000000800c01000;", "La/T$$Lambda.0x0000000800c01000;",
        "Ljava/lang/invoke/LambdaForm$MH.0x0000000800c01000;", "[I"}) {
    ClassRecord record;
    record.signature = signature;
    classes.add(record);
  }
  EXPECT_EQ(classes.hiddenClasses(), 0u);
  ClassRecord hidden;
  hidden.signature = "La/T.0x0000000800c01000;";
  classes.add(hidden);
  EXPECT_EQ(classes.hiddenClasses(), 1u);
}

TEST(ClassTable, ClassesOfOneNameAreOneType) {
  ClassTable classes({});
  ClassRecord plugin, other;
  plugin.signature = "LPlugin;";
  other.signature = "LOther;";
  const uint32_t first = classes.add(plugin);
  const uint32_t between = classes.add(other);
  const uint32_t again = classes.add(plugin);  // by another loader
  EXPECT_EQ(classes.typeOf(again), first);
  EXPECT_EQ(classes.typeOf(first), first);
  EXPECT_EQ(classes.typeOf(between), between);
  EXPECT_EQ(classes.repeatedClasses(), 1u);
  EXPECT_EQ(classes.typeOf(classes.size()), 0u);
  EXPECT_EQ(classes.typeNamed(displayName(plugin.signature)), first);
  EXPECT_EQ(classes.typeNamed(displayName(other.signature)), between);
  EXPECT_EQ(classes.typeNamed("no.such.Class"), 0u);
}

}  // namespace
}  // namespace isl
