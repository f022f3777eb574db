// Runs log entries: finds out what an entry is about, and gives it to the engine of each spec that wants it.
#pragma once

#include "events/Admission.h"
#include "events/ArrayAdmission.h"
#include "events/EventParts.h"
#include "events/KeyFacts.h"
#include "events/LogEntry.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class EventRunner {
 public:
  EventRunner(const EventParts& parts, Admission& admission, const ArrayAdmission& arrays,
              KeyFacts& keys)
      : parts_(parts), admission_(admission), arrays_(arrays), keys_(keys) {}

  // a, b, c of the entry: high and low word of a primitive value and the index of an element; of a
  // reference, the index of an element, the identity and the word of the object.
  void run(const LogEntry& entry);

 private:
  IslField fieldOf(EventKey& key, const LogEntry& entry);
  bool tracked(uint32_t word, uint32_t spec);

  const EventParts& parts_;
  Admission& admission_;
  const ArrayAdmission& arrays_;
  KeyFacts& keys_;
};

}  // namespace isl
