#include "verdict/OwnBound.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "verdict/HolderChoice.h"

namespace isl {
namespace {

using Edges = std::vector<report::PathEdge>;

std::string_view packageOf(std::string_view type) {
  return type.substr(0, type.rfind('.') == std::string_view::npos ? 0 : type.rfind('.'));
}

// The cache is what holds them, or the holder is a part of it.
bool isOfHolder(const report::Path& way, Edges::const_iterator cache,
                const report::Holder& holder) {
  const std::optional<size_t> at = holderOn(way, holder);
  if (!at) return false;
  const auto of = way.edges.begin() + static_cast<std::ptrdiff_t>(*at);
  return cache <= of || std::all_of(of, cache, [&](const report::PathEdge& edge) {
           return packageOf(edge.holderType) == packageOf(cache->holderType);
         });
}

// Its entries become more: the object next to it that is the program's own or piles up, or where there is none what the way is of.
bool entriesCome(const report::Path& way, Edges::const_iterator cache, const PiledUp& piled) {
  const auto entry = std::find_if(
      std::make_reverse_iterator(cache), way.edges.rend(), [&](const report::PathEdge& edge) {
        return piled.growing.count(edge.holderType) != 0 || piled.isOwn(edge.holderType);
      });
  return entry == way.edges.rend() || piled.growing.count(entry->holderType) != 0;
}

bool fits(uint64_t bound, const PiledUp& piled) {
  if (bound == 0 || piled.objects == 0) return true;
  const double each = static_cast<double>(piled.bytes) / static_cast<double>(piled.objects);
  const bool room = piled.heapBytes == 0 ||
                    each * static_cast<double>(bound) <= static_cast<double>(piled.heapBytes);
  return piled.objects <= bound && room;
}

// What bounds what piles up by that way.
struct Bound {
  std::string type, by;
  uint64_t most = 0;  // entries; 0: not known
};

std::optional<Bound> boundOn(const report::Path& way, const PiledUp& piled) {
  if (!piled.table.empty() && !way.boundedBy.empty())
    return Bound{piled.table, way.boundedBy, way.bound};
  const auto cache =
      std::find_if(way.edges.begin(), way.edges.end(),
                   [](const report::PathEdge& edge) { return !edge.boundedBy.empty(); });
  if (cache == way.edges.end() || !isOfHolder(way, cache, piled.holder) ||
      !entriesCome(way, cache, piled))
    return {};
  return Bound{cache->holderType, cache->boundedBy, cache->bound};
}

}  // namespace

std::string ownBound(const std::vector<report::Path>& ways, const PiledUp& piled) {
  double share = 0;
  std::optional<Bound> first;
  for (const report::Path& way : ways) {
    const std::optional<Bound> bound = boundOn(way, piled);
    if (!bound || piled.growing.count(bound->type) != 0 || !fits(bound->most, piled)) continue;
    share += way.share;
    if (!first) first = bound;
  }
  if (2 * share <= 1) return {};
  const std::string most = first->most == 0 ? "" : " = " + std::to_string(first->most);
  return first->type + " bounds itself by `" + first->by + most + '`';
}

}  // namespace isl
