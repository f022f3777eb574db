// Classes with named fields, threads and methods behind JVMTI and JNI, for tests of how paths are told. Handles
// are numbers: a class is its id, a thread 1000 and its id, an object 2000.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mock_jvmti.h"
#include "store/ClassTable.h"
#include "store/NodeTable.h"

namespace isl::test {

class ClassWorld : public testing::Test {
 protected:
  static constexpr uintptr_t kThreads = 1000, kObject = 2000;
  static constexpr jlong kObjectTag = kNodeTag | 5;

  ClassWorld() {
    jvmti.useMalloc();
    jvmti.user = this;
    classFunctions();
    threadFunctions();
    memset(static_cast<void*>(&table), 0, sizeof table);
    jniFunctions();
    jni.functions = &table;
  }

  // Every buffer is given back, and every local reference that JVMTI or JNI gave.
  void TearDown() override {
    EXPECT_EQ(jvmti.outstanding, 0);
    EXPECT_EQ(references, 0);
  }

  uint32_t addClass(const std::string& signature, std::vector<std::string> fields,
                    ClassKind kind = ClassKind::Instance, std::vector<std::string> names = {}) {
    ClassRecord record;
    record.signature = signature;
    record.kind = kind;
    record.islIndex = kind == ClassKind::Instance ? 0 : -1;
    const uint32_t id = classes.add(record, std::move(names));
    fieldNames[id] = std::move(fields);
    return id;
  }

  template <typename T>
  static T handle(uintptr_t number) {
    return reinterpret_cast<T>(number);
  }

  MockJvmti jvmti;
  JNINativeInterface_ table;
  JNIEnv jni;
  ClassTable classes{{}};
  std::map<uint32_t, std::vector<std::string>> fieldNames, methodNames;
  std::map<std::string, std::string> fieldTypes;  // by name; else Object
  std::map<uint32_t, uint32_t> superclasses;      // else none
  std::vector<uint8_t> constants,
      code;  // of any method: a constant pool with its count, instructions
  std::map<jlong, std::string> threadNames;
  uintptr_t monitorOwner = 0;
  bool objectLives = true;
  int references = 0;
  std::set<jmethodID> listedMethods;  // which GetClassMethods has given

 private:
  static ClassWorld& of(jvmtiEnv* env) {
    return *static_cast<ClassWorld*>(MockJvmti::from(env)->user);
  }
  // The only one: tests run one after the other.
  static ClassWorld*& current() {
    static ClassWorld* world = nullptr;
    return world;
  }

  template <typename T>  // a handle, which is a pointer
  static T* newArray(jvmtiEnv* env, size_t length) {
    unsigned char* memory = nullptr;
    env->Allocate(static_cast<jlong>(sizeof(void*) * (length + 1)), &memory);
    return reinterpret_cast<T*>(memory);
  }

  static jvmtiError copy(jvmtiEnv* env, const uint8_t* from, size_t bytes, unsigned char** to) {
    env->Allocate(static_cast<jlong>(bytes), to);
    memcpy(*to, from, bytes);
    return JVMTI_ERROR_NONE;
  }

  void classFunctions() {
    jvmti.set(&jvmtiInterface_1_::GetObjectsWithTags,
              [](jvmtiEnv* env, jint, const jlong* tags, jint* count, jobject** objects, jlong**) {
                ClassWorld& world = of(env);
                const uint32_t id = classIdOfTag(tags[0]);
                const bool found = id != 0 || (tags[0] == kObjectTag && world.objectLives);
                *count = found ? 1 : 0;
                *objects = newArray<jobject>(env, 1);
                if (found) (*objects)[0] = handle<jobject>(id != 0 ? id : kObject);
                if (found) world.references++;
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetClassFields,
              [](jvmtiEnv* env, jclass cls, jint* count, jfieldID** ids) {
                const auto id = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(cls));
                const size_t fields = of(env).fieldNames[id].size();
                *count = static_cast<jint>(fields);
                *ids = newArray<jfieldID>(env, fields);
                for (size_t f = 0; f < fields; f++) (*ids)[f] = handle<jfieldID>(f + 1);
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetFieldName, [](jvmtiEnv* env, jclass cls, jfieldID field,
                                                   char** name, char** descriptor, char**) {
      const auto id = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(cls));
      MockJvmti& jvmti = *MockJvmti::from(env);
      *name =
          jvmti.newString(of(env).fieldNames[id][reinterpret_cast<uintptr_t>(field) - 1].c_str());
      const auto type = of(env).fieldTypes.find(*name);
      const bool typed = type != of(env).fieldTypes.end();
      if (descriptor != nullptr)
        *descriptor = jvmti.newString(typed ? type->second.c_str() : "Ljava/lang/Object;");
      return JVMTI_ERROR_NONE;
    });
    jvmti.set(&jvmtiInterface_1_::GetFieldModifiers,
              [](jvmtiEnv*, jclass, jfieldID, jint* modifiers) {
                *modifiers = 0;
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetClassMethods,
              [](jvmtiEnv* env, jclass cls, jint* count, jmethodID** ids) {
                const auto id = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(cls));
                const std::vector<std::string>& names = of(env).methodNames[id];
                *count = static_cast<jint>(names.size());
                *ids = newArray<jmethodID>(env, names.size());
                for (size_t m = 0; m < names.size(); m++) {
                  (*ids)[m] = handle<jmethodID>(reinterpret_cast<uintptr_t>(&names[m]));
                  of(env).listedMethods.insert((*ids)[m]);
                }
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetMethodName,
              [](jvmtiEnv* env, jmethodID method, char** name, char**, char**) {
                const auto* const known = reinterpret_cast<const std::string*>(method);
                const bool listed = of(env).listedMethods.count(method) != 0;
                *name = MockJvmti::from(env)->newString(listed ? known->c_str() : "fill");
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetConstantPool,
              [](jvmtiEnv* env, jclass, jint* count, jint* bytes, unsigned char** pool) {
                const std::vector<uint8_t>& known = of(env).constants;
                if (known.size() < 2) return JVMTI_ERROR_ABSENT_INFORMATION;
                *count = known[0] << 8 | known[1];
                *bytes = static_cast<jint>(known.size() - 2);
                return copy(env, known.data() + 2, known.size() - 2, pool);
              });
    jvmti.set(&jvmtiInterface_1_::GetBytecodes,
              [](jvmtiEnv* env, jmethodID, jint* bytes, unsigned char** code) {
                *bytes = static_cast<jint>(of(env).code.size());
                return copy(env, of(env).code.data(), of(env).code.size(), code);
              });
    jvmti.set(&jvmtiInterface_1_::GetMethodDeclaringClass,
              [](jvmtiEnv* env, jmethodID method, jclass* cls) {
                *cls = reinterpret_cast<jclass>(method);
                of(env).references++;
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetClassSignature,
              [](jvmtiEnv* env, jclass cls, char** signature, char**) {
                const auto id = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(cls));
                *signature = MockJvmti::from(env)->newString(of(env).classes[id].signature.c_str());
                return JVMTI_ERROR_NONE;
              });
  }

  void threadFunctions() {
    jvmti.set(&jvmtiInterface_1_::GetAllThreads, [](jvmtiEnv* env, jint* count, jthread** threads) {
      ClassWorld& world = of(env);
      *count = 0;
      *threads = newArray<jthread>(env, world.threadNames.size());
      for (const auto& [id, name] : world.threadNames) {
        (*threads)[(*count)++] = handle<jthread>(kThreads + static_cast<uintptr_t>(id));
        world.references++;
      }
      return JVMTI_ERROR_NONE;
    });
    jvmti.set(&jvmtiInterface_1_::GetThreadInfo,
              [](jvmtiEnv* env, jthread thread, jvmtiThreadInfo* info) {
                ClassWorld& world = of(env);
                const auto number = reinterpret_cast<uintptr_t>(thread);
                const std::string name =
                    number == kObject ? "the object"
                                      : world.threadNames[static_cast<jlong>(number - kThreads)];
                info->name = MockJvmti::from(env)->newString(name.c_str());
                info->thread_group = handle<jthreadGroup>(3000);
                info->context_class_loader = handle<jobject>(3001);
                world.references += 2;
                return JVMTI_ERROR_NONE;
              });
    jvmti.set(&jvmtiInterface_1_::GetObjectMonitorUsage,
              [](jvmtiEnv* env, jobject, jvmtiMonitorUsage* usage) {
                ClassWorld& world = of(env);
                usage->owner = handle<jthread>(world.monitorOwner);
                usage->waiter_count = 1;
                usage->waiters = newArray<jthread>(env, 1);
                usage->waiters[0] = handle<jthread>(kThreads);
                usage->notify_waiter_count = 1;
                usage->notify_waiters = newArray<jthread>(env, 1);
                usage->notify_waiters[0] = handle<jthread>(kThreads);
                world.references += world.monitorOwner != 0 ? 3 : 2;
                return JVMTI_ERROR_NONE;
              });
  }

  void jniFunctions() {
    current() = this;
    table.GetSuperclass = [](JNIEnv*, jclass cls) -> jclass {
      const auto id = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(cls));
      const auto super = current()->superclasses.find(id);
      if (super == current()->superclasses.end()) return nullptr;
      current()->references++;
      return handle<jclass>(super->second);
    };
    table.FindClass = [](JNIEnv*, const char*) {
      current()->references++;
      return handle<jclass>(3002);
    };
    table.GetMethodID = [](JNIEnv*, jclass, const char*, const char*) {
      return handle<jmethodID>(3003);
    };
    table.CallLongMethodV = [](JNIEnv*, jobject thread, jmethodID, va_list) {
      return static_cast<jlong>(reinterpret_cast<uintptr_t>(thread) - kThreads);
    };
    table.ExceptionCheck = [](JNIEnv*) -> jboolean { return JNI_FALSE; };
    table.DeleteLocalRef = [](JNIEnv*, jobject) { current()->references--; };
  }
};

}  // namespace isl::test
