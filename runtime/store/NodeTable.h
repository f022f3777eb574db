// Objects that need an identity of their own: array owners, objects with a record, reference-path
// nodes. Identity is a JVMTI tag; tags are dear (about 100 bytes, a visit at every collection), so
// only chosen objects get one and the number is capped.
#pragma once

#include <jvmti.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "store/ClassTable.h"
#include "store/HashIndex.h"
#include "store/Site.h"

namespace isl {

// Bytes of an object or of arrays, in units of the VM's least alignment; up to 32 GB.
class NodeBytes {
 public:
  constexpr NodeBytes(uint64_t bytes = 0)
      : units_(static_cast<uint32_t>(std::min<uint64_t>((bytes + 7) / 8, UINT32_MAX))) {}
  constexpr operator uint64_t() const { return uint64_t{units_} * 8; }
  NodeBytes& operator+=(uint64_t bytes) { return *this = *this + bytes; }

 private:
  uint32_t units_;
};

struct Node {
  uint32_t generation : 28;
  uint32_t hasWord : 1;   // is `word` known?
  uint32_t lastSeen = 0;  // check that saw the object last; 0: free
  uint32_t classId = 0;
  uint32_t word = 0;        // own $isl, or the owner's for arrays (valid when hasWord)
  uint32_t homeSite = 0;    // site of an object whose word names this node (kRecordBit)
  uint32_t ownerClass = 0;  // arrays: class of the owner
  uint32_t hash = 0;        // identity hash of an object that is told by it; 0: it is not
  int32_t length = -1;      // arrays
  NodeBytes bytes;          // shallow
  NodeBytes arrayBytes;     // of arrays that the object owns

  Node() : generation(0), hasWord(0) {}
};
static_assert(sizeof(Node) == 40, "what a node costs beside its tag or its hash");

// Check thread and its walk callbacks only. Node 0 is "none".
class NodeTable {
 public:
  explicit NodeTable(uint32_t capacity) : nodes_(1), capacity_(capacity) {}

  // Node of a tagged object, or 0 (untagged, a class, or a stale tag).
  uint32_t find(jlong tag) const {
    if ((tag & kNodeTag) == 0 || (tag & kClassTag) != 0) return 0;
    const uint32_t id = static_cast<uint32_t>(tag);
    const uint32_t generation = static_cast<uint32_t>(tag >> 32) & kGenerationMask;
    return id < nodes_.size() && nodes_[id].generation == generation && nodes_[id].lastSeen != 0
               ? id
               : 0;
  }

  // Node of the object whose tag cell is given; makes one (writing the tag) when it has none.
  // 0 when the object is a class mirror or the table is full (counted). `fresh` tells which.
  uint32_t ensure(jlong* tag, uint32_t check, bool& fresh);

  // Node that a word in the heap names (see kRecordBit); 0: none, or one that was freed since.
  uint32_t ofWord(uint32_t stored) const {
    if ((stored & kRecordBit) == 0) return 0;
    const uint32_t id = recordIdOf(WordLayout::plain(stored));
    return id < nodes_.size() && nodes_[id].lastSeen != 0 ? id : 0;
  }
  // A node for an object whose word is to name it; 0 when no number that fits a word is left (counted).
  uint32_t take(uint32_t check);
  // Node of the object with this identity hash; 0: none.
  uint32_t ofHash(uint32_t hash) const { return byHash_.find(hash); }
  // A node for an object that is told by its hash, which no other node has; 0: there are no more (counted).
  uint32_t takeHashed(uint32_t check, uint32_t hash);

  // Are objects told by their words and hashes, without tags? Set before there are nodes.
  void setTagless(bool tagless) { tagless_ = tagless; }
  bool tagless() const { return tagless_; }

  // The tag of a node's object.
  jlong tagOf(uint32_t id) const {
    return kNodeTag | static_cast<jlong>(nodes_[id].generation) << 32 | id;
  }

  Node& operator[](uint32_t id) { return nodes_[id]; }

  // The word with the object's site in it, whatever the object's word in the heap is.
  uint32_t plainWord(uint32_t stored) const {
    const uint32_t word = WordLayout::plain(stored);
    if ((word & kRecordBit) == 0) return word;
    const uint32_t id = recordIdOf(word);
    const uint32_t site = id < nodes_.size() ? nodes_[id].homeSite : kSiteUnknown;
    return flagCodes_ == nullptr
               ? site << kEpochBits | epochOf(word)
               : (site & kMaxSiteBesideFlags) << kEpochBits | epochOf(word) |
                     (word & kRecordFlagBit) | uint32_t{flagCodes_[id] & 3u} << kFlagShift;
  }
  // What an object with this plain word has in its place once it has a record.
  uint32_t wordNaming(uint32_t id, uint32_t word) {
    const uint32_t flags = flagCodes_ == nullptr ? 0 : word & kFlagBits;
    if (flagCodes_ != nullptr) flagCodes_[id] = static_cast<uint8_t>(flagCodeOf(flags) & 3u);
    return kRecordBit | (flags & kRecordFlagBit) | id << kEpochBits | epochOf(word);
  }
  // From now on objects with a record have flags. The address of the part that words have no room for, a byte for each
  // record, which the program's threads write.
  uint8_t* keepFlagCodes() {
    flagCodes_ = std::make_unique<uint8_t[]>(kMaxRecordBesideFlag + 1);
    return flagCodes_.get();
  }
  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  uint64_t refused() const { return refused_; }
  uint32_t inUse() const { return size() - 1 - static_cast<uint32_t>(free_.size()); }

  // Nodes whose objects the walk of that check did not meet.
  uint32_t unseen(uint32_t check) const {
    return static_cast<uint32_t>(
        std::count_if(nodes_.begin(), nodes_.end(), [check](const Node& node) {
          return node.lastSeen != 0 && node.lastSeen < check;
        }));
  }

  // Takes walks after `check` back: what they saw counts as seen by `check`.
  void forgetAfter(uint32_t check) {
    for (Node& node : nodes_) node.lastSeen = node.lastSeen > check ? check : node.lastSeen;
  }

  // Frees nodes that no walk saw since `before`, arrays that were known from their birth if none did
  // since `arraysBefore`; calls `freed(id)` for each.
  template <typename F>
  void sweep(uint32_t before, uint32_t arraysBefore, F&& freed) {
    for (uint32_t id = 1; id < nodes_.size(); id++) {
      const bool array = nodes_[id].length >= 0 && nodes_[id].homeSite != 0;
      const uint32_t least = array ? std::max(before, arraysBefore) : before;
      if (nodes_[id].lastSeen == 0 || nodes_[id].lastSeen >= least) continue;
      freed(id);
      if (nodes_[id].hash != 0) byHash_.erase(nodes_[id].hash);
      const uint32_t generation = (nodes_[id].generation + 1) & kGenerationMask;
      nodes_[id] = Node{};
      nodes_[id].generation = generation & kGenerationMask;
      free_.push_back(id);
    }
  }
  template <typename F>
  void sweep(uint32_t before, F&& freed) {
    sweep(before, before, freed);
  }

 private:
  uint32_t make(uint32_t check, uint32_t most);

  static constexpr uint32_t kGenerationMask = 0xfffffff;
  std::vector<Node> nodes_;
  std::vector<uint32_t> free_;
  HashIndex byHash_;
  std::unique_ptr<uint8_t[]> flagCodes_;  // by record; null: words have all that there is
  bool tagless_ = false;
  uint32_t capacity_;
  uint64_t refused_ = 0;
};

}  // namespace isl
