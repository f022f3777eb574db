// FollowReferences and the few JNI functions that RootScan needs, over a FakeVm: reports roots, visits what the
// callback asks for depth first, passes objects as HotSpot does. Virtual threads have roots of their own, which are
// reported when their object is visited.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "fake_vm.h"
#include "mock_jvmti.h"

namespace isl::rawheap::test {

class FakeWalk {
 public:
  struct FakeRoot {
    uint64_t address;
    jvmtiHeapReferenceKind kind;
  };

  explicit FakeWalk(FakeHeap& heap) : heap_(heap) {
    objects_ = heap.vm.objectArrayKlass();
    heap.vm.mirror(objects_);
    jvmti_.user = this;
    jvmti_.useMalloc();
    jvmti_.set(&jvmtiInterface_1_::SetTag, [](jvmtiEnv* env, jobject object, jlong tag) {
      of(env).tags[addressOf(object)] = tag;
      return JVMTI_ERROR_NONE;
    });
    jvmti_.set(&jvmtiInterface_1_::FollowReferences,
               [](jvmtiEnv* env, jint, jclass, jobject, const jvmtiHeapCallbacks* callbacks,
                  const void* user) {
                 of(env).walk(callbacks->heap_reference_callback, const_cast<void*>(user));
                 return of(env).error;
               });
    jvmti_.set(&jvmtiInterface_1_::GetLoadedClasses, [](jvmtiEnv* env, jint* count, jclass** all) {
      *count = 0;
      return env->Allocate(8, reinterpret_cast<unsigned char**>(all));
    });
    makeJni();
  }

  jvmtiEnv* jvmti() { return &jvmti_; }
  JNIEnv* jni() { return &jni_; }

  std::vector<FakeRoot> roots;
  std::vector<uint64_t> ownRoots;                    // the VM's own, reported behind JNI's
  std::map<uint64_t, std::vector<uint64_t>> stacks;  // of virtual threads
  std::map<uint64_t, std::vector<uint64_t>> hidden;  // references that only the walk sees
  std::map<uint64_t, jlong> tags;
  std::set<uint64_t> globals;
  jvmtiError error = JVMTI_ERROR_NONE;
  jlong wrongSize = 0;   // added to the size that the callback is told
  jlong wrongBytes = 0;  // added to it and to what lies before the tag
  bool shallow = false;  // mirrors of classes are not followed
  uint64_t visited = 0;

 private:
  // As in HotSpot: the object and its size before the tag.
  struct Wrapper {
    uint64_t object;
    jlong size, tag;
  };

  static FakeWalk& of(jvmtiEnv* env) {
    return *static_cast<FakeWalk*>(isl::test::MockJvmti::from(env)->user);
  }
  static FakeWalk& of(JNIEnv* env) {
    return *static_cast<FakeWalk*>(const_cast<void*>(env->functions->reserved0));
  }
  // A handle is the object's address here.
  static uint64_t addressOf(jobject object) { return reinterpret_cast<uint64_t>(object); }
  static jobject handleOf(uint64_t address) { return reinterpret_cast<jobject>(address); }

  void makeJni() {
    memset(static_cast<void*>(&table_), 0, sizeof table_);
    jni_.functions = &table_;
    table_.reserved0 = this;
    table_.PushLocalFrame = [](JNIEnv*, jint) { return 0; };
    table_.PopLocalFrame = [](JNIEnv*, jobject) -> jobject { return nullptr; };
    table_.ExceptionCheck = [](JNIEnv*) -> jboolean { return JNI_FALSE; };
    table_.ExceptionClear = [](JNIEnv*) {};
    table_.FindClass = [](JNIEnv* env, const char* name) {
      // As on 17, which has no parked stacks.
      if (strncmp(name, "jdk/", 4) == 0) return static_cast<jclass>(nullptr);
      return static_cast<jclass>(handleOf(of(env).objects_));
    };
    table_.NewObjectArray = [](JNIEnv* env, jsize length, jclass, jobject) {
      FakeWalk& walk = of(env);
      return static_cast<jobjectArray>(
          handleOf(walk.heap_.vm.array(walk.objects_, static_cast<uint32_t>(length))));
    };
    table_.SetObjectArrayElement = [](JNIEnv* env, jobjectArray array, jsize i, jobject value) {
      of(env).heap_.vm.setElement(addressOf(array), static_cast<uint32_t>(i), addressOf(value));
    };
    table_.IsAssignableFrom = [](JNIEnv*, jclass, jclass) -> jboolean { return JNI_FALSE; };
    table_.DeleteLocalRef = [](JNIEnv*, jobject) {};
    table_.NewGlobalRef = [](JNIEnv* env, jobject object) {
      of(env).globals.insert(addressOf(object));
      return object;
    };
    table_.DeleteGlobalRef = [](JNIEnv* env, jobject object) {
      of(env).globals.erase(addressOf(object));
    };
  }

  jlong sizeOf(uint64_t address) {
    Klasses klasses(heap_.layout, heap_.spaces);
    klasses.setChunkSizeOffset(16);
    klasses.begin();
    const ObjectReader reader(heap_.layout, klasses, Followed::SoftAndLinks);
    return static_cast<jlong>(reader.bytesOf(address, klasses[klasses.indexOfObject(address)]));
  }
  // False: the walk ends.
  bool report(jvmtiHeapReferenceKind kind, uint64_t referrer, uint64_t target) {
    Wrapper wrapper{target, sizeOf(target) + wrongBytes,
                    tags.count(target) != 0 ? tags[target] : 0};
    jlong referrerTag = tags.count(referrer) != 0 ? tags[referrer] : 0;
    jvmtiHeapReferenceInfo info = {};
    const jint next = callback_(kind, &info, 0, 0, wrapper.size + wrongSize, &wrapper.tag,
                                referrer == 0 ? nullptr : &referrerTag, -1, user_);
    if ((next & JVMTI_VISIT_ABORT) != 0) return false;
    if ((next & JVMTI_VISIT_OBJECTS) != 0) stack_.push_back(target);
    return true;
  }
  void walk(jvmtiHeapReferenceCallback callback, void* user) {
    callback_ = callback;
    user_ = user;
    stack_.clear();
    std::set<uint64_t> done;
    for (const FakeRoot& root : roots)
      if (!report(root.kind, 0, root.address)) return;
    for (const uint64_t global : globals)
      if (!report(JVMTI_HEAP_REFERENCE_JNI_GLOBAL, 0, global)) return;
    for (const uint64_t own : ownRoots)
      if (!report(JVMTI_HEAP_REFERENCE_OTHER, 0, own)) return;
    while (!stack_.empty()) {
      const uint64_t at = stack_.back();
      stack_.pop_back();
      if (done.insert(at).second && !visit(at)) return;
    }
  }
  bool visit(uint64_t at) {
    ++visited;
    for (const uint64_t held : stacks[at])
      if (!report(JVMTI_HEAP_REFERENCE_STACK_LOCAL, 0, held)) return false;
    Klasses klasses(heap_.layout, heap_.spaces);
    klasses.setChunkSizeOffset(16);
    klasses.begin();
    const KlassInfo info = klasses[klasses.indexOfObject(at)];
    if (const uint64_t mirror = klasses.mirrorOf(info.klass))
      if (!report(JVMTI_HEAP_REFERENCE_CLASS, at, mirror)) return false;
    const ObjectReader reader(heap_.layout, klasses, Followed::SoftAndLinks);
    if (info.kind == ObjectKind::ObjectArray) {
      // Element by element, as the callback may write them meanwhile.
      for (uint32_t i = 0; i < reader.lengthOf(at); ++i) {
        const uint64_t target = reader.loadOop(at + 16 + uint64_t{i} * heap_.layout.oopBytes);
        if (target != 0 && !report(JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT, at, target)) return false;
      }
      return true;
    }
    if (shallow && info.kind == ObjectKind::Mirror) return true;
    bool going = true;
    reader.references(at, info, false, [&](uint64_t target, Edge, uint32_t) {
      going = going && report(JVMTI_HEAP_REFERENCE_FIELD, at, target);
    });
    for (const uint64_t target : hidden[at])
      going = going && report(JVMTI_HEAP_REFERENCE_FIELD, at, target);
    return going;
  }

  FakeHeap& heap_;
  uint64_t objects_ = 0;
  isl::test::MockJvmti jvmti_;
  JNIEnv jni_{};
  JNINativeInterface_ table_{};
  jvmtiHeapReferenceCallback callback_ = nullptr;
  void* user_ = nullptr;
  std::vector<uint64_t> stack_;
};

}  // namespace isl::rawheap::test
