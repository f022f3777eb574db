#include "rawheap/DirectHeap.h"

#include <unistd.h>

#include <algorithm>

#include "base/LocalRef.h"
#include "base/VmUnsafe.h"

namespace isl::rawheap {
namespace {

// Concurrent collections move objects for milliseconds, and of a large heap for seconds. Each look of a pass stops the
// program for a moment, so they become rarer.
constexpr uint32_t kWaits = 40, kWaitsBefore = 150;
constexpr uint32_t kFirstWait = 1000, kLongestWait = 64'000;  // microseconds

void wait(uint32_t waits) { usleep(std::min(kFirstWait << std::min(waits, 10u), kLongestWait)); }

}  // namespace

// The tables that tell of it may be taken away meanwhile.
void DirectHeap::awaitRest() {
  if (spaces_.colours() == nullptr) return;
  for (uint32_t waits = 0; waits < kWaitsBefore; ++waits) {
    GuardedReads guard;
    Reason reason;
    if (guard.run(reason, [&] { return spaces_.look(reason); }) || !spaces_.moving()) return;
    wait(waits);
  }
}

bool DirectHeap::waitsForRest(uint32_t& waits) const {
  if (!spaces_.moving() || waits == kWaits) return false;
  wait(waits++);
  return true;
}

bool DirectHeap::open(JNIEnv* jni, Reason& reason) {
  VmTables tables;
  return tables.readLoadedVm(reason) && open(tables, jni, reason);
}

bool DirectHeap::open(const VmTables& tables, JNIEnv* jni, Reason& reason) {
  header_.resolve(tables);
  return layout_.resolve(tables, reason) && spaces_.resolve(tables, reason) &&
         findChunkSize(jni, reason) && scan_.prepare(jni, reason);
}

// The tables do not say how large a parked stack is, so the VM's own Unsafe is asked where the Java field is.
bool DirectHeap::findChunkSize(JNIEnv* jni, Reason& reason) {
  int64_t offset = 0;
  const LocalRef<jclass> chunk(jni, jni->FindClass("jdk/internal/vm/StackChunk"));
  jni->ExceptionClear();  // without the class (17): no such exception is anybody's
  if (chunk) offset = VmUnsafe(jni).offsetOf(chunk.get(), "size");
  if (offset < 0) return reason.give("where StackChunk.size is cannot be found out");
  klasses_.setChunkSizeOffset(static_cast<uint32_t>(offset));
  return true;
}

bool DirectHeap::begin(const PassOptions& options, Mark& mark, Reason& reason) {
  if (!klasses_.begin()) return reason.give("no address space for classes");
  klasses_.bind(options.bindings, options.bindingCount);
  return mark.begin(spaces_, layout_, reason);
}

}  // namespace isl::rawheap
