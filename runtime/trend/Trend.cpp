#include "trend/Trend.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace isl {
namespace {

constexpr size_t kMostParts = Trend::kMostParts;
constexpr size_t kFewestParts = 5;  // of fewer no number of rises is significant
constexpr double kChance = 0.01;
constexpr double kSteady = 0.5, kLevel = 0.25;  // second half's slope to the first's
constexpr double kLeastLate = 0.125;            // of all growth, in the second half
constexpr double kStill = 1.0 / 32;             // of the range: less is no move
constexpr double kRest = 1.0 / 16;              // of all growth, may come later
constexpr double kTooth = 1.0 / 6;  // of the range: noise makes falls of an eighth, see the tests
constexpr size_t kTeeth = 3;        // two are one's distance
constexpr double kConstant = 0.2;   // a set that moves by less of its size has not moved

// Checks between which no work was done are one.
std::vector<WorkSample> distinct(const std::vector<WorkSample>& samples) {
  std::vector<WorkSample> out;
  for (const WorkSample& sample : samples) {
    if (!out.empty() && sample.work <= out.back().work)
      out.back().bytes = sample.bytes;
    else
      out.push_back(sample);
  }
  return out;
}

double median(std::vector<double>& values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// Theil and Sen's: the median of the slopes between any two of the points [from, to).
double slopeOf(const std::vector<WorkSample>& points, size_t from, size_t to) {
  std::vector<double> slopes;
  for (size_t i = from; i < to; i++) {
    for (size_t j = i + 1; j < to; j++) {
      slopes.push_back((points[j].bytes - points[i].bytes) / (points[j].work - points[i].work));
    }
  }
  return median(slopes);
}

double between(const WorkSample& a, const WorkSample& b, double work) {
  return a.bytes + (b.bytes - a.bytes) * (work - a.work) / (b.work - a.work);
}

// The least of each part of the work, where it was seen: few samples, put into the middle of their parts, lie closer than they
// do. A part without a sample has its middle, on the line between its neighbours.
std::vector<WorkSample> leastOfParts(const std::vector<WorkSample>& samples, size_t parts) {
  std::vector<WorkSample> out;
  const double start = samples.front().work;
  const double width = (samples.back().work - start) / static_cast<double>(parts);
  size_t next = 0;
  for (size_t part = 0; part < parts; part++) {
    const double end = start + width * static_cast<double>(part + 1);
    const bool last = part + 1 == parts;
    WorkSample least{end - width / 2, -1};
    for (; next < samples.size() && (last || samples[next].work < end); next++) {
      if (least.bytes < 0 || samples[next].bytes < least.bytes) least = samples[next];
    }
    if (least.bytes < 0) least.bytes = between(samples[next - 1], samples[next], least.work);
    out.push_back(least);
  }
  return out;
}

// Nothing lies higher than what comes after it.
size_t keepOnlyWhatStays(std::vector<WorkSample>& points) {
  size_t rises = 0;
  for (size_t i = points.size() - 1; i > 0; i--) {
    if (points[i - 1].bytes < points[i].bytes)
      rises++;
    else
      points[i - 1].bytes = points[i].bytes;
  }
  return rises;
}

// A set that gave back a sixth of its range three times may do so again, unless twice as much work as between these times has
// gone by: what came since is not known to stay. The end of a program between two clean-ups would else be growth.
std::vector<WorkSample> withoutLastTooth(std::vector<WorkSample> samples) {
  const auto [low, high] =
      std::minmax_element(samples.begin(), samples.end(),
                          [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  const double tooth = (high->bytes - low->bytes) * kTooth;
  std::vector<size_t> troughs;
  double peak = samples.front().bytes;
  for (size_t i = 1; i < samples.size(); i++) {
    const bool turns = i + 1 == samples.size() || samples[i + 1].bytes > samples[i].bytes;
    peak = std::max(peak, samples[i].bytes);
    if (!turns || peak - samples[i].bytes < tooth) continue;
    troughs.push_back(i);
    peak = samples[i].bytes;
  }
  if (tooth <= 0 || troughs.size() < kTeeth) return samples;
  const WorkSample first = samples[troughs.front()], last = samples[troughs.back()];
  const double between = (last.work - first.work) / static_cast<double>(troughs.size() - 1);
  if (samples.back().work - last.work > 2 * between) return samples;
  for (size_t i = troughs.back() + 1; i < samples.size(); i++)
    samples[i].bytes = std::min(samples[i].bytes, last.bytes);
  return samples;
}

// Samples between which the set stood still are one observation: where every sixth test leaves something behind, checks in
// the five others do not speak against it.
std::vector<WorkSample> observations(const std::vector<WorkSample>& samples) {
  const auto [low, high] =
      std::minmax_element(samples.begin(), samples.end(),
                          [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  const double still = (high->bytes - low->bytes) * kStill;
  std::vector<WorkSample> out;
  for (const WorkSample& sample : samples) {
    if (out.empty() || std::fabs(sample.bytes - out.back().bytes) > still) out.push_back(sample);
  }
  return out;
}

struct Rises {
  size_t count = 0, parts = 0;
  bool significant() const { return count > 0 && count >= significantRises(parts); }
};

// From the least of so many groups of samples, one after the other, to that of the next: checks may lie far apart in
// the work here and close there, and what lies on a line between two of them is no evidence of its own.
Rises risesOf(const std::vector<WorkSample>& all, size_t most) {
  const std::vector<WorkSample> samples = observations(all);
  const size_t groups = std::min(most, samples.size());
  if (groups < kFewestParts) return {};
  std::vector<WorkSample> least;
  for (size_t group = 0; group < groups; group++) {
    const auto from = samples.begin() + static_cast<ptrdiff_t>(group * samples.size() / groups);
    const auto to = samples.begin() + static_cast<ptrdiff_t>((group + 1) * samples.size() / groups);
    least.push_back(*std::min_element(
        from, to, [](const auto& a, const auto& b) { return a.bytes < b.bytes; }));
  }
  return {keepOnlyWhatStays(least), groups};
}

// Few observations, of a leak whose checks were dear early on: all samples lie within a 32nd of the range on the line from the first to
// the last. Of values that may lie anywhere in the range one in 16 does, of two observations between the ends one in 256.
bool areOnALine(const std::vector<WorkSample>& samples) {
  constexpr size_t kBetween = 2;
  const WorkSample &first = samples.front(), &last = samples.back();
  const double near = std::fabs(last.bytes - first.bytes) * kStill;
  const std::vector<WorkSample> seen = observations(samples);
  const auto isBetween = [&](const WorkSample& each) {
    return std::fabs(each.bytes - first.bytes) > near && std::fabs(each.bytes - last.bytes) > near;
  };
  const auto isNear = [&](const WorkSample& each) {
    return std::fabs(each.bytes - between(first, last, each.work)) <= near;
  };
  return std::all_of(samples.begin(), samples.end(), isNear) &&
         static_cast<size_t>(std::count_if(seen.begin(), seen.end(), isBetween)) >= kBetween;
}

// By how much the highest of the second half of the work is over the highest of the quarter before it.
double riseOfHighs(const std::vector<WorkSample>& samples) {
  const double start = samples.front().work, range = samples.back().work - start;
  double before = 0, after = 0;
  for (const WorkSample& sample : samples) {
    const double done = sample.work - start;
    if (2 * done > range)
      after = std::max(after, sample.bytes);
    else if (4 * done >= range)
      before = std::max(before, sample.bytes);
  }
  return after - before;
}

// See Trend.
double grewUntil(const std::vector<WorkSample>& samples) {
  const double last = samples.back().bytes, all = last - (last - samples.front().bytes) * kRest;
  const auto reached = std::find_if(samples.begin(), samples.end(),
                                    [all](const WorkSample& each) { return each.bytes >= all; });
  return reached->work;
}

bool isConstant(const std::vector<WorkSample>& samples, double leastGrowth) {
  const auto [low, high] =
      std::minmax_element(samples.begin(), samples.end(),
                          [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return high->bytes - low->bytes <= std::max(leastGrowth, kConstant * high->bytes);
}

}  // namespace

const char* nameOf(Shape shape) {
  switch (shape) {
    case Shape::Constant: return "constant";
    case Shape::Bounded: return "bounded";
    case Shape::Growing: return "growing";
    case Shape::Unclear: break;
  }
  return "unclear";
}

// At the pace of before, since half of the work then, all that lies at the next sample had come by `since`, rather than by then;
// by then a sixteenth more would have.
static bool cameBefore(const std::vector<WorkSample>& samples, const WorkSample& next,
                       double since) {
  const auto sampleAfter = [&](double work) {
    return std::find_if(samples.begin(), samples.end(),
                        [work](const WorkSample& each) { return each.work >= work; });
  };
  const auto at = sampleAfter(next.work);
  if (at == samples.begin()) return false;
  const WorkSample& last = *std::prev(at);
  const WorkSample& half = *sampleAfter(last.work / 2);
  if (half.work >= last.work) return false;
  const double pace = (last.bytes - half.bytes) / (last.work - half.work);
  const double then = last.bytes + pace * (since - last.work);
  const double more = pace * (next.work - since);
  return more >= kRest * next.bytes && next.bytes >= last.bytes &&
         next.bytes < then + kLeastLate * more;
}

std::vector<WorkSample> standingSince(std::vector<WorkSample> samples, double since, double done) {
  const auto next = std::find_if(samples.begin(), samples.end(),
                                 [since](const WorkSample& each) { return each.work > since; });
  if (next == samples.end()) return {};
  const double bytes = next->bytes;
  const auto isMore = [bytes](const WorkSample& each) { return each.bytes > bytes; };
  const auto stands = [bytes](const WorkSample& each) { return 2 * each.bytes >= bytes; };
  if (std::any_of(next, samples.end(), isMore)) return {};
  if (std::count_if(next, samples.end(), stands) < 2 && !cameBefore(samples, *next, since))
    return {};
  samples.insert(next, {since, bytes});
  if (done > samples.back().work) samples.push_back({done, samples.back().bytes});
  return samples;
}

bool hasStoodSince(const std::vector<WorkSample>& samples, double since) {
  const auto next = std::find_if(samples.begin(), samples.end(),
                                 [since](const WorkSample& each) { return each.work > since; });
  if (next == samples.begin() || next == samples.end()) return false;
  const double bytes = std::prev(next)->bytes;
  const auto isMore = [bytes](const WorkSample& each) { return each.bytes > bytes * (1 + kStill); };
  const auto stands = [bytes](const WorkSample& each) { return 2 * each.bytes >= bytes; };
  return bytes > 0 && std::none_of(next, samples.end(), isMore) &&
         std::any_of(next, samples.end(), stands);
}

// Nobody has looked meanwhile: for two steps of looks, and a sixteenth of the work, below which nothing is told of the start.
static bool isGap(const WorkSample& a, const WorkSample& b, double work) {
  constexpr double kApart = 1.6, kLeast = 1.0 / 16;
  return b.work > kApart * a.work && b.work - a.work > kLeast * work;
}

// Between the last sample that lay lower and the first that lies there it came there as fast as it had come before: by all samples
// and by the last two, whichever is slower.
static double cameThere(const std::vector<WorkSample>& samples, size_t at) {
  if (at < 2) return samples[at].work;
  const WorkSample &first = samples.front(), &before = samples[at - 2], &last = samples[at - 1];
  const auto pace = [&last](const WorkSample& from) {
    return last.work > from.work ? (last.bytes - from.bytes) / (last.work - from.work) : 0;
  };
  const double slower = std::min(pace(first), pace(before));
  const double rest = samples[at].bytes - last.bytes;
  return slower > 0 && rest > 0 ? std::min(samples[at].work, last.work + rest / slower)
                                : samples[at].work;
}

double standsSince(const std::vector<WorkSample>& samples, double least, double times) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (samples.empty()) return kNever;
  const WorkSample& end = samples.back();
  const auto lies = [&end](const WorkSample& each) {
    return std::abs(each.bytes - end.bytes) <= end.bytes * kStill;
  };
  auto since = std::prev(samples.end());
  while (since != samples.begin() && lies(*std::prev(since))) --since;
  double longest = 0;
  const WorkSample* highest = &samples.front();
  for (auto each = samples.begin(); each != since; ++each) {
    if (each->bytes > highest->bytes * (1 + kStill)) highest = &*each;
    longest = std::max(longest, each->work - highest->work);
    const WorkSample& next = *std::next(each);
    if (isGap(*each, next, end.work)) longest = std::max(longest, next.work - each->work);
  }
  const double from = cameThere(samples, static_cast<size_t>(since - samples.begin()));
  const double stood = end.work - from;
  const bool stands =
      end.bytes > 0 && end.work > since->work && stood >= least && stood >= times * longest;
  if (!stands) return kNever;
  return from;
}

bool cameAgain(const std::vector<WorkSample>& samples, double late) {
  if (samples.empty()) return false;
  const double end = samples.back().bytes;
  double least = end, most = 0;
  for (const WorkSample& sample : samples) {
    least = std::min(least, sample.bytes);
    if (sample.work <= late) most = std::max(most, sample.bytes);
  }
  const double came = end - least;
  return came > 0 && 3 * (end - most) >= came && 3 * (most - least) >= came;
}

// Of values in random order the i-th from the end is less than all after it with a chance of 1/i, whatever
// the others are.
size_t significantRises(size_t parts) {
  std::vector<double> chance = {1};  // of so many rises
  for (size_t i = 2; i <= parts; i++) {
    const double rise = 1 / static_cast<double>(i);
    chance.push_back(0);
    for (size_t r = chance.size() - 1; r > 0; r--) {
      chance[r] = chance[r] * (1 - rise) + chance[r - 1] * rise;
    }
    chance[0] *= 1 - rise;
  }
  double sum = 0;
  size_t least = 0;
  for (size_t r = chance.size() - 1; r > 0; r--) {
    sum += chance[r];
    if (sum >= kChance) break;
    least = r;
  }
  return least;
}

Trend trendOf(const std::vector<WorkSample>& all, double leastGrowth) {
  Trend out;
  std::vector<WorkSample> samples = distinct(all);
  out.samples = samples.size();
  if (samples.empty()) return out;
  if (samples.front().bytes > 0) out.lastToFirst = samples.back().bytes / samples.front().bytes;
  if (samples.size() < kFewestParts) return out;
  samples = withoutLastTooth(std::move(samples));
  const size_t parts = std::min(kMostParts, samples.size());
  std::vector<WorkSample> points = leastOfParts(samples, parts);
  keepOnlyWhatStays(points);
  const Rises rises = risesOf(samples, parts);
  out.until = grewUntil(samples);
  out.slope = slopeOf(points, 0, parts);
  out.firstHalf = slopeOf(points, 0, parts / 2 + 1);
  out.secondHalf = slopeOf(points, (parts - 1) / 2, parts);
  const double growth = out.growth = points.back().bytes - points.front().bytes;
  const bool rising =
      (rises.significant() || areOnALine(samples)) && growth > 0 && growth >= leastGrowth;
  const double work = samples.back().work - samples.front().work, half = work / 2;
  const bool late = out.secondHalf > 0 && out.secondHalf * half >= kLeastLate * growth &&
                    riseOfHighs(samples) >= kLeastLate * growth;
  if (rising && late && out.secondHalf >= kSteady * out.firstHalf) {
    out.shape = Shape::Growing;
  } else if (isConstant(samples, leastGrowth)) {
    out.shape = Shape::Constant;
  } else {
    const bool stopped = standsSince(samples, work / 4, kOfBytes) <= samples.back().work;
    const bool slowing = rising && late && !stopped && out.secondHalf >= kLevel * out.firstHalf;
    const bool few = parts < kMostParts && rises.count > parts / 2;
    out.shape = slowing || few ? Shape::Unclear : Shape::Bounded;
  }
  return out;
}

}  // namespace isl
