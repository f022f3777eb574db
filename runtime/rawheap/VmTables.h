// The tables that libjvm exports for serviceability tools: where fields of the VM's types are, how large types are,
// integer constants, flags. Facts of the running VM, not of one release.
//
// Source: gHotSpotVMStructs, gHotSpotVMTypes, gHotSpotVMIntConstants and gHotSpotVMLongConstants with the exported
// stride and offset symbols of their entries (what the Serviceability Agent reads).
//
// Look-ups are linear and read memory only; any thread, at any time after the library is loaded. Static fields of
// classes of the Java library (java_lang_Class::...) have values from VMInit on.
#pragma once

#include <cstdint>
#include <optional>

#include "rawheap/Reason.h"

namespace isl::rawheap {

class VmTables {
 public:
  // Base address, bytes of an entry and the offsets of its members in bytes. What a test puts in its place.
  struct Structs {
    const char* entries = nullptr;
    uint64_t stride = 0, typeName = 0, fieldName = 0, isStatic = 0, offset = 0, address = 0;
  };
  struct Types {
    const char* entries = nullptr;
    uint64_t stride = 0, typeName = 0, size = 0;
  };
  struct Constants {
    const char* entries = nullptr;
    uint64_t stride = 0, name = 0, value = 0;
  };
  struct Source {
    Structs structs;
    Types types;
    Constants ints, longs;
  };

  // For an instance field its offset in bytes, for a static one its address.
  struct Field {
    bool isStatic = false;
    uint64_t offset = 0;
    uint64_t address = 0;
  };

  VmTables() = default;
  explicit VmTables(const Source& source) : source_(source) {}

  // The tables of the libjvm in this process. False: it is not there or does not export them.
  bool readLoadedVm(Reason& reason);

  std::optional<Field> field(const char* type, const char* name) const;
  std::optional<uint64_t> typeSize(const char* type) const;
  std::optional<int64_t> constant(const char* name) const;
  // Where the VM keeps the flag's value; 0: no such flag.
  uint64_t flagAddress(const char* name) const;
  // A boolean flag; false also when the VM does not know it.
  bool flag(const char* name) const;

 private:
  Source source_;
};

}  // namespace isl::rawheap
