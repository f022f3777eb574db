#include "rawheap/Retained.h"

#include <algorithm>
#include <iterator>

namespace isl::rawheap {

// The objects of the path that the mark does not go past, a few thousand bits in front of them.
struct Retained::Gate {
  static constexpr bool kBlocks = true;
  static constexpr uint32_t kBits = 4096;
  uint64_t filter[kBits / 64] = {};
  const Hop* hops;
  uint32_t from = 0, count;      // closed are hops[from, count)
  uint64_t left = ~uint64_t{0};  // so many objects more, and everything is closed

  Gate(const Hop* all, uint32_t size) : hops(all), count(size) {
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t bit = hops[i].address >> 3 & (kBits - 1);
      filter[bit >> 6] |= uint64_t{1} << (bit & 63);
    }
  }
  void object(const MarkedObject&) {
    if (left != 0) --left;
  }
  bool blocks(uint64_t address) const {
    if (left == 0) return true;
    const uint64_t bit = address >> 3 & (kBits - 1);
    if (__builtin_expect((filter[bit >> 6] >> (bit & 63) & 1) == 0, 1)) return false;
    return std::any_of(hops + from, hops + count,
                       [address](const Hop& hop) { return hop.address == address; });
  }
};

// Not those behind references: what nothing else leads to.
void Retained::addRoots(Mark& mark) const {
  for (size_t i = 0; i < roots_.size(); ++i)
    if (roots_.holderOf(roots_[i]).reference == 0) mark.addRoot(roots_[i].address);
  for (size_t i = 0; i < others_.size(); ++i) mark.addRoot(others_[i]);
}

// Of one that the mark stood before: what it refers to is a batch of roots.
bool Retained::open(Mark& mark, const Hop& hop, Reason& reason) {
  if (!mark.beginRoots(reason)) return false;
  reader_.references(hop.address, reader_.klasses()[hop.klass], true,
                     [&](uint64_t target, Edge, uint32_t) { mark.addRoot(target); });
  return true;
}

bool Retained::measure(const Path& path, uint64_t (&bytes)[Path::kMostHops], Reason& reason) {
  std::fill(std::begin(bytes), std::end(bytes), 0);
  if (path.count == 0) return reason.give("there is no path");
  reader_.klasses().forgetMirrors();
  Mark mark{MarkOptions{}};
  Gate gate(path.hops, path.count);
  if (!mark.begin(spaces_, reader_.layout(), reason) || !mark.beginRoots(reason)) return false;
  addRoots(mark);
  if (!mark.drain(reader_, gate, reason)) return false;
  // Without the object itself: how much was live when it was the only way on.
  uint64_t without[Path::kMostHops];
  bool dominates[Path::kMostHops] = {};
  while (gate.from < path.count) {
    uint32_t lowest = path.count;
    while (lowest-- > gate.from && !mark.bits().isSet(path.hops[lowest].address)) {
    }
    if (lowest + 1 == gate.from) {
      mark.end();
      return reason.give("nothing leads to the path");
    }
    // Those above it are passed by; when they are all open and none lower was met, it is the only way on.
    const uint32_t first = gate.from;
    gate.from = lowest == first ? lowest + 1 : lowest;
    if (lowest == first) {
      dominates[lowest] = true;
      without[lowest] = mark.bytes() - bytesOf(path.hops[lowest]);
    }
    gate.left = mostBehind_;
    for (uint32_t i = first; i < gate.from; ++i) {
      if (!mark.bits().isSet(path.hops[i].address)) continue;
      if (!open(mark, path.hops[i], reason) || !mark.drain(reader_, gate, reason)) return false;
    }
    if (gate.left == 0) break;
  }
  const uint64_t all = gate.left == 0 ? liveBytes_ : mark.bytes();
  for (uint32_t i = 0; i < path.count; ++i)
    if (dominates[i] && all > without[i]) bytes[i] = all - without[i];
  mark.end();
  return true;
}

}  // namespace isl::rawheap
