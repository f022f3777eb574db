#include "heap/ArrayContents.h"

#include <algorithm>
#include <cstring>

namespace isl {
namespace {

size_t bitWords(int32_t length) { return static_cast<size_t>(std::max(length, 0)) / 64 + 1; }

}  // namespace

size_t bytesOfElement(char kind) {
  switch (kind) {
    case 'J':
    case 'D': return 8;
    case 'I':
    case 'F': return 4;
    case 'S':
    case 'C': return 2;
    default: return 1;
  }
}

void ArrayContents::clear() {
  startOf_.clear();
  words_.clear();
}

// The part of words_ that belongs to the node, `words` long.
uint64_t* ArrayContents::add(uint32_t node, size_t words) {
  if (node >= startOf_.size()) startOf_.resize(size_t{node} + 1);
  if (startOf_[node] == 0) {
    startOf_[node] = static_cast<uint32_t>(words_.size() + 1);
    words_.resize(words_.size() + words);
  }
  return &words_[startOf_[node] - 1];
}

void ArrayContents::note(uint32_t node, int32_t length, uint32_t slot) {
  uint64_t* bits = add(node, bitWords(length));
  if (slot / 64 < bitWords(length)) bits[slot / 64] |= uint64_t{1} << (slot % 64);
}

void ArrayContents::addPrimitive(uint32_t node, int32_t length, char elementKind,
                                 const void* elements) {
  const size_t bytes = static_cast<size_t>(length) * bytesOfElement(elementKind);
  memcpy(add(node, bytes / 8 + 1), elements, bytes);
}

IslArray ArrayContents::view(uint32_t node, int32_t length, char elementKind) {
  IslArray array{};
  array.length = length;
  array.elementKind = elementKind;
  if (node < startOf_.size() && startOf_[node] != 0) {
    const uint64_t* start = &words_[startOf_[node] - 1];
    if (elementKind == 'L')
      array.nonNull = start;
    else
      array.elements = start;
    return array;
  }
  empty_.assign(bitWords(length), 0);
  array.nonNull = empty_.data();
  return array;
}

}  // namespace isl
