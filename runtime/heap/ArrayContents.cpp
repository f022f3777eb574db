#include "heap/ArrayContents.h"

#include <algorithm>
#include <cstring>

namespace isl {
namespace {

size_t widthOf(char kind) {
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

size_t bitWords(int32_t length) { return static_cast<size_t>(std::max(length, 0)) / 64 + 1; }

}  // namespace

void ArrayContents::clear() {
  for (uint32_t node : known_) entryOf_[node] = 0;
  known_.clear();
  entries_.clear();
  words_.clear();
}

ArrayContents::Entry& ArrayContents::add(uint32_t node, int32_t length, char elementKind,
                                         size_t words) {
  if (node >= entryOf_.size()) entryOf_.resize(node + node / 2 + 64);
  if (entryOf_[node] == 0) {
    known_.push_back(node);
    entries_.push_back({length, elementKind, words_.size()});
    entryOf_[node] = static_cast<uint32_t>(entries_.size());
    words_.resize(words_.size() + words);
  }
  return entries_[entryOf_[node] - 1];
}

void ArrayContents::note(uint32_t node, int32_t length, uint32_t slot) {
  const Entry& entry = add(node, length, 'L', bitWords(length));
  if (slot / 64 < bitWords(entry.length)) {
    words_[entry.offset + slot / 64] |= uint64_t{1} << (slot % 64);
  }
}

void ArrayContents::addPrimitive(uint32_t node, int32_t length, char elementKind,
                                 const void* elements) {
  const size_t bytes = static_cast<size_t>(length) * widthOf(elementKind);
  const Entry& entry = add(node, length, elementKind, bytes / 8 + 1);
  memcpy(&words_[entry.offset], elements, bytes);
}

IslArray ArrayContents::view(uint32_t node, int32_t length, char elementKind) {
  IslArray array{};
  if (node < entryOf_.size() && entryOf_[node] != 0) {
    const Entry& entry = entries_[entryOf_[node] - 1];
    array.length = entry.length;
    array.elementKind = entry.elementKind;
    if (entry.elementKind == 'L') array.nonNull = &words_[entry.offset];
    else array.elements = &words_[entry.offset];
    return array;
  }
  array.length = length;
  array.elementKind = elementKind;
  empty_.assign(bitWords(length), 0);
  array.nonNull = empty_.data();
  return array;
}

}  // namespace isl
