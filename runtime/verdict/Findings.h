// From allocation sites to findings: one for each holder, with what piles up there, who puts it there and whether it
// grows.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "report/Report.h"
#include "trend/Axis.h"
#include "verdict/Sights.h"

namespace isl {

struct FindingInputs {
  const std::vector<report::Site>* sites = nullptr;  // with rank, paths and growth
  // The trend of some of the sites together, by their place in the list.
  std::function<Trend(const std::vector<size_t>&)> trendOf;
  // The trend of all objects of the type of these sites, as bytes of theirs: whatever was left lately is among them. Unclear
  // where not nearly all that lay there a window ago are idle by now, and of these sites.
  std::function<Trend(const std::vector<size_t>&)> populationOf;
  // Are there, idle or not, no more objects of that site than at the half of the work, or do they take the place of others? False:
  // there are, or it is not known.
  // Null: never.
  std::function<bool(size_t site)> numberStands;
  // Have the numbers of all these come to stand, while the program goes on making some? Null: never.
  std::function<bool(const std::vector<size_t>&)> areFull;
  // Likewise of a table, of these sites, and what it is full of, as the finding says. Null: never.
  std::function<bool(const report::Finding&, const std::vector<size_t>&)> isFull;
  // The trend of all objects of its type, or of the one that its table is full of, by number, where that finding's line makes no
  // more of them for long; of no samples where that is not known. Null: never.
  std::function<Trend(const report::Finding&)> sinceItStopped;
  // The trend of all objects that such a finding's table is full of, by number, at all checks and looks at the program's work.
  // Null: never.
  std::function<Trend(const report::Finding&)> contentsOf;
  // Nearly all of the type are of these sites, likewise, and there are hardly more of them since these were left. Null: not known.
  std::function<bool(const std::vector<size_t>&)> standsInNumber;
  // Nearly all of the type are of these sites, likewise, and at a check after that of the figures a quarter of them are gone: not at
  // the last, if the program let go of its heap by then. And their number does not grow over all checks. Null: not known.
  std::function<bool(const std::vector<size_t>&)> wereGivenBack;
  // Nearly all of the type are of these sites, likewise, and in the last sixth of the work more came again (see cameAgain). Null: not known.
  std::function<bool(const std::vector<size_t>&)> cameAgain;
  // Types whose objects become more with the work, suspicious or not: none of them is one for many.
  std::set<std::string> growingTypes;
  // How the live heap is held, the share of its bytes in each path. Null, or empty: not known.
  const std::vector<report::Path>* heap = nullptr;
  // In a suite of tests: is a class of that name, dotted, set aside, as a test framework's? Null: none is.
  std::function<bool(const std::string&)> isAside;
  // Likewise: does a class of the harness keep objects of that type, dotted, for who put them there? Null: none does.
  std::function<bool(const std::string& holder, const std::string& type)> keepsForProgram;
  // Likewise all objects of the type of these sites at the checks, by number. Null: not known.
  std::function<std::vector<WorkSample>(const std::vector<size_t>&)> objectsAlong;
  // The spec follows tables that fill, not what they are full of.
  bool followsTables = false;
  // Where a site is.
  std::function<report::Site(uint32_t id)> siteOf;
  // Likewise the line, as a caller's, that last made room for so many bytes in an object of that type; or null.
  std::function<report::Site(const std::string& type, uint64_t least)> roomMadeIn;
  // How many objects of that type live.
  std::function<uint64_t(const std::string& type)> objectsOf;
  Axis axis = Axis::Checks;
  bool growthDecides = false;  // the spec's defect is growth
  uint64_t leastGrowth = 0;    // bytes that a holder has to gain, with all that it keeps
  uint64_t liveBytes = 0;      // at the check of the sites
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
  // As long as the line of that finding ran, if it has ceased, and the work is to be judged by that; null: never. A test is
  // over when it ends: what two of them have left behind is no table that was filled for the others to use.
  std::function<Sights::Gain(const report::Finding&)> gainWhileItRan;
  // Of some of its sites, the trend as long as the tests ran that came to it, where these have ended and all of it is there
  // at the last check; null: not known.
  std::function<Trend(const report::Finding&, const std::vector<size_t>& sites)> whileTestsRan;
  // In a suite of tests: has one of them brought what these sites have, as a table, and does the heap stand since? Null: none has.
  std::function<bool(const std::vector<size_t>&)> loadedByOneTest;
  double liveGrowth =
      0;  // of the live heap, bytes per work in the second half; 0: it is not known to grow
  bool heapStands = false;  // the live heap is constant or bounded
};

// Kept, and it does not grow.
bool isIdle(const report::Finding& finding);
// What grows and is no idle memory before the rest, by its share of the heap's gain; then by bytes, and what the static
// fields of the JDK or a language's library keep idle after all else.
bool outranks(const report::Finding& a, const report::Finding& b);

// Ranked.
std::vector<report::Finding> findingsOf(const FindingInputs& in);

report::Trend describeTrend(const Trend& trend, Axis axis);

}  // namespace isl
