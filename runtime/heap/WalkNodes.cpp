#include "heap/WalkNodes.h"

#include <algorithm>

#include "heap/PassNodes.h"
#include "rawheap/Memory.h"

namespace isl {

uint32_t knownNode(const WalkState& walk, const Burst& burst) {
  if (walk.pass != nullptr)
    return burst.address == 0 ? 0 : walk.pass->find(burst.address, burst.isArray);
  return burst.tag == nullptr ? burst.node : walk.nodes->find(*burst.tag);
}

uint32_t nodeOfBurst(const WalkState& walk, const Burst& burst) {
  bool fresh = false;
  uint32_t id = 0;
  if (walk.pass == nullptr)
    id = burst.tag == nullptr ? burst.node : walk.nodes->ensure(burst.tag, walk.check, fresh);
  else if (burst.address != 0)
    id = walk.pass->ensure(burst.address, burst.isArray, walk.check, fresh);
  if (id == 0) return 0;
  if (walk.pass != nullptr) seeNode((*walk.nodes)[id], walk.check);
  (*walk.nodes)[id].classId = burst.classId;
  return id;
}

uint32_t nodeOfReferee(const WalkState& walk, const Edge& edge) {
  bool fresh = false;
  const bool isArray = edge.length >= 0;
  const uint32_t id = walk.pass == nullptr
                          ? walk.nodes->ensure(edge.tag, walk.check, fresh)
                          : walk.pass->ensure(edge.address, isArray, walk.check, fresh);
  if (id == 0) return 0;
  Node& node = (*walk.nodes)[id];
  if (walk.pass != nullptr) seeNode(node, walk.check);
  node.classId = edge.classId;
  node.length = edge.length;
  node.bytes = edge.bytes;
  if (walk.pass == nullptr || isArray) return id;
  // The pass may have gone past it.
  node.word = walk.nodes->plainWord(rawheap::load<uint32_t>(edge.address + WordLayout::offset()));
  node.hasWord = true;
  return id;
}

// Of several owners an array has the lowest known site and the latest touch, so that the order in
// which the traversal meets them does not matter. Each value only ever goes one way: settleOwners ends.
void addOwner(Node& array, uint32_t word, uint32_t ownerClass) {
  if (array.homeSite != 0) {  // seen at its birth: it shares only the uses of its owners
    const uint32_t epoch =
        array.hasWord ? std::max(epochOf(array.word), epochOf(word)) : epochOf(word);
    array.word = array.homeSite << kEpochBits | epoch;
    const bool lower = array.ownerClass == 0 || ownerClass < array.ownerClass;
    if (ownerClass != 0 && lower) array.ownerClass = ownerClass;
    array.hasWord = true;
    return;
  }
  if (!array.hasWord) {
    array.word = word;
    array.ownerClass = ownerClass;
    array.hasWord = true;
    return;
  }
  const uint32_t a = siteOf(array.word), b = siteOf(word);
  const bool other = b != kSiteUnknown && (a == kSiteUnknown || b < a);
  if (other || (a == b && ownerClass < array.ownerClass)) array.ownerClass = ownerClass;
  array.word = (other ? b : a) << kEpochBits | std::max(epochOf(array.word), epochOf(word));
}

}  // namespace isl
