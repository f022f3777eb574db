// Which accesses, returns and element accesses are events for which handlers: decided when a class is
// instrumented, looked up when a log is drained.
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "instrument/EventSink.h"
#include "store/FieldLayouts.h"
#include "store/Hierarchy.h"
#include "isl/abi.h"

namespace isl {

// A handler that runs for every event, with its spec's index in the agent.
struct EventHandler {
  uint32_t spec;
  const IslHandler* handler;
};

enum class EventShape : uint8_t { Field, Element, Call, Alloc };

struct EventKey {
  EventShape shape = EventShape::Field;
  bool reference = false;  // the value is one
  bool counted = false;    // entries may stand for several accesses; `a` is how many more
  IslField field{};        // of accesses; the index of a field is worked out at its first event
  IslMethod method{};      // of calls
  std::string owner, name, descriptor;
  bool latest = false;  // a field of which only the latest values matter
  bool resolved = false;
  bool placed = false;                 // its offset is known, or nothing knows it
  std::vector<EventHandler> handlers;  // in the order in which they run
};

class EventKeys final : public instrument::EventSink {
 public:
  // In a key handed to instrumented code: the value's identity is asked for.
  static constexpr int32_t kWantsIdentity = 1 << 30;

  EventKeys(const std::vector<const IslSpec*>& specs, const Hierarchy& hierarchy,
            const FieldLayouts& layouts);

  // Does any spec have a handler that runs for every event?
  bool any() const { return any_; }
  // Does such a spec track arrays?
  bool tracksArrays() const { return tracksArrays_; }
  int32_t allocKey() const { return allocKey_; }
  // Elements of the shortest array that such a spec tracks.
  int32_t leastLength() const { return leastLength_; }

  // Before the first key: objects of one site have one history, whatever their scope or calling context.
  // So the latest values of fields may be kept by site where a handler wants no more.
  void keepLatest();
  // The spec that wants no more, null: there is none.
  const IslSpec* latestSpec() const { return latest_; }
  // Likewise: of accesses that are only counted, how many there were may be kept in the thread.
  void countInSlots();
  bool countsInSlots() const { return countsInSlots_; }

  instrument::EventChoice field(const classfile::MemberRef& member, bool write) override;
  instrument::EventChoice element(char kind, bool write) override;
  instrument::EventChoice call(std::string_view cls, std::string_view method,
                               std::string_view descriptor, bool isStatic) override;
  bool tracksArray(std::string_view elements) override;
  bool mayConstruct(std::string_view cls) override;
  bool logsBirths() override { return allocKey_ != 0; }
  bool knowsBirths(std::string_view cls) override;
  int32_t mayPutOnPath(const classfile::MemberRef& member) override;

  // Is there a spec with events whose arrays matter from the moment that an object on their path refers to
  // them, and none whose arrays matter before (ISL_TRAIT_PATH_ARRAYS)?
  bool waitsForPath() const { return waitsForPath_; }
  // May a store to the field that mayPutOnPath() named put an array on a path? More classes are known by
  // now.
  bool putsOnPath(int32_t key) const;
  // Internal name of the field's class, empty for a key that was never given out.
  std::string storeOwner(int32_t key) const;

  // The key of a log entry, null for one that was never given out. The result is only used by the
  // thread that drains; it stays valid.
  EventKey* find(int32_t key);

  // Number of an accessed field in objects of the class (internal name, may be empty).
  int32_t fieldIndex(EventKey& key, std::string_view dynamicClass) const;

 private:
  struct Target {
    bool any = true;  // objects of every class, no arrays
    TypeName type;
    TypeName path;  // of the objects that refer to those of the type, where the spec waits for them
  };
  bool mayHold(uint32_t spec, std::string_view internalName) const;
  bool ownsTracked(std::string_view internalName) const;
  void collect(EventKey& key, IslEventKind event);
  bool keepsLatest(const EventKey& key) const;
  bool wantsLatest(const IslSpec& spec) const;
  bool disturbsLatest(const IslSpec& other) const;
  instrument::EventChoice intern(std::string text, EventKey key);

  std::vector<const IslSpec*> specs_;
  std::vector<Target> targets_;  // by spec
  const Hierarchy& hierarchy_;
  const FieldLayouts& layouts_;
  bool any_ = false, tracksArrays_ = false, waitsForPath_ = false;
  bool countsInSlots_ = false;
  int32_t allocKey_ = 0, leastLength_ = 0;
  const IslSpec* latest_ = nullptr;

  mutable std::mutex mutex_;
  std::deque<EventKey> keys_;  // key k is keys_[k - 1]
  std::unordered_map<std::string, instrument::EventChoice> known_;
  std::vector<std::string> storeOwners_;  // of stores that may put arrays on paths, by key - 1
  std::unordered_map<std::string, int32_t> storeKeys_;
};

// May an array of type `array` be an instance of the type that a spec names, an array type with
// covariant elements?
bool arrayMatches(const TypeName& type, const TypeName& array, const Hierarchy& hierarchy);

// Is there a mutator handler that runs for every event (ISL_MODE_NATIVE, or ISL_MODE_JAVA where words do not keep the
// flags of this spec)?
bool hasEvents(const IslSpec& spec);

}  // namespace isl
