// Which static fields refer to some objects. One look at those of all classes that the pass knows, so about a millisecond
// for ten thousand classes.
//
// Thread: the one that marks, while the world is stopped; reads may fault (GuardedReads).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rawheap/ObjectReader.h"

namespace isl::rawheap {

struct StaticField {
  uint64_t object = 0;
  uint32_t klass = Klasses::kNone;  // that declares the field
  uint32_t place = 0;               // offset in bytes, in the mirror
  bool operator<(const StaticField& other) const { return object < other.object; }
};

class StaticFields {
 public:
  void begin() { fields_.clear(); }
  void want(uint64_t object) { fields_.push_back({object}); }
  // Once all are wanted.
  void find(const ObjectReader& reader) {
    if (fields_.empty()) return;
    std::sort(fields_.begin(), fields_.end());
    Klasses& klasses = reader.klasses();
    const uint32_t known = klasses.size();
    for (uint32_t i = 0; i < known; ++i) {
      const uint64_t mirror = klasses.mirrorOf(klasses[i].klass);
      const uint32_t kind = mirror == 0 ? Klasses::kNone : klasses.indexOfObject(mirror);
      if (kind == Klasses::kNone || klasses[kind].kind != ObjectKind::Mirror) continue;
      reader.staticFields(mirror, klasses[kind], [&](uint64_t target, Edge, uint32_t place) {
        StaticField* const field = at(target);
        if (field != nullptr && field->klass == Klasses::kNone) *field = {target, i, place};
      });
    }
  }
  // One that refers to an object that was wanted; null: none does.
  const StaticField* of(uint64_t object) {
    const StaticField* const field = at(object);
    return field == nullptr || field->klass == Klasses::kNone ? nullptr : field;
  }

 private:
  // The first entry of the object, which stands for all of its.
  StaticField* at(uint64_t object) {
    const auto found = std::lower_bound(fields_.begin(), fields_.end(), StaticField{object});
    return found == fields_.end() || found->object != object ? nullptr : &*found;
  }

  std::vector<StaticField> fields_;
};

}  // namespace isl::rawheap
