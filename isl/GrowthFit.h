// The curve by which the live heap goes with the program's work: a + b * work^c.
#pragma once

#include <optional>
#include <vector>

#include "trend/Trend.h"

namespace isl::tool {

struct GrowthFit {
  double offset = 0, factor = 0, exponent = 1;  // a, b, c
  double determination = 0;                     // R^2, of the samples that it was fitted to

  double at(double work) const;
  // The work at which the curve comes to so many bytes; 0: it never does.
  double reaches(double bytes) const;
};

// linear, or worse where the second half of the work gains so much more than the first that no straight line does.
const char* nameOf(const GrowthFit& curve);

// Into what a report says of a curve: report::Outlook, report::SiteWork.
template <typename Told>
void tellCurve(const GrowthFit& curve, Told& out) {
  out.growth = nameOf(curve);
  out.offset = curve.offset;
  out.factor = curve.factor;
  out.exponent = curve.exponent;
  out.determination = curve.determination;
}

// A fit that explains less of the samples says nothing of what comes after them.
inline constexpr double kLeastDetermination = 0.9;
inline constexpr size_t kFewestSamples = 5;  // as of a trend

// A straight line, or a power where that foretells the second half of the work better from the first: by its R^2 on all
// samples a power is never worse, and what it gains there by following noise it loses many times beyond them. Empty: too few
// samples, it levels off, or R^2 is below the least.
std::optional<GrowthFit> fitGrowth(const std::vector<WorkSample>& samples);

}  // namespace isl::tool
