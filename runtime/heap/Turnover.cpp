#include "heap/Turnover.h"

#include "heap/WalkNodes.h"

namespace isl {

void Turnover::look(const WalkState& walk, uint32_t node, uint32_t site, uint64_t held,
                    const HeldThings::Sample& things) {
  if (walk.pass == nullptr || (holders_.size() >= kMost && holders_.count(node) == 0)) return;
  Holder& holder = holders_[node];
  holder.site = site;
  holder.now = held;
  uint32_t gone = 0;
  for (uint32_t i = 0; i < holder.count; i++) {
    const Node& thing = (*walk.nodes)[holder.things[i].node];
    if (thing.generation != holder.things[i].generation || thing.lastSeen != walk.check) gone++;
  }
  if (gone > holder.gone) lost_[site].note(walk.check);
  holder.gone = gone;
  if (holder.count < kFewest) return remember(walk, holder, held, things);
  const bool old = walk.check - holder.since >= kAge;
  if (4 * gone > 3 * holder.count) {
    holder.turnsOver = true;
    remember(walk, holder, held, things);
  } else if (old) {
    holder.turnsOver = false;
    if (held >= 2 * holder.held) remember(walk, holder, held, things);
  }
}

bool Turnover::siteTurnsOver(uint32_t site) const {
  const Holder* most = nullptr;
  for (const auto& [node, holder] : holders_) {
    if (holder.site == site && (most == nullptr || holder.now > most->now)) most = &holder;
  }
  return most != nullptr && most->turnsOver;
}

// Arrays have no word, and what they belong to tells enough. What is of a class that is not known yet may be one: where others have
// their word it has its length.
void Turnover::remember(const WalkState& walk, Holder& holder, uint64_t held,
                        const HeldThings::Sample& things) {
  holder.since = walk.check;
  holder.held = held;
  holder.count = holder.gone = 0;
  for (uint32_t i = 0; i < things.size(); i++) {
    const ReferredObject& thing = things[i];
    if (thing.classId == 0 || (*walk.classes)[thing.classId].elementKind != 0) continue;
    Edge edge;
    edge.address = thing.address;
    edge.classId = thing.classId;
    edge.bytes = thing.bytes;
    const uint32_t node = nodeOfReferee(walk, edge);
    if (node != 0) holder.things[holder.count++] = {node, (*walk.nodes)[node].generation};
  }
}

}  // namespace isl
