// Caches, windows and pools that came to their bound late: the program goes on putting things into them, and no more are there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/FrameLines.h"
#include "trend/Trend.h"
#include "verdict/ReportInputs.h"

namespace isl {

// Sets of objects along the allocation of the program.
class Standing {
 public:
  // The program was ready, and its work is done, after so many bytes.
  Standing(uint64_t begun, uint64_t done);

  // The number of objects of a set at the checks and looks, or its bytes.
  void add(const std::vector<WorkSample>& set);
  // Have all of the sets come to stand for the last eighth of the work or more (see standsSince), and was what makes them last
  // seen to run in the second half of that, when the program had allocated so many bytes, or something of them lost meanwhile?
  // Who was seen to run soon after they came to stand may have filled them.
  bool isFull(uint64_t lastSeen, uint64_t lost = 0) const;

 private:
  const double least_;
  double since_ = 0, until_ = 0;  // work
};

// How much the program had allocated when a spec last saw one of the sites lose something (see Engine::lastLost), at least, while
// it was at work; 0: it is not known.
uint64_t lastLost(const ReportInputs& in, const std::vector<uint32_t>& sites);

// Has the number of objects of each of these sites come to stand, while one of the lines went on making some, or some went? Then
// others came for those that went. False: not known as well.
bool areFull(const ReportInputs& in, const std::vector<uint32_t>& sites,
             const std::vector<FrameLines::Line>& lines);

// Likewise of a table that is full of objects of that type, and of all of these; that line puts them there, another may make them.
// A list may take the same few ever again, so that the table's own bytes at the checks have to stand as well, or the live heap
// (see Sights). Where the heap does it is also enough that as many were there at the half of the work. Of strings, nodes and other
// types of libraries most are elsewhere, so that only the table's bytes tell.
// `lost`: see lastLost.
bool isFull(const ReportInputs& in, const std::string& type, const FrameLines::Line& line,
            const std::vector<WorkSample>& table, uint64_t lost);

}  // namespace isl
