// The leak spec as islc reduces it: a window of ten checks, no contexts.
#pragma once

#include "isl/abi.h"

namespace isl::test {

inline uint32_t ten() { return 10; }

inline IslSpec leakSpec() {
  IslSpec spec{};
  spec.abiVersion = ISL_ABI_VERSION;
  spec.name = "leak";
  spec.source = "leak.isl";
  spec.mainContext = -1;
  spec.window = ten;
  spec.summary = ISL_SUMMARY_STALE_WINDOW;
  return spec;
}

}  // namespace isl::test
