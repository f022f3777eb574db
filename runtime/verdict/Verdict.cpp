#include "verdict/Verdict.h"

#include <algorithm>

#include "report/Format.h"
#include "report/Wording.h"
#include "trend/Axis.h"
#include "verdict/Sights.h"

namespace isl {
namespace {

using report::fixed;
using report::percent;

constexpr char kItsWork[] =
    "let it do its work, or name the method with which that begins (ready=CLASS.method)";

// What to do about it. Smaller steps are of no use to checks that were too dear as it is.
std::string seeMore(TooDear tooDear, const std::string& steps) {
  const std::string again = tooDear.tests ? ": run the tests in question alone, or more of them"
                                          : ": let the program do its work more often";
  if (tooDear.checks == 0 && (tooDear.smallSteps || tooDear.tests)) return again;
  if (tooDear.checks == 0) return again + ", or check in smaller steps (" + steps + ")";
  const std::string why =
      std::to_string(tooDear.checks) +
      " checks were left out, as all together may take a tenth of its CPU time (" + steps +
      " makes every one)";
  // Of a heap that grows with the run, its checks grow as well: a longer run has hardly more of them.
  if (tooDear.walked)
    return ": the heap is walked by JVMTI, at ten times the cost of reading it directly, as with "
           "-XX:+UseG1GC (note R809 says why); " +
           why;
  return (tooDear.tests ? again : ": let the program run longer") + "; " + why;
}

// A pass speaks for most of the heap and of the work: what came too late for a verdict is at most half of it.
constexpr double kMostLate = 0.5;
// What came in the second half, over all that there was before, and stayed over the last sixth: of a line from nothing a
// third.
constexpr double kMostUntold = 0.25;
// And what lies there in the end, likewise: of such a line the half. What late tests load and keep is less, or comes in one. Of
// other programs it is asked where the heap rises from sight to sight.
constexpr double kMostLeft = 1.0 / 3;
// Of what came in the second half of the tests: one that brings more has loaded a table.
constexpr double kMostOfOne = 0.75;
// A few types that may be behind it, and who holds most, for who has to look.
std::string alsoGrowing(const ToldBeside& told) {
  constexpr size_t kNamed = 3;
  const std::vector<std::string>& types = told.growing;
  std::string names;
  for (size_t i = 0; i < std::min(kNamed, types.size()); i++)
    names += (i == 0 ? "" : ", ") + types[i];
  const std::string holder =
      told.holder.empty() ? "" : "; most of the heap is under " + told.holder;
  return names.empty() ? "" : " (there are more and more objects of " + names + holder + ")";
}

constexpr uint64_t kWindows = 4;  // twice as many as a verdict needs, and for a trend so many
constexpr char kNoLimit[] = "no limit was given, so nothing was asserted (max-vso=4 is usual)";

double shareOf(const report::Spec& spec, const char* kind, bool withAccepted = false) {
  double share = 0;
  for (const report::Finding& finding : spec.findings) {
    if (finding.kind == kind && (withAccepted || finding.accepted.empty())) share += finding.share;
  }
  return std::min(share, 1.0);
}

// Of findings that may grow and are no leaks.
uint64_t toldApartBytes(const report::Spec& spec) {
  uint64_t bytes = 0;
  for (const report::Finding& finding : spec.findings) {
    if (!finding.aside.empty()) bytes += finding.retainedBytes;
  }
  return bytes;
}

// What a spec saw and does not count: the option `aside` may name who allocated it as well.
uint64_t apartBytes(const report::Spec& spec) { return spec.asideBytes + toldApartBytes(spec); }

// A baseline may accept it, or it is set apart: so much of it, at least the half.
bool tellsOfGrowth(const report::Spec& spec, uint64_t apartBeside, double bytes) {
  return 2 * static_cast<double>(std::max(apartBytes(spec), apartBeside)) >= bytes ||
         std::any_of(spec.findings.begin(), spec.findings.end(),
                     [](const report::Finding& finding) {
                       return finding.kind == "leak" || finding.kind == "unclear";
                     });
}

// What would be over the limit if it were a leak, and may be one.
const report::Finding* undecided(const report::Spec& spec) {
  if (spec.maxAllowedVso <= 0) return nullptr;
  for (const report::Finding& finding : spec.findings) {
    if (finding.kind == "unclear" && finding.accepted.empty() &&
        report::ratedOf(finding.share) > spec.maxAllowedVso)
      return &finding;
  }
  return nullptr;
}

// Live bytes that a spec looks at: of a check that does not tell, all.
uint64_t trackedAt(const report::Check& check, const std::string& spec) {
  const auto own = std::find_if(check.specs.begin(), check.specs.end(),
                                [&](const report::CheckSpec& each) { return each.spec == spec; });
  return own == check.specs.end() ? check.liveBytes : own->trackedBytes;
}

// Nothing that tests make is in use when they are over: where the heap grows with them, so much as would be over the limit.
bool growsWithTests(const Sights& sights, double part, double maxAllowedVso) {
  return maxAllowedVso > 0 && report::ratedOf(part) > maxAllowedVso &&
         trendOf(sights.samples(), 0).shape == Shape::Growing;
}

// What is not the program's and came in the second half of the work, as its checks tell.
double foreignGain(const std::vector<report::Check>& checks, Axis axis) {
  if (checks.empty()) return 0;
  const auto workOf = [axis](const report::Check& check) {
    return axis == Axis::Units ? check.units : check.allocatedBytes;
  };
  const uint64_t half = workOf(checks.back()) / 2;
  const auto later = std::find_if(checks.begin(), checks.end(),
                                  [&](const report::Check& check) { return workOf(check) > half; });
  if (later == checks.begin()) return 0;
  const uint64_t before = std::prev(later)->foreignBytes, after = checks.back().foreignBytes;
  return static_cast<double>(after - std::min(before, after));
}

// Its part of the most that lived, if it is too much; else 0. `code`: bytes of it that came with the program's classes.
double cameInSecondHalf(const Sights& sights, bool tests, double code, double maxAllowedVso) {
  const Sights::Gain gain = sights.gain();
  if (!gain.known || gain.most <= 0) return 0;
  if (tests && sights.oneUnitsPart() > kMostOfOne) return 0;
  const double kept = (gain.above - code) / gain.most;
  const double left = std::max(0.0, (gain.left - code) / gain.most);
  if (tests && growsWithTests(sights, left, maxAllowedVso)) return left;
  return kept > kMostUntold ? kept : (tests || gain.rises) && left > kMostLeft ? left : 0;
}

// What the live heap gained in the second half of the work would be within the limit if all of it leaked.
bool isLevel(const Sights::Gain& gain, double maxAllowedVso) {
  return maxAllowedVso > 0 && gain.known && gain.most > 0 &&
         report::ratedOf(std::max(0.0, gain.risen / gain.most)) <= maxAllowedVso;
}

bool tracksAll(const report::Check& check, const std::string& spec) {
  return trackedAt(check, spec) == check.liveBytes;
}

// Without what the VM gives up before memory runs out (see Check::softBytes): no leak can show in it. What a narrow spec
// looks at may be any part of that.
uint64_t staysAt(const report::Check& check, const std::string& spec) {
  return trackedAt(check, spec) - (tracksAll(check, spec) ? check.softBytes : 0);
}

std::string within(const report::Spec& spec) {
  if (spec.maxAllowedVso > 0) {
    return "the rated VSO " + fixed(spec.ratedVso, 2) + " is within the allowed " +
           fixed(spec.maxAllowedVso, 2);
  }
  return spec.maxAllowedPaperVso > 0
             ? "the sustained VSO " + fixed(spec.sustainedVso, 2) + " is within the allowed " +
                   fixed(spec.maxAllowedPaperVso, 2)
             : "idle memory is " + percent(spec.idleShare) +
                   " of the live heap, within the allowed " + percent(spec.maxAllowedIdle);
}

void decide(report::Spec& spec, const char* verdict, std::string why) {
  spec.verdict = verdict;
  spec.verdictWhy = std::move(why);
}

}  // namespace

std::vector<std::string> strictFailures(const report::Report& report) {
  std::vector<std::string> failures;
  for (const std::string& note : report.coverage.notes) {
    if (note.compare(0, 4, "R801") == 0) failures.push_back(note);
  }
  for (const report::Spec& spec : report.specs) {
    for (const report::Handler& handler : spec.handlers) {
      if (handler.faults > 0) {
        failures.push_back("R804 spec " + spec.name + ": " + std::to_string(handler.faults) +
                           " faults in " + handler.event + ", first: " + handler.firstFault);
      }
    }
    if (!report::wasExercised(report, spec)) {
      failures.push_back("spec " + spec.name + " was never exercised: no handler ran");
    }
  }
  return failures;
}

std::string smallerSteps(const std::vector<report::Check>& checks, uint32_t window) {
  const uint64_t allocated = checks.empty() ? 0 : checks.back().allocatedBytes;
  uint64_t step = uint64_t{64} << 10;
  const uint64_t wanted = std::max(kWindows * window, kLeastChecks);
  while (2 * step * wanted <= allocated) step *= 2;
  const bool small = step < 1 << 20;
  return "check=alloc:" + std::to_string(small ? step >> 10 : step >> 20) + (small ? "k" : "m");
}

double limitOf(const SpecLimits& limits, const std::string& spec) {
  double limit = 0;
  for (const auto& [name, value] : limits) {
    if (name.empty() && limit == 0) limit = value;
    if (name == spec) limit = value;
  }
  return limit;
}

double ratedVso(const report::Spec& spec) {
  return report::ratedOf(shareOf(spec, report::defectKind(spec)));
}

static double partOf(uint64_t done, uint64_t all) {
  return static_cast<double>(done) / static_cast<double>(all);
}

// The first check of the last so many epochs before the end of that one. Where checks were missed the epochs are more than they.
static CheckAt epochsBefore(const std::vector<report::Check>& checks, uint32_t last,
                            uint32_t epochs) {
  return std::find_if(checks.begin(), checks.end(), [last, epochs](const report::Check& check) {
    return check.n + epochs > last;
  });
}

double leftBy(const std::vector<report::Check>& checks, uint32_t window, uint32_t last) {
  return leftBy(checks, window, last, unitsOf(checks).tells() ? Axis::Units : Axis::Allocation);
}

double leftBy(const std::vector<report::Check>& checks, uint32_t window, uint32_t last, Axis axis) {
  const auto end = std::find_if(checks.begin(), checks.end(),
                                [last](const report::Check& check) { return check.n == last; });
  if (end == checks.end() || window <= 1) return 1;
  const CheckAt since = epochsBefore(checks, end->n, window);
  if (since == checks.begin()) return 0;
  const report::Check& used = *(since - 1);
  if (axis == Axis::Units) return partOf(used.units, end->units);
  return end->allocatedBytes > 0 ? partOf(used.allocatedBytes, end->allocatedBytes)
                                 : partOf(used.n, end->n);
}

// Checks between which no unit of work was done are one, the first: what reporters of tests keep when the tests are over is
// none of the work.
static std::vector<report::Check> atWork(const std::vector<report::Check>& checks) {
  if (!unitsOf(checks).liesApart()) return checks;
  std::vector<report::Check> out;
  uint32_t none = 0;
  for (const report::Check& check : checks) {
    if (!out.empty() && check.units > 0 && check.units == out.back().units) {
      none++;
      continue;
    }
    out.push_back(check);
    out.back().n -= none;
  }
  return out;
}

bool loadsOnce(const report::Coverage& coverage) {
  constexpr uint64_t kFew = 8;  // one plug-in that tests load anew may have as many
  return coverage.classesRepeated < kFew;
}

double cameLate(const std::vector<report::Check>& all, const report::Spec& spec) {
  const std::vector<report::Check> checks = atWork(all);
  const uint32_t window = spec.window;
  if (window <= 1 || checks.size() < size_t{2} * window) return 0;
  const auto bytesAt = [&](const report::Check& check) { return staysAt(check, spec.name); };
  const auto least = [&](CheckAt begin, CheckAt end) {
    return *std::min_element(begin, end, [&](const report::Check& a, const report::Check& b) {
      return bytesAt(a) < bytesAt(b);
    });
  };
  const CheckAt end = checks.end(), last = epochsBefore(checks, checks.back().n, window);
  if (last == checks.begin()) return 0;
  const CheckAt first = epochsBefore(checks, checks.back().n, 2 * window);
  const uint64_t before = bytesAt(least(std::min(first, last - 1), last));
  const report::Check& now = least(end - std::max(1U, window / 2), end);
  const uint64_t after = bytesAt(now);
  const uint64_t known = before + toldApartBytes(spec);
  if (after <= known || now.liveBytes == 0) return 0;
  return static_cast<double>(after - known) / static_cast<double>(now.liveBytes);
}

TooDear tooDearOf(const report::Report& report) {
  TooDear tooDear;
  tooDear.loadsOnce = loadsOnce(report.coverage);
  tooDear.heapBytes = report.pressure.heapBytes;
  tooDear.readyBytes = report.run.readyBytes;
  for (const report::NamedCount& cap : report.coverage.caps) {
    if (cap.name == kTooDearCap) tooDear.checks += cap.count;
  }
  for (const std::string& note : report.coverage.notes) {
    if (note.rfind(kWalkedNote, 0) == 0) tooDear.walked = true;
    if (note.rfind(kUnitsNote, 0) == 0)
      tooDear.tests = note.find(" kind test of ") != std::string::npos;
    tooDear.starting = tooDear.starting || note.rfind(kStartingNote, 0) == 0;
  }
  for (const auto& [name, value] : report.run.options) {
    if (name == "check")
      tooDear.smallSteps = value == "auto:64k" ||
                           (value.rfind("alloc:", 0) == 0 && report.checks.size() >= kLeastChecks);
  }
  return tooDear;
}

void decideVerdict(report::Spec& spec, const std::vector<report::Check>& checks, TooDear tooDear,
                   const std::vector<report::Look>& looks, const ToldBeside& told) {
  const std::string moreChecks = seeMore(tooDear, smallerSteps(checks, spec.window));
  const std::string more =
      tooDear.starting && !tooDear.tests
          ? std::string(": the program was still starting when it ended: ") + kItsWork
          : moreChecks;
  const Sights sights(checks, looks, tooDear.done);
  const bool oneJvm = checks.empty() || checks.back().jvm == 0;
  const auto standsByCpuTime = [&] {
    return Sights(checks, looks, tooDear.done, tooDear.readyBytes)
        .standsByCpuTime(tooDear.heapBytes);
  };
  const bool full = oneJvm && !tooDear.tests && (sights.standsInTheEnd() || standsByCpuTime());
  const bool level = full || (oneJvm && isLevel(sights.gain(), spec.maxAllowedVso));
  const double unseen = sights.widestGap(level);
  const double code = tooDear.tests && tooDear.loadsOnce ? foreignGain(checks, sights.axis()) : 0;
  const double untold =
      full ? 0 : cameInSecondHalf(sights, tooDear.tests, code, spec.maxAllowedVso);
  const double left = checks.empty() ? 0 : leftBy(checks, spec.window, checks.back().n);
  const double late =
      spec.defect == "growth" && !checks.empty() && !level ? cameLate(checks, spec) : 0;

  spec.ratedVso = ratedVso(spec);
  spec.idleShare = shareOf(spec, "idle");
  spec.startUpShare = shareOf(spec, "start-up");
  const bool asserted =
      spec.maxAllowedVso > 0 || spec.maxAllowedPaperVso > 0 || spec.maxAllowedIdle > 0;
  if (checks.size() < size_t{2} * spec.window) {
    decide(spec, "inconclusive",
           report::counted(checks.size(), "check") + " ran, at least " +
               std::to_string(2 * spec.window) + " (twice the window) are needed" + moreChecks);
  } else if (spec.maxAllowedVso > 0 && spec.ratedVso > spec.maxAllowedVso && tooDear.starting &&
             spec.defect == "growth") {
    decide(
        spec, "inconclusive",
        std::string(
            "the program was still starting when it ended, and what grew may be its start-up: ") +
            kItsWork);
  } else if (spec.maxAllowedVso > 0 && spec.ratedVso > spec.maxAllowedVso) {
    decide(spec, "fail",
           "the rated VSO " + fixed(spec.ratedVso, 2) + " is over the allowed " +
               fixed(spec.maxAllowedVso, 2));
  } else if (spec.maxAllowedPaperVso > 0 && spec.sustainedVso > spec.maxAllowedPaperVso) {
    decide(spec, "fail",
           "the sustained VSO " + fixed(spec.sustainedVso, 2) + " is over the allowed " +
               fixed(spec.maxAllowedPaperVso, 2));
  } else if (spec.maxAllowedIdle > 0 && spec.idleShare > spec.maxAllowedIdle) {
    decide(spec, "fail",
           "idle memory is " + percent(spec.idleShare) + " of the live heap, over the allowed " +
               percent(spec.maxAllowedIdle));
  } else if (!asserted && spec.ratedVso > 1) {
    decide(spec, "pass", kNoLimit);  // and what leaks is told
  } else if (late > kMostLate) {
    decide(spec, "inconclusive",
           percent(late) + " of the live heap came " +
               (tracksAll(checks.back(), spec.name) ? "" : "as objects that the spec tracks ") +
               "in the last " + std::to_string(2 * spec.window) +
               " checks, too late to tell whether it goes on" + more);
  } else if (left < kLeastLeft && late > 0 && report::ratedOf(late) > spec.maxAllowedVso) {
    decide(spec, "inconclusive",
           percent(1 - left) + " of the program's work lies in the last " +
               std::to_string(spec.window) +
               " checks, and what was put away in them is not yet idle" + more);
  } else if (asserted && tooDear.checks > 0 && unseen > kMostLate) {
    decide(spec, "inconclusive",
           percent(unseen) + " of the program's work came without a check" + more);
  } else if (const report::Finding* open = undecided(spec)) {
    decide(spec, "inconclusive",
           report::holderText(open->holder) + " holds " + report::humanBytes(open->retainedBytes) +
               " that may grow or not" +
               (open->because.empty() ? ", " : " (" + open->because + "), ") +
               report::counted(open->trend.samples, "check") +
               (open->trend.samples == 1 ? " of it does" : " of it do") + " not tell" + more);
  } else if (spec.maxAllowedVso > 0 && spec.defect == "growth" && oneJvm && !told.leaks &&
             !tellsOfGrowth(spec, told.apartBytes, untold * sights.gain().most) && untold > 0 &&
             tracksAll(checks.back(), spec.name)) {
    decide(spec, "inconclusive",
           percent(untold) +
               " of the live heap came in the second half of the program's work, and no finding "
               "tells of it" +
               alsoGrowing(told) + more);
  } else {
    decide(spec, "pass", asserted ? within(spec) : kNoLimit);
  }
}

ToldBeside toldBeside(const std::vector<report::Spec>& specs, const report::Spec& spec) {
  ToldBeside told;
  for (const report::Spec& other : specs) {
    if (&other == &spec) continue;
    told.apartBytes = std::max(told.apartBytes, apartBytes(other));
    if (other.maxAllowedVso > 0 &&
        report::ratedOf(shareOf(other, "leak", true)) > other.maxAllowedVso)
      told.leaks = true;
  }
  return told;
}

}  // namespace isl
