#include "check/HeapLook.h"

#include "base/CostWatch.h"
#include "base/Log.h"

namespace isl {
namespace {

struct NoVisitor {
  void begin() { PassCost::meetVmThread(); }
  void object(const rawheap::MarkedObject&) {}
};

}  // namespace

bool lookAtHeap(JNIEnv* jni, rawheap::DirectHeap& heap, report::Look& look) {
  heap.awaitRest();
  rawheap::PassOptions options;
  options.mark.softLast = true;
  options.mark.marksPassing = false;
  options.mark.orderBytes = rawheap::MarkOptions::kOrderBytes;
  NoVisitor visitor;
  rawheap::Reason reason;
  const auto take = [&](rawheap::Stopped& stopped, rawheap::Reason&) {
    look.liveBytes = stopped.mark.bytes();
    look.softBytes = stopped.mark.yieldingBytes();
    return true;
  };
  if (heap.pass(jni, options, visitor, take, reason)) return true;
  logLine(LogLevel::Warn, "the heap was not looked at: %s", reason.text);
  return false;
}

}  // namespace isl
