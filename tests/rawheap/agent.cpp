// What tests/rawheap and bench/rawheap run in a real JVM: the direct heap as native methods of the class RawHeap.
#include <jvmti.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "rawheap/SelfCheck.h"

using namespace isl::rawheap;

namespace {

jvmtiEnv* jvmti = nullptr;
DirectHeap* heap = nullptr;

uint64_t cpu() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

jstring text(JNIEnv* jni, const std::string& string) { return jni->NewStringUTF(string.c_str()); }

// By number of the bound class: objects, bytes, sum of words, bytes of arrays with such an owner.
struct Sums {
  static constexpr uint32_t kMost = 64;
  uint64_t of[kMost][4] = {};
  uint32_t first[kMost] = {};  // number of an object of the class
  Klasses* klasses = nullptr;
  void begin() {
    memset(of, 0, sizeof of);
    memset(first, 0, sizeof first);
  }
  void object(const MarkedObject& object) {
    const uint32_t id = (*klasses)[object.klass].id;
    uint64_t* const sums = of[id];
    ++sums[0];
    sums[1] += object.bytes;
    sums[2] += static_cast<uint64_t>(object.word);
    if (first[id] == 0) first[id] = object.number;
    if (!object.isArray) return;
    of[object.owner.klass == Klasses::kNone ? 0 : (*klasses)[object.owner.klass].id][3] +=
        object.bytes;
  }
};

std::vector<ClassBinding> bind(JNIEnv* jni, jobjectArray classes) {
  std::vector<ClassBinding> bindings;
  const jsize count = jni->GetArrayLength(classes);
  for (jsize i = 0; i < count && i + 1 < static_cast<jsize>(Sums::kMost); ++i)
    bindings.push_back({jni->GetObjectArrayElement(classes, i), static_cast<uint32_t>(i) + 1});
  return bindings;
}

const char* const kEdges[] = {"field",  "element", "static",    "referent", "class",
                              "loader", "super",   "interface", "resolved", "pool"};

struct PathText {
  char text[8192];
  size_t used = 0;
  __attribute__((format(printf, 2, 3))) void add(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int wrote = vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
    if (wrote > 0) used = std::min(sizeof text - 1, used + static_cast<size_t>(wrote));
  }
  void set(const Klasses& klasses, const Path& path) {
    used = 0;
    add("root %d depth %d thread %lld", path.root->kind, path.root->depth,
        static_cast<long long>(path.holder.threadId));
    for (uint32_t i = 0; i < path.count; ++i) {
      char name[128];
      klasses.name(path.hops[i].klass, name, sizeof name);
      if (path.leftOut != 0 && i == path.gap) add(" ...%u", path.leftOut);
      add(" | %s", name);
      if (i + 1 < path.count && !(path.leftOut != 0 && i + 1 == path.gap))
        add(" %s %u", kEdges[static_cast<int>(path.hops[i].edge)], path.hops[i].place);
    }
  }
};

PassOptions passOptions(jint wordOffset, jboolean soft, jlong orderBytes) {
  PassOptions options;
  options.mark.wordOffset = static_cast<uint32_t>(wordOffset);
  options.mark.followSoft = soft != JNI_FALSE;
  options.mark.orderBytes = static_cast<uint64_t>(orderBytes);
  return options;
}

}  // namespace

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char*, void*) {
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
  jvmtiCapabilities capabilities = {};
  capabilities.can_tag_objects = 1;
  return jvmti->AddCapabilities(&capabilities) == JVMTI_ERROR_NONE ? JNI_OK : JNI_ERR;
}

// "" or why the heap cannot be read.
JNIEXPORT jstring JNICALL Java_RawHeap_open(JNIEnv* jni, jclass) {
  Reason reason;
  if (heap == nullptr) heap = new DirectHeap(jvmti);
  heap->open(jni, reason);
  return text(jni, reason.text);
}

// "" or the difference; then one line a class that differs.
JNIEXPORT jstring JNICALL Java_RawHeap_selfCheck(JNIEnv* jni, jclass, jlongArray totals) {
  Reason reason;
  SelfCheck check(jvmti, *heap);
  SelfCheckResult result;
  for (uint32_t waits = 0; !check.run(jni, {}, result, reason) && heap->waitsForRest(waits);) {
    reason.clear();
    result = {};
  }
  const jlong values[] = {static_cast<jlong>(result.seen), static_cast<jlong>(result.marked),
                          static_cast<jlong>(result.missed), static_cast<jlong>(result.roots)};
  jni->SetLongArrayRegion(totals, 0, 4, values);
  std::string all = reason.text;
  for (const SelfCheckClass& c : result.differing)
    all += "\n  " + std::string(c.name) + " JVMTI " + std::to_string(c.seen) + "/" +
           std::to_string(c.seenBytes) + " direct " + std::to_string(c.marked) + "/" +
           std::to_string(c.markedBytes);
  return text(jni, all);
}

// One pass. `sums`: 4 numbers for each class (see Sums), those of all others first; then what the mark tells of
// itself: objects, bytes, memory, most waiting, virtual threads, nanoseconds of CPU of the whole call. "" or a reason.
JNIEXPORT jstring JNICALL Java_RawHeap_pass(JNIEnv* jni, jclass, jobjectArray classes,
                                            jint wordOffset, jboolean soft, jlong orderBytes,
                                            jlongArray sums) {
  Reason reason;
  const std::vector<ClassBinding> bindings = bind(jni, classes);
  PassOptions options = passOptions(wordOffset, soft, orderBytes);
  options.bindings = bindings.data();
  options.bindingCount = static_cast<uint32_t>(bindings.size());
  Sums visitor;
  visitor.klasses = &heap->klasses();
  uint64_t own[6] = {};
  const uint64_t before = cpu();
  heap->pass(
      jni, options, visitor,
      [&](Stopped& stopped, Reason&) {
        own[0] = stopped.mark.objects();
        own[1] = stopped.mark.bytes();
        own[2] = stopped.mark.touchedBytes();
        own[3] = stopped.mark.mostWaiting();
        own[4] = stopped.mark.virtualThreads().size();
        return true;
      },
      reason);
  own[5] = cpu() - before;
  const auto count = static_cast<jsize>(4 * (bindings.size() + 1));
  jni->SetLongArrayRegion(sums, 0, count, reinterpret_cast<const jlong*>(visitor.of));
  jni->SetLongArrayRegion(sums, count, 6, reinterpret_cast<const jlong*>(own));
  return text(jni, reason.text);
}

// The way to the first object of the class that the mark meets; orderBytes 0: by a second mark. "!" and a reason.
JNIEXPORT jstring JNICALL Java_RawHeap_path(JNIEnv* jni, jclass, jclass of, jlong orderBytes) {
  Reason reason;
  const ClassBinding binding{of, 1};
  PassOptions options = passOptions(0, JNI_TRUE, orderBytes);
  options.bindings = &binding;
  options.bindingCount = 1;
  Sums visitor;
  visitor.klasses = &heap->klasses();
  PathText found;
  heap->pass(
      jni, options, visitor,
      [&](Stopped& stopped, Reason& why) {
        if (visitor.first[1] == 0) return why.give("no object of the class");
        return stopped.paths.find(visitor.first + 1, 1, why, [&](uint32_t, const Path& path) {
          found.set(stopped.reader.klasses(), path);
        });
      },
      reason);
  return text(jni, reason.given() ? std::string("!") + reason.text : found.text);
}

// Reads address 8 in the middle of a mark. Never "".
JNIEXPORT jstring JNICALL Java_RawHeap_fault(JNIEnv* jni, jclass) {
  struct Faulty {
    uint64_t objects = 0;
    volatile uint64_t bad = 8, value = 0;
    void begin() {}
    void object(const MarkedObject&) {
      if (++objects == 100) value = loadWord(bad);
    }
  } faulty;
  Reason reason;
  heap->pass(
      jni, PassOptions{}, faulty, [](Stopped&, Reason&) { return true; }, reason);
  return text(jni, reason.text);
}

static jint JNICALL visitAll(jvmtiHeapReferenceKind, const jvmtiHeapReferenceInfo*, jlong, jlong,
                             jlong, jlong*, jlong*, jint, void* count) {
  ++*static_cast<jlong*>(count);
  return JVMTI_VISIT_OBJECTS;
}

// Nanoseconds of CPU of a walk by JVMTI that only counts.
JNIEXPORT jlong JNICALL Java_RawHeap_follow(JNIEnv*, jclass) {
  jlong count = 0;
  jvmtiHeapCallbacks callbacks = {};
  callbacks.heap_reference_callback = visitAll;
  const uint64_t before = cpu();
  jvmti->FollowReferences(0, nullptr, nullptr, &callbacks, &count);
  return static_cast<jlong>(cpu() - before);
}

// Nanoseconds of CPU of a full collection.
JNIEXPORT jlong JNICALL Java_RawHeap_collect(JNIEnv*, jclass) {
  const uint64_t before = cpu();
  jvmti->ForceGarbageCollection();
  return static_cast<jlong>(cpu() - before);
}

}  // extern "C"
