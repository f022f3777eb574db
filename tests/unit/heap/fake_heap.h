// A heap of generated objects behind JVMTI's two walk functions, which report it as HotSpot does (one
// burst per object, $isl last, an object's first referrer before its own burst) in a random order.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "mock_jvmti.h"
#include "store/ClassTable.h"
#include "store/Site.h"

namespace isl::test {

struct FakeObject {
  uint32_t classId = 0;
  uint32_t word = 0;  // arrays: unused
  bool isArray = false;
  int32_t length = -1;
  std::vector<std::pair<int32_t, uint32_t>> refs;  // field index (from 1) or slot -> object
  jlong tag = 0;
  bool live = false;
  bool uncollected = false;  // dead, but an iteration over the heap meets it
};

class FakeHeap {
 public:
  FakeHeap() {
    jvmti_.user = this;
    jvmti_.set(&jvmtiInterface_1_::FollowReferences, follow);
    jvmti_.set(&jvmtiInterface_1_::IterateThroughHeap, iterate);
  }

  jvmtiEnv* env() { return &jvmti_; }

  std::vector<FakeObject> objects;
  std::vector<uint32_t> roots;  // with repetitions: one root edge each
  std::mt19937 random;
  // The program runs on between walks: called after each that follows references.
  std::function<void()> afterWalk;

  // Sets `live` by reachability; the dead lose their tags as in a collection.
  void collect() {
    for (FakeObject& o : objects) o.live = false;
    std::vector<uint32_t> stack(roots);
    while (!stack.empty()) {
      FakeObject& o = objects[stack.back()];
      stack.pop_back();
      if (o.live) continue;
      o.live = true;
      for (const auto& [index, to] : o.refs) stack.push_back(to);
    }
    for (FakeObject& o : objects) {
      if (!o.live) o = FakeObject{};
    }
  }

  jlong formOff =
      0;  // added to what a record of HotSpot's callbacks has where the object should be

  static uint64_t sizeOf(const FakeObject& o) {
    return o.isArray ? 16 + 8 * static_cast<uint64_t>(o.length) : 32;
  }

 private:
  // What HotSpot has around the tags that its callbacks point to.
  struct Report {
    jlong object, size, tag, referrer, referrerTag;
  };
  jlong addressOf(const FakeObject& o) const {
    return 64 * (1 + static_cast<jlong>(&o - objects.data()));
  }

  static FakeHeap& of(jvmtiEnv* env) { return *static_cast<FakeHeap*>(MockJvmti::from(env)->user); }

  static jvmtiError JNICALL follow(jvmtiEnv* env, jint, jclass, jobject,
                                   const jvmtiHeapCallbacks* callbacks, const void* user) {
    of(env).walk(*callbacks, const_cast<void*>(user));
    if (of(env).afterWalk) of(env).afterWalk();
    return JVMTI_ERROR_NONE;
  }

  static jvmtiError JNICALL iterate(jvmtiEnv* env, jint filter, jclass,
                                    const jvmtiHeapCallbacks* callbacks, const void* user) {
    FakeHeap& heap = of(env);
    std::vector<uint32_t> order(heap.objects.size());
    for (uint32_t i = 0; i < order.size(); i++) order[i] = i;
    std::shuffle(order.begin(), order.end(), heap.random);
    for (uint32_t i : order) {
      FakeObject& o = heap.objects[i];
      if (!o.live && !o.uncollected) continue;
      if (o.tag == 0 && (filter & JVMTI_HEAP_FILTER_UNTAGGED) != 0) continue;
      if (callbacks->heap_iteration_callback != nullptr) {
        callbacks->heap_iteration_callback(classTagOf(o), static_cast<jlong>(sizeOf(o)), &o.tag,
                                           o.length, const_cast<void*>(user));
      }
      heap.reportWord(o, *callbacks, const_cast<void*>(user));
    }
    return JVMTI_ERROR_NONE;
  }

  static jlong classTagOf(const FakeObject& o) { return kClassTag | o.classId; }

  void walk(const jvmtiHeapCallbacks& callbacks, void* user) {
    std::vector<uint32_t> pendingRoots(roots), reached;
    std::vector<bool> met(objects.size());
    std::shuffle(pendingRoots.begin(), pendingRoots.end(), random);
    while (!pendingRoots.empty() || !reached.empty()) {
      // Static fields are reported in the middle of the traversal, when their class is visited.
      const bool root = reached.empty() || (!pendingRoots.empty() && random() % 3 == 0);
      if (root) {
        const uint32_t to = pendingRoots.back();
        pendingRoots.pop_back();
        reportRoot(objects[to], callbacks, user);
        if (!met[to]) reached.push_back(to);
        met[to] = true;
        continue;
      }
      std::swap(reached[random() % reached.size()], reached.back());
      const uint32_t next = reached.back();
      reached.pop_back();
      for (uint32_t to : reportBurst(objects[next], callbacks, user)) {
        if (!met[to]) reached.push_back(to);
        met[to] = true;
      }
    }
  }

  void reportRoot(FakeObject& to, const jvmtiHeapCallbacks& callbacks, void* user) {
    if (callbacks.heap_reference_callback == nullptr) return;
    jvmtiHeapReferenceInfo info{};
    jlong mirrorTag = kClassTag | 1;
    const bool isStatic = random() % 2 == 0;
    callbacks.heap_reference_callback(isStatic ? JVMTI_HEAP_REFERENCE_STATIC_FIELD
                                               : JVMTI_HEAP_REFERENCE_JNI_GLOBAL,
                                      &info, classTagOf(to), 0, static_cast<jlong>(sizeOf(to)),
                                      &to.tag, isStatic ? &mirrorTag : nullptr, to.length, user);
  }

  // The objects to go on to.
  std::vector<uint32_t> reportBurst(FakeObject& self, const jvmtiHeapCallbacks& callbacks,
                                    void* user) {
    std::vector<uint32_t> followed = reportReferences(self, callbacks, user);
    reportWord(self, callbacks, user);
    return followed;
  }

  std::vector<uint32_t> reportReferences(FakeObject& self, const jvmtiHeapCallbacks& callbacks,
                                         void* user) {
    std::vector<uint32_t> followed;
    if (callbacks.heap_reference_callback == nullptr) {
      for (const auto& [index, to] : self.refs) followed.push_back(to);
      return followed;
    }
    jvmtiHeapReferenceInfo info{};
    Report report{0, 120, classTagOf(self), addressOf(self), self.tag};
    callbacks.heap_reference_callback(JVMTI_HEAP_REFERENCE_CLASS, &info, 0, classTagOf(self), 120,
                                      &report.tag, &report.referrerTag, -1, user);
    self.tag = report.referrerTag;
    std::shuffle(self.refs.begin(), self.refs.end(), random);
    for (const auto& [index, target] : self.refs) {
      FakeObject& to = objects[target];
      if (self.isArray)
        info.array.index = index;
      else
        info.field.index = index;
      const auto size = static_cast<jlong>(sizeOf(to));
      report = {addressOf(to), size, to.tag, addressOf(self), self.tag};
      jlong& selfTag = &to == &self ? report.tag : report.referrerTag;
      const jint visit = callbacks.heap_reference_callback(
          self.isArray ? JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT : JVMTI_HEAP_REFERENCE_FIELD, &info,
          classTagOf(to), classTagOf(self), size, &report.tag, &selfTag, to.length, user);
      to.tag = report.tag;
      self.tag = selfTag;
      if ((visit & JVMTI_VISIT_OBJECTS) != 0) followed.push_back(target);
    }
    return followed;
  }

  void reportWord(FakeObject& self, const jvmtiHeapCallbacks& callbacks, void* user) {
    if (self.isArray || callbacks.primitive_field_callback == nullptr) return;
    jvmtiHeapReferenceInfo info{};
    info.field.index = 0;
    jvalue value{};
    value.i = static_cast<jint>(self.word);
    Report report{addressOf(self) + formOff, static_cast<jlong>(sizeOf(self)), self.tag, 0, 0};
    callbacks.primitive_field_callback(JVMTI_HEAP_REFERENCE_FIELD, &info, classTagOf(self),
                                       &report.tag, value, JVMTI_PRIMITIVE_TYPE_INT, user);
    self.tag = report.tag;
  }

  MockJvmti jvmti_;
};

}  // namespace isl::test
