#include "rawheap/Klasses.h"

#include <algorithm>
#include <cstring>

namespace isl::rawheap {
namespace {

constexpr uint32_t kFirstSlots = 1u << 12;
constexpr uint32_t kMostInstanceBytes = 1u << 24;
constexpr uint32_t kMostSupers = 1000;

void fetch(uint64_t address) { __builtin_prefetch(reinterpret_cast<const void*>(address)); }

}  // namespace

bool Klasses::begin() {
  if (!infos_.reuse(kMost)) return false;
  if (table_.get() != nullptr) {
    memset(table_.get(), 0, table_.bytes());
    return true;
  }
  mask_ = kFirstSlots - 1;
  return table_.reserve(kFirstSlots * sizeof(Slot));
}

uint64_t Klasses::objectOf(const void* handle) const {
  uint64_t object = loadHandle(handle);
  if (colours() != nullptr) object = colours()->ofHandle(object, isLocalHandle(handle));
  return object != 0 && spaces_.contains(object) ? object : 0;
}

uint64_t Klasses::klassOf(const void* handle) const {
  const uint64_t mirror = objectOf(handle);
  return mirror == 0 ? 0 : loadWord(mirror + static_cast<uint32_t>(layout_.mirrorKlass));
}

// In steps, each for some classes at once: what one of them waits for comes while the others are looked at.
void Klasses::bind(const ClassBinding* bindings, uint32_t count) {
  constexpr uint32_t kAtOnce = 16;
  uint64_t klasses[kAtOnce], pools[kAtOnce];
  for (uint32_t from = 0; from < count; from += kAtOnce) {
    const uint32_t size = std::min(kAtOnce, count - from);
    for (uint32_t i = 0; i < size; ++i) fetch(loadHandle(bindings[from + i].handle));
    for (uint32_t i = 0; i < size; ++i) {
      klasses[i] = klassOf(bindings[from + i].handle);
      fetch(klasses[i] + layout_.layoutHelper);
      fetch(klasses[i] + layout_.loaderData);
      fetch(klasses[i] + layout_.constantPool);
    }
    for (uint32_t i = 0; i < size; ++i) {
      const bool hasPool = klasses[i] != 0 && load<int32_t>(klasses[i] + layout_.layoutHelper) >= 0;
      pools[i] = hasPool ? loadWord(klasses[i] + layout_.constantPool) : 0;
      fetch(pools[i] + layout_.poolCache);
    }
    for (uint32_t i = 0; i < size; ++i) {
      if (pools[i] != 0) pools[i] = loadWord(pools[i] + layout_.poolCache);
      fetch(pools[i] + layout_.resolvedReferences);
    }
    for (uint32_t i = 0; i < size; ++i) {
      if (pools[i] != 0) fetch(loadWord(pools[i] + layout_.resolvedReferences));
      if (klasses[i] != 0) insertBound(klasses[i], bindings[from + i].id);
    }
  }
}

void Klasses::insertBound(uint64_t klass, uint32_t id) {
  for (uint32_t at = hash(klass); slots()[at].klass != 0; at = (at + 1) & mask_)
    if (slots()[at].klass == klass) return;
  KlassInfo info;
  info.klass = klass;
  info.id = id;
  insert(info);
}

uint32_t Klasses::insert(const KlassInfo& info) {
  const auto index = static_cast<uint32_t>(infos_.size());
  if (2 * index > mask_ && !growTable()) return kNone;
  if (!infos_.push(info)) return kNone;
  uint32_t at = hash(info.klass);
  while (slots()[at].klass != 0) at = (at + 1) & mask_;
  slots()[at] = {info.klass, index};
  return index;
}

bool Klasses::growTable() {
  Mapping larger;
  if (!larger.reserve(2 * (static_cast<size_t>(mask_) + 1) * sizeof(Slot))) return false;
  table_.swap(larger);
  mask_ = 2 * mask_ + 1;
  for (uint32_t i = 0; i < infos_.size(); ++i) {
    uint32_t at = hash(infos_[i].klass);
    while (slots()[at].klass != 0) at = (at + 1) & mask_;
    slots()[at] = {infos_[i].klass, i};
  }
  return true;
}

uint32_t Klasses::add(uint64_t klass) {
  KlassInfo info;
  info.klass = klass;
  return read(info) ? insert(info) : kNone;
}

uint32_t Klasses::readBound(uint32_t index) { return read(infos_[index]) ? index : kNone; }

bool Klasses::named(uint64_t klass, const char* name) const {
  const uint64_t symbol = loadWord(klass + layout_.klassName);
  const size_t length = strlen(name);
  return load<uint16_t>(symbol + layout_.symbolLength) == length &&
         memcmp(reinterpret_cast<const void*>(symbol + layout_.symbolBody), name, length) == 0;
}

uint64_t Klasses::resolve(uint64_t handle) const {
  const uint64_t held = handle == 0 ? 0 : loadWord(handle);
  return colours() == nullptr ? held : colours()->decode(held);
}

bool Klasses::ofBootLoader(uint64_t klass) const {
  const uint64_t data = loadWord(klass + layout_.loaderData);
  const uint64_t handle = data == 0 ? 0 : loadWord(data + layout_.classLoader);
  return resolve(handle) == 0;
}

bool Klasses::read(KlassInfo& info) const {
  if ((info.klass & 7) != 0 || loadWord(info.klass + layout_.klassName) == 0) return false;
  const auto helper = load<int32_t>(info.klass + layout_.layoutHelper);
  if (helper > 0) {
    info.bytes = static_cast<uint32_t>(helper) & ~1u;
    if (info.bytes < layout_.arrayLength || info.bytes > kMostInstanceBytes) return false;
    return readInstance(info);
  }
  if (helper == 0) return false;
  info.kind = (helper >> 30) == -2 ? ObjectKind::ObjectArray : ObjectKind::PrimitiveArray;
  info.bytes = static_cast<uint32_t>(helper) >> 16 & 255;
  info.elementShift = helper & 63;
  info.threadArray =
      info.kind == ObjectKind::ObjectArray && named(info.klass, "[Ljava/lang/Thread;");
  return info.bytes >= layout_.arrayLength + 4 && info.elementShift <= 3;
}

bool Klasses::readInstance(KlassInfo& info) const {
  const auto vtable = load<int32_t>(info.klass + layout_.vtableLength);
  const auto itable = load<int32_t>(info.klass + layout_.itableLength);
  const auto words = load<int32_t>(info.klass + layout_.oopMapWords);
  if (vtable < 0 || itable < 0 || words < 0) return false;
  info.maps = info.klass + layout_.instanceKlassBytes +
              8 * (static_cast<uint64_t>(vtable) + static_cast<uint32_t>(itable));
  info.mapCount = static_cast<uint32_t>(words);  // a map is a word
  info.kind = ObjectKind::Instance;
  if (load<uint8_t>(info.klass + layout_.referenceType) != 0) return readReference(info);
  if (named(info.klass, "java/lang/Class")) {
    info.kind = ObjectKind::Mirror;
  } else if (named(info.klass, "java/lang/VirtualThread")) {
    info.virtualThread = true;
  } else if (named(info.klass, "java/lang/VirtualThread$VThreadContinuation")) {
    info.continuation = true;
  } else if (named(info.klass, "jdk/internal/vm/StackChunk") && ofBootLoader(info.klass)) {
    info.kind = ObjectKind::StackChunk;
    return chunkSize_ != 0;
  }
  return true;
}

// The VM takes referent and discovered out of the map of java.lang.ref.Reference; what is left are queue and next,
// which lie between them.
bool Klasses::readReference(KlassInfo& info) const {
  info.kind = ObjectKind::Reference;
  info.internsTypes =
      named(info.klass, "java/lang/invoke/MethodType$ConcurrentWeakInternSet$WeakEntry") ||
      named(info.klass, "jdk/internal/util/WeakReferenceKey");
  uint64_t klass = info.klass;
  for (uint32_t i = 0; klass != 0 && i < kMostSupers; ++i) {
    if (named(klass, "java/lang/ref/SoftReference")) info.strength = Strength::Soft;
    if (named(klass, "java/lang/ref/WeakReference")) info.strength = Strength::Weak;
    if (named(klass, "java/lang/ref/FinalReference")) info.strength = Strength::Final;
    if (named(klass, "java/lang/ref/PhantomReference")) {
      info.strength = Strength::Phantom;
      info.cleaner = true;
    }
    if (named(klass, "java/lang/ref/Reference")) break;
    klass = loadWord(klass + layout_.klassSuper);
  }
  if (klass == 0 || (info.strength == Strength::Strong && klass != info.klass)) return false;
  KlassInfo top;
  top.klass = klass;
  const auto vtable = load<int32_t>(klass + layout_.vtableLength);
  const auto itable = load<int32_t>(klass + layout_.itableLength);
  const uint64_t map =
      klass + layout_.instanceKlassBytes + 8 * static_cast<uint64_t>(vtable + itable);
  const uint32_t offset = load<uint32_t>(map), count = load<uint32_t>(map + 4);
  if (load<int32_t>(klass + layout_.oopMapWords) != 1 || count != 2) return false;
  info.referent = offset - layout_.oopBytes;
  info.discovered = offset + 2 * layout_.oopBytes;
  return info.discovered + layout_.oopBytes <= info.bytes;
}

bool Klasses::isOfThreads(uint32_t index) const {
  const KlassInfo& info = infos_[index];
  if (info.kind != ObjectKind::Instance) return false;
  if (named(info.klass, "java/lang/ThreadGroup")) return true;
  uint64_t klass = info.klass;
  for (uint32_t i = 0; klass != 0 && i < kMostSupers; ++i) {
    if (named(klass, "java/lang/Thread")) return true;
    klass = loadWord(klass + layout_.klassSuper);
  }
  return false;
}

void Klasses::name(uint32_t index, char* buffer, uint32_t capacity) const {
  const uint64_t symbol = loadWord(infos_[index].klass + layout_.klassName);
  const uint32_t length =
      std::min<uint32_t>(load<uint16_t>(symbol + layout_.symbolLength), capacity - 1);
  memcpy(buffer, reinterpret_cast<const void*>(symbol + layout_.symbolBody), length);
  buffer[length] = '\0';
}

uint64_t Klasses::mirrorOf(uint64_t klass) const {
  return resolve(loadWord(klass + layout_.javaMirror));
}

}  // namespace isl::rawheap
