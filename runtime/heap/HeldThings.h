// What a holder holds: the elements of its tables, and the nodes that it links together.
//
// A holder's things are the elements of the reference arrays in its fields, the arrays inside those arrays included, and
// the objects that are chained to an element or a field's object by references within one class (the nodes of a list, a
// bucket, a tree). A table or a node belongs to the holder that asks first; elements count for every table and place in it,
// their bytes once. Of a table without nulls the same one in a row counts once: it may mark free places. Where it is in all of
// them, nobody can tell.
// So are the elements of a large primitive array in a field that are not zero: of a buffer, a bitmap, a set of numbers.
// The bytes are shallow ones: things, what chained things refer to, and the places of tables that are taken, each once. A list
// doubles its table, once late in a run: what it has room for tells less than what is in it. The entry of a weak map for
// a key that the next collection takes is none of the things, and no bytes of it count; nor is that of a soft one. The same
// goes for a node that has such a weak reference as its key or value, once the program was seen to take such nodes out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "heap/EvenSample.h"

namespace isl {

// An object that another one refers to.
struct ReferredObject {
  uint64_t address = 0;  // 0: it is not told apart from others
  uint64_t bytes = 0;    // shallow
  uint32_t classId = 0;
  uint32_t from = 0;    // which of the objects that were asked about
  uint32_t places = 0;  // of an array of references; 0: it is none, or has none
  uint32_t count = 1;   // such objects in a row; of those that are told apart: so often the same
  // A weak, final or phantom reference to what nothing else holds, or a soft one that is not cleared yet.
  bool expires = false;
  bool dies = false;  // likewise, no soft one, and the program takes out what refers to such ones
  bool isLarge = false;  // a primitive array of kLargeArray bytes at least
  bool fills = false;    // the only element of a table without nulls, of two places or more
};

// A smaller one cannot come to what a site has to have to count, by default; nothing hangs on its elements.
constexpr uint64_t kLargeArray = 64 * 1024;

// The strong references of some objects, in a heap that stands still. Of several at once, as most of the time goes into
// waiting for the memory that each of them is in.
class ObjectReferences {
 public:
  virtual ~ObjectReferences() = default;
  // False: this walk could not tell them.
  virtual bool told() const { return true; }
  virtual void of(const uint64_t* objects, size_t count, std::vector<ReferredObject>& into) = 0;
  // An object will be asked about before long, in three steps: itself, what it refers to, and the elements of its tables
  // are fetched into the caches.
  enum class Step { Itself, Fields, Elements };
  virtual void expect(uint64_t object, Step step) = 0;
  // Of a large primitive array the elements that are not zero, and their bytes.
  struct Filled {
    uint64_t elements = 0, bytes = 0;
  };
  virtual Filled filled(const ReferredObject& array) = 0;
  void of(uint64_t object, std::vector<ReferredObject>& into) { of(&object, 1, into); }
};

// Which objects were claimed, by their addresses: two bits for each 8 bytes, the least that an object can have, in pages
// that are made where something is claimed. Keeps its memory when it forgets.
class Claims {
 public:
  enum Role : uint64_t { Part = 1, Counted = 2 };  // its references; its bytes

  void clear();
  // False: it was claimed in that role before.
  bool claim(uint64_t address, Role role) {
    const uint64_t page = address >> kPageBits;
    uint64_t* const words = page == lastPage_ ? last_ : find(page);
    uint64_t& word = words[(address >> 8) & (kWords - 1)];
    const uint64_t bit = static_cast<uint64_t>(role) << (address >> 2 & 62);
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }

 private:
  static constexpr uint32_t kPageBits = 16;
  static constexpr size_t kWords = size_t{1} << (kPageBits - 8);
  struct Slot {
    uint64_t page = 0;  // plus 1; 0: free
    uint32_t at = 0;
  };
  uint64_t* find(uint64_t page);
  void grow();

  std::vector<Slot> slots_;  // open addressing
  std::vector<std::unique_ptr<uint64_t[]>> pages_;
  size_t used_ = 0;  // of the pages
  uint64_t lastPage_ = ~uint64_t{0};
  uint64_t* last_ = nullptr;
};

// Agent or VM thread, the world stopped. Keeps its memory from one check to the next.
class HeldThings {
 public:
  struct Sum {
    uint64_t things = 0;
    uint64_t bytes = 0;
    bool open = false;  // whether the places of a table are all taken or all free is not known
  };

  // An object was seen to refer to one of its own class: chains of it are followed from now on.
  void noteLink(uint32_t classId) {
    if (classId >= links_.size()) links_.resize(classId + classId / 2 + 64);
    links_[classId] = true;
  }
  bool links(uint32_t classId) const { return classId < links_.size() && links_[classId]; }

  // Some of what was counted, and of what nodes refer to, each object once.
  using Sample = EvenSampleOf<ReferredObject, 16>;
  // Of the holder that was asked about last.
  const Sample& sample() const { return sample_; }

  // A new check: nothing belongs to anyone.
  void begin(ObjectReferences& references);
  Sum of(uint64_t holder, uint32_t classId);

 private:
  static constexpr size_t kAtOnce = 16;
  struct Node {
    uint64_t address;
    uint32_t classId;
    bool expires;
    uint64_t bytes;  // that count
    bool dies;
  };
  void add(const ReferredObject& node, Sum& sum);
  bool claimBytes(const ReferredObject& object) {
    if (!claims_.claim(object.address, Claims::Counted)) return false;
    sample_.add(object);
    return true;
  }
  // The bytes that count.
  uint64_t count(const ReferredObject& thing, Sum& sum);
  void leaveOut(Node* nodes, Sum& sum);
  // What is not told apart cannot be asked what it refers to.
  bool claim(const ReferredObject& object, Claims::Role role) {
    return object.address != 0 && claims_.claim(object.address, role);
  }
  void table(const ReferredObject& table, Sum& sum);
  void follow(Sum& sum);

  std::vector<bool> links_;  // by class
  ObjectReferences* references_ = nullptr;
  Claims claims_;
  std::vector<ReferredObject> tables_;
  std::vector<Node> nodes_;
  std::vector<ReferredObject> fields_, found_;
  Sample sample_;
};

}  // namespace isl
