#include "trend/Staying.h"

namespace isl {
namespace {

constexpr double kGone = 0.5;  // of what lay there by the half
// The first half's slope to the second's; of trends it is the other way round.
constexpr double kSteady = 0.5;

double halfOf(const std::vector<StayingSample>& samples) {
  return (samples.front().work + samples.back().work) / 2;
}

}  // namespace

bool comesAndGoes(const std::vector<StayingSample>& samples, double least) {
  if (samples.empty()) return false;
  const double half = halfOf(samples);
  const StayingSample* last = nullptr;
  for (const StayingSample& each : samples) {
    if (each.work <= half) last = &each;
  }
  return last->known && last->bytes > 0 && last->bytes >= least &&
         last->stays <= (1 - kGone) * last->bytes;
}

Trend trendOfWhatStays(const std::vector<StayingSample>& samples, const Trend& all, double least) {
  std::vector<WorkSample> early;
  const double half = halfOf(samples);
  for (const StayingSample& each : samples) {
    if (each.known && each.work <= half) early.push_back({each.work, each.stays});
  }
  Trend stays = trendOf(early, least);
  Trend out = all;
  out.comesAndGoes = true;
  if (stays.shape != Shape::Growing || stays.firstHalf < kSteady * stays.secondHalf) {
    if (out.shape != Shape::Constant) out.shape = Shape::Bounded;
    return out;
  }
  out.shape = Shape::Growing;
  out.slope = stays.slope;
  out.firstHalf = stays.firstHalf;
  out.secondHalf = stays.secondHalf;
  out.growth = 2 * stays.growth;  // it goes on
  out.until = samples.back().work;
  return out;
}

}  // namespace isl
