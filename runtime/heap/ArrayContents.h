// What one walk saw inside arrays, for handlers that look into their object: which slots of a reference
// array are not null, or a copy of a primitive array's elements. All of it lies in one block of memory
// that later walks use again; an array costs 4 bytes besides its bits.
#pragma once

#include <cstdint>
#include <vector>

#include "isl/abi.h"

namespace isl {

// Of a primitive array, by the descriptor of its elements.
size_t bytesOfElement(char descriptor);

// Check thread and its walk callbacks only. Arrays are named by their nodes.
class ArrayContents {
 public:
  void clear();
  // A reference array of `length` has something in `slot`.
  void note(uint32_t node, int32_t length, uint32_t slot);
  void addPrimitive(uint32_t node, int32_t length, char elementKind, const void* elements);
  // The array for a handler; an array that was never noted has only nulls. Pointers are valid until the
  // next call of any member.
  IslArray view(uint32_t node, int32_t length, char elementKind);

 private:
  uint64_t* add(uint32_t node, size_t words);

  std::vector<uint32_t> startOf_;  // by node: index + 1 into words_, 0: not noted
  std::vector<uint64_t> words_;
  std::vector<uint64_t> empty_;
};

}  // namespace isl
