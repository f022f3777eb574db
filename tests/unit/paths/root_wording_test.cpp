// How roots are told, and that nothing the VM gave for it is left behind.
#include "paths/RootWording.h"

#include "paths/class_world.h"

namespace isl {
namespace {

class Roots : public test::ClassWorld {
 protected:
  std::string told(const HeapRoot& root) {
    const report::PathRoot out = wording.describe(&jni, root);
    return out.kind + "|" + out.name;
  }
  std::string told(jvmtiHeapReferenceKind kind) {
    HeapRoot root;
    root.kind = kind;
    root.tag = kObjectTag;
    return told(root);
  }
  RootWording wording{&jvmti, classes};
};

TEST_F(Roots, StaticFieldsByName) {
  HeapRoot root;
  root.kind = JVMTI_HEAP_REFERENCE_STATIC_FIELD;
  root.staticField = {addClass("Lcom/acme/Cache;", {"size", "entries"}), 1};
  EXPECT_EQ(told(root), "static|com.acme.Cache.entries");
  root.threadLocal = true;
  EXPECT_EQ(told(root), "thread-local|com.acme.Cache.entries");
  root.threadLocal = false;
  root.staticField.index = 7;
  EXPECT_EQ(told(root), "static|com.acme.Cache.?");
}

TEST_F(Roots, NamesThatAreKnownAreNotAskedFor) {
  HeapRoot root;
  root.kind = JVMTI_HEAP_REFERENCE_STATIC_FIELD;
  root.staticField = {addClass("Lcom/acme/Cache;", {}), -1};
  root.fieldName = "entries";
  EXPECT_EQ(told(root), "static|com.acme.Cache.entries");
  root = HeapRoot{};
  root.kind = JVMTI_HEAP_REFERENCE_THREAD;
  root.threadName = "worker";
  EXPECT_EQ(told(root), "thread|worker");
}

TEST_F(Roots, FramesByThreadAndMethod) {
  threadNames = {{1, "main"}, {2, "worker"}};
  HeapRoot root;
  root.kind = JVMTI_HEAP_REFERENCE_STACK_LOCAL;
  root.threadId = 2;
  root.method = handle<jmethodID>(addClass("Lcom/acme/Cache;", {}));
  EXPECT_EQ(told(root), "stack|worker: com.acme.Cache.fill");
  root.kind = JVMTI_HEAP_REFERENCE_JNI_LOCAL;
  root.method = nullptr;
  EXPECT_EQ(told(root), "jni-local|worker");
  root.threadId = 9;
  EXPECT_EQ(told(root), "jni-local|thread 9") << "it has ended";
}

TEST_F(Roots, ThreadsByName) {
  EXPECT_EQ(told(JVMTI_HEAP_REFERENCE_THREAD), "thread|the object");
  objectLives = false;
  EXPECT_EQ(told(JVMTI_HEAP_REFERENCE_THREAD), "thread|");
}

TEST_F(Roots, MonitorsByTheirOwner) {
  threadNames = {{1, "main"}};
  EXPECT_EQ(told(JVMTI_HEAP_REFERENCE_MONITOR), "monitor|");
  monitorOwner = kThreads + 1;
  EXPECT_EQ(told(JVMTI_HEAP_REFERENCE_MONITOR), "monitor|main");
  objectLives = false;
  EXPECT_EQ(told(JVMTI_HEAP_REFERENCE_MONITOR), "monitor|");
}

TEST_F(Roots, OthersByTheirKindAlone) {
  EXPECT_EQ(told(JVMTI_HEAP_REFERENCE_JNI_GLOBAL), "jni-global|");
  EXPECT_EQ(told(JVMTI_HEAP_REFERENCE_SYSTEM_CLASS), "system-class|");
  EXPECT_EQ(told(JVMTI_HEAP_REFERENCE_OTHER), "unknown|");
}

}  // namespace
}  // namespace isl
