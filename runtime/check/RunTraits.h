// What the specs of an agent ask for together.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/Options.h"
#include "check/SpecRun.h"
#include "store/CallingContexts.h"

namespace isl {

inline std::vector<Engine*> enginesOf(const std::vector<SpecRun*>& runs) {
  std::vector<Engine*> engines;
  for (SpecRun* run : runs) engines.push_back(&run->engine());
  return engines;
}

// The paper's paths grow by an edge at each check, along tags.
inline bool mayReadDirectly(const std::vector<SpecRun*>& runs, const Options& options) {
  return options.heap != "jvmti" && std::none_of(runs.begin(), runs.end(), [](const SpecRun* run) {
           return (run->engine().spec().rules & ISL_RULE_ONE_EDGE) != 0;
         });
}

inline bool dividesSites(const std::vector<SpecRun*>& runs, const Options& options) {
  std::vector<const IslSpec*> specs;
  for (const SpecRun* run : runs) specs.push_back(&run->engine().spec());
  return options.scopes || contextModulus(specs) > 0;
}

}  // namespace isl
