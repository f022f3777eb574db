// The classes that a pass meets: what is needed of each to size its objects and to find their references, by a small
// index. Everything is read anew in each pass, so unloaded and reloaded classes need no care (about 0.3 us a class).
//
// Thread: the one that marks, while the world is stopped. Memory: mmap only.
#pragma once

#include <jni.h>

#include <cstdint>

#include "rawheap/HeapSpaces.h"
#include "rawheap/Mapped.h"
#include "rawheap/Memory.h"
#include "rawheap/Reason.h"
#include "rawheap/VmLayout.h"

namespace isl::rawheap {

enum class ObjectKind : uint8_t {
  Unread,  // bound, but no object met
  Instance,
  Mirror,      // java.lang.Class: static fields, size in the object
  Reference,   // java.lang.ref.*: the referent is in no map
  StackChunk,  // frames of a parked continuation: size in the object
  ObjectArray,
  PrimitiveArray,
};

enum class Strength : uint8_t { Strong, Soft, Weak, Final, Phantom };

struct KlassInfo {
  uint64_t klass = 0;  // the VM's Klass
  uint64_t maps = 0;   // {int32 offset, uint32 count} of references, those of superclasses included
  uint32_t mapCount = 0;
  uint32_t bytes = 0;     // of an instance; of an array: its header
  uint32_t id = 0;        // what the caller bound; 0: nothing
  uint32_t referent = 0;  // offset; of a Reference
  uint32_t discovered = 0;
  ObjectKind kind = ObjectKind::Unread;
  Strength strength = Strength::Strong;
  uint8_t elementShift = 0;  // log2 of an array element's bytes
  bool virtualThread =
      false;                  // java.lang.VirtualThread: its parked stack is not in the heap's maps
  bool continuation = false;  // of a virtual thread
  bool threadArray = false;   // Thread[]
  bool internsTypes = false;  // see DeadReferences
  bool cleaner = false;  // a PhantomReference: what it has is there to clean up after its referent
  bool mirrorReached = false;  // in this pass

  bool special() const { return virtualThread || kind == ObjectKind::StackChunk; }
};

// A class that the caller knows by a number: any JNI handle of its java.lang.Class that stays valid during the pass.
struct ClassBinding {
  jobject handle = nullptr;
  uint32_t id = 0;  // not 0
};

class Klasses {
 public:
  static constexpr uint32_t kNone = ~0u;

  Klasses(const VmLayout& layout, const HeapSpaces& spaces) : layout_(layout), spaces_(spaces) {}

  // Where the int field `size` of jdk.internal.vm.StackChunk is, in bytes; 0: there is none, or it is not known.
  void setChunkSizeOffset(uint32_t offset) { chunkSize_ = offset; }
  uint32_t chunkSizeOffset() const { return chunkSize_; }

  // See HeapSpaces.
  const ColouredOops* colours() const { return spaces_.colours(); }

  // Forgets all. False: no memory.
  bool begin();
  // Gives classes numbers of the caller's; cleared weak handles and primitive types are passed over. For Java threads handles
  // stay valid while the world is stopped. What the mark will read of each class is fetched into the caches: by one after
  // the other that is a tenth of a pass over a small heap.
  void bind(const ClassBinding* bindings, uint32_t count);

  // Index of the class, read when first asked for; kNone: what is there is not a class.
  uint32_t indexOf(uint64_t klass) {
    for (uint32_t at = hash(klass);; at = (at + 1) & mask_) {
      const Slot& slot = slots()[at];
      if (slot.klass == klass) {
        if (__builtin_expect(infos_[slot.index].kind != ObjectKind::Unread, 1)) return slot.index;
        return readBound(slot.index);
      }
      if (slot.klass == 0) return add(klass);
    }
  }
  uint32_t indexOfObject(uint64_t address) {
    return indexOf(layout_.decodeKlass(layout_.narrowKlassOf(address)));
  }
  KlassInfo& operator[](uint32_t index) { return infos_[index]; }
  const KlassInfo& operator[](uint32_t index) const { return infos_[index]; }
  uint32_t size() const { return static_cast<uint32_t>(infos_.size()); }

  // Notes that the mirror of a class is reached. True: it was before. Of a class that is not known yet: false each time.
  bool reachMirror(uint64_t klass) {
    for (uint32_t at = hash(klass); slots()[at].klass != 0; at = (at + 1) & mask_) {
      if (slots()[at].klass != klass) continue;
      bool& reached = infos_[slots()[at].index].mirrorReached;
      const bool before = reached;
      reached = true;
      return before;
    }
    return false;
  }
  // Before a second mark of the same pass.
  void forgetMirrors() {
    for (uint32_t i = 0; i < size(); ++i) infos_[i].mirrorReached = false;
  }

  // The class's name as in class files ("java/util/List", "[I"), cut to fit; with a final NUL.
  void name(uint32_t index, char* buffer, uint32_t capacity) const;
  // Is it java.lang.Thread, a subclass, or java.lang.ThreadGroup? What the VM holds of them leads to all threads.
  bool isOfThreads(uint32_t index) const;
  // The object of a JNI handle of any kind; 0: none, or none in the heap.
  uint64_t objectOf(const void* handle) const;
  // The java.lang.Class of a Klass; 0: not yet.
  uint64_t mirrorOf(uint64_t klass) const;

 private:
  static constexpr uint32_t kMost = 1u << 20;  // classes of one pass

  struct Slot {
    uint64_t klass;
    uint32_t index;
  };
  Slot* slots() { return static_cast<Slot*>(table_.get()); }
  uint32_t hash(uint64_t klass) const {
    return static_cast<uint32_t>((klass * 0x9E3779B97F4A7C15u) >> 40) & mask_;
  }
  // The klass of a class that a handle holds; 0: none.
  uint64_t klassOf(const void* handle) const;
  void insertBound(uint64_t klass, uint32_t id);
  uint32_t insert(const KlassInfo& info);
  bool growTable();
  uint32_t add(uint64_t klass);
  uint32_t readBound(uint32_t index);
  bool read(KlassInfo& info) const;
  bool readInstance(KlassInfo& info) const;
  bool readReference(KlassInfo& info) const;
  bool named(uint64_t klass, const char* name) const;
  bool ofBootLoader(uint64_t klass) const;
  // What the VM holds by a handle of its own.
  uint64_t resolve(uint64_t handle) const;

  const VmLayout& layout_;
  const HeapSpaces& spaces_;
  uint32_t chunkSize_ = 0;
  MappedArray<KlassInfo> infos_;
  Mapping table_;
  uint32_t mask_ = 0;
};

}  // namespace isl::rawheap
