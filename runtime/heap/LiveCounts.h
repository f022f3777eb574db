// How many objects that are no arrays live, idle or not, by class and by site: what checks and looks count.
//
// VM thread, the world stopped; all but tell() for each object.
#pragma once

#include <cstdint>
#include <vector>

#include "heap/Engine.h"
#include "heap/WalkTotals.h"
#include "rawheap/Klasses.h"
#include "store/ClassTable.h"

namespace isl {

class LiveCounts {
 public:
  // Before a pass, and when it starts over.
  void begin();
  // An object of the class of that index in the pass.
  void add(uint32_t klass, uint32_t site) {
    if (klass >= byKlass_.size()) byKlass_.resize(klass + klass / 2 + 1024);
    byKlass_[klass]++;
    if (site >= bySite_.size()) bySite_.resize(site + 1024);
    bySite_[site]++;
  }
  bool has(uint32_t klass) const { return klass < byKlass_.size() && byKlass_[klass] != 0; }
  // Objects by type and, where they have words, by site: what was allocated in a scope counts with its site.
  void tell(const rawheap::Klasses& klasses, const ClassTable& classes, const SiteScopes* scopes,
            WalkTotals& totals);

 private:
  std::vector<uint32_t> byKlass_, bySite_;
};

}  // namespace isl
