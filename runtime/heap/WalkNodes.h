// Identities for objects that a walk meets.
#pragma once

#include "heap/Engine.h"

namespace isl {

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
