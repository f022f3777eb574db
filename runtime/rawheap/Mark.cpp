#include "rawheap/Mark.h"

#include <algorithm>

namespace isl::rawheap {

bool Mark::begin(const HeapSpaces& spaces, const VmLayout& layout, Reason& reason) {
  granuleShift_ = static_cast<uint32_t>(__builtin_ctz(layout.objectAlignment));
  if (!placeObjects(spaces, reason)) return false;
  // Objects, pieces of large arrays and batches of roots.
  const uint64_t bound =
      (spaces.usedBytes() >> layout.leastShift) + spaces.usedBytes() / kPiece + (1u << 16);
  const bool onlyOnce = spaces.colours() != nullptr && spaces.colours()->marksWhileStopped();
  const uint64_t ordered = onlyOnce ? bound : std::min(bound, options_.orderBytes / 4);
  keepsOrder_ = ordered != 0;
  const bool reserved = bits_.reserve(places_, layout.leastShift) && tree_.reserve(bound) &&
                        queue_.reuse(1u << 12) && groups_.reuse(1u << 10) && pieces_.reuse(64) &&
                        virtualThreads_.reserve(kMostVirtualThreads) &&
                        references_.reserve(options_.softLast ? kMostReferences : 1) &&
                        threadArrays_.reserve(kMostThreadArrays) &&
                        cleaners_.reserve(options_.softLast ? kMostCleaners : 1) &&
                        notes_.reuse(kMostNotes) && (!keepsOrder_ || order_.reuse(ordered));
  if (!reserved) {
    end();
    return reason.give("no address space for a pass over %llu MB of heap",
                       static_cast<unsigned long long>(spaces.usedBytes() >> 20));
  }
  order_.expect(options_.expectedObjects);
  dead_ = {};
  group_ = {};
  for (Quick& quick : quick_) quick = {};
  noMemory_ = passing_ = false;
  next_ = strongNumbers_ = 0;
  children_ = objects_ = bytes_ = strongBytes_ = yieldingBytes_ = strangeChunks_ = mostWaiting_ =
      badReference_ = badObject_ = 0;
  return true;
}

// Each granule has a number of 32 bits, of which two are taken. Addresses may be more than that; objects may not lie
// where none is left.
bool Mark::placeObjects(const HeapSpaces& spaces, Reason& reason) {
  const uint64_t most = (uint64_t{kBatch} << granuleShift_) & ~uint64_t{0xFFFFF};
  places_ = spaces.places(most);
  if (places_.gap == 0) return true;
  bool all = true;
  spaces.forEach([&](const HeapSpaces::Range& range) {
    all =
        all && places_.of(range.bottom) < places_.span && places_.of(range.top - 1) < places_.span;
  });
  return all || reason.give("objects lie further apart than the %llu GB that are read",
                            static_cast<unsigned long long>(most >> 30));
}

void Mark::end() {
  bits_.release();
  tree_.release();
  queue_.release();
  groups_.release();
  pieces_.release();
  order_.release();
  virtualThreads_.release();
  references_.release();
  threadArrays_.release();
  cleaners_.release();
  notes_.release();
  keepsOrder_ = false;
}

void Mark::rest() {
  bits_.release();
  tree_.rest();
  queue_.rest();
  groups_.rest();
  pieces_.rest();
  order_.rest();
  notes_.rest();
  virtualThreads_.release();
  references_.release();
  threadArrays_.release();
  cleaners_.release();
  keepsOrder_ = false;
}

bool Mark::beginRoots(Reason& reason, const Owner& owner) {
  if (keepsOrder_ && !order_.push(kBatch)) stopKeeping();
  children_ = 0;
  batch_ = {0, owner.address == 0 ? 0 : granuleOf(owner.address), owner.klass, owner.word, 0};
  reaching_ = batch_;
  keepsNotes_ = false;
  tree_.addBatch();
  return !noMemory_ || fail(reason);
}

void Mark::reach(uint64_t target) {
  if (!bits_.covers(target)) {
    badReference_ = target;
    return;
  }
  if (bits_.set(target)) {
    ++children_;
    if (!queue_.push(granuleOf(target))) noMemory_ = true;
  } else if (keepsNotes_ &&
             !notes_.push({granuleOf(target), reaching_.ownerGranule, reaching_.ownerKlass,
                           reaching_.ownerWord, reaching_.ownerNumber})) {
    noMemory_ = true;
  }
}

uint32_t Mark::addRoot(uint64_t address) {
  const uint64_t before = children_;
  reach(address);
  return children_ == before ? 0 : next_ + static_cast<uint32_t>(children_);
}

// Leaves room for what the short way of the loop puts in.
bool Mark::closeNumber(Group group) {
  ++next_;
  group.remaining = static_cast<uint32_t>(children_);
  if (children_ != 0 && !groups_.push(group)) noMemory_ = true;
  if (!queue_.makeRoom(kPiece + 2) || !groups_.makeRoom(1u << 8)) noMemory_ = true;
  mostWaiting_ = std::max<uint64_t>(mostWaiting_, queue_.size());
  // The pen writes ahead of any check.
  if (tree_.isFull(tree_.size() + children_ + kPiece)) noMemory_ = true;
  if (noMemory_ || badReference_ != 0) return false;
  MarkTree::Pen pen = tree_.take();
  pen.close(children_);
  return tree_.put(pen);
}

// The order has come to its limit.
void Mark::stopKeeping() {
  keepsOrder_ = false;
  order_.release();
}

bool Mark::describe(ObjectReader& reader, uint32_t entry, const Group& group,
                    MarkedObject& object) {
  object.address = addressAt(entry);
  object.number = next_;
  object.klass = reader.klasses().indexOfObject(object.address);
  if (object.klass == Klasses::kNone) {
    badObject_ = object.address;
    return false;
  }
  const KlassInfo& info = reader.klasses()[object.klass];
  object.bytes = reader.bytesOf(object.address, info);
  object.isArray = info.kind >= ObjectKind::ObjectArray;
  if (object.isArray) object.length = reader.lengthOf(object.address);
  if (!object.isArray && options_.wordOffset != 0)
    object.word = load<int32_t>(object.address + options_.wordOffset);
  object.owner = ownerOf(group);
  ++objects_;
  bytes_ += object.bytes;
  return true;
}

void Mark::follow(ObjectReader& reader, const MarkedObject& object) {
  KlassInfo& info = reader.klasses()[object.klass];
  const bool withClass = !info.mirrorReached;
  info.mirrorReached = true;
  const auto reachMirror = [&] {
    const uint64_t mirror = withClass ? reader.klasses().mirrorOf(info.klass) : 0;
    if (mirror != 0) reach(mirror);
  };
  if (info.threadArray) {
    reachMirror();
    if (!threadArrays_.push(object.address)) noMemory_ = true;
    return;
  }
  if (info.kind == ObjectKind::ObjectArray && object.length > kPiece) {
    reachMirror();
    readPiece(reader, object.address, object.klass, 0);
    return;
  }
  if (options_.softLast && info.cleaner && cleaners_.push(object.address)) {
    reachMirror();
  } else {
    reader.references<true>(object.address, info, withClass,
                            [this](uint64_t target, Edge, uint32_t) { reach(target); });
  }
  if (info.special()) meetSpecial(reader, object.address, info);
  if (options_.softLast && info.kind == ObjectKind::Reference && !references_.push(object.address))
    noMemory_ = true;
}

// From the second object of a class on its mirror is marked, and the loop knows what to do.
void Mark::learn(const ObjectReader& reader, const MarkedObject& object) {
  const KlassInfo& info = reader.klasses()[object.klass];
  Quick quick;
  quick.narrow = reader.layout().narrowKlassOf(object.address);
  quick.klass = object.klass;
  quick.bytes = info.bytes;
  quick.maps = info.maps;
  quick.mapCount = static_cast<uint16_t>(info.mapCount);
  quick.elementShift = info.elementShift;
  if (info.kind == ObjectKind::PrimitiveArray) {
    quick.way = Way::PrimitiveArray;
  } else if (info.kind == ObjectKind::ObjectArray && !info.threadArray) {
    quick.way = Way::ObjectArray;
  } else if (info.kind == ObjectKind::Instance && !info.special()) {
    uint64_t fields = 0;
    for (uint32_t m = 0; m < info.mapCount; ++m)
      fields += load<uint32_t>(info.maps + static_cast<uint64_t>(m) * 8 + 4);
    if (fields > kMostQuickFields) return;
    quick.way = Way::Maps;
    const uint32_t offset = info.mapCount == 1 ? load<uint32_t>(info.maps) : 0;
    if (info.mapCount <= 1 && offset <= UINT16_MAX) {
      quick.way = Way::Plain;
      quick.offset = static_cast<uint16_t>(offset);
      quick.count = static_cast<uint16_t>(fields);
    }
  } else {
    return;
  }
  quick_[quickPlace(quick.narrow)] = quick;
}

template <Oops kOops, bool kNotes>
void Mark::reachRun(const ObjectReader& reader, uint64_t slot, uint64_t count) {
  Loop<kOops, kNotes> loop(*this, reader);
  loop.setOwner(reaching_);
  loop.reachRun(slot, count);
  children_ += loop.queue.size() - queue_.size();
  queue_.put(loop.queue);
  if (kNotes) notes_.truncate(loop.noteCount);
  if (loop.badReference != 0) badReference_ = loop.badReference;
}

void Mark::readElements(const ObjectReader& reader, uint64_t slot, uint64_t count) {
  reader.as([&](auto oops) {
    keepsNotes_ ? reachRun<oops(), true>(reader, slot, count)
                : reachRun<oops(), false>(reader, slot, count);
  });
}

// All that is left of an array while little waits, else a part of it, and the rest later.
bool Mark::readPiece(ObjectReader& reader, uint64_t array, uint32_t klass, uint32_t from) {
  const uint32_t length = reader.lengthOf(array);
  while (from < length) {
    const uint32_t to = std::min(length - from, kPiece) + from;
    const uint64_t slot = array + reader.klasses()[klass].bytes +
                          static_cast<uint64_t>(from) * reader.layout().oopBytes;
    if (!queue_.makeRoom(kPiece + 2)) return false;
    readElements(reader, slot, to - from);
    from = to;
    if (queue_.size() > kManyWaiting || notes_.size() > kPiece) break;
  }
  if (from == length) return true;
  ++children_;
  if (!pieces_.push({granuleOf(array), klass, from}) || !queue_.push(kMore)) noMemory_ = true;
  return !noMemory_;
}

void Mark::meetSpecial(ObjectReader& reader, uint64_t address, const KlassInfo& info) {
  if (info.virtualThread && reader.hasParkedStack(address, info) && !virtualThreads_.push(address))
    noMemory_ = true;
  if (info.kind != ObjectKind::StackChunk) return;
  bool ofVirtualThread = false;
  reader.references(address, info, false, [&](uint64_t target, Edge, uint32_t) {
    if (!bits_.covers(target)) return;
    const uint32_t klass = reader.klasses().indexOfObject(target);
    if (klass != Klasses::kNone && reader.klasses()[klass].continuation) ofVirtualThread = true;
  });
  if (!ofVirtualThread) ++strangeChunks_;
}

uint64_t Mark::touchedBytes() const {
  return tree_.touchedBytes() + queue_.capacityBytes() + groups_.capacityBytes() +
         order_.touchedBytes();
}

bool Mark::fail(Reason& reason) const {
  if (badReference_ != 0)
    return reason.give("a reference to 0x%llx, which is outside the heap",
                       static_cast<unsigned long long>(badReference_));
  if (badObject_ != 0)
    return reason.give("what is at 0x%llx has no class",
                       static_cast<unsigned long long>(badObject_));
  return reason.give("no memory for objects that wait to be read");
}

}  // namespace isl::rawheap
