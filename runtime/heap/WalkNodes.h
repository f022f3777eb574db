// Identities for objects that a walk meets.
#pragma once

#include <cstring>

#include "heap/Engine.h"

namespace isl {

// Where there are tags the tag is the identity. In a pass over the heap itself it is the object's word, which names the
// node from here on; the word must be the object's own, with its site. 0: there are no more.
inline uint32_t identify(NodeTable& nodes, uint32_t check, const Burst& burst, uint32_t word,
                         bool& fresh) {
  fresh = false;
  if (burst.address == 0) return nodes.ensure(burst.tag, check, fresh);
  if (burst.node != 0) return burst.node;
  const uint32_t id = WordLayout::keepsFlags() ? 0 : nodes.take(check);
  if (id == 0) return 0;
  fresh = true;
  nodes[id].homeSite = siteOf(word);
  const uint32_t named = kRecordBit | id << kEpochBits | epochOf(word);
  memcpy(reinterpret_cast<void*>(burst.address + kWordOffset), &named, sizeof named);
  return id;
}

// 0: there are no more.
inline uint32_t nodeOfBurst(NodeTable& nodes, uint32_t check, const Burst& burst) {
  bool fresh = false;
  const uint32_t id = nodes.ensure(burst.tag, check, fresh);
  if (id != 0) nodes[id].classId = burst.classId;
  return id;
}

inline uint32_t nodeOfReferee(NodeTable& nodes, uint32_t check, const Edge& edge) {
  bool fresh = false;
  const uint32_t id = nodes.ensure(edge.tag, check, fresh);
  if (id == 0) return 0;
  Node& node = nodes[id];
  node.classId = edge.classId;
  node.length = edge.length;
  node.bytes = edge.bytes;
  return id;
}

}  // namespace isl
