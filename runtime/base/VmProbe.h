// Asks the running VM what it is, before anything is changed: name, version, flags. Refuses VMs and
// flags that the agent is known to crash or mislead.
#pragma once

#include <jvmti.h>

#include <functional>
#include <string>

#include "base/Result.h"
#include "base/VmFlags.h"

namespace isl {

struct VmInfo {
  std::string name, version, javaVersion, collector;
  int feature = 0;  // 17, 21, 25

  // Usual: a mark word and a compressed class. The others are asked for by headerFlag().
  enum class Header : uint8_t { Usual, Compact, Uncompressed };
  Header header = Header::Usual;
  uint32_t headerBytes() const {
    return header == Header::Compact ? 8 : header == Header::Uncompressed ? 16 : 12;
  }
  const char* headerFlag() const {
    return header == Header::Compact        ? "-XX:+UseCompactObjectHeaders"
           : header == Header::Uncompressed ? "-XX:-UseCompressedClassPointers"
                                            : "";
  }

  // Does a walk along references mark what it has met in the objects, and pass through the whole heap, dead objects
  // included, to take the marks away? Up to 18 (JDK-8283710).
  bool marksHeaders() const { return feature < 19; }

  // Does a class that was changed at its load start from the bytes of the load whenever it is retransformed, though
  // it was redefined meanwhile? Up to 19 (JDK-7124710).
  bool keepsLoadedBytes() const { return feature < 20; }
};

// Where probeVm reads flags from; tests pass their own.
using FlagReader = std::function<std::optional<bool>(const char* name)>;

// Fills `info`. The error of a VM that is not supported says what was found, why it cannot work and what
// to do.
Status probeVm(jvmtiEnv* jvmti, VmInfo& info);
Status probeVm(jvmtiEnv* jvmti, VmInfo& info, const FlagReader& flag);

}  // namespace isl
