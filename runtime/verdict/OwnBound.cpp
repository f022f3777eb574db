#include "verdict/OwnBound.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/LibraryTypes.h"
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

// The longest time after which load comes again.
constexpr uint64_t kDayMs = 24ull * 60 * 60 * 1000;

// Too long to have stood for half of the work, but no longer than a day.
bool isUnseen(uint64_t timeMs, const PiledUp& piled) {
  return timeMs == 0 || (timeMs <= kDayMs && piled.workedMs < 2 * timeMs);
}

// What bounds what piles up by that way.
struct Bound {
  std::string type, by;
  uint64_t most = 0;    // entries; 0: not known
  uint64_t keptMs = 0;  // 0: not by time
  uint64_t caches = 1;  // so many may each keep as much
};

// No object is smaller, with compact headers.
constexpr double kLeastBytes = 8;

bool fits(const Bound& bound, const PiledUp& piled) {
  if (bound.most == 0) return true;
  const double most = static_cast<double>(bound.caches) * static_cast<double>(bound.most);
  const auto objects = static_cast<double>(piled.objects);
  const double each = piled.objects == 0
                          ? kLeastBytes
                          : std::max(kLeastBytes, static_cast<double>(piled.bytes) / objects);
  return objects <= most &&
         (piled.heapBytes == 0 || each * most <= static_cast<double>(piled.heapBytes));
}

constexpr char kSlots[] = "one each";

template <typename Told>  // an edge or a way
Bound boundOf(std::string type, const Told& told) {
  return {std::move(type), told.boundedBy, told.bound, told.keptMs};
}

// What each object of an array has by a field of its own, or by a field of what it has so.
std::optional<Bound> slotsOn(const report::Path& way, const PiledUp& piled) {
  if (piled.standingNumberOf == nullptr || !piled.table.empty()) return {};
  for (size_t i = 0; i + 1 < way.edges.size(); i++) {
    const report::PathEdge &edge = way.edges[i], &above = way.edges[i + 1];
    if (edge.field == "[*]" || edge.repeats > 1 || isLibraryType(edge.holderType)) break;
    if (above.holderType != edge.holderType + "[]") continue;
    const uint64_t slots = piled.standingNumberOf(edge.holderType);
    if (slots == 0) break;
    return Bound{edge.holderType, kSlots, slots};
  }
  return {};
}

std::optional<Bound> cacheOn(const report::Path& way, const PiledUp& piled) {
  if (!piled.table.empty() && !way.boundedBy.empty()) return boundOf(piled.table, way);
  const auto cache =
      std::find_if(way.edges.begin(), way.edges.end(),
                   [](const report::PathEdge& edge) { return !edge.boundedBy.empty(); });
  if (cache == way.edges.end() || !isOfHolder(way, cache, piled.holder) ||
      !entriesCome(way, cache, piled))
    return {};
  return boundOf(cache->holderType, *cache);
}

std::optional<Bound> boundOn(const report::Path& way, const PiledUp& piled) {
  if (const std::optional<Bound> ring = slotsOn(way, piled)) return ring;
  std::optional<Bound> cache = cacheOn(way, piled);
  if (cache && piled.standingNumberOf != nullptr)
    cache->caches = std::max<uint64_t>(1, piled.standingNumberOf(cache->type));
  return cache;
}

std::string textOf(const Bound& bound) {
  const uint64_t ms = bound.keptMs;
  if (bound.by == kSlots)
    return "each of " + std::to_string(bound.most) + " objects of " + bound.type + " takes one";
  if (ms == 0) {
    const std::string most = bound.most == 0 ? "" : " = " + std::to_string(bound.most);
    const bool byField = bound.by != "itself";  // else no field of its class says so
    return bound.type + " bounds itself" + (byField ? " by `" + bound.by + most + '`' : "");
  }
  const std::string time =
      ms % 1'000 == 0 ? std::to_string(ms / 1'000) + " s" : std::to_string(ms) + " ms";
  return bound.type + " keeps each entry for " + time + " (`" + bound.by +
         "`); the run was not twice as long";
}

}  // namespace

std::string ownBound(const std::vector<report::Path>& ways, const PiledUp& piled) {
  double share = 0;
  std::optional<Bound> first;
  for (const report::Path& way : ways) {
    const std::optional<Bound> bound = boundOn(way, piled);
    const bool more = bound && piled.growing.count(bound->type) != 0;
    if (!bound || more || !fits(*bound, piled) || !isUnseen(bound->keptMs, piled)) continue;
    share += way.share;
    if (!first) first = bound;
  }
  return 2 * share <= 1 ? "" : textOf(*first);
}

}  // namespace isl
