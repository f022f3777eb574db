// Sizes and references of objects. All inline: the marking loop is built of it.
//
// What counts as a reference is what a full collection follows, beginning from objects: fields and elements, the
// mirror of each class met, and from a mirror its static fields, its class's loader, superclass, interfaces, resolved
// references and resolved classes of its constant pool. Of java.lang.ref.Reference `discovered` is followed as asked: the
// list of those that wait for their handler, or that a concurrent collection has met. `referent` only of soft ones and as
// asked.
// Parked stacks of virtual threads are no references: see RootScan.
//
// Thread: the one that marks, while the world is stopped; reads may fault (GuardedReads).
#pragma once

#include <cstdint>
#include <type_traits>

#include "rawheap/Klasses.h"
#include "rawheap/Memory.h"
#include "rawheap/VmLayout.h"

namespace isl::rawheap {

// How a holder holds an object; `place` is what the second column says.
enum class Edge : uint8_t {
  Field,               // offset in bytes
  Element,             // index
  StaticField,         // offset in bytes, in the mirror
  Referent,            // offset in bytes
  Class,               // 0: the mirror of the holder's class
  Loader,              // 0: of the class that the holder is the mirror of
  Superclass,          // 0
  Interface,           // number
  ResolvedReferences,  // 0: the array of resolved strings and call sites
  ResolvedClass,       // number in the constant pool's list
};

// What is followed of a java.lang.ref.Reference besides the fields of its own: the referent of a soft one, and the link
// `discovered`.
enum class Followed : uint8_t { SoftAndLinks, Soft, Links, Neither };

// How references are written: compressed, as addresses, or as ZGC's.
enum class Oops : uint8_t { Narrow, Plain, Coloured };

class ObjectReader {
 public:
  ObjectReader(const VmLayout& layout, Klasses& klasses, Followed followed)
      : layout_(layout), klasses_(klasses), colours_(klasses.colours()), followed_(followed) {}

  // Calls `run` with what is true here, for code that is made for each.
  template <typename Run>
  void as(Run&& run) const {
    if (layout_.oopBytes == 4)
      run(std::integral_constant<Oops, Oops::Narrow>());
    else if (colours_ == nullptr)
      run(std::integral_constant<Oops, Oops::Plain>());
    else
      run(std::integral_constant<Oops, Oops::Coloured>());
  }
  const ColouredOops* colours() const { return colours_; }

  Klasses& klasses() const { return klasses_; }
  const VmLayout& layout() const { return layout_; }

  uint32_t lengthOf(uint64_t array) const { return load<uint32_t>(array + layout_.arrayLength); }

  uint64_t bytesOf(uint64_t address, const KlassInfo& info) const {
    switch (info.kind) {
      case ObjectKind::Mirror:
        return static_cast<uint64_t>(
                   load<uint32_t>(address + static_cast<uint32_t>(layout_.mirrorWords))) *
               8;
      case ObjectKind::StackChunk: return chunkBytes(address, info);
      case ObjectKind::ObjectArray:
      case ObjectKind::PrimitiveArray:
        return layout_.align(info.bytes +
                             (static_cast<uint64_t>(lengthOf(address)) << info.elementShift));
      default: return info.bytes;
    }
  }

  uint64_t loadOop(uint64_t slot) const {
    return layout_.oopBytes == 4 ? layout_.decodeOop(load<uint32_t>(slot)) : wide(loadWord(slot));
  }

  // Calls `each(target, Edge, place)` for every reference but null; Edge::Class when `withClass`. With kOnce a class refers to
  // no mirror that was told of in this pass: to find those that are known takes most of the time.
  template <bool kOnce = false, typename Each>
  void references(uint64_t address, const KlassInfo& info, bool withClass, Each&& each) const {
    if (withClass) {
      if (const uint64_t mirror = klasses_.mirrorOf(info.klass)) each(mirror, Edge::Class, 0u);
    }
    switch (info.kind) {
      case ObjectKind::PrimitiveArray:
      case ObjectKind::Unread: return;
      case ObjectKind::ObjectArray: return elements(address, info, 0, lengthOf(address), each);
      case ObjectKind::Mirror:
        fields(address, info, each);
        return ofMirror<kOnce>(address, info, each);
      case ObjectKind::Reference:
        fields(address, info, each);
        return ofReference(address, info, each);
      case ObjectKind::Instance:
      case ObjectKind::StackChunk: return fields(address, info, each);
    }
  }

  // Of the class that a mirror is of; 0: the boot loader, or not complete.
  uint64_t loaderOf(uint64_t mirror) const {
    const uint64_t klass = loadWord(mirror + static_cast<uint32_t>(layout_.mirrorKlass));
    return klass == 0 ? 0 : loaderOfKlass(klass);
  }

  // The first element of an array of references that is the target; its length where there is none.
  uint32_t indexOf(uint64_t array, const KlassInfo& info, uint64_t target) const {
    const uint64_t first = array + info.bytes;
    const uint32_t length = lengthOf(array);
    if (colours_ != nullptr) {
      uint32_t i = 0;
      while (i < length && wide(loadWord(first + uint64_t{i} * 8)) != target) ++i;
      return i;
    }
    return layout_.oopBytes == 4 ? firstOf<uint32_t>(first, length, layout_.encodeOop(target))
                                 : firstOf<uint64_t>(first, length, target);
  }

  // Does a virtual thread have a stack in the heap, so that JVMTI may be asked for it? JDK 25 crashes when it visits
  // one whose constructor has not come to its continuation yet.
  bool hasParkedStack(uint64_t thread, const KlassInfo& info) const {
    bool found = false;
    references(thread, info, false, [&](uint64_t continuation, Edge, uint32_t) {
      const uint32_t klass = klasses_.indexOfObject(continuation);
      if (klass == Klasses::kNone || !klasses_[klass].continuation) return;
      references(continuation, klasses_[klass], false, [&](uint64_t chunk, Edge, uint32_t) {
        const uint32_t kind = klasses_.indexOfObject(chunk);
        found |= kind != Klasses::kNone && klasses_[kind].kind == ObjectKind::StackChunk;
      });
    });
    return found;
  }

  // Of a class, by its mirror.
  template <typename Each>
  void staticFields(uint64_t mirror, const KlassInfo& info, Each&& each) const {
    // They come first behind the fields of java.lang.Class itself.
    const auto count = load<uint32_t>(mirror + static_cast<uint32_t>(layout_.mirrorStatics));
    run(mirror, info.bytes, count, Edge::StaticField, each);
  }

  template <typename Each>
  void elements(uint64_t array, const KlassInfo& info, uint32_t from, uint32_t to,
                Each&& each) const {
    const uint64_t first = array + info.bytes;
    if (layout_.oopBytes == 4) {
      for (uint32_t i = from; i < to; ++i) {
        const uint64_t slot = first + static_cast<uint64_t>(i) * 4;
        // Tables are empty for the most part: four at once.
        if (i + 4 <= to && (loadWord(slot) | loadWord(slot + 8)) == 0) {
          i += 3;
          continue;
        }
        const auto narrow = load<uint32_t>(slot);
        if (narrow != 0) each(layout_.decodeOop(narrow), Edge::Element, i);
      }
    } else {
      for (uint32_t i = from; i < to; ++i)
        if (const uint64_t target = wide(loadWord(first + static_cast<uint64_t>(i) * 8)))
          each(target, Edge::Element, i);
    }
  }

 private:
  // A reference of 64 bits.
  uint64_t wide(uint64_t raw) const { return colours_ == nullptr ? raw : colours_->decode(raw); }

  // In blocks without a branch, which compilers turn into vector code: an array may have millions of elements.
  template <typename Slot>
  static uint32_t firstOf(uint64_t first, uint32_t length, Slot wanted) {
    constexpr uint32_t kBlock = 32;
    uint32_t i = 0;
    for (; i + kBlock <= length; i += kBlock) {
      uint32_t found = 0;
      for (uint32_t j = 0; j < kBlock; ++j)
        found |= load<Slot>(first + (uint64_t{i} + j) * sizeof(Slot)) == wanted ? 1u : 0u;
      if (found != 0) break;
    }
    while (i < length && load<Slot>(first + uint64_t{i} * sizeof(Slot)) != wanted) ++i;
    return i;
  }

  template <typename Each>
  void fields(uint64_t address, const KlassInfo& info, Each&& each) const {
    for (uint32_t m = 0; m < info.mapCount; ++m) {
      const uint64_t map = loadWord(info.maps + static_cast<uint64_t>(m) * 8);
      run(address, static_cast<uint32_t>(map), static_cast<uint32_t>(map >> 32), Edge::Field, each);
    }
  }

  // `count` references in a row.
  template <typename Each>
  void run(uint64_t address, uint32_t offset, uint32_t count, Edge edge, Each&& each) const {
    if (layout_.oopBytes == 4) {
      for (; count != 0; --count, offset += 4) {
        const auto narrow = load<uint32_t>(address + offset);
        if (narrow != 0) each(layout_.decodeOop(narrow), edge, offset);
      }
    } else {
      for (; count != 0; --count, offset += 8)
        if (const uint64_t target = wide(loadWord(address + offset))) each(target, edge, offset);
    }
  }

  template <typename Each>
  void ofReference(uint64_t address, const KlassInfo& info, Each&& each) const {
    const bool both = followed_ == Followed::SoftAndLinks;
    if (both || followed_ == Followed::Links) run(address, info.discovered, 1, Edge::Field, each);
    if (info.strength == Strength::Soft && (both || followed_ == Followed::Soft))
      run(address, info.referent, 1, Edge::Referent, each);
  }

  template <bool kOnce, typename Each>
  void ofMirror(uint64_t address, const KlassInfo& info, Each&& each) const {
    staticFields(address, info, each);
    const uint64_t klass = loadWord(address + static_cast<uint32_t>(layout_.mirrorKlass));
    if (klass == 0) return;  // of a primitive type, or not complete
    ofKlass<kOnce>(klass, each);
  }

  template <bool kOnce, typename Each>
  void ofKlass(uint64_t klass, Each&& each) const {
    const uint64_t loader = loaderOfKlass(klass);
    if (loader != 0) each(loader, Edge::Loader, 0u);
    if (load<int32_t>(klass + layout_.layoutHelper) < 0) return;  // arrays have no pool
    mirror<kOnce>(loadWord(klass + layout_.klassSuper), Edge::Superclass, 0, each);
    const uint64_t pool = loadWord(klass + layout_.constantPool);
    if (pool != 0) {
      const uint64_t cache = loadWord(pool + layout_.poolCache);
      const uint64_t resolved =
          cache == 0 ? 0 : resolve(loadWord(cache + layout_.resolvedReferences));
      if (resolved != 0) each(resolved, Edge::ResolvedReferences, 0u);
    }
    // The boot loader's classes live as long as the VM and refer to no others.
    if (loader == 0) return;
    mirrors<kOnce>(loadWord(klass + layout_.localInterfaces), Edge::Interface, each);
    if (pool != 0)
      mirrors<kOnce>(loadWord(pool + layout_.resolvedKlasses), Edge::ResolvedClass, each);
  }

  template <bool kOnce, typename Each>
  void mirrors(uint64_t klasses, Edge edge, Each&& each) const {
    if (klasses == 0) return;
    const auto length = load<uint32_t>(klasses + layout_.klassesLength);
    for (uint32_t i = 0; i < length; ++i)
      mirror<kOnce>(loadWord(klasses + layout_.klassesData + static_cast<uint64_t>(i) * 8), edge, i,
                    each);
  }

  template <bool kOnce, typename Each>
  void mirror(uint64_t klass, Edge edge, uint32_t place, Each&& each) const {
    if (kOnce && klass != 0 && klasses_.reachMirror(klass)) return;
    const uint64_t target = klass == 0 ? 0 : klasses_.mirrorOf(klass);
    if (target != 0) each(target, edge, place);
  }

  uint64_t loaderOfKlass(uint64_t klass) const {
    const uint64_t data = loadWord(klass + layout_.loaderData);
    return data == 0 ? 0 : resolve(loadWord(data + layout_.classLoader));
  }
  uint64_t resolve(uint64_t handle) const { return handle == 0 ? 0 : wide(loadWord(handle)); }

  // The stack and, behind it, a bit for each place in it that may be a reference, in whole words.
  uint64_t chunkBytes(uint64_t address, const KlassInfo& info) const {
    const uint64_t words = load<uint32_t>(address + klasses_.chunkSizeOffset());
    const uint64_t bits = words * (8 / layout_.oopBytes);
    return layout_.align(info.bytes + words * 8 + (bits + 63) / 64 * 8);
  }

  const VmLayout& layout_;
  Klasses& klasses_;
  const ColouredOops* const colours_;
  const Followed followed_;
};

}  // namespace isl::rawheap
