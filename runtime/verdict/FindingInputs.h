// What a spec's findings are made of: its sites, the heap around them, and the run they are of.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "report/Report.h"
#include "trend/Axis.h"
#include "verdict/FindingEvidence.h"
#include "verdict/Sights.h"

namespace isl {

struct FindingInputs {
  const std::vector<report::Site>* sites = nullptr;  // with rank, paths and growth
  const FindingEvidence* evidence = nullptr;
  // Types whose objects become more with the work, suspicious or not: none of them is one for many.
  std::set<std::string> growingTypes;
  // How the live heap is held, the share of its bytes in each path. Null, or empty: not known.
  const std::vector<report::Path>* heap = nullptr;
  // The spec follows tables that fill, not what they are full of.
  bool followsTables = false;
  Axis axis = Axis::Checks;
  bool growthDecides = false;  // the spec's defect is growth
  uint64_t leastGrowth = 0;    // bytes that a holder has to gain, with all that it keeps
  uint64_t liveBytes = 0;      // at the check of the sites
  uint64_t heapBytes = 0;      // what the VM's heap may come to; 0: not known
  uint64_t workedMs = 0;       // so long the program has worked; 0: not known
  // Of a spec that tells what died young: bytes that the program allocated, of which the fate is known, and of all of
  // them those for a unit of work; else 0.
  uint64_t allocatedBytes = 0;
  double bytesPerUnit = 0;
  double leftBy = 1;      // the part of the work by which what is idle there was left
  bool unproven = false;  // see SpecRun::unproven()
  // The work when the program was ready, and all that it did, as trends tell it; 0: not known. What grew in the first third of
  // what lies between, and no more, grows on if the live heap does.
  double begun = 0, work = 0;
  Sights::Gain heapGain;
  // What the live heap gains, bytes per work in the second half; 0: nothing, or it is not known.
  double liveGrowth = 0;
  bool heapStands = false;           // the live heap is constant or bounded
  bool heapStandsByCpuTime = false;  // see Sights
};

}  // namespace isl
