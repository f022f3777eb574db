// A breadth-first mark from roots that the caller adds. Each object that is reached is reported once, with its class,
// size, `$isl` word and owner, and gets a number in the order of discovery, by which Paths finds its way to a root.
//
// Order of calls: begin(), then one or more times { beginRoots(), addRoot()..., drain() }; end() gives the memory back,
// rest() all but what the next begin() will need first.
// Thread: one, while the world is stopped. drain() reads the heap: under GuardedReads. No malloc, no lock.
//
// Memory, all of it by mmap: 1/128 of the heap's touched parts for the bits (1/64 with compact headers), two bits an object for the tree, and what
// is discovered but not yet read (4 bytes an object, 16 bytes for each of their holders, at most twice that because
// rings double). Large arrays are read in pieces once much waits, so that one of them does not fill the ring; the
// bound is then 4 bytes for each object of the heap, met only by trees that are wide everywhere.
// With the order kept 4 bytes an object more, as long as that stays under `orderBytes`.
#pragma once

#include <cstdint>

#include "rawheap/DeadReferences.h"
#include "rawheap/HeapSpaces.h"
#include "rawheap/MarkBits.h"
#include "rawheap/MarkTree.h"
#include "rawheap/ObjectReader.h"
#include "rawheap/Reason.h"

namespace isl::rawheap {

struct MarkOptions {
  uint32_t wordOffset =
      0;  // of the int field `$isl` in every object that is no array; 0: there is none
  bool followSoft = true;
  // Memory for the order of discovery: paths then need no second mark. Where that would meet another, it is kept anyway.
  uint64_t orderBytes = 0;
  uint64_t expectedObjects = 0;  // as far as is known
  // What only soft references lead to is marked when all else is: each such referent is a root (Root::reference), and
  // so are then what only weak, final and phantom ones lead to, told as passing (see Mark::passing). So is, before both, what
  // only collectors' lists of references lead to, and before that what only cleaners do. With a reader that follows neither.
  bool softLast = false;
  // Memory that is usual for orderBytes.
  static constexpr uint64_t kOrderBytes = uint64_t{64} << 20;
  // Under softLast: are those that pass marked at all?
  bool marksPassing = true;

  Followed followed() const {
    return softLast ? Followed::Neither : followSoft ? Followed::SoftAndLinks : Followed::Links;
  }
};

// The nearest holder that is no array: an array in an array has the owner of the outer one.
struct Owner {
  uint64_t address = 0;  // 0: a root, held by no object
  uint32_t klass = Klasses::kNone;
  int32_t word = 0;
  uint32_t number = 0;  // 0: it holds the object by way of an array, or there is none
};

struct MarkedObject {
  uint64_t address = 0;
  uint64_t bytes = 0;
  uint32_t klass = 0;   // index in Klasses
  uint32_t number = 0;  // see MarkTree
  uint32_t length = 0;  // of an array
  int32_t word = 0;     // 0 for arrays
  bool isArray = false;
  Owner owner;  // of the first holder that was met
};

class Mark {
 public:
  // In place of an object: the rest of a large array; a batch of roots.
  static constexpr uint32_t kMore = ~0u, kBatch = ~0u - 1;

  explicit Mark(const MarkOptions& options) : options_(options) {}

  bool begin(const HeapSpaces& spaces, const VmLayout& layout, Reason& reason);
  void end();
  void rest();
  // Before begin().
  void setOptions(const MarkOptions& options) { options_ = options; }

  // `owner`: of the arrays among them.
  bool beginRoots(Reason& reason, const Owner& owner = {});
  // Number of the root; 0: it is marked already (number 0 is a batch). The address must be in the heap.
  uint32_t addRoot(uint64_t address);
  // Visitor: void object(const MarkedObject&), for each object once. False: a reason.
  //
  // With `static constexpr bool kEveryOwner = true` also void arrayAgain(const MarkedObject&): for each further
  // reference to an array, with the owner by that reference (the number is 0; an owner that holds an array twice is
  // told twice). Before or after object() of the same array. Costs a look at the target of each such reference. With
  // kTellsAgain besides again(klass, owner) for what is no array.
  // With `static constexpr bool kBlocks = true` what an object refers to is left out where blocks(address) says so.
  template <typename Visitor>
  bool drain(ObjectReader& reader, Visitor& visitor, Reason& reason);

  // Of an object that is no array.
  int32_t wordOf(uint64_t address) const {
    return options_.wordOffset == 0 ? 0 : load<int32_t>(address + options_.wordOffset);
  }
  uint32_t nextNumber() const { return next_; }
  uint64_t objects() const { return objects_; }
  uint64_t bytes() const { return bytes_; }
  // Under softLast, once soft references are looked at: the numbers of what needs none lie below.
  uint32_t strongNumbers() const { return strongNumbers_; }
  // False: they were looked at before.
  bool beginSoft() {
    if (strongBytes_ != 0) return false;
    strongBytes_ = bytes_;
    strongNumbers_ = next_;
    return true;
  }
  const MarkBits& bits() const { return bits_; }
  const MarkTree& tree() const { return tree_; }
  // See MarkTree::index().
  bool indexTree() { return tree_.index(); }
  bool keepsOrder() const { return keepsOrder_; }
  // Address of a number when the order is kept; 0: of kMore or kBatch.
  uint64_t addressOf(uint32_t number) const {
    const uint32_t entry = order_[number];
    return entry == kMore || entry == kBatch ? 0 : addressAt(entry);
  }
  bool isRestOfArray(uint32_t number) const { return order_[number] == kMore; }
  // Virtual threads with a parked stack, in the order of discovery.
  const MappedArray<uint64_t>& virtualThreads() const { return virtualThreads_; }
  // Reference objects whose referents were not followed, in the order of discovery; under softLast.
  const MappedArray<uint64_t>& references() const { return references_; }
  // For who looks at one after the other: the one that comes soon.
  void prefetchReference(size_t at) const {
    if (references_.size() - at > kAhead)
      __builtin_prefetch(reinterpret_cast<const void*>(references_[at + kAhead]));
  }
  // Arrays of threads, whose elements were not followed: those that run are roots of their own, and a path to what they
  // use does not come from their group.
  const MappedArray<uint64_t>& threadArrays() const { return threadArrays_; }
  // Cleaners whose references were not followed, under softLast: a list or a set leads to all of them, and what one will
  // clean up has its way from the program's own objects. Of more than so many the rest was followed.
  const MappedArray<uint64_t>& cleaners() const { return cleaners_; }
  static constexpr uint32_t kMostCleaners = 1u << 16;
  bool softLast() const { return options_.softLast; }
  bool marksPassing() const { return options_.marksPassing; }
  // Of the objects that drain() reports from here on: nothing strong or soft leads to them.
  bool passing() const { return passing_; }
  void setPassing(const DeadReferences& dead) {
    passing_ = true;
    dead_ = dead;
    const uint64_t yielding = bytes_ - strongBytes_ + dead.entryBytes;
    yieldingBytes_ = yielding < bytes_ ? yielding : bytes_;
  }
  // Of those reported before, what soft references alone lead to or what hangs on dead ones.
  uint64_t yieldingBytes() const { return yieldingBytes_; }
  const DeadReferences& dead() const { return dead_; }
  // Parked stacks that belong to no virtual thread: what they hold is not known.
  uint64_t strangeChunks() const { return strangeChunks_; }
  // Memory that the pass has touched, besides the bits.
  uint64_t touchedBytes() const;
  uint64_t mostWaiting() const { return mostWaiting_; }

 private:
  static constexpr uint32_t kPiece = 4096;  // elements of a large array at once
  static constexpr uint32_t kManyWaiting = 1u << 13;
  static constexpr uint32_t kAhead = 12;    // objects between prefetch and use
  static constexpr uint32_t kLineEnd = 32;  // bytes behind an object's start: half a cache line
  static constexpr uint32_t kMostQuickFields = 64;
  static constexpr uint32_t kNotesAtOnce = 32;
  static constexpr uint32_t kMostNotes = 1u << 20;
  static constexpr uint64_t kMostVirtualThreads = 1u << 26;
  static constexpr uint64_t kMostReferences = 1u << 28;
  static constexpr uint64_t kMostThreadArrays = 1u << 28;

  // The next `remaining` objects in the queue have this owner.
  struct Group {
    uint32_t remaining;
    uint32_t ownerGranule;
    uint32_t ownerKlass;
    int32_t ownerWord;
    uint32_t ownerNumber;  // see Owner
  };
  // A reference to what is marked already.
  struct Note {
    uint32_t target, ownerGranule, ownerKlass;
    int32_t ownerWord;
    uint32_t ownerNumber;
  };
  // The rest of an array.
  struct Piece {
    uint32_t granule, klass, from;
  };

  // What the loop needs of a class, in a cache line: a small table in front of Klasses.
  enum class Way : uint8_t { None, Plain, Maps, PrimitiveArray, ObjectArray };
  struct Quick {
    uint32_t narrow = 0;  // as in headers; 0: empty
    uint32_t klass = 0;   // index in Klasses
    uint64_t maps = 0;
    uint32_t bytes = 0;
    uint16_t offset = 0, count = 0;  // of the only map
    uint16_t mapCount = 0;
    Way way = Way::None;
    uint8_t elementShift = 0;
  };
  static constexpr uint32_t kQuick = 512;

  template <Oops kOops, bool kNotes>
  class Loop;

  bool placeObjects(const HeapSpaces& spaces, Reason& reason);
  uint32_t granuleOf(uint64_t address) const {
    return static_cast<uint32_t>(places_.of(address) >> granuleShift_);
  }
  uint64_t addressAt(uint32_t granule) const {
    return places_.address(static_cast<uint64_t>(granule) << granuleShift_);
  }
  static uint32_t quickPlace(uint32_t narrow) { return (narrow * 0x9E3779B1u) >> 23; }
  void reach(uint64_t target);
  Group nextGroup() {
    while (group_.remaining == 0) group_ = groups_.pop();
    --group_.remaining;
    return group_;
  }
  Owner ownerOf(const Group& group) const {
    return {group.ownerKlass == Klasses::kNone ? 0 : addressAt(group.ownerGranule),
            group.ownerKlass, group.ownerWord, group.ownerNumber};
  }
  bool closeNumber(Group group);
  void stopKeeping();
  bool readPiece(ObjectReader& reader, uint64_t array, uint32_t klass, uint32_t from);
  void readElements(const ObjectReader& reader, uint64_t slot, uint64_t count);
  template <Oops kOops, bool kNotes>
  void reachRun(const ObjectReader& reader, uint64_t slot, uint64_t count);
  void meetSpecial(ObjectReader& reader, uint64_t address, const KlassInfo& info);
  // The slow way, for what Quick does not cover and for the first object of a class. False: badObject_.
  bool describe(ObjectReader& reader, uint32_t entry, const Group& group, MarkedObject& object);
  void follow(ObjectReader& reader, const MarkedObject& object);
  void learn(const ObjectReader& reader, const MarkedObject& object);
  const Quick* quickOf(const VmLayout& layout, uint64_t address, uint32_t& length) const;
  template <typename AnyLoop, typename Visitor>
  void visitQuick(AnyLoop& loop, const VmLayout& layout, const Quick& quick, uint32_t entry,
                  uint32_t length, Visitor& visitor);
  template <Oops kOops, typename Visitor>
  bool drainAs(ObjectReader& reader, Visitor& visitor);
  template <typename Visitor>
  void tellNotes(ObjectReader& reader, Visitor& visitor);
  template <typename Visitor>
  bool step(ObjectReader& reader, Visitor& visitor, uint32_t entry, const Group& group);
  bool fail(Reason& reason) const;

  MarkOptions options_;
  Places places_;
  uint32_t granuleShift_ = 3;
  MarkBits bits_;
  MarkTree tree_;
  MappedRing<uint32_t> queue_;
  MappedRing<Group> groups_;
  MappedRing<Piece> pieces_;
  MappedArray<uint32_t> order_;
  MappedArray<uint64_t> virtualThreads_;
  MappedArray<uint64_t> references_, threadArrays_, cleaners_;
  DeadReferences dead_;
  Quick quick_[kQuick];
  MappedArray<Note> notes_;
  Group group_{};
  Group reaching_{};  // the owner of what reach() meets
  Group batch_{};     // of the roots
  bool passing_ = false, keepsNotes_ = false, keepsOrder_ = false, noMemory_ = false;
  uint32_t next_ = 0;  // number of the head of the queue
  uint32_t strongNumbers_ = 0;
  uint64_t children_ = 0;
  uint64_t objects_ = 0, bytes_ = 0, strongBytes_ = 0, yieldingBytes_ = 0, strangeChunks_ = 0,
           mostWaiting_ = 0;
  uint64_t badReference_ = 0, badObject_ = 0;
};

}  // namespace isl::rawheap

#include "rawheap/MarkLoop.h"
