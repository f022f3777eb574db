// What a run knows of the sites of a spec: by its checks and looks, the numbers of all objects, and the sampled stacks.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/AllOfType.h"
#include "check/SpecRun.h"
#include "trend/Axis.h"
#include "verdict/FindingEvidence.h"
#include "verdict/ReportInputs.h"

namespace isl {

// Nearly all objects of a type may be of these sites of the run.
AllOfType allOfType(const ReportInputs& in, const SpecRun& run,
                    const FindingEvidence::SiteList& sites);

// On the agent thread. What it is made of has to outlive it.
class RunEvidence final : public FindingEvidence {
 public:
  // `sites`: of the report, by the places that they have in run.worst(). `sights`: along `axis`, as all that is told. `by`: the last
  // check whose figures tell (see Verdict.h).
  RunEvidence(const ReportInputs& in, const SpecRun& run, const std::vector<report::Site>& sites,
              const Sights& sights, Axis axis, uint32_t by);

  Axis axis() const { return axis_; }
  double begun() const { return begun_; }  // the work when the program was ready
  double work() const { return work_; }    // all that it did
  const std::set<std::string>& growingTypes() const { return growingTypes_; }  // see FindingInputs

  Trend trendOf(const SiteList& sites) const override;
  Trend populationOf(const SiteList& sites, double with) const override;
  bool numberStands(size_t site) const override;
  bool siteGrows(uint32_t id) const override;
  bool areFull(const SiteList& sites) const override;
  bool standsInNumber(const SiteList& sites) const override;
  bool wereGivenBack(const SiteList& sites) const override;
  bool cameAgain(const SiteList& sites) const override;
  bool loadedByOneTest(const SiteList& sites) const override;
  std::vector<WorkSample> objectsAlong(const SiteList& sites) const override;
  std::vector<WorkSample> numberAlong(const std::string& type) const override;
  bool isProgramsOwn(const std::string& type) const override;
  bool isFull(const report::Finding& table, const SiteList& sites) const override;
  Trend contentsOf(const report::Finding& table) const override;
  Trend sinceItStopped(const report::Finding& finding) const override;
  Sights::Gain gainWhileItRan(const report::Finding& finding) const override;
  Trend whileTestsRan(const report::Finding& finding, const SiteList& sites) const override;
  bool isCollection(const std::string& type) const override;
  bool isAside(const std::string& type) const override;
  bool keepsForProgram(const std::string& holder, const std::string& type) const override;
  report::Site siteOf(uint32_t id) const override;
  report::Site roomMadeIn(const std::string& type, uint64_t least,
                          const std::string& cls) const override;
  uint64_t objectsOf(const std::string& type) const override;
  uint64_t standingNumberOf(const std::string& type) const override;

 private:
  Trend populationAlong(const AllOfType& all, double with, Axis by, double* work) const;
  bool isOwn(const std::string& internal) const;
  // All objects of the type along the units, at all checks and looks.
  std::vector<WorkSample> numberByUnits(uint32_t type) const;
  std::vector<uint32_t> idsOf(const SiteList& sites) const;
  bool hasStoodSinceHalf(const std::string& type) const;
  std::vector<WorkSample> bytesOf(const SiteList& sites, uint32_t last) const;
  Trend trendUntil(const report::Finding& finding, const SiteList& sites,
                   uint64_t allocatedBytes) const;

  const ReportInputs& in_;
  const SpecRun& run_;
  const std::vector<report::Site>& sites_;
  const Sights& sights_;
  const uint32_t by_;
  const Axis axis_;
  const double begun_, work_;
  const bool tests_;  // a suite of tests: what it has left behind stands while others run
  const std::set<std::string> growingTypes_;
  std::optional<uint64_t> loadedAt_;  // see Sights::standsSinceUnit
};

}  // namespace isl
