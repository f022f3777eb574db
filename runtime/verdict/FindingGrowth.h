// Does what piles up at a holder grow with the program's work? From the trends of its sites, the number of all objects of the
// main type, the live heap, and for a suite of tests the time in which those tests ran that put it there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "report/Report.h"
#include "trend/Trend.h"
#include "verdict/Findings.h"

namespace isl {

class FindingGrowth {
 public:
  struct Parts {
    const report::Finding& finding;        // with holder, type, line and retained bytes
    const std::vector<size_t>& sites;      // by their place in FindingInputs::sites
    const std::vector<size_t>& mainSites;  // those of the finding's type
    uint64_t suspiciousBytes = 0;          // of all of them
  };
  FindingGrowth(const FindingInputs& in, const Parts& parts);

  // Its shape is the verdict on the finding. Of a table, with all that it keeps.
  const Trend& trend() const { return trend_; }
  // Bytes that all that is held gains for each piece of work in the second half of it; 0: it has ended, or never grew.
  double gain() const { return gain_; }

 private:
  std::vector<size_t> besideWhatStands() const;
  Trend ofAll() const;
  Trend ofPopulation() const;
  bool grewWhileTestsRan();
  void askWhetherItStopped();
  void askWhatItIsFullOf();
  bool goesOn(const Sights::Gain& heap, bool early) const;
  bool wentOn(bool early) const;
  static bool slows(const Trend& trend);
  double held() const;
  bool isLittle() const;
  void judge();
  void tellWithWhatIsHeld();

  const FindingInputs& in_;
  const Parts parts_;
  Trend trend_;
  double gain_ = 0;
};

}  // namespace isl
