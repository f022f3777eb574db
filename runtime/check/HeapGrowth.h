// How much dearer the next check will be than the last one: a pass takes as long as there are live objects, and a program
// that leaks may have many times as many by then.
//
// What the VM counts of its old generation is a guess at the live bytes that costs nothing: it holds what has outlived
// collections, and garbage until the next of its own collections. What is young beside it is garbage for the most part.
#pragma once

#include <cstdint>

#include "rawheap/PerfCounters.h"

namespace isl {

class HeapGrowth {
 public:
  // From VMInit on. Without such a counter nothing is guessed.
  void open() {
    rawheap::Reason none;
    open(rawheap::PerfCounters::ofThisVm(none));
  }
  void open(const rawheap::PerfCounters& counters) {
    old_ = counters.find("sun.gc.generation.1.space.0.used");
  }
  // Any thread, until VMDeath: 1 or more.
  double since(uint64_t liveBytes) const {
    if (old_ == nullptr || liveBytes == 0) return 1;
    const double growth = static_cast<double>(*old_) / static_cast<double>(liveBytes);
    return growth > 1 ? growth : 1;
  }

 private:
  const volatile int64_t* old_ = nullptr;
};

}  // namespace isl
