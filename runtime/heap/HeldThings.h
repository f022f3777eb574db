// What a holder holds: the elements of its tables, and the nodes that it links together.
//
// A holder's things are the elements of the reference arrays in its fields, the arrays inside those arrays included, and
// the objects that are chained to an element or a field's object by references within one class (the nodes of a list, a
// bucket, a tree). A table or a node belongs to the holder that asks first; elements count for every table.
// The bytes are shallow ones: tables and things, and what chained things refer to, each once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace isl {

// An object that another one refers to.
struct ReferredObject {
  uint64_t address = 0;
  uint64_t bytes = 0;  // shallow
  uint32_t classId = 0;
  bool isTable = false;  // an array of references
};

// The strong references of an object, in a heap that stands still.
class ObjectReferences {
 public:
  virtual ~ObjectReferences() = default;
  virtual void of(uint64_t object, std::vector<ReferredObject>& into) = 0;
};

// Agent or VM thread, the world stopped. Keeps its memory from one check to the next.
class HeldThings {
 public:
  struct Sum {
    uint64_t things = 0;
    uint64_t bytes = 0;
  };

  // An object was seen to refer to one of its own class: chains of it are followed from now on.
  void noteLink(uint32_t classId) {
    if (classId >= links_.size()) links_.resize(classId + classId / 2 + 64);
    links_[classId] = true;
  }
  bool links(uint32_t classId) const { return classId < links_.size() && links_[classId]; }

  // A new check: nothing belongs to anyone.
  void begin(ObjectReferences& references);
  Sum of(uint64_t holder, uint32_t classId);

 private:
  enum Role : uint64_t { Part = 0, Payload = 1 };  // in the lowest bit of an address
  bool claim(uint64_t address, Role role);
  void grow();
  void table(const ReferredObject& table, Sum& sum);
  void follow(Sum& sum);

  std::vector<bool> links_;  // by class
  ObjectReferences* references_ = nullptr;
  std::vector<uint64_t> claims_;  // open addressing; 0: free
  size_t claimed_ = 0;
  std::vector<ReferredObject> tables_, nodes_, fields_, found_;
};

}  // namespace isl
