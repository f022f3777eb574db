// Asks the running VM what it is, before anything is changed: name, version, flags. Refuses VMs and
// flags that the agent is known to crash or mislead.
#pragma once

#include <jvmti.h>

#include <optional>
#include <string>

namespace isl {

struct VmInfo {
  std::string name, version, javaVersion, collector;
  int feature = 0;  // 17, 21, 25
};

// Value of a boolean HotSpot flag through the exported vmStructs of libjvm; nullopt: no such flag.
std::optional<bool> vmFlag(const char* name);

// Fills `info`. Returns an empty string when the VM is supported, else one message for stderr that
// says what was found, why it cannot work and what to do.
std::string probeVm(jvmtiEnv* jvmti, VmInfo& info);

}  // namespace isl
