// What the rewriter asks about events that a handler wants to see one by one.
//
// Implemented by the runtime's table of event keys; a mock in unit tests. Thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "classfile/ConstantPool.h"

namespace isl::instrument {

struct EventChoice {
  int32_t key = 0;       // names the event in the log; 0: nobody wants it
  bool words = false;    // some handler looks at the value
  bool counted = false;  // an element access of which only how often it happens matters
  bool latest = false;   // of a field: only the latest values matter
};

class EventSink {
 public:
  virtual ~EventSink() = default;

  // A getfield or putfield of this member.
  virtual EventChoice field(const classfile::MemberRef& member, bool write) = 0;

  // An element access; `kind` is the descriptor char of the elements, 'L' for references. baload and
  // bastore serve boolean[] too and give 'B'.
  virtual EventChoice element(char kind, bool write) = 0;

  // May an array with elements of this descriptor be tracked?
  virtual bool tracksArray(std::string_view elements) = 0;

  // Are arrays that the class makes known from their birth on? If not, only once they are stored to
  // a field that mayPutOnPath() names.
  virtual bool knowsBirths(std::string_view cls) {
    (void)cls;
    return true;
  }

  // Key of a field whose store may put an array on the path of a spec; 0: it cannot.
  virtual int32_t mayPutOnPath(const classfile::MemberRef& member) {
    (void)member;
    return 0;
  }

  // Normal returns of a method; not asked for constructors and synthetic methods.
  virtual EventChoice call(std::string_view cls, std::string_view method,
                           std::string_view descriptor, bool isStatic) = 0;

  // Is the birth of an object an event of its own (on_alloc)?
  virtual bool logsBirths() { return false; }

  // May an object be tracked that has `cls` among its superclasses?
  virtual bool mayConstruct(std::string_view cls) = 0;
};

}  // namespace isl::instrument
