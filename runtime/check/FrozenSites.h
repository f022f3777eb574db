// What a walk must know of every allocation site, frozen before it: heap callbacks take no lock.
#pragma once

#include <vector>

#include "base/Options.h"
#include "heap/Engine.h"
#include "store/Sequence.h"
#include "store/SiteTable.h"

namespace isl {

// Agent thread. The tables are valid as long as this object and grow with freeze().
class FrozenSites {
 public:
  // `divided`: sites are told apart by scope or calling context.
  FrozenSites(const SiteTable& sites, const SequenceSet& sequences, const Options& options,
              bool divided);

  // Takes in the sites that are new. The world runs.
  void freeze();

  // By site: which sequences of the contexts hold there.
  const SiteSequences& sequences() const { return sequences_; }
  // Null where sites are not divided.
  const SiteScopes* scopes() const { return divided_ ? &scopes_ : nullptr; }
  // By site: does the option `aside` name its class?
  const std::vector<bool>& aside() const { return aside_; }

 private:
  void freezeSequences();
  void freezeScopes();
  void freezeAside();

  const SiteTable& sites_;
  const SequenceSet& sequenceSet_;
  const Options& options_;
  const bool divided_;
  SiteSequences sequences_;
  SiteScopes scopes_;
  std::vector<bool> aside_;
};

}  // namespace isl
