// Does what piles up at a holder grow with the program's work? From the trends of its sites, the number of all objects of the
// main type, the live heap, and for a suite of tests the time in which those tests ran that put it there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "report/Report.h"
#include "trend/Trend.h"
#include "verdict/FindingInputs.h"

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
  // What told the shape, where the trend alone did not; or empty.
  const char* because() const { return because_; }
  // Bytes that all that is held gains for each piece of work in the second half of it; 0: it has ended, or never grew.
  double gain() const { return gain_; }

 private:
  // What a rule says of the trend as the rules before left it; it may put another in its place.
  struct Answer {
    Shape shape;
    const char* because;
  };
  using Rule = std::optional<Answer> (FindingGrowth::*)();

  void judge();
  template <size_t N>
  void ask(const Rule (&rules)[N]);

  std::vector<size_t> besideWhatStands() const;
  Trend ofAll();
  Trend ofPopulation(const std::vector<size_t>& sites) const;

  std::optional<Answer> itsLineStopped();
  std::optional<Answer> itsContentsStand();
  std::optional<Answer> oneTestLoadedIt();
  std::optional<Answer> itWasGivenBack();
  std::optional<Answer> itIsLittle();
  std::optional<Answer> itsNumberStands();
  std::optional<Answer> theHeapDoesNotFollow();
  std::optional<Answer> theHeapStandsByCpuTime();
  std::optional<Answer> itGrewWhileItsTestsRan();
  std::optional<Answer> itIsUnproven();
  std::optional<Answer> itSlowsDown();
  std::optional<Answer> moreCameAgain();

  bool grows() const { return trend_.shape == Shape::Growing; }
  bool isEarly() const;
  Shape contents() const;
  bool isOfOneTest() const;
  bool goesOn(const Sights::Gain& heap) const;
  double held() const;
  void tellWithWhatIsHeld();

  const FindingInputs& in_;
  const Parts parts_;
  Trend trend_;
  const char* because_ = "";
  bool whileTestsRan_ = false;
  double gain_ = 0;
};

}  // namespace isl
