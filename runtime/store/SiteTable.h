// All allocation sites of the run, by id.
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "store/Site.h"

namespace isl {

// What is kept of a location. Views point into the table's string pool and live as long as it.
struct Site {
  std::string_view className, method, sourceFile, target;
  int32_t line = -1;
  SiteKind kind = SiteKind::New;
  uint32_t sequences = 0;  // automaton state under which it was seen (0: no sequence matched)
  uint32_t base = 0;       // id of the same location without sequences and scope
  uint32_t scope = 0;      // scope in which it allocated (0: none)
  uint32_t context = 0;    // number of the calling context, where specs ask for it
  uint32_t plain = 0;      // id of the same location and sequences without scope and context
  bool ofClass = false;    // only of objects of the class `target`, though the location says less
};

// What of a location a variant stands for.
struct SiteVariant {
  uint32_t sequences = 0;  // below 65536
  uint32_t scope = 0;      // below 4096
  uint32_t context = 0;    // below 65536
  bool divides() const { return scope != 0 || context != 0; }
};

// Thread-safe. Ids are dense from kFirstSite; beyond WordLayout::maxSite() every location shares
// kSiteOverflow, counted in `overflow()`.
class SiteTable final : public SiteSink {
 public:
  uint32_t intern(const SiteLocation& location) override;

  // The location `base` as the variant. Scopes and contexts leave a quarter of the id space to real
  // locations; beyond that the id without them is returned and counted.
  uint32_t variant(uint32_t base, const SiteVariant& variant);
  static uint32_t maxScopedSite() { return WordLayout::maxSite() / 4 * 3; }

  // The location `base` for objects of one class (internal name).
  uint32_t classVariant(uint32_t base, std::string_view internalName);

  // Copy of the entry; a default Site for the reserved ids.
  Site get(uint32_t id) const;

  uint32_t size() const;  // one past the highest id in use
  // Locations that differ in more than their class: what a program generates again and again, one class each, is known code. Told
  // by file, method, position and target, but for the class itself; a file's digits do not count, as scripts are numbered. Of a
  // class that has no source, or "$$" in its name, method and position alone do, without digits: generators number all names.
  uint64_t differentCode() const;
  uint64_t overflow() const;
  uint64_t scopeOverflow() const;  // (location, scope, context) triples that were not kept apart

 private:
  // A location by its pooled texts, of which each is there once.
  struct Key {
    const char *className, *method, *descriptor, *call;
    uint32_t position;
    SiteKind kind;
    bool byLine;
    bool operator==(const Key& other) const {
      return className == other.className && method == other.method &&
             descriptor == other.descriptor && call == other.call && position == other.position &&
             kind == other.kind && byLine == other.byLine;
    }
  };
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };
  std::string_view pooled(std::string_view text);
  uint32_t add(const Site& site);
  void noteCode(uint64_t hash);
  uint32_t variantLocked(uint32_t base, const SiteVariant& variant);

  mutable std::mutex mutex_;
  std::deque<std::string> storage_;
  std::unordered_set<std::string_view> pool_;
  std::deque<Site> sites_ = std::deque<Site>(kFirstSite);  // grows without a second copy
  std::unordered_map<Key, uint32_t, KeyHash> byKey_;
  // See differentCode(). Which code was met, as two bits each: of 60,000 pieces one of a hundred is taken for known.
  static constexpr uint32_t kCodeBits = 1u << 20;
  std::vector<uint64_t> code_ = std::vector<uint64_t>(kCodeBits / 64);
  uint64_t differentCode_ = 0;
  std::unordered_map<uint64_t, uint32_t> variants_;
  std::unordered_map<std::string, uint32_t> classVariants_;
  uint64_t overflow_ = 0, scopeOverflow_ = 0;
};

}  // namespace isl
