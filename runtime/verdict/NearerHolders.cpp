#include "verdict/NearerHolders.h"

#include <algorithm>
#include <optional>

#include "verdict/HolderChoice.h"

namespace isl {
namespace {

// Of what lies under the holder the part that lies under none of the others between. Of nothing: all.
double partOfItsOwn(const std::vector<report::Path>& heap, const report::Holder& holder,
                    const std::vector<const report::Holder*>& others) {
  double all = 0, own = 0;
  for (const report::Path& path : heap) {
    const std::optional<size_t> at = holderOn(path, holder);
    if (!at) continue;
    const bool nearer = std::any_of(others.begin(), others.end(), [&](const report::Holder* other) {
      const std::optional<size_t> place = holderOn(path, *other);
      return place && *place < *at;
    });
    all += path.share;
    own += nearer ? 0 : path.share;
  }
  return all == 0 ? 1 : own / all;
}

}  // namespace

std::vector<double> withoutNearerHolders(const std::vector<report::Path>& heap,
                                         const std::vector<report::Finding>& findings,
                                         std::vector<double> gains) {
  const auto counts = [&](size_t i) { return gains[i] > 0 && findings[i].kind == "leak"; };
  std::vector<const report::Holder*> holders;
  for (size_t i = 0; i < findings.size(); i++) {
    if (counts(i) && !holderKey(findings[i].holder).empty()) holders.push_back(&findings[i].holder);
  }
  for (size_t i = 0; i < findings.size(); i++) {
    if (counts(i)) gains[i] *= partOfItsOwn(heap, findings[i].holder, holders);
  }
  return gains;
}

}  // namespace isl
