// How many calling contexts the sites of an agent are told apart by (requirements L-18, S-04, Q-41): every
// spec with `kind = context[i]` gets its number by a modulus, so one modulus serves all of them.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "isl/abi.h"

namespace isl {

constexpr uint32_t kMaxContexts = 65536;
// States of the call sequences that fit beside a context in what a site variant is for (IslRT.variant).
constexpr uint32_t kContextShift = 8;
constexpr uint32_t kMaxSequencesBesideContexts = kContextShift - 1;

inline uint32_t contextBound(const IslSpec& spec) {
  return spec.hasHistory != 0 && spec.partition == ISL_PARTITION_CONTEXT ? spec.contextBound : 0;
}

// Least common multiple of the bounds; 0: no spec needs contexts; more than kMaxContexts: not possible.
inline uint32_t contextModulus(const std::vector<const IslSpec*>& specs) {
  uint64_t all = 0;
  for (const IslSpec* spec : specs) {
    const uint64_t bound = contextBound(*spec);
    if (bound == 0) continue;
    all = all == 0 ? bound : std::lcm(all, bound);
    if (all > kMaxContexts) return kMaxContexts + 1;
  }
  return static_cast<uint32_t>(all);
}

}  // namespace isl
