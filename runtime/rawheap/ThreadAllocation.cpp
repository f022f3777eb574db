#include "rawheap/ThreadAllocation.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/LocalRef.h"
#include "rawheap/Memory.h"

namespace isl::rawheap {
namespace {

constexpr uint64_t kUsual = 4;  // see sinceTold()
constexpr jsize kTried[] = {1000, 200, 30000};
constexpr uint64_t kMostHeader = 32;  // bytes of an array beside its elements, with what aligns it

uint64_t addressOf(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

}  // namespace

bool ThreadAllocation::find(jvmtiEnv* jvmti, JNIEnv* jni, const VmTables& tables,
                            Offsets& at) const {
  const auto offset = [&tables](const char* type, const char* field) -> uint64_t {
    const std::optional<VmTables::Field> found = tables.field(type, field);
    return found && !found->isStatic ? found->offset : 0;
  };
  const uint64_t buffer = offset("Thread", "_tlab");
  const uint64_t start = offset("ThreadLocalAllocBuffer", "_start");
  const uint64_t top = offset("ThreadLocalAllocBuffer", "_top");
  at.allocated = offset("Thread", "_allocated_bytes");
  if (buffer == 0 || start == top || at.allocated == 0) return false;
  at.bufferStart = buffer + start;
  at.bufferTop = buffer + top;

  LocalRef<jthread> self(jni);
  if (jvmti->GetCurrentThread(self.out()) != JVMTI_ERROR_NONE) return false;
  const LocalRef<jclass> type(jni, jni->FindClass("java/lang/Thread"));
  const jfieldID field = type ? jni->GetFieldID(type.get(), "eetop", "J") : nullptr;
  if (field == nullptr) {
    jni->ExceptionClear();
    return false;
  }
  const jlong thread = jni->GetLongField(self.get(), field);
  at.thread = thread - static_cast<int64_t>(addressOf(jni));
  return thread != 0;
}

// Does the count go up by what this thread allocates?
bool ThreadAllocation::counts(JNIEnv* jni) const {
  return std::all_of(std::begin(kTried), std::end(kTried), [this, jni](jsize bytes) {
    const uint64_t before = bytesOf(jni);
    const LocalRef<jbyteArray> made(jni, jni->NewByteArray(bytes));
    const uint64_t more = bytesOf(jni) - before;
    const auto least = static_cast<uint64_t>(bytes);
    if (!made) jni->ExceptionClear();
    return made && more > least && more <= least + kMostHeader;
  });
}

bool ThreadAllocation::open(jvmtiEnv* jvmti, JNIEnv* jni, Reason& reason) {
  VmTables tables;
  Offsets at;
  if (!tables.readLoadedVm(reason)) return false;
  if (!find(jvmti, jni, tables, at)) return reason.give("the VM does not tell where threads count");
  open(at);
  if (counts(jni)) return true;
  open({});
  return reason.give("the count of a thread does not go with what it allocates");
}

uint64_t ThreadAllocation::bytesOf(const JNIEnv* jni) const {
  const uint64_t thread = addressOf(jni) + static_cast<uint64_t>(at_.thread);
  const uint64_t used = loadWord(thread + at_.bufferTop) - loadWord(thread + at_.bufferStart);
  return loadWord(thread + at_.allocated) + used;
}

uint64_t ThreadAllocation::sinceTold(const JNIEnv* jni, Told& told, uint64_t weight) const {
  const uint64_t now = bytesOf(jni);
  uint64_t more = now - std::min(now, told.bytes);
  if (!told.known) more = std::min(more, kUsual * weight);
  told = {now, true};
  return more;
}

}  // namespace isl::rawheap
