#include "check/HeapLook.h"

#include "base/CostWatch.h"
#include "base/Log.h"

namespace isl {

struct HeapLook::Visitor {
  LiveCounts& counts;
  const NodeTable& nodes;
  const std::function<void()>& stopped;

  void begin() {
    PassCost::meetVmThread();
    stopped();
    counts.begin();
  }
  void object(const rawheap::MarkedObject& object) {
    if (!object.isArray)
      counts.add(object.klass, siteOf(nodes.plainWord(static_cast<uint32_t>(object.word))));
  }
};

bool HeapLook::run(JNIEnv* jni, const SiteScopes* scopes, WalkTotals& totals,
                   const std::function<void()>& stopped) {
  rawheap::DirectHeap& heap = access_.heap();
  rawheap::PassOptions options;
  options.mark.wordOffset = WordLayout::absent() ? 0 : WordLayout::offset();
  options.mark.softLast = true;
  options.mark.marksPassing = false;
  options.mark.orderBytes = rawheap::MarkOptions::kOrderBytes;
  options.bindings = access_.bindings().data();
  options.bindingCount = static_cast<uint32_t>(access_.bindings().size());
  Visitor visitor{counts_, nodes_, stopped};
  rawheap::Reason reason;
  const auto take = [&](rawheap::Stopped& world, rawheap::Reason&) {
    totals.liveBytes = world.mark.bytes();
    totals.liveObjects = world.mark.objects();
    totals.softBytes = world.mark.yieldingBytes();
    counts_.tell(heap.klasses(), classes_, scopes, totals);
    return true;
  };
  if (heap.pass(jni, options, visitor, take, reason)) return true;
  logLine(LogLevel::Warn, "the heap was not looked at: %s", reason.text);
  return false;
}

}  // namespace isl
