#include "heap/DeathEngine.h"

namespace isl {

DeathEngine::DeathEngine(const IslSpec* spec, size_t index, const DeathRows& deaths)
    : Engine(spec, index), deaths_(deaths), guard_(spec->source) {}

void DeathEngine::begin(const WalkState& walk) {
  walk_ = walk;
  stats_.clear();
  sums_ = CheckSums{};
}

bool DeathEngine::isTracked(uint32_t classId) const {
  if (spec_->mainContext < 0) return true;
  return ((*walk_.classes)[classId].contexts[index_] >> spec_->mainContext & 1) != 0;
}

DeathEngine::Kept& DeathEngine::kept(const DeathRow& row) {
  auto [found, fresh] = kept_.try_emplace(siteKey(row.site, row.classId));
  Kept& kept = found->second;
  if (!fresh) return kept;
  kept.memory.resize((sizeof(IslRecord) + spec_->fieldsBytes + 7) / 8);
  kept.record() = IslRecord{0, row.site, row.classId, 0, walk_.check};
  if (spec_->initFields != nullptr) spec_->initFields(&kept.record() + 1);
  return kept;
}

void DeathEngine::fire(const DeathRow& row) {
  Kept& line = kept(row);
  IslRecord& record = line.record();
  const ClassRecord& type = (*walk_.classes)[row.classId];
  IslObject object{};
  object.record = &record;
  object.charge = row.diedBytes - line.diedBytes;
  object.identity = siteKey(row.site, row.classId);
  object.bornBytes = row.bornBytes;
  object.diedBytes = row.diedBytes;
  object.isLambda = type.signature.find("$$Lambda") != std::string::npos ? 1 : 0;
  line.diedBytes = row.diedBytes;
  const uint32_t before = record.flags;
  sums_.reachedObjects++;
  guard_.run(ISL_ON_DIED, walk_.check, [&](IslEnv* env) {
    env->allocatedBytes = deaths_.allocatedBytes();
    spec_->onDied(env, &object);
  });
  const uint32_t gained = record.flags & ~before;
  if ((gained & ISL_RECORD_AMPLIFIED) != 0) {
    amplified_++;
    amplifiedSites_.add(row.site);
  }
  if ((gained & ISL_RECORD_CLEARED) != 0) {
    cleared_++;
    clearedSites_.add(row.site);
  }
  if (record.penalty == 0) return;
  charge(row.site, row.classId, row.diedObjects, row.diedBytes, 0, record.penalty);
  sums_.staleBytes += row.diedBytes;
}

void DeathEngine::end() {
  if (trial_) return;
  for (const DeathRow& row : deaths_.rows()) {
    if (row.samples >= SampledDeaths::kLeastSamples && isTracked(row.classId)) fire(row);
  }
}

}  // namespace isl
