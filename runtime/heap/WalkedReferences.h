// What the objects of one JVMTI walk refer to, as far as it says what holders hold (see HeldThings): tables, objects of
// classes that refer to their own, and who refers to either.
//
// They are told apart by their addresses, without tags: HotSpot's callbacks point to the tag in a record that has the
// object before it (see rawheap/Roots.h for that of what is referred to). Between walks objects move, so what is to be
// known again needs a tag nevertheless.
#pragma once

#include <cstdint>
#include <vector>

#include "heap/Engine.h"
#include "heap/HeldThings.h"

namespace isl {

// Callbacks of one walk, the world stopped; asked until the next begin(). Keeps its memory from one walk to the next.
class WalkedReferences final : public ObjectReferences {
 public:
  // References of a walk, 24 bytes each; beyond it nothing is told.
  static constexpr size_t kMost = size_t{1} << 23;

  explicit WalkedReferences(ClassTable& classes) : classes_(classes) {}

  void begin();
  // The object whose burst begins, from its first callback.
  static uint64_t referrer(const jlong* tag, const jlong* referrerTag) {
    if (referrerTag == nullptr) return 0;
    return static_cast<uint64_t>(tag == referrerTag ? tag[-2] : referrerTag[-1]);
  }
  // The same object by another callback, of which the record has another form. If they do not agree, none is as it
  // should be, and nothing is told.
  void confirm(const Burst& burst, const jlong* tag) {
    trusted_ = trusted_ && static_cast<uint64_t>(tag[-2]) == burst.address;
  }
  // A strong reference of the burst; both have their addresses.
  void edge(const Burst& burst, const Edge& edge);

  bool told() const override { return trusted_ && referred_.size() < kMost; }
  void of(const uint64_t* objects, size_t count, std::vector<ReferredObject>& into) override;
  void expect(uint64_t, Step) override {}
  // Of what is in it a walk says nothing: all.
  Filled filled(const ReferredObject& array) override;

 private:
  struct Referred {  // as ReferredObject, of equal ones in a row one
    uint64_t address;
    uint32_t classId;
    NodeBytes bytes;
    uint32_t count : 30;  // of a table its places
    uint32_t isTable : 1;
    uint32_t isLarge : 1;
  };
  struct Referrer {
    uint64_t address;
    uint32_t first, count;  // in referred_
  };

  bool links(uint32_t classId) const { return classId < links_.size() && links_[classId]; }
  void noteLink(uint32_t classId);
  enum class Array : uint8_t { None, Table, Large };
  Array arrayOf(const Edge& edge) const;
  void note(const Burst& burst, const Edge& edge, bool apart, Array array);
  const Referrer* find(uint64_t address);

  ClassTable& classes_;
  bool trusted_ = true;
  std::vector<bool> links_;  // by class: its objects refer to each other
  std::vector<Referrer> referrers_;
  bool sorted_ = false;  // by address, once somebody asks
  std::vector<Referred> referred_;
};

}  // namespace isl
