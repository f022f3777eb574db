// What VmTables says of ZGC. JDK 21 to 23 have it twice, and name the one without generations X.
#pragma once

#include <cstdint>

#include "rawheap/Memory.h"
#include "rawheap/Reason.h"
#include "rawheap/VmTables.h"

namespace isl::rawheap {

// Names are those of 17 and 25; the first that is missing is the reason.
class ZTables {
 public:
  ZTables(const VmTables& tables, Reason& reason)
      : tables_(tables), reason_(reason),
        isX_(tables.typeSize("XCollectedHeap") && !tables.flag("ZGenerational")) {}

  // Offset of an instance field or address of a static one.
  uint64_t operator()(const char* type, const char* field);
  uint32_t offset(const char* type, const char* field) {
    return static_cast<uint32_t>((*this)(type, field));
  }
  uint64_t sizeOf(const char* type);
  // 0: not there.
  int64_t constant(const char* name) const;
  // Where a global of ZGC is.
  uint64_t global(const char* field);
  bool has(const char* type, const char* field) const;
  bool complete() const { return !reason_.given(); }

 private:
  struct Name {
    char text[64];
  };
  Name named(const char* name) const;

  const VmTables& tables_;
  Reason& reason_;
  const bool isX_;
};

}  // namespace isl::rawheap
