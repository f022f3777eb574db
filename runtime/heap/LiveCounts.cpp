#include "heap/LiveCounts.h"

#include <utility>

#include "store/Site.h"

namespace isl {

void LiveCounts::begin() {
  byKlass_.assign(byKlass_.size(), 0);
  bySite_.assign(bySite_.size(), 0);
}

void LiveCounts::tell(const rawheap::Klasses& klasses, const ClassTable& classes,
                      const SiteScopes* scopes, WalkTotals& totals) {
  for (uint32_t klass = 0; klass < byKlass_.size(); klass++) {
    const uint32_t id = byKlass_[klass] == 0 ? 0 : klasses[klass].id;
    if (id == 0) continue;  // not there, or of a class that nobody has learnt of yet
    const uint32_t type = classes.typeOf(id);
    if (type >= totals.byType.size()) totals.byType.resize(type + 1024);
    totals.byType[type] += byKlass_[klass];
  }
  if (WordLayout::absent()) return;
  for (uint32_t site = kFirstSite; scopes != nullptr && site < bySite_.size(); site++) {
    const uint32_t plain = scopes->plainOf(site);
    if (bySite_[site] == 0 || plain == site) continue;
    if (plain >= bySite_.size()) bySite_.resize(plain + 1024);
    bySite_[plain] += std::exchange(bySite_[site], 0);
  }
  totals.bySite = bySite_;
}

}  // namespace isl
