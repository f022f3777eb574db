// Paths of one site by the way that they take: those that agree in types, fields and root are told once, with
// their share.
#pragma once

#include <vector>

#include "report/Report.h"

namespace isl {

class PathGroups {
 public:
  // The path of an object that stands for so much.
  void add(report::Path path, double weight);
  // Those with a root first, then by their share of the whole weight.
  std::vector<report::Path> shared() const;

  // Takes over what was measured of the same ways, when the objects had so many bytes in place of those that they have now:
  // who kept less than that keeps more in the same proportion. True: the first of them was known.
  static bool keepRetained(const std::vector<report::Path>& before, std::vector<report::Path>& now,
                           uint64_t bytesBefore, uint64_t bytesNow);

 private:
  static bool sameWay(const report::Path& a, const report::Path& b);

  // Their weights are summed first and divided once: quotients need not sum up to 1.
  std::vector<report::Path> groups_;  // `share` holds the weight
  double whole_ = 0;
};

}  // namespace isl
