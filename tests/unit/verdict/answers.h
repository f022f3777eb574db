// Inputs of findings whose evidence is what a test says; what it leaves out is not known.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verdict/FindingInputs.h"

namespace isl::test {

class Inputs : public FindingInputs {
 public:
  using SiteList = FindingEvidence::SiteList;
  Inputs() : answers_(*this) { evidence = &answers_; }
  Inputs(const Inputs& other) : Inputs() { *this = other; }
  Inputs& operator=(const Inputs& other) {
    FindingInputs::operator=(other);
    said = other.said;
    evidence = &answers_;
    return *this;
  }

  struct Said {
    std::function<Trend(const SiteList&)> trendOf;
    std::function<Trend(const SiteList&, double)> populationOf;
    std::function<bool(size_t)> numberStands;
    std::function<bool(uint32_t)> siteGrows;
    std::function<bool(const SiteList&)> areFull, standsInNumber, wereGivenBack, cameAgain,
        loadedByOneTest;
    std::function<std::vector<WorkSample>(const SiteList&)> objectsAlong;
    std::function<std::vector<WorkSample>(const std::string&)> numberAlong;
    std::function<bool(const report::Finding&, const SiteList&)> isFull;
    std::function<Trend(const report::Finding&)> contentsOf, sinceItStopped;
    std::function<Sights::Gain(const report::Finding&)> gainWhileItRan;
    std::function<Trend(const report::Finding&, const SiteList&)> whileTestsRan;
    std::function<bool(const std::string&)> isProgramsOwn;
    std::function<bool(const std::string&)> isCollection;
    std::function<bool(const std::string&)> isAside;
    std::function<bool(const std::string&, const std::string&)> keepsForProgram;
    std::function<report::Site(uint32_t)> siteOf;
    std::function<report::Site(const std::string&, uint64_t, const std::string&)> roomMadeIn;
    std::function<uint64_t(const std::string&)> objectsOf;
  } said;

 private:
  class Answers : public FindingEvidence {
   public:
    explicit Answers(const Inputs& in) : in_(in) {}
    Trend trendOf(const SiteList& sites) const override { return ask(in_.said.trendOf, sites); }
    Trend populationOf(const SiteList& sites, double with) const override {
      return ask(in_.said.populationOf, sites, with);
    }
    bool numberStands(size_t site) const override { return ask(in_.said.numberStands, site); }
    bool siteGrows(uint32_t id) const override { return ask(in_.said.siteGrows, id); }
    bool areFull(const SiteList& sites) const override { return ask(in_.said.areFull, sites); }
    bool standsInNumber(const SiteList& sites) const override {
      return ask(in_.said.standsInNumber, sites);
    }
    bool wereGivenBack(const SiteList& sites) const override {
      return ask(in_.said.wereGivenBack, sites);
    }
    bool cameAgain(const SiteList& sites) const override { return ask(in_.said.cameAgain, sites); }
    bool loadedByOneTest(const SiteList& sites) const override {
      return ask(in_.said.loadedByOneTest, sites);
    }
    std::vector<WorkSample> objectsAlong(const SiteList& sites) const override {
      return ask(in_.said.objectsAlong, sites);
    }
    bool isProgramsOwn(const std::string& type) const override {
      return ask(in_.said.isProgramsOwn, type);
    }
    bool isCollection(const std::string& type) const override {
      return ask(in_.said.isCollection, type);
    }
    std::vector<WorkSample> numberAlong(const std::string& type) const override {
      return ask(in_.said.numberAlong, type);
    }
    bool isFull(const report::Finding& table, const SiteList& sites) const override {
      return ask(in_.said.isFull, table, sites);
    }
    Trend contentsOf(const report::Finding& table) const override {
      return ask(in_.said.contentsOf, table);
    }
    Trend sinceItStopped(const report::Finding& finding) const override {
      return ask(in_.said.sinceItStopped, finding);
    }
    Sights::Gain gainWhileItRan(const report::Finding& finding) const override {
      return ask(in_.said.gainWhileItRan, finding);
    }
    Trend whileTestsRan(const report::Finding& finding, const SiteList& sites) const override {
      return ask(in_.said.whileTestsRan, finding, sites);
    }
    bool isAside(const std::string& type) const override { return ask(in_.said.isAside, type); }
    bool keepsForProgram(const std::string& holder, const std::string& type) const override {
      return ask(in_.said.keepsForProgram, holder, type);
    }
    report::Site siteOf(uint32_t id) const override { return ask(in_.said.siteOf, id); }
    report::Site roomMadeIn(const std::string& type, uint64_t least,
                            const std::string& cls) const override {
      return ask(in_.said.roomMadeIn, type, least, cls);
    }
    uint64_t objectsOf(const std::string& type) const override {
      return ask(in_.said.objectsOf, type);
    }

   private:
    template <typename Answer, typename... Of, typename... Given>
    static Answer ask(const std::function<Answer(Of...)>& said, const Given&... given) {
      return said ? said(given...) : Answer();
    }

    const Inputs& in_;
  };

  Answers answers_;
};

}  // namespace isl::test
