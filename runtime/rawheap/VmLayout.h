// Where things are in objects, classes and metadata of the running VM: one resolution of VmTables, for JDK 17 to 25.
#pragma once

#include <cstdint>

#include "rawheap/Memory.h"
#include "rawheap/Reason.h"
#include "rawheap/VmTables.h"

namespace isl::rawheap {

// Passive data, constant after resolve(). Offsets in bytes.
struct VmLayout {
#define ISL_VM_OFFSET(member, names) uint32_t member = 0;
#define ISL_VM_VALUE(member, type, names) type member = 0;
#include "rawheap/VmFields.def"

  uint32_t instanceKlassBytes = 0;  // vtable, itable and maps of references follow
  uint32_t objectAlignment = 8;     // bytes; sizes are multiples of it
  uint32_t leastShift = 4;          // of the smallest object's bytes the logarithm
  uint32_t oopBytes = 4;            // of a reference in an object: 4 compressed, 8 not
  uint32_t arrayLength = 12;        // offset of an array's length, an int
  uint32_t klassBit = 0;            // where in its 32 bits of the header the narrow class begins

  // The VM must have initialised java.lang.Class (VMStart). False: what is missing, or a header layout that is not
  // read: uncompressed class pointers.
  bool resolve(const VmTables& tables, Reason& reason);

  uint64_t decodeOop(uint32_t narrow) const {
    return narrow == 0 ? 0 : oopBase + (static_cast<uint64_t>(narrow) << oopShift);
  }
  uint32_t encodeOop(uint64_t address) const {
    return address == 0 ? 0 : static_cast<uint32_t>((address - oopBase) >> oopShift);
  }
  uint32_t narrowKlassOf(uint64_t object) const {
    return load<uint32_t>(object + narrowKlass) >> klassBit;
  }
  // Where the references of an array of references begin.
  uint32_t firstElement() const { return (arrayLength + 4 + oopBytes - 1) & ~(oopBytes - 1); }
  uint64_t decodeKlass(uint32_t narrow) const {
    return klassBase + (static_cast<uint64_t>(narrow) << klassShift);
  }
  uint64_t align(uint64_t bytes) const {
    return (bytes + objectAlignment - 1) & ~static_cast<uint64_t>(objectAlignment - 1);
  }

 private:
  bool insideTheMark(const VmTables& tables, Reason& reason);
};

}  // namespace isl::rawheap
