#include "agent/PressureWatch.h"

#include "base/VmFlags.h"

namespace isl {
namespace {

void setEvents(jvmtiEnv* jvmti, jvmtiEventMode mode) {
  for (jvmtiEvent event :
       {JVMTI_EVENT_GARBAGE_COLLECTION_START, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH})
    jvmti->SetEventNotificationMode(mode, event, nullptr);
}

}  // namespace

void PressureWatch::start(jvmtiEnv* jvmti) {
  const rawheap::PerfCounters counters = rawheap::PerfCounters::ofThisVm(reason_);
  const uint64_t heap = largestHeap();
  pressure_.setHeap(heap);
  if (heap == 0) reason_.give("the VM does not tell how large the heap may become");
  if (!reason_.given()) {
    if (const char* const why = counters_.open(counters, heap); *why != '\0')
      reason_.give("%s", why);
  }
  pressure_.setUnknown(reason_.text);
  if (reason_.given()) return;
  fullSoFar_ = counters_.fullCollections();
  lastResort_.begin(fullSoFar_);
  setEvents(jvmti, JVMTI_ENABLE);
}

void PressureWatch::stop(jvmtiEnv* jvmti) { setEvents(jvmti, JVMTI_DISABLE); }

// The VM has renewed its counters before it says that a collection is over.
bool PressureWatch::onFinish(bool own) {
  const int64_t full = counters_.fullCollections();
  const uint64_t now = clock_.ms();
  const uint64_t free = counters_.freeBytes();
  pressure_.onCollection({startedMs_, now, full != fullSoFar_, free});
  fullSoFar_ = full;
  return lastResort_.onCollection(startedMs_, now, full, own,
                                  LastResort::isInUse(free, pressure_.heapBytes()));
}

}  // namespace isl
