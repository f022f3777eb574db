// How full an array of a primitive type is: its elements that are not zero, as what is not used yet is.
//
// Of a large array evenly spaced blocks stand for all, so that an array of any size takes as long as one of 64 KB. What is
// filled from one end on, or evenly, is told to a hundredth.
//
// Thread: the one that marks, while the world is stopped; reads may fault (GuardedReads).
#pragma once

#include <cstdint>

#include "rawheap/Memory.h"

namespace isl::rawheap {

constexpr uint64_t kFilledBlock = 512, kFilledBlocks = 128;  // bytes; of one array at most

template <typename Element>
uint64_t filledIn(uint64_t first, uint64_t count) {
  uint64_t filled = 0;
  for (uint64_t i = 0; i < count; ++i)
    filled += load<Element>(first + i * sizeof(Element)) != 0 ? 1 : 0;
  return filled;
}

inline uint64_t filledIn(uint64_t first, uint64_t count, uint32_t elementShift) {
  switch (elementShift) {
    case 0: return filledIn<uint8_t>(first, count);
    case 1: return filledIn<uint16_t>(first, count);
    case 2: return filledIn<uint32_t>(first, count);
    default: return filledIn<uint64_t>(first, count);
  }
}

// `first`: address of the first element.
inline uint64_t filledElements(uint64_t first, uint64_t length, uint32_t elementShift) {
  const uint64_t block = kFilledBlock >> elementShift;
  if (length <= block * kFilledBlocks) return filledIn(first, length, elementShift);
  uint64_t filled = 0;
  for (uint64_t i = 0; i < kFilledBlocks; ++i) {
    const uint64_t from = (length - block) * i / (kFilledBlocks - 1);
    filled += filledIn(first + (from << elementShift), block, elementShift);
  }
  return filled * length / (block * kFilledBlocks);
}

}  // namespace isl::rawheap
