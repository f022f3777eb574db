// Identities for objects that a walk meets: by their tags, or in a pass over the heap itself by PassNodes.
#pragma once

#include "heap/Engine.h"

namespace isl {

// A node that a walk meets for the first time: what the last one found out about it counts no more.
inline void seeNode(Node& node, uint32_t check) {
  if (node.lastSeen == check) return;
  node.lastSeen = check;
  node.ownerClass = 0;
  // An array that was seen at its birth has a site even if nothing owns it.
  node.hasWord = node.length >= 0 && node.homeSite != 0;
  node.arrayBytes = 0;
}

// 0: it has none.
uint32_t knownNode(const WalkState& walk, const Burst& burst);
// 0: there are no more.
uint32_t nodeOfBurst(const WalkState& walk, const Burst& burst);
uint32_t nodeOfReferee(const WalkState& walk, const Edge& edge);

// One more owner of an array with a node.
void addOwner(Node& array, uint32_t word, uint32_t ownerClass);

}  // namespace isl
