// What objects refer to where the heap is read directly, of live ones, before those that pass are marked.
//
// VM thread, the world stopped, under GuardedReads: reads the heap. Several objects at once, each fetched into the caches ahead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heap/HeldThings.h"
#include "rawheap/FilledElements.h"
#include "rawheap/ObjectReader.h"

namespace isl {

// Not told are the references that the collector does not follow either, and the links of a Reference.
template <typename Each>
void strongEdges(const rawheap::ObjectReader& reader, uint64_t object,
                 const rawheap::KlassInfo& info, Each&& each) {
  const bool isReference = info.kind == rawheap::ObjectKind::Reference;
  const uint32_t linksFrom = std::min(info.referent, info.discovered);
  const uint32_t linksTo = std::max(info.referent, info.discovered);
  reader.references(object, info, false, [&](uint64_t target, rawheap::Edge kind, uint32_t place) {
    if (!isReference || place < linksFrom || place > linksTo) each(target, kind, place);
  });
}

// Walk: uint32_t classMet(uint32_t klass), the number of a class; bool isDead(uint64_t object), nothing live leads to it;
// bool takesOut(), the program takes references to such ones out of its tables.
template <typename Walk>
class LiveReferences final : public ObjectReferences {
 public:
  LiveReferences(Walk& walk, const rawheap::VmLayout& layout, rawheap::Klasses& klasses)
      : walk_(walk), reader_(layout, klasses, rawheap::Followed::Links) {}

  void of(const uint64_t* objects, size_t count, std::vector<ReferredObject>& into) override {
    const size_t first = into.size();
    for (size_t i = 0; i < count; i++) fetch(objects[i]);
    for (size_t i = 0; i < count; i++) {
      const uint32_t klass = reader_.klasses().indexOfObject(objects[i]);
      if (klass == rawheap::Klasses::kNone) continue;
      const size_t own = into.size();
      uint64_t last = 0, elements = 0;
      strongEdges(reader_, objects[i], reader_.klasses()[klass],
                  [&](uint64_t target, rawheap::Edge kind, uint32_t) {
                    const bool element = kind == rawheap::Edge::Element;
                    if (element) elements++;
                    if (element && target == last) {
                      into.back().count++;
                      return;
                    }
                    last = target;
                    ReferredObject& referred = into.emplace_back();
                    referred.address = target;
                    referred.from = static_cast<uint32_t>(i);
                  });
      // A table without nulls may mark its free places by an object of its own: it is as empty as one of nulls.
      if (elements < 2 || elements < reader_.lengthOf(objects[i])) continue;
      if (into.size() == own + 1) into.back().fills = true;
      for (size_t at = own; at < into.size(); at++) into[at].count = 1;
    }
    for (size_t at = first; at < std::min(into.size(), first + kAhead); at++) fetch(into[at]);
    size_t known = first;
    for (size_t at = first; at < into.size(); at++) {
      if (at + kAhead < into.size()) fetch(into[at + kAhead]);
      if (!look(into[at])) continue;
      if (known != at) into[known] = into[at];
      known++;
    }
    into.resize(known);
  }

  void expect(uint64_t object, Step step) override {
    if (step == Step::Itself) return fetch(object);
    const uint32_t klass = reader_.klasses().indexOfObject(object);
    if (klass == rawheap::Klasses::kNone) return;
    strongEdges(reader_, object, reader_.klasses()[klass],
                [&](uint64_t target, rawheap::Edge, uint32_t) {
                  if (step == Step::Fields)
                    fetch(target);
                  else
                    expectElements(target);
                });
  }

  Filled filled(const ReferredObject& array) override {
    const rawheap::KlassInfo& info =
        reader_.klasses()[reader_.klasses().indexOfObject(array.address)];
    const uint64_t elements = rawheap::filledElements(
        array.address + info.bytes, reader_.lengthOf(array.address), info.elementShift);
    return {elements, elements << info.elementShift};
  }

 private:
  static constexpr size_t kAhead = 16;  // objects between prefetch and use

  static void fetch(uint64_t address) { __builtin_prefetch(reinterpret_cast<void*>(address)); }
  static void fetch(const ReferredObject& object) { fetch(object.address); }
  void expectElements(uint64_t object) {
    const uint32_t klass = reader_.klasses().indexOfObject(object);
    if (klass == rawheap::Klasses::kNone) return;
    const rawheap::KlassInfo& info = reader_.klasses()[klass];
    if (info.kind != rawheap::ObjectKind::ObjectArray) return;
    const uint32_t length = std::min<uint32_t>(reader_.lengthOf(object), kAhead);
    reader_.elements(object, info, 0, length,
                     [](uint64_t target, rawheap::Edge, uint32_t) { fetch(target); });
  }
  bool look(ReferredObject& object) {
    const uint32_t klass = reader_.klasses().indexOfObject(object.address);
    if (klass == rawheap::Klasses::kNone) return false;
    const rawheap::KlassInfo& info = reader_.klasses()[klass];
    object.bytes = reader_.bytesOf(object.address, info);
    object.classId = walk_.classMet(klass);
    if (info.kind == rawheap::ObjectKind::ObjectArray)
      object.places = reader_.lengthOf(object.address);
    object.isLarge =
        info.kind == rawheap::ObjectKind::PrimitiveArray && object.bytes >= kLargeArray;
    if (info.kind == rawheap::ObjectKind::Reference) lookBehind(object, info);
    return true;
  }
  void lookBehind(ReferredObject& reference, const rawheap::KlassInfo& info) const {
    if (info.strength < rawheap::Strength::Soft) return;
    const uint64_t referent = reader_.loadOop(reference.address + info.referent);
    const bool soft = info.strength == rawheap::Strength::Soft;
    const bool dead = !soft && walk_.isDead(referent);
    reference.expires = soft ? referent != 0 : dead;
    reference.dies = dead && walk_.takesOut();
  }

  Walk& walk_;
  const rawheap::ObjectReader reader_;
};

}  // namespace isl
