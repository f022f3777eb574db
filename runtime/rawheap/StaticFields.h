// Which static fields refer to some objects. One look at those of all classes that the pass knows, so about a millisecond
// for ten thousand classes.
//
// Thread: the one that marks, while the world is stopped; reads may fault (GuardedReads).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "rawheap/ObjectReader.h"

namespace isl::rawheap {

struct StaticField {
  uint64_t object = 0;
  uint32_t klass = Klasses::kNone;  // that declares the first field found; kNone: none refers to it
  uint32_t place = 0;               // offset in bytes, in the mirror
};

// `wanted`: by rising addresses.
inline void findStaticFields(const ObjectReader& reader, StaticField* wanted, size_t count) {
  if (count == 0) return;
  StaticField* const end = wanted + count;
  Klasses& klasses = reader.klasses();
  const uint32_t known = klasses.size();
  for (uint32_t i = 0; i < known; ++i) {
    const uint64_t mirror = klasses.mirrorOf(klasses[i].klass);
    const uint32_t kind = mirror == 0 ? Klasses::kNone : klasses.indexOfObject(mirror);
    if (kind == Klasses::kNone || klasses[kind].kind != ObjectKind::Mirror) continue;
    reader.staticFields(mirror, klasses[kind], [&](uint64_t target, Edge, uint32_t place) {
      StaticField* const at =
          std::lower_bound(wanted, end, target, [](const StaticField& field, uint64_t address) {
            return field.object < address;
          });
      if (at != end && at->object == target && at->klass == Klasses::kNone)
        *at = {target, i, place};
    });
  }
}

}  // namespace isl::rawheap
