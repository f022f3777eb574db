#include "heap/PassNodes.h"

#include <cstring>

namespace isl {

uint32_t PassNodes::findHashed(uint64_t object) const {
  const uint32_t hash = header_.of(object);
  return hash == 0 ? 0 : nodes_.ofHash(hash);
}

uint32_t PassNodes::ensure(uint64_t object, bool isArray, uint32_t check, bool& fresh) {
  fresh = false;
  if (const uint32_t known = find(object, isArray)) return known;
  if (!byHash(isArray)) {
    const auto word = rawheap::load<uint32_t>(object + WordLayout::offset());
    const uint32_t id = nodes_.take(check);
    if (id == 0) return 0;
    fresh = true;
    const uint32_t plain = nodes_.plainWord(word);
    nodes_[id].homeSite = siteOf(plain);
    const uint32_t named = WordLayout::stored(nodes_.wordNaming(id, plain));
    memcpy(reinterpret_cast<void*>(object + WordLayout::offset()), &named, sizeof named);
    return id;
  }
  uint32_t hash = header_.of(object);
  if (hash == 0) {
    hash = freshHash();
    if (!header_.put(object, hash)) return 0;
  }
  const uint32_t id = nodes_.takeHashed(check, hash);
  fresh = id != 0;
  return id;
}

// Multiples of an odd number are all different until all of the bits have been used up, and look spread. One that the
// VM has given away itself may be met again: the second object of a hash has no node of its own (NodeTable).
uint32_t PassNodes::freshHash() {
  constexpr uint64_t kSpread = 0x9E3779B1;
  uint32_t hash = 0;
  while (hash == 0 || nodes_.ofHash(hash) != 0) {
    hash = static_cast<uint32_t>(++hashes_ * kSpread & header_.mask());
  }
  return hash;
}

}  // namespace isl
