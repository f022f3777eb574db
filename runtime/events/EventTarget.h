// What takes the events of one spec: runs the handlers, keeps what they change.
#pragma once

#include <cstdint>
#include <vector>

#include "isl/abi.h"

namespace isl {

// An object of an event. word: its $isl word as logged, 0 when the spec does not track it.
struct EventObject {
  uint32_t word = 0;
  bool present = false;  // false: null
};

// What an event tells a handler besides the object; field or method according to the event.
struct EventArgs {
  const IslField* field = nullptr;
  const IslMethod* method = nullptr;
  uint32_t word1 = 0, word2 = 0;
  uint32_t times = 1;  // that it happened, one after the other
  EventObject value;   // the accessed or returned object, where that is a reference
};

// All of it under the lock of the EventEngine, on any thread.
class EventTarget {
 public:
  virtual ~EventTarget() = default;

  // Runs a handler of mode ISL_MODE_NATIVE.
  virtual void onEvent(const IslHandler& handler, const EventObject& object,
                       const EventArgs& args) = 0;
  // Events that end as the last one of their kind did, and that change nothing.
  virtual void countLikeLast(IslEventKind event, uint64_t events) = 0;

  // Sites of which an object was amplified for the first time since the last call.
  virtual std::vector<uint32_t> takeHotSites() = 0;
  // Nodes of the objects of the main context that the last walk met.
  virtual const std::vector<uint32_t>& tracked() const = 0;
};

}  // namespace isl
