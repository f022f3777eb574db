#include "rawheap/Paths.h"

#include <algorithm>

namespace isl::rawheap {
namespace {

constexpr uint32_t kHalf = Path::kMostHops / 2;

}  // namespace

bool Paths::collect(const uint32_t* targets, uint32_t count, Reason& reason) {
  if (!ways_.reserve(count) || !numbers_.reserve(static_cast<size_t>(count) * Path::kMostHops))
    return reason.give("no memory for %u paths", count);
  // Without these it takes longer.
  mark_.indexTree();
  junctions_.reserve(mark_.tree().size());
  for (uint32_t i = 0; i < count; ++i)
    if (!climb(targets[i], reason)) return false;
  return true;
}

bool Paths::climb(uint32_t target, Reason& reason) {
  if (target >= mark_.tree().size()) return reason.give("object %u was not marked", target);
  Way way{static_cast<uint32_t>(numbers_.size()), 0, 0, 0, 0};
  uint32_t last[kHalf];  // a ring
  uint32_t above = 0;
  bool joined = false;
  MarkTree::Ascent ascent(mark_.tree(), target);
  for (; ascent.parent() != ascent.number() && !joined; ascent.up()) {
    way.rootNumber = ascent.number();
    if (way.near < kHalf) {
      numbers_.push(ascent.number());
      ++way.near;
    } else {
      joined = joins(ascent.number(), above, way);
      last[above++ % kHalf] = ascent.number();
    }
  }
  if (way.near == 0) return reason.give("number %u is no object", target);
  if (!joined) {
    way.far = std::min(above, kHalf);
    way.leftOut = above - way.far;
    for (uint32_t i = 0; i < way.far; ++i) numbers_.push(last[(above - way.far + i) % kHalf]);
  }
  ways_.push(way);
  return true;
}

// Does an earlier way go on from this number, which is the one above so many? It takes over the end of that.
bool Paths::joins(uint32_t number, uint32_t above, Way& way) {
  if (!Junctions::mayBe(number)) return false;
  const Junction* const met = junctions_.meet({number, static_cast<uint32_t>(ways_.size()), above});
  if (met == nullptr) return false;
  const Way& other = ways_[met->way];
  const uint32_t rest = other.leftOut + other.far - met->above;
  if (rest < kHalf) return false;  // the end of this way begins below
  way.far = kHalf;
  way.leftOut = above + rest - kHalf;
  way.rootNumber = other.rootNumber;
  const uint32_t end = other.first + other.near;
  for (uint32_t i = 0; i < kHalf; ++i) numbers_.push(numbers_[end + i]);
  return true;
}

bool Paths::resolveAddresses(Reason& reason) {
  if (!sorted_.reserve(numbers_.size()))
    return reason.give("no memory for %zu holders", numbers_.size());
  for (size_t i = 0; i < numbers_.size(); ++i) sorted_.push({numbers_[i], 0});
  const auto less = [](const Numbered& a, const Numbered& b) { return a.number < b.number; };
  const auto same = [](const Numbered& a, const Numbered& b) { return a.number == b.number; };
  Numbered* const end = sorted_.data() + sorted_.size();
  std::sort(sorted_.data(), end, less);
  sorted_.truncate(static_cast<size_t>(std::unique(sorted_.data(), end, same) - sorted_.data()));
  if (!mark_.keepsOrder()) return markAgain(reason);
  for (size_t i = 0; i < sorted_.size(); ++i)
    sorted_[i].address = mark_.addressOf(sorted_[i].number);
  return true;
}

// The world has stood still, so a second mark from the same roots meets everything in the same order.
bool Paths::markAgain(Reason& reason) {
  struct Capture {
    Numbered *at, *end;
    void object(const MarkedObject& object) {
      while (at != end && at->number < object.number) ++at;  // pieces of arrays
      if (at != end && at->number == object.number) at->address = object.address;
    }
  } capture{sorted_.data(), sorted_.data() + sorted_.size()};
  MarkOptions options;
  options.softLast = mark_.softLast();
  Mark again(options);
  reader_.klasses().forgetMirrors();
  if (!again.begin(spaces_, reader_.layout(), reason)) return false;
  for (size_t i = 0; i < roots_.size();) {
    // The roots of a batch are numbered in a row behind it; some have none that was new.
    uint32_t number = again.nextNumber();
    if (!again.beginRoots(reason)) return false;
    for (; i < roots_.size() && roots_[i].number == number + 1; ++i, ++number)
      again.addRoot(roots_[i].address);
    if (!again.drain(reader_, capture, reason)) return false;
  }
  const bool same = again.objects() == mark_.objects();
  again.end();
  return same || reason.give("the heap changed between two marks");
}

Paths::Numbered* Paths::numbered(uint32_t number) {
  return std::lower_bound(sorted_.data(), sorted_.data() + sorted_.size(), number,
                          [](const Numbered& a, uint32_t n) { return a.number < n; });
}

bool Paths::addHop(uint32_t number, Path& path) {
  const uint64_t address = numbered(number)->address;
  if (address == 0) return false;  // a piece of an array that is on the way itself
  Hop& hop = path.hops[path.count++];
  hop.address = address;
  hop.klass = reader_.klasses().indexOfObject(address);
  return true;
}

bool Paths::build(uint32_t target, Path& path, Reason& reason) {
  const Way& way = ways_[target];
  path.root = findRoot(roots_, way.rootNumber);
  if (path.root != nullptr) path.holder = roots_.holderOf(*path.root);
  if (path.root == nullptr) return reason.give("number %u is no root", way.rootNumber);
  path.leftOut = way.leftOut;
  for (uint32_t i = way.far; i > 0; --i) addHop(numbers_[way.first + way.near + i - 1], path);
  path.gap = path.count;
  for (uint32_t i = way.near; i > 0; --i) addHop(numbers_[way.first + i - 1], path);
  return setEdges(path, reason);
}

bool Paths::setEdges(Path& path, Reason& reason) {
  for (uint32_t i = 0; i + 1 < path.count; ++i) {
    if (path.leftOut != 0 && i + 1 == path.gap) continue;
    Hop& hop = path.hops[i];
    const uint64_t next = path.hops[i + 1].address;
    if (!setEdge(hop, next))
      return reason.give("0x%llx does not hold 0x%llx",
                         static_cast<unsigned long long>(hop.address),
                         static_cast<unsigned long long>(next));
  }
  return true;
}

// How it holds that object; false: it does not.
bool Paths::setEdge(Hop& hop, uint64_t next) {
  const KlassInfo& info = reader_.klasses()[hop.klass];
  bool found = false;
  if (info.kind == ObjectKind::ObjectArray) {
    hop.edge = Edge::Element;
    hop.place = reader_.indexOf(hop.address, info, next);
    found = hop.place < reader_.lengthOf(hop.address);
  }
  // The class last: a field that holds the mirror says more.
  for (const bool withClass : {false, true}) {
    if (found) break;
    reader_.references(hop.address, info, withClass,
                       [&](uint64_t target, Edge edge, uint32_t place) {
                         if (found || target != next) return;
                         found = true;
                         hop.edge = edge;
                         hop.place = place;
                       });
  }
  return found;
}

bool Paths::holderOf(uint32_t number, Hop& hop) {
  const uint32_t parent = MarkTree::Ascent(mark_.tree(), number).parent();
  hop.address = mark_.addressOf(parent);
  if (hop.address == 0) return false;
  hop.klass = reader_.klasses().indexOfObject(hop.address);
  return setEdge(hop, mark_.addressOf(number));
}

}  // namespace isl::rawheap
