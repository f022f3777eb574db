// What has become of the referents of references, and the bytes that hang on those which wait for a collection: entries of
// tables with weak keys or values. A collection clears the references, and the table drops the entries when the program next
// comes by; until then they look alive. So it is with entries of soft caches, while nothing else holds the values: the VM gives
// these up before memory runs out. Once it has, the entries are as those of the other references.
//
// Such an entry is an element of an array or a link of a chain of its own class: the reference itself, as in WeakHashMap, or
// what leads to it, as in a hash table of wrapped keys. With it goes all that the mark has met behind it first, but
// for the next links of the chain and other references that live: these are entries of their own. So does its part of the
// table. What leads to a reference counts only where a sixteenth of those that wait are held by such a class: a list of
// services of which one has a dead listener is no table.
//
// Thread and memory as Mark, once all that lives is marked. Where there are enough for it to matter it costs a pass over the
// order of discovery, which must be kept, and reads the class of each object that hangs. Memory: a byte for each reference;
// then one for each object and 8 for each reference that goes.
#pragma once

#include <cstdint>

#include "rawheap/DrainedQueues.h"
#include "rawheap/Mark.h"

namespace isl::rawheap {

class DeadEntries {
 public:
  using Places = MappedArray<uint32_t>;
  // `queues`: of the passes before. `soft`: see findSoft().
  DeadEntries(const Mark& mark, const ObjectReader& reader, DrainedQueues& queues,
              const Places& soft)
      : mark_(mark), reader_(reader), queues_(queues), soft_(soft) {}

  DeadReferences find();

  // Places in Mark::references() of the references to what nothing strong leads to, in order: a weak one to what a soft one keeps
  // goes with that. Once all that is strong is marked, and nothing more.
  static void findSoft(const Mark& mark, const ObjectReader& reader, Places& soft);

  // Of a reference. NotAsked: see DeadReferences. Queued: cleared, and on its way to its queue, or the program has not taken
  // it from there yet.
  // Softly: in `soft`.
  enum class Referent : uint8_t { NotAsked, Cleared, Queued, Waits, Lives, Softly };
  Referent referentOf(uint64_t reference) const;

 private:
  // Of a number. Spared: no dead reference, and what leads there leads to an entry of its own.
  enum Fate : uint8_t { kNone, kEntry, kSpared, kHangs };
  struct Entry {
    uint32_t number, klass;  // kNone: it is the reference
  };
  // What the mark has met behind one object.
  struct Siblings {
    uint32_t parent = 0, count = 0, entries = 0;
  };
  static constexpr uint32_t kMostLevels = 3;  // from an entry to its reference
  static constexpr uint32_t kTablePart = 16;
  // Objects, as a compiled formula has: of fewer references no pass is made.
  static constexpr uint64_t kMostOnEach = 512;
  // Likewise of soft ones, which most classes have one of: fewer entries, of six objects each, are less than a tenth of all.
  static constexpr uint64_t kMostOnSoft = 64;
  static constexpr uint32_t kAhead = 12;  // objects between prefetch and use

  DeadReferences count();
  void findEntries();
  void addEntry(uint32_t reference, MarkTree::Cursor (&above)[kMostLevels]);
  bool keepTables();
  uint64_t sum();
  uint64_t tablePart(const Siblings& siblings) const;
  Fate fateOf(uint32_t number, uint32_t parent) const;
  bool isPart(uint32_t number, uint32_t parent) const;
  uint32_t klassOf(uint32_t number) const {
    return reader_.klasses().indexOfObject(mark_.addressOf(number));
  }

  const Mark& mark_;
  const ObjectReader& reader_;
  DrainedQueues& queues_;
  const Places& soft_;
  bool takesOut_ = false;  // the program, what waits or is queued
  const uint32_t strong_ = mark_.strongNumbers();
  uint64_t softly_ = 0;              // referents
  MappedArray<Referent> referents_;  // by the place in Mark::references()
  MappedArray<uint8_t> fates_;       // by number
  MappedArray<Entry> entries_;
};

}  // namespace isl::rawheap
