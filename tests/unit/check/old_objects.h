// Objects of one class that were last used at a given check, handed to the engine without a VM.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "check/SpecRun.h"
#include "check/leak_spec.h"
#include "heap/StaleEngine.h"

namespace isl::test {

inline uint32_t word(uint32_t site, uint32_t epoch) { return site << kEpochBits | epoch; }

struct Heap {
  explicit Heap(const IslSpec* s) : classes({s}), nodes(100) { classes[0].instanceBytes = 32; }
  WalkState walk(uint32_t check) {
    WalkState w;
    w.classes = &classes;
    w.nodes = &nodes;
    w.sequences = &sequences;
    w.check = check;
    return w;
  }
  ClassTable classes;
  NodeTable nodes;
  SiteSequences sequences;
};

// A run that finds one old object of a site at a check, or several, or none (site 0).
struct OneObject {
  explicit OneObject(const IslSpec& spec, Thresholds thresholds = {})
      : heap(&spec), run(std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{}), thresholds) {}
  void check(uint32_t n, uint32_t site, uint64_t allocatedBytes, int objects = 1,
             uint64_t liveBytes = 1000, uint64_t units = 0) {
    Engine& engine = run.engine();
    engine.begin(heap.walk(n));
    for (int i = 0; site != 0 && i < objects; i++)
      engine.object(Burst{classId}, word(site, 1), true);
    engine.end();
    run.finishCheck(n, site == 0 ? liveBytes / 2 : liveBytes, 0, 0, {{n, units, allocatedBytes}});
  }
  Heap heap;
  SpecRun run;
  uint32_t classId = 0;
};

}  // namespace isl::test
