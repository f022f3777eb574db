// How objects of a mark are held: from each a shortest way up to a root (shortest but for large arrays that were read
// in pieces, see Mark).
//
// After drain() and before Mark::end(), on the same thread, the world still stopped, under GuardedReads. With the order
// kept the cost is one pass over the tree's bits, and a step a holder, once for all targets that share it; else a second
// mark finds the addresses, once for all targets of a call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rawheap/Junctions.h"
#include "rawheap/Mark.h"
#include "rawheap/Roots.h"

namespace isl::rawheap {

struct Hop {
  uint64_t address = 0;
  uint32_t klass = Klasses::kNone;
  // How this one holds the next; of the last and at the gap: without meaning.
  Edge edge = Edge::Field;
  uint32_t place = 0;
};

struct Path {
  static constexpr uint32_t kMostHops = 64;
  Hop hops[kMostHops];  // the root first, the target last
  uint32_t count = 0;
  uint32_t gap = 0;      // objects left out between hops[gap - 1] and hops[gap]; see leftOut
  uint32_t leftOut = 0;  // of a path that is too long; pieces of large arrays count
  const Root* root = nullptr;
  RootHolder holder;  // of the root
};

class Paths {
 public:
  Paths(Mark& mark, ObjectReader& reader, const Roots& roots, const HeapSpaces& spaces)
      : mark_(mark), reader_(reader), roots_(roots), spaces_(spaces) {}

  // Targets are numbers of objects. sink(uint32_t target's place, const Path&) for each of them.
  template <typename Sink>
  bool find(const uint32_t* targets, uint32_t count, Reason& reason, Sink&& sink) {
    if (!collect(targets, count, reason) || !resolveAddresses(reason)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      Path path;
      if (!build(i, path, reason)) return false;
      sink(i, static_cast<const Path&>(path));
    }
    return true;
  }

  // Who led first to each of these marked objects, which are in order: sink(size_t object's place, const Hop& holder). Of a root, or
  // one that a piece of a large array holds, nobody is told, nor of any where the mark keeps no order. One look at all numbers.
  template <typename Sink>
  void holders(const std::vector<uint64_t>& objects, Sink&& sink) {
    numbers(objects, [&](size_t at, uint32_t number) {
      Hop hop;
      if (holderOf(number, hop)) sink(at, static_cast<const Hop&>(hop));
    });
  }

  // Likewise the number of each: sink(size_t object's place, uint32_t number).
  template <typename Sink>
  void numbers(const std::vector<uint64_t>& objects, Sink&& sink) {
    if (objects.empty() || !mark_.keepsOrder()) return;
    for (uint32_t number = 1; number < mark_.nextNumber(); ++number) {
      const uint64_t address = mark_.addressOf(number);
      const auto at = std::lower_bound(objects.begin(), objects.end(), address);
      if (at != objects.end() && *at == address)
        sink(static_cast<size_t>(at - objects.begin()), number);
    }
  }

 private:
  // Numbers on the way of one target, in numbers_[first, first + near + far): up from the target, and the last ones
  // before the root.
  struct Way {
    uint32_t first, near, far, leftOut, rootNumber;
  };
  struct Numbered {
    uint32_t number;
    uint64_t address;
  };

  bool collect(const uint32_t* targets, uint32_t count, Reason& reason);
  bool climb(uint32_t target, Reason& reason);
  bool joins(uint32_t number, uint32_t above, Way& way);
  bool resolveAddresses(Reason& reason);
  bool markAgain(Reason& reason);
  bool build(uint32_t target, Path& path, Reason& reason);
  bool addHop(uint32_t number, Path& path);
  bool setEdges(Path& path, Reason& reason);
  bool setEdge(Hop& hop, uint64_t next);
  bool holderOf(uint32_t number, Hop& hop);
  Numbered* numbered(uint32_t number);

  Mark& mark_;
  ObjectReader& reader_;
  const Roots& roots_;
  const HeapSpaces& spaces_;
  MappedArray<Way> ways_;
  MappedArray<uint32_t> numbers_;
  MappedArray<Numbered> sorted_;
  Junctions junctions_;
};

}  // namespace isl::rawheap
