// The loop of Mark: what is touched for every object and reference is kept in registers, and objects of classes that
// were met before take a short way. Included by Mark.h alone.
#pragma once

#include <type_traits>

#include "rawheap/Mark.h"

namespace isl::rawheap {

// The queue's ends, the tree's pen and the constants of the heap. Whatever else touches Mark needs put() before and
// take() after.
template <Oops kOops, bool kNotes>
class Mark::Loop {
 public:
  Loop(const Mark& mark, const ObjectReader& reader)
      : places(mark.places_), colours(reader.colours()), words(mark.bits_.words()),
        oopBase(reader.layout().oopBase), oopShift(reader.layout().oopShift),
        granuleShift(mark.granuleShift_), cellShift(mark.bits_.cellShift()),
        notes(const_cast<Note*>(mark.notes_.data())) {
    take(mark);
  }
  void take(const Mark& mark) {
    queue = mark.queue_.take();
    groups = mark.groups_.take();
    pen = mark.tree_.take();
    next = mark.next_;
    objects = mark.objects_;
    bytes = mark.bytes_;
    mostWaiting = mark.mostWaiting_;
    group = mark.group_;
    noteCount = mark.notes_.size();
  }

  bool put(Mark& mark) const {
    mark.queue_.put(queue);
    mark.groups_.put(groups);
    mark.next_ = next;
    mark.objects_ = objects;
    mark.bytes_ = bytes;
    mark.mostWaiting_ = mostWaiting;
    mark.group_ = group;
    mark.badReference_ = badReference;
    if (kNotes) mark.notes_.truncate(noteCount);
    return mark.tree_.put(pen);
  }

  // Room for the references of an object of the short way, and for it as an owner.
  bool roomy() const { return queue.size() + kPiece <= queue.mask && groups.size() <= groups.mask; }

  void setOwner(const Group& owner) {
    if (kNotes)
      note = {0, owner.ownerGranule, owner.ownerKlass, owner.ownerWord, owner.ownerNumber};
  }

  // Branches on what was marked already would be mispredicted as often as not.
  void reach(uint64_t slot) {
    uint64_t target;
    if (kOops == Oops::Narrow) {
      const auto narrow = load<uint32_t>(slot);
      if (narrow == 0) return;
      target = oopBase + (static_cast<uint64_t>(narrow) << oopShift);
    } else {
      target = loadWord(slot);
      if (kOops == Oops::Coloured) target = colours->decode(target);
      if (target == 0) return;
    }
    // Only what is spread over many addresses is folded.
    const uint64_t place = kOops == Oops::Coloured ? places.of(target) : target - places.base;
    if (__builtin_expect(place >= places.span, 0)) {
      badReference = target;
      return;
    }
    const uint64_t cell = place >> cellShift;
    uint64_t& word = words[cell >> 6];
    const uint32_t bit = cell & 63;
    const uint64_t old = word;
    word = old | uint64_t{1} << bit;
    queue.data[queue.tail & queue.mask] = static_cast<uint32_t>(place >> granuleShift);
    const uint64_t marked = old >> bit & 1;
    queue.tail += 1 - marked;
    if (!kNotes) return;
    note.target = static_cast<uint32_t>(place >> granuleShift);
    notes[noteCount] = note;
    // What is new is looked at when its turn comes.
    __builtin_prefetch(marked != 0 ? reinterpret_cast<const void*>(target) : notes + noteCount);
    noteCount += marked;
  }
  void reachRun(uint64_t slot, uint64_t count) {
    constexpr uint64_t kBytes = kOops == Oops::Narrow ? 4 : 8;
    for (const uint64_t end = slot + count * kBytes; slot != end; slot += kBytes) reach(slot);
  }
  void reachMaps(uint64_t address, const Quick& quick) {
    for (uint32_t m = 0; m < quick.mapCount; ++m) {
      const uint64_t map = loadWord(quick.maps + static_cast<uint64_t>(m) * 8);
      reachRun(address + static_cast<uint32_t>(map), map >> 32);
    }
  }

  void nextGroup() {
    while (group.remaining == 0) group = groups.pop();
    --group.remaining;
  }
  void close(uint64_t tailBefore, const Group& mine) {
    ++next;
    const uint64_t children = queue.tail - tailBefore;
    pen.close(children);
    if (children == 0) return;
    groups.push({static_cast<uint32_t>(children), mine.ownerGranule, mine.ownerKlass,
                 mine.ownerWord, mine.ownerNumber});
    if (queue.size() > mostWaiting) mostWaiting = queue.size();
  }

  const Places places;
  const ColouredOops* const colours;
  uint64_t* const words;
  const uint64_t oopBase;
  const uint32_t oopShift, granuleShift, cellShift;
  MappedRing<uint32_t>::Ends queue{};
  MappedRing<Group>::Ends groups{};
  MarkTree::Pen pen;
  Note* const notes;
  size_t noteCount = 0;
  Note note{};
  uint32_t next = 0;
  uint64_t objects = 0, bytes = 0, mostWaiting = 0, badReference = 0;
  Group group{};
};

// Does the visitor want every owner of an array?
template <typename Visitor, typename = void>
struct EveryOwner : std::false_type {};
template <typename Visitor>
struct EveryOwner<Visitor, std::enable_if_t<Visitor::kEveryOwner>> : std::true_type {};

// And is it told of each further reference to what is no array?
template <typename Visitor, typename = void>
struct TellsAgain : std::false_type {};
template <typename Visitor>
struct TellsAgain<Visitor, std::enable_if_t<Visitor::kTellsAgain>> : std::true_type {};

// Are there objects that the visitor wants told but not followed?
template <typename Visitor, typename = void>
struct Blocks : std::false_type {};
template <typename Visitor>
struct Blocks<Visitor, std::enable_if_t<Visitor::kBlocks>> : std::true_type {};

template <typename Visitor>
void Mark::tellNotes(ObjectReader& reader, Visitor& visitor) {
  if constexpr (EveryOwner<Visitor>::value) {
    for (size_t i = 0; i < notes_.size(); ++i) {
      const Note& note = notes_[i];
      MarkedObject array;
      array.address = addressAt(note.target);
      const auto narrow = reader.layout().narrowKlassOf(array.address);
      const Quick& quick = quick_[quickPlace(narrow)];
      const bool known = quick.narrow == narrow;
      array.owner =
          ownerOf({0, note.ownerGranule, note.ownerKlass, note.ownerWord, note.ownerNumber});
      array.klass = known ? quick.klass : reader.klasses().indexOfObject(array.address);
      if (array.klass == Klasses::kNone) continue;  // found out when its turn comes
      const bool isArray = known ? quick.way >= Way::PrimitiveArray
                                 : reader.klasses()[array.klass].kind >= ObjectKind::ObjectArray;
      if (!isArray) {
        if constexpr (TellsAgain<Visitor>::value) visitor.again(array.klass, array.owner);
        continue;
      }
      const KlassInfo& info = reader.klasses()[array.klass];
      array.isArray = true;
      array.length = reader.lengthOf(array.address);
      array.bytes = reader.bytesOf(array.address, info);
      visitor.arrayAgain(static_cast<const MarkedObject&>(array));
    }
    notes_.truncate(0);
  }
}

// One object or piece by the slow way.
template <typename Visitor>
__attribute__((noinline)) bool Mark::step(ObjectReader& reader, Visitor& visitor, uint32_t entry,
                                          const Group& group) {
  children_ = 0;
  if (entry == kMore) {
    const Piece piece = pieces_.pop();
    reaching_ = group;
    return readPiece(reader, addressAt(piece.granule), piece.klass, piece.from) &&
           closeNumber(group);
  }
  MarkedObject object;
  if (!describe(reader, entry, group, object)) return false;
  visitor.object(static_cast<const MarkedObject&>(object));
  if constexpr (Blocks<Visitor>::value) {
    if (visitor.blocks(object.address)) return closeNumber(group);
  }
  Group mine = group;
  mine.ownerNumber = 0;
  if (!object.isArray) mine = {0, entry, object.klass, object.word, object.number};
  reaching_ = mine;
  follow(reader, object);
  return closeNumber(mine) && (learn(reader, object), true);
}

// What the loop needs of an object by the short way; null: it takes the slow one.
inline const Mark::Quick* Mark::quickOf(const VmLayout& layout, uint64_t address,
                                        uint32_t& length) const {
  const auto narrow = layout.narrowKlassOf(address);
  const Quick& quick = quick_[quickPlace(narrow)];
  if (quick.narrow != narrow) return nullptr;
  // An object may end where an array has its length, and the heap there.
  length = load<uint32_t>(address + (quick.way >= Way::PrimitiveArray ? layout.arrayLength : 0));
  return quick.way == Way::ObjectArray && length > kPiece ? nullptr : &quick;
}

template <typename AnyLoop, typename Visitor>
__attribute__((always_inline)) inline void Mark::visitQuick(AnyLoop& loop, const VmLayout& layout,
                                                            const Quick& quick, uint32_t entry,
                                                            uint32_t length, Visitor& visitor) {
  MarkedObject object;
  object.address = addressAt(entry);
  object.number = loop.next;
  object.klass = quick.klass;
  object.owner = ownerOf(loop.group);
  object.isArray = quick.way >= Way::PrimitiveArray;
  object.bytes = quick.bytes;
  Group mine = loop.group;
  mine.ownerNumber = 0;
  if (object.isArray) {
    object.length = length;
    object.bytes =
        layout.align(quick.bytes + (static_cast<uint64_t>(length) << quick.elementShift));
  } else {
    if (options_.wordOffset != 0) object.word = load<int32_t>(object.address + options_.wordOffset);
    mine = {0, entry, quick.klass, object.word, loop.next};
  }
  ++loop.objects;
  loop.bytes += object.bytes;
  visitor.object(static_cast<const MarkedObject&>(object));
  loop.setOwner(mine);
  const uint64_t tail = loop.queue.tail;
  if constexpr (Blocks<Visitor>::value) {
    if (visitor.blocks(object.address)) return loop.close(tail, mine);
  }
  switch (quick.way) {
    case Way::Plain: loop.reachRun(object.address + quick.offset, quick.count); break;
    case Way::Maps: loop.reachMaps(object.address, quick); break;
    case Way::ObjectArray: loop.reachRun(object.address + quick.bytes, length); break;
    case Way::PrimitiveArray:
    case Way::None: break;
  }
  loop.close(tail, mine);
}

template <Oops kOops, typename Visitor>
bool Mark::drainAs(ObjectReader& reader, Visitor& visitor) {
  constexpr bool kNotes = EveryOwner<Visitor>::value;
  const VmLayout layout = reader.layout();
  keepsNotes_ = kNotes;
  Loop<kOops, kNotes> loop(*this, reader);
  while (loop.queue.size() != 0) {
    const uint64_t ahead = addressAt(loop.queue.data[(loop.queue.head + kAhead) & loop.queue.mask]);
    __builtin_prefetch(reinterpret_cast<const void*>(ahead));
    // Every third object of 24 to 40 bytes begins at the end of a cache line, and its references lie in the next.
    __builtin_prefetch(reinterpret_cast<const void*>(ahead + kLineEnd));
    const uint32_t entry = loop.queue.pop();
    loop.nextGroup();
    if (keepsOrder_ && !order_.push(entry)) stopKeeping();
    const Quick* quick = nullptr;
    uint32_t length = 0;
    if (__builtin_expect(entry != kMore && loop.roomy(), 1))
      quick = quickOf(layout, addressAt(entry), length);
    if (__builtin_expect(quick == nullptr, 0)) {
      const Group group = loop.group;
      if (!loop.put(*this) || !step(reader, visitor, entry, group)) return false;
      if (kNotes && notes_.size() >= kNotesAtOnce) tellNotes(reader, visitor);
      loop.take(*this);
      continue;
    }
    visitQuick(loop, layout, *quick, entry, length, visitor);
    if (__builtin_expect(loop.badReference != 0, 0)) break;
    if (kNotes && loop.noteCount >= kNotesAtOnce) {
      notes_.truncate(loop.noteCount);
      tellNotes(reader, visitor);
      loop.noteCount = 0;
    }
  }
  const bool put = loop.put(*this);
  if (kNotes && put) tellNotes(reader, visitor);
  return put && badReference_ == 0;
}

template <typename Visitor>
bool Mark::drain(ObjectReader& reader, Visitor& visitor, Reason& reason) {
  if (!closeNumber(batch_)) return fail(reason);
  bool done = false;
  reader.as([&](auto oops) { done = drainAs<oops()>(reader, visitor); });
  return done || fail(reason);
}

}  // namespace isl::rawheap
