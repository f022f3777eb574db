// What is known of the live heap along the program's work: from its checks, and from the looks between them.
#pragma once

#include <optional>
#include <vector>

#include "report/Report.h"
#include "trend/Axis.h"
#include "trend/Series.h"
#include "trend/Trend.h"

namespace isl {

using CheckAt = std::vector<report::Check>::const_iterator;
// Whether units tell where the checks lie in the work.
UnitClock unitsOf(const std::vector<report::Check>& checks);

class Sights {
 public:
  // `done`: all that the program did, also after the last check; 0: not known. `readyBytes`: what it had allocated when it was
  // ready; what was seen before is left out, and bytes of allocation count from there. `axis`: the one to tell it along; none:
  // the one that tells.
  Sights(const std::vector<report::Check>& checks, const std::vector<report::Look>& looks,
         const WorkPosition& done, uint64_t readyBytes = 0, std::optional<Axis> axis = {});

  // All that it did; without what it closed as it was stopped, where that was long and seen.
  double work() const { return work_; }
  Axis axis() const { return axis_; }
  // Less lived at the last check, or at a look in the same unit, than was seen before: the program may have let go of it as it ended
  // (see ProgramEnd.h).
  bool fellAtItsEnd() const;
  // The last check that is not of such an end, though it may be one of the start-up.
  uint32_t lastCheckAtWork() const;
  // Bytes that it had allocated when it was last seen at work. What follows is none if more than half of its heap was gone at the
  // last check: it closes what it had opened. Else `allocatedBytes`.
  uint64_t workedUntil(uint64_t allocatedBytes) const;
  // The live heap without what soft references hold, along the work since the program was ready; without what the program let go of as
  // it ended.
  std::vector<WorkSample> samples() const;
  // Has the live heap come to stand (see standsSince) for the last sixth of the work or more, in which what grows has to stay?
  bool standsInTheEnd() const;
  // A program without units has loaded what it works with, whatever it allocates since: in the second half of its CPU time the live
  // heap gained less than an eighth of all that it gained, and less than a sixteenth from the first sight in that half on. That
  // half is a second or more, and was seen twice, the last time in its own second half. False where the heap has come to three
  // quarters of the `heapBytes` that it may have (0: not known): most time goes into collections then.
  bool standsByCpuTime(uint64_t heapBytes) const;
  // The greatest part of the work, from 0 to 1, from one check to the next or after the last; with looks, from one sight of
  // any kind. That of the last check may be of the end of the program, when much of what it held is gone.
  double widestGap(bool withLooks) const;

  // What soft references hold left out: how much the live heap gained in the second half of the work and kept over the last
  // sixth, had gained at some time of it, all that it gained since a sixteenth of the work, and how much it had at most. By
  // the half it had the least of what it had since a third. What is gone at the last check alone may have been let go of as
  // the program ended, and counts. Not known where nothing was seen from a quarter to the half of the work.
  struct Gain {
    bool known = false;
    double secondHalf = 0, highest = 0, all = 0, most = 0;
    // What it kept over all that it had by the half. Where it rose over that and fell back, one more sight tells nothing.
    double above = 0;
    double left =
        0;  // what is there in the end over all that it had by the half, in units or in bytes
    double risen =
        0;  // the most in the second half over what was seen in the last sixteenth before it, if anything was
    // Seen after the half of the work, the heap had gained half at least of what its gain up to the last sight before foretold:
    // what had stopped by a half of that would have less.
    bool steady = false;
    // From the half of the work on each sight has more than the one before, three of them at least: a line that goes on, and no
    // table that has filled or is cleared now and then.
    bool rises = false;
  };
  Gain gain() const;
  // For each piece of the second half of the work what the live heap gained in it; 0: nothing, or it is not known.
  double gainInSecondHalf() const;
  // What was seen until the program had allocated so many bytes, as if it had ended then.
  Sights until(uint64_t allocatedBytes) const;
  // In so many units of work the live heap gained an eighth of its growth or more, and kept it. Where the units between two
  // sights did it, they count as one.
  size_t unitsThatGrew() const;
  // Of what the second half of the units gained and kept, the greatest part that came in one, likewise; 1 of nothing.
  double oneUnitsPart() const;
  // For each of the second half of the units what the heap gained and kept in it, likewise, the one that brought most counted as
  // the next: a table that one test loads is no measure for what the others leave behind.
  double gainOfManyUnits() const;
  // One unit brought three quarters or more of all that the heap gained, likewise, and in what was done since it began the heap has
  // come to stand (see standsSince) for a sixth: a test has loaded a table. What had been allocated when that unit was first seen.
  std::optional<uint64_t> standsSinceUnit() const;

 private:
  struct Sight : WorkSample {
    uint64_t units = 0, allocatedBytes = 0;
    double cpuMs = 0;
    uint32_t check = 0;  // 0: a look
  };
  static double widestOf(const std::vector<Sight>& sights, double work);
  void findEnd();
  // In the second half of the work the heap had risen over so many bytes before, and the sight before that one found it
  // fallen back.
  bool isLonePeak(size_t at, double bytes) const;
  bool risesSinceHalf(size_t last) const;  // see Gain
  // The last sights of each unit, of their bytes what was kept. `late`: the first half of the units is one.
  std::vector<Sight> endsOfUnits(bool late) const;
  // By unit what it gained and kept; first: what lay there before.
  std::vector<double> gainsOf(bool late) const;

  std::vector<Sight> checks_, all_;
  size_t lastAtWork_ = 0;  // of all_: what follows is of the program's end (see ProgramEnd.h)
  double work_ = 0, cpuMs_ = 0;
  uint32_t lastCheck_ = 0;
  Axis axis_ = Axis::Checks;
};

}  // namespace isl
