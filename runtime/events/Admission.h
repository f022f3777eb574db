// Which objects have events: by allocation site, so that instrumented code decides with one load.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/Hierarchy.h"
#include "store/Sequence.h"
#include "store/SiteTable.h"
#include "isl/abi.h"

namespace isl {

// What instrumented code finds at a site's place in IslEvents.admission.
enum AdmissionCode : uint8_t {
  kAskAgent = 0,
  kNeverTracked = 1,
  kPlain = 2,        // tracked; its word says enough
  kNeedsRecord = 3,  // tracked; an object gets a record at its first event
  kProvisional = 4   // flag: the site stands for a constructor until the object's `new` is known
};

// Guarded by the lock of the EventEngine.
class Admission {
 public:
  Admission(const std::vector<const IslSpec*>& specs,
            const std::vector<std::vector<int>>& sequenceOf, SiteTable& sites,
            const SequenceSet& sequences, const Hierarchy& hierarchy);

  // Must the class of the object be known to decide? Then ask for siteOfClass(site, class).
  bool needsClass(uint32_t site) const;
  uint32_t siteOfClass(uint32_t site, std::string_view internalName);

  // Code of a site whose class is known or does not matter.
  uint8_t codeOf(uint32_t site);

  // Is an object of the site tracked by the spec?
  bool tracked(uint32_t site, uint32_t spec) {
    const bool known = site >= kFirstSite && site < entries_.size() && entries_[site].known;
    return known ? (entries_[site].specs >> spec & 1) != 0 : decideTracked(site, spec);
  }

  // Specs that track an array of the type, born at the site.
  uint64_t arraySpecs(uint32_t site, const TypeName& array) const;
  // The two halves of it: the specs that track arrays of the type, and those of them whose sequence
  // holds at the site.
  uint64_t specsOfArrays(const TypeName& array) const;
  uint64_t inSequence(uint64_t specs, uint32_t site) const;
  // Those that track arrays of so many elements.
  uint64_t longEnough(uint64_t specs, int32_t length) const;

  // As codeOf, for the sites that have no place in a class: static initialisers and the overflow.
  uint8_t codeWithoutSite(uint32_t site, std::string_view internalName) const;

  // Some object of the site has a penalty: all of them get records where a handler may take it away.
  // False when nothing changes.
  bool heat(uint32_t site);

  // An object of the site turned out to be of no class that a spec tracks, and so are all of them.
  void reject(uint32_t site);

  const Hierarchy& hierarchy() const { return hierarchy_; }

 private:
  struct Entry {
    bool known = false, hot = false;
    uint8_t code = kAskAgent;
    uint64_t specs = 0;
  };
  struct Wish {
    bool events = false, needsRecord = false, clears = false, any = true;
    TypeName type;
    int sequence = -1;
    int32_t leastLength = 0;  // of arrays
  };
  Entry& entryOf(uint32_t site);
  bool decideTracked(uint32_t site, uint32_t spec);
  bool sequenceHolds(const Wish& wish, const Site& location) const;
  bool typeMatches(const Wish& wish, std::string_view internalName) const;

  std::vector<Wish> wishes_;  // by spec
  bool classMatters_ = false;
  SiteTable& sites_;
  const SequenceSet& sequences_;
  const Hierarchy& hierarchy_;
  std::vector<Entry> entries_;  // by site
};

}  // namespace isl
