#include "agent/ClassEvents.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "mock_jni.h"
#include "mock_jvmti.h"

namespace isl {
namespace {

using test::MockJvmti;

// A VM whose environments note in one list who hears of classes, in the order in which it was said.
struct FakeVm {
  struct Env : MockJvmti {
    explicit Env(FakeVm& vm, int number) {
      self = {&vm, number};
      user = &self;
      set(&jvmtiInterface_1_::AddCapabilities, [](jvmtiEnv* env, const jvmtiCapabilities* wanted) {
        of(env).vm->retransforms = wanted->can_retransform_classes;
        return of(env).vm->refuse ? JVMTI_ERROR_NOT_AVAILABLE : JVMTI_ERROR_NONE;
      });
      set(&jvmtiInterface_1_::SetEventCallbacks,
          [](jvmtiEnv*, const jvmtiEventCallbacks*, jint) { return JVMTI_ERROR_NONE; });
      set(&jvmtiInterface_1_::DisposeEnvironment, [](jvmtiEnv* env) {
        of(env).vm->said.push_back("disposed " + std::to_string(of(env).number));
        return JVMTI_ERROR_NONE;
      });
      set(&jvmtiInterface_1_::SetEventNotificationMode, &setMode);
      set(&jvmtiInterface_1_::GetPhase, [](jvmtiEnv* env, jvmtiPhase* phase) {
        *phase = of(env).vm->phase;
        return JVMTI_ERROR_NONE;
      });
      useMalloc();
      set(&jvmtiInterface_1_::GetMethodName,
          [](jvmtiEnv* env, jmethodID, char** name, char** descriptor, char**) {
            *name = from(env)->newString(of(env).vm->method);
            *descriptor = from(env)->newString(of(env).vm->descriptor);
            return JVMTI_ERROR_NONE;
          });
      set(&jvmtiInterface_1_::GetMethodDeclaringClass, [](jvmtiEnv*, jmethodID, jclass* cls) {
        *cls = test::MockJni::classHandle();
        return JVMTI_ERROR_NONE;
      });
      set(&jvmtiInterface_1_::GetClassSignature, [](jvmtiEnv* env, jclass, char** name, char**) {
        *name = from(env)->newString(of(env).vm->owner);
        return JVMTI_ERROR_NONE;
      });
    }
    static jvmtiError JNICALL setMode(jvmtiEnv* env, jvmtiEventMode mode, jvmtiEvent event, jthread,
                                      ...) {
      if (event == JVMTI_EVENT_CLASS_FILE_LOAD_HOOK) {
        of(env).vm->said.push_back((mode == JVMTI_ENABLE ? "on " : "off ") +
                                   std::to_string(of(env).number));
      }
      return JVMTI_ERROR_NONE;
    }
    struct Self {
      FakeVm* vm;
      int number;
    } self;
    static Self& of(jvmtiEnv* env) { return *static_cast<Self*>(from(env)->user); }
  };

  FakeVm() {
    functions.GetEnv = [](JavaVM* vm, void** env, jint) -> jint {
      FakeVm& self = *reinterpret_cast<Handle*>(vm)->self;
      if (self.none) return JNI_EDETACHED;
      self.made.push_back(std::make_unique<Env>(self, static_cast<int>(self.made.size()) + 1));
      *env = static_cast<jvmtiEnv*>(self.made.back().get());
      return JNI_OK;
    };
    handle.vm.functions = &functions;
    handle.self = this;
  }
  struct Handle {
    JavaVM vm;
    FakeVm* self;
  };

  JNIInvokeInterface_ functions{};
  Handle handle{};
  std::vector<std::unique_ptr<Env>> made;
  std::vector<std::string> said;
  jvmtiPhase phase = JVMTI_PHASE_LIVE;
  const char* method = "setHasRetransformableTransformers";
  const char* descriptor = "(JZ)V";
  const char* owner = "Lsun/instrument/InstrumentationImpl;";
  unsigned retransforms = 0;
  bool refuse = false, none = false;
};

using Said = std::vector<std::string>;

struct ClassEventsTest : testing::Test {
  // Binds the native method and gives the function that the VM would call.
  void* bind() {
    void* address = reinterpret_cast<void*>(&original);
    events.onNativeMethodBind(&first, &jni, nullptr, address, &address);
    return address;
  }
  static void call(void* function, jlong agent, jboolean has) {
    reinterpret_cast<void(JNICALL*)(JNIEnv*, jobject, jlong, jboolean)>(function)(nullptr, nullptr,
                                                                                  agent, has);
  }
  static void JNICALL original(JNIEnv*, jobject, jlong agent, jboolean) { lastAgent = agent; }
  inline static jlong lastAgent = 0;

  FakeVm vm;
  FakeVm::Env first{vm, 0};
  test::MockJni jni;
  ClassEvents events{&vm.handle.vm, &first, false};
};

TEST_F(ClassEventsTest, TheNewListenerHearsBeforeTheOldOneStops) {
  ASSERT_TRUE(events.start(nullptr));
  ASSERT_TRUE(events.moveBehind());
  EXPECT_EQ(vm.said, (Said{"on 0", "on 1", "off 0"}));
  EXPECT_EQ(vm.retransforms, 1u);
  EXPECT_EQ(events.listener(), vm.made.back().get());
}

TEST_F(ClassEventsTest, AllStaysAsItIsWithoutANewEnvironment) {
  ASSERT_TRUE(events.start(nullptr));
  vm.none = true;
  EXPECT_FALSE(events.moveBehind());
  vm.none = false;
  vm.refuse = true;
  EXPECT_FALSE(events.moveBehind());
  EXPECT_EQ(vm.said, (Said{"on 0", "disposed 1"}));
  EXPECT_EQ(events.listener(), &first);
}

TEST_F(ClassEventsTest, MovesBehindEachAgentThatMayRetransformOnce) {
  ASSERT_TRUE(events.start(nullptr));
  void* function = bind();
  call(function, 7, JNI_FALSE);
  EXPECT_EQ(lastAgent, 7);
  EXPECT_EQ(events.listener(), &first);
  call(function, 7, JNI_TRUE);
  EXPECT_EQ(events.listener(), vm.made.at(0).get());
  call(function, 7, JNI_TRUE);
  EXPECT_EQ(vm.made.size(), 1u);
  call(function, 8, JNI_TRUE);
  EXPECT_EQ(lastAgent, 8);
  EXPECT_EQ(events.listener(), vm.made.at(1).get());
}

TEST_F(ClassEventsTest, OtherNativeMethodsStayAsTheyAre) {
  ASSERT_TRUE(events.start(nullptr));
  void* const original = reinterpret_cast<void*>(&ClassEventsTest::original);
  vm.owner = "Lsome/InstrumentationImpl;";
  EXPECT_EQ(bind(), original);
  vm.owner = "Lsun/instrument/InstrumentationImpl;";
  vm.method = "setHasTransformers";
  EXPECT_EQ(bind(), original);
  vm.method = "setHasRetransformableTransformers";
  vm.phase = JVMTI_PHASE_PRIMORDIAL;
  EXPECT_EQ(bind(), original);
  vm.phase = JVMTI_PHASE_LIVE;
  EXPECT_NE(bind(), original);
  EXPECT_EQ(first.outstanding, 0);
}

TEST_F(ClassEventsTest, RedefinitionsAreFollowedWhereTheVmForgetsThem) {
  ClassEvents following{&vm.handle.vm, &first, true};
  const std::pair<const char*, const char*> methods[] = {
      {"redefineClasses0", "(J[Ljava/lang/instrument/ClassDefinition;)V"},
      {"retransformClasses0", "(J[Ljava/lang/Class;)V"}};
  for (const auto& [name, descriptor] : methods) {
    vm.method = name;
    vm.descriptor = descriptor;
    void* const original = reinterpret_cast<void*>(&ClassEventsTest::original);
    EXPECT_EQ(bind(), original);
    void* address = original;
    following.onNativeMethodBind(&first, &jni, nullptr, address, &address);
    EXPECT_NE(address, original);
  }
}

}  // namespace
}  // namespace isl
