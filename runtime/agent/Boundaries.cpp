#include "agent/Boundaries.h"

namespace isl {

std::unique_ptr<WorkUnits> unitsFor(const Options& options,
                                    const std::vector<const IslSpec*>& specs) {
  std::vector<std::string> boundaries;
  for (const IslSpec* spec : specs)
    if (spec->boundary != nullptr) boundaries.emplace_back(spec->boundary);
  auto units = std::make_unique<WorkUnits>(options.ready, options.unit, boundaries);
  for (const IslSpec* spec : specs)
    if (spec->ticks != nullptr) units->follow(units->rowOf(spec->boundary), spec->ticks);
  return units;
}

std::vector<int32_t> settledRows(const std::vector<const IslSpec*>& specs, const WorkUnits& units) {
  std::vector<int32_t> rows;
  for (const IslSpec* spec : specs)
    if ((spec->traits & ISL_TRAIT_TICKS_IN_EVENTS) != 0)
      rows.push_back(units.rowOf(spec->boundary));
  return rows;
}

}  // namespace isl
