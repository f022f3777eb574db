// What findings ask of a run beside its sites: how these and what is like them go with the work, and where things come from. What a
// run cannot tell is "not known": the answer of a method that it does not override.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/Report.h"
#include "trend/Trend.h"
#include "verdict/Sights.h"

namespace isl {

class FindingEvidence {
 public:
  using SiteList = std::vector<size_t>;  // by their places in FindingInputs::sites
  virtual ~FindingEvidence() = default;

  // The trend of some of the sites together.
  virtual Trend trendOf(const SiteList& sites) const = 0;
  // That of all objects of the type of these sites, as bytes of theirs: whatever was left lately is among them. Unclear
  // where not nearly all that lay there a window ago are idle by now, and of these sites. `with`: bytes that come with each of
  // theirs, itself included, and count for whether it is enough.
  virtual Trend populationOf(const SiteList&, double /*with*/) const { return {}; }

  // Of one site. Are there, idle or not, no more of its objects than at the half of the work, or do they take the place of others?
  virtual bool numberStands(size_t) const { return false; }
  // Of any site, by its id: do its objects become more with the work?
  virtual bool siteGrows(uint32_t /*id*/) const { return false; }
  // Have the numbers of all these come to stand, while the program goes on making some?
  virtual bool areFull(const SiteList&) const { return false; }
  // Nearly all of the type are of these sites, as of populationOf, and there are hardly more of them since these were left.
  virtual bool standsInNumber(const SiteList&) const { return false; }
  // Likewise, and at a check after that of the figures a quarter of them are gone: not at the last, if the program let go of its
  // heap by then. And their number does not grow over all checks.
  virtual bool wereGivenBack(const SiteList&) const { return false; }
  // Likewise, and in the last sixth of the work more came again (see Trend.h).
  virtual bool cameAgain(const SiteList&) const { return false; }
  // In a suite of tests: has one of them brought what these sites have, as a table, and does the heap stand since?
  virtual bool loadedByOneTest(const SiteList&) const { return false; }
  // All objects of the type of these sites at the checks, by number; none: not known.
  virtual std::vector<WorkSample> objectsAlong(const SiteList&) const { return {}; }
  // In a suite of tests: the number of objects of the type along the tests, up to the check of the figures.
  virtual std::vector<WorkSample> numberAlong(const std::string&) const { return {}; }

  // Of a table that has these sites. Have its own bytes and what it is full of, as the finding says, come to stand likewise?
  virtual bool isFull(const report::Finding&, const SiteList&) const { return false; }
  // The trend of all objects that it is full of, by number, at all checks and looks at the program's work.
  virtual Trend contentsOf(const report::Finding&) const { return {}; }
  // The trend of all objects of the finding's type, or of the one that its table is full of, by number, where its line makes no
  // more of them for long; of no samples where that is not known.
  virtual Trend sinceItStopped(const report::Finding&) const { return {}; }
  // What the live heap gained as long as the finding's line ran, if it has ceased, and the work is to be judged by that. A test is
  // over when it ends: what two of them have left behind is no table that was filled for the others to use.
  virtual Sights::Gain gainWhileItRan(const report::Finding&) const { return {}; }
  // Of some of its sites, the trend as long as the tests ran that came to it, where these have ended and all of it is there
  // at the last check.
  virtual Trend whileTestsRan(const report::Finding&, const SiteList&) const { return {}; }

  // Is a class of that name, dotted, the program's own, and of no library that it uses?
  virtual bool isProgramsOwn(const std::string& /*type*/) const { return false; }
  // Is a class of that name, dotted, a collection or a map?
  virtual bool isCollection(const std::string& /*type*/) const { return false; }
  // In a suite of tests: is a class of that name, dotted, set aside, as a test framework's?
  virtual bool isAside(const std::string&) const { return false; }
  // Likewise: does a class of the harness keep objects of that type, dotted, for who put them there?
  virtual bool keepsForProgram(const std::string& /*holder*/, const std::string& /*type*/) const {
    return false;
  }

  // Where a site is; of no line: not known.
  virtual report::Site siteOf(uint32_t /*id*/) const { return {}; }
  // Likewise the line, as a caller's, that last made room for so many bytes in an object of that type: in that class, dotted, and
  // those that are nested with it, or anywhere where it is empty.
  virtual report::Site roomMadeIn(const std::string& /*type*/, uint64_t /*least*/,
                                  const std::string& /*cls*/) const {
    return {};
  }
  // How many objects of that type live.
  virtual uint64_t objectsOf(const std::string& /*type*/) const { return 0; }
  // How many of that type there have been all the time that the program worked; 0: more came, or it is not known.
  virtual uint64_t standingNumberOf(const std::string& /*type*/) const { return 0; }
};

}  // namespace isl
