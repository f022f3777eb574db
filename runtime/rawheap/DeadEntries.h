// The bytes that hang on references which wait for a collection: entries of tables with weak keys or values. A collection
// clears the references, and the table drops the entries when the program next comes by; until then they look alive.
//
// Such an entry is an element of an array or a link of a chain of its own class: the reference itself, as in WeakHashMap, or
// what leads to it, as in a hash table of wrapped keys. With it goes all that the mark has met behind it first, but
// for the next links of the chain and other references that live: these are entries of their own. So does its part of the
// table. What leads to a reference counts only where a sixteenth of those that wait are held by such a class: a list of
// services of which one has a dead listener is no table.
//
// Thread and memory as Mark, once all that lives is marked: it costs a pass over the order of discovery and reads the
// class of each object that hangs. The order must be kept. Memory: a byte for each object, 12 for each reference that waits.
#pragma once

#include <cstdint>

#include "rawheap/Mark.h"

namespace isl::rawheap {

// What has become of a reference's referent, once all that lives is marked. NotAsked: see DeadReferences. Queued: cleared,
// and the reference is on its way to its queue, or the program has not taken it from there yet.
enum class Referent : uint8_t { NotAsked, Cleared, Queued, Waits, Lives };
Referent referentOf(const Mark& mark, const ObjectReader& reader, uint64_t reference);

// Of many, one after the other: the one that comes soon.
void prefetchReference(const MappedArray<uint64_t>& references, size_t at);

class DeadEntries {
 public:
  // `strong`: the numbers below it are of what strong ways lead to.
  DeadEntries(Mark& mark, const ObjectReader& reader, uint32_t strong)
      : mark_(mark), reader_(reader), strong_(strong) {}

  // 0 where the order is not kept or there is no memory.
  uint64_t bytes();

 private:
  // Of a number. Spared: no dead reference, and what leads there leads to an entry of its own.
  enum Fate : uint8_t { kNone, kEntry, kSpared, kHangs };
  struct Entry {
    uint32_t number, klass;
    bool leadsThere;  // it is not the reference
  };
  // What the mark has met behind one object.
  struct Siblings {
    uint32_t parent = 0, count = 0, entries = 0;
  };
  static constexpr uint32_t kMostLevels = 3;  // from an entry to its reference
  static constexpr uint32_t kTablePart = 16;

  void findReferences();
  void addEntry(uint32_t reference, uint32_t parent);
  bool keepTables();
  uint64_t sum();
  uint64_t tablePart(const Siblings& siblings) const;
  Fate fateOf(uint32_t number, uint32_t parent) const;
  uint32_t klassOf(uint32_t number) const {
    return reader_.klasses().indexOfObject(mark_.addressOf(number));
  }
  bool isPart(uint32_t number, uint32_t parent) const;

  Mark& mark_;
  const ObjectReader& reader_;
  const uint32_t strong_;
  MappedArray<uint8_t> fates_;
  MappedArray<Entry> entries_;
};

}  // namespace isl::rawheap
