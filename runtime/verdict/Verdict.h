// What a report comes to: pass, fail or inconclusive. From the numbers of the report and the options alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/Options.h"
#include "report/Fixes.h"
#include "report/Report.h"
#include "trend/Axis.h"
#include "trend/Series.h"

namespace isl {

using SpecLimits = Options::SpecLimits;

// The limit of these that applies to a spec; 0: none.
double limitOf(const SpecLimits& limits, const std::string& spec);

// 1 + 20 x the share of the spec's defects that no baseline accepts: of growing ones the share of what the live heap
// gains, of others that of the heap itself. Neither grows with the run, as the penalties of the paper's VSO do.
double ratedVso(const report::Spec& spec);

// Checks in equal steps are judged from twice the window on, when half of the work lies before it, and those of `auto`
// have 11/20. What is left to steps that had to be longer.
constexpr double kLeastLeft = 1.0 / 3;

// The part of the program's work, from 0 to 1, that was done when the window before check `last` began: what is idle
// at that check was left by then. Of a window of one check all of it.
double leftBy(const std::vector<report::Check>& checks, uint32_t window, uint32_t last);
// Likewise, the work as this axis tells it.
double leftBy(const std::vector<report::Check>& checks, uint32_t window, uint32_t last, Axis axis);

// The share of the live heap, from 0 to 1, that came in the last two windows and stays, of what the spec looks at: by how
// much the least of the last checks, half a window, is over the least of the window before the last. What comes
// and goes from check to check does not count, nor what findings tell of that are no leaks though they may grow.
double cameLate(const std::vector<report::Check>& checks, const report::Spec& spec);

// Checks that were left out for what they would have taken.
struct TooDear {
  uint64_t checks = 0;
  bool walked = false;      // the heap cannot be read directly, so each takes ten times as long
  WorkPosition done;        // all that the program did, also after the last check; 0: not known
  bool smallSteps = false;  // checks lie as close as is of any use
  bool tests = false;       // the units are tests: what is there in the end no call under way has
  bool starting =
      false;  // much of the program's code came at the end: what grows may be its start-up
  bool loadsOnce = false;   // see below
  uint64_t heapBytes = 0;   // that the heap may grow to, 0: not known
  uint64_t readyBytes = 0;  // allocated before the program was ready
};

// Hardly any class has a name that another loader had brought before: what the VM and the JDK keep for code comes with each new
// class, of which a program has so many, and not with each of its tests.
bool loadsOnce(const report::Coverage& coverage);

// The name of their cap in a report.
inline constexpr char kTooDearCap[] =
    "checks left out: a tenth of the program's CPU time was used up";
inline constexpr char kWalkedNote[] = "R809";
inline constexpr char kUnitsNote[] = "R811";
inline constexpr char kStartingNote[] = "R815";
// So many checks tell all that checks of equal steps tell.
inline constexpr uint64_t kLeastChecks = 40;
// As a report tells it, but for what the program did after the last check.
TooDear tooDearOf(const report::Report& report);

// The option by which a run as long as that of the checks has four windows of them, and 40 at least: "check=alloc:2m".
std::string smallerSteps(const std::vector<report::Check>& checks, uint32_t window);

// What the other specs of a JVM say of what the heap grows by.
struct ToldBeside {
  bool leaks = false;       // of one over its limit, accepted ones included
  uint64_t apartBytes = 0;  // the most that one sets apart
  // Types of the program's own whose objects become more with the work, those with most first.
  std::vector<std::string> growing{};
  std::string holder{};  // of most of the heap; empty: none has so much
};
ToldBeside toldBeside(const std::vector<report::Spec>& specs, const report::Spec& spec);

// Sets the rated VSO, the share of idle memory, the verdict, and why in one sentence, from the findings and the limits.
void decideVerdict(report::Spec& spec, const std::vector<report::Check>& checks,
                   TooDear tooDear = {}, const std::vector<report::Look>& looks = {},
                   const ToldBeside& told = {});

// What `strict` turns into a failure: contexts that matched nothing, specs that were never exercised,
// handler faults.
std::vector<std::string> strictFailures(const report::Report& report);

}  // namespace isl
