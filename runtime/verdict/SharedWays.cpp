#include "verdict/SharedWays.h"

#include <algorithm>

namespace isl {
namespace {

// From the objects of that site on; false: the way does not lead through them.
bool restFrom(const report::Path& way, const report::Site& site, report::Path& rest) {
  const auto through =
      std::find_if(way.edges.rbegin(), way.edges.rend(), [&site](const report::PathEdge& edge) {
        return edge.holderId == site.id && edge.holderType == site.type;
      });
  if (way.truncated || site.id == 0 || through == way.edges.rend()) return false;
  rest = way;
  rest.share = 1;
  rest.edges.assign(through.base(), way.edges.end());
  return true;
}

}  // namespace

void addSharedWays(std::vector<report::Site>& sites) {
  for (report::Site& site : sites) {
    if (!site.paths.empty()) continue;
    report::Path rest;
    const bool found = std::any_of(sites.begin(), sites.end(), [&](const report::Site& other) {
      return std::any_of(other.paths.begin(), other.paths.end(),
                         [&](const report::Path& way) { return restFrom(way, site, rest); });
    });
    if (found) site.paths = {rest};
  }
}

}  // namespace isl
