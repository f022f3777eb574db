// Evaluates a spec with on_died: its handler runs once a check for each line and type of sampled allocations.
#pragma once

#include <unordered_map>
#include <vector>

#include "events/SampledDeaths.h"
#include "heap/Engine.h"
#include "heap/HandlerGuard.h"

namespace isl {

class DeathEngine final : public Engine {
 public:
  // `deaths` outlives the engine.
  DeathEngine(const IslSpec* spec, size_t index, const DeathRows& deaths);

  void begin(const WalkState& walk) override;
  void edge(const Burst&, const Edge&) override {}
  void object(const Burst&, uint32_t, bool) override {}
  void ownedArray(uint32_t, uint32_t, uint64_t) override {}
  void primitiveArray(uint32_t, uint32_t, int32_t, const void*) override {}
  void end() override;

  // A trial asks what a test leaves behind: nothing of this.
  void beginTrial() override { trial_ = true; }
  void endTrial() override { trial_ = false; }
  void freed(uint32_t) override {}
  double amplified(uint32_t, uint32_t) const override { return 0; }
  bool wantsEdges() const override { return false; }
  bool wantsEveryCheck() const override { return true; }  // bytes of a check cannot be told later
  bool mayMissChecks() const override { return false; }

  uint64_t amplifiedObjects() const override { return amplified_; }
  uint64_t clearedObjects() const override { return cleared_; }
  const SiteSet& amplifiedSites() const override { return amplifiedSites_; }
  const SiteSet& clearedSites() const override { return clearedSites_; }
  const HandlerFaults& faults(IslEventKind event) const override { return guard_.faults(event); }
  uint64_t allocatedBytes() const override { return deaths_.allocatedBytes(); }

 private:
  // Of a line and type: IslRecord, and behind it the fields of the spec.
  struct Kept {
    std::vector<uint64_t> memory;
    uint64_t diedBytes = 0;  // at the last check
    IslRecord& record() { return *reinterpret_cast<IslRecord*>(memory.data()); }
  };
  bool isTracked(uint32_t classId) const;
  Kept& kept(const DeathRow& row);
  void fire(const DeathRow& row);

  const DeathRows& deaths_;
  HandlerGuard guard_;
  std::unordered_map<uint64_t, Kept> kept_;  // by siteKey
  uint64_t amplified_ = 0, cleared_ = 0;     // lines and types
  SiteSet amplifiedSites_, clearedSites_;
  bool trial_ = false;
};

}  // namespace isl
