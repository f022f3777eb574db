// Does a set of objects grow with the program's work? From its bytes at the checks alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace isl {

struct WorkSample {
  double work = 0;   // never less than that of the sample before
  double bytes = 0;  // of the set
};

enum class Shape : uint8_t {
  Unclear,   // too few checks to tell, or it slows down and has not stopped
  Constant,  // what came at once and stayed
  Bounded,   // it was given back, or stopped growing
  Growing,   // it grows with the work, and nothing is given back
};
const char* nameOf(Shape shape);

struct Trend {
  static constexpr size_t kMostParts =
      8;  // of the work: a half has four, enough for a median of slopes
  Shape shape = Shape::Unclear;
  size_t samples = 0;                    // at different amounts of work
  double slope = 0;                      // bytes per work, robust
  double firstHalf = 0, secondHalf = 0;  // likewise, of the halves of the work
  double lastToFirst = 0;                // bytes of the last sample for each of the first
  double growth = 0;  // bytes that the last part of the work has over the first, of what stays
  // The work by which all but a sixteenth of that had come, as of the samples.
  double until = std::numeric_limits<double>::infinity();
  bool comesAndGoes = false;  // see Staying.h: it is that of what stays
};

// The work is cut into eight equal parts (fewer when there are fewer samples). What counts of a part is
// the least that lay there in it or in any part after it: what was given back later is no growth, so a
// cache that fills and is cleared stays at its troughs; what it has taken in since the last of three clean-ups or more does not
// count. Growing means four things:
//  - the least rises from so many parts of equally many observations to the next that values in random order do it in less
//    than one of a hundred cases (five of seven rises, of five parts all four: the distribution of records). Samples between
//    which the set stands still are one observation, so stairs grow. Fewer tell it where all lie on a straight line,
//  - it rises by at least `leastGrowth` bytes in all,
//  - its slope (the median of those between any two parts) in the second half is at least half of that
//    in the first. A straight line has 1, the logarithm of the work, which comes to nothing, a third.
//  - the second half of the work brings an eighth of it: of a line that is half, of the logarithm over 16 times the work a
//    quarter. A set that is full after a tenth of the work may still move a little. So much its highs rise as well: a
//    cache that dips and fills up again has not grown.
// A slope below a quarter has levelled off; between them the set is unclear, but where it stands for the last quarter of the work (see
// standsSince).
Trend trendOf(const std::vector<WorkSample>& samples, double leastGrowth);

// Nothing has come to the set after so much work: what lay there at the next sample lay there then, and lies there still when
// all is done. None where a later sample shows more, or no two of them show that it stands, nor one that it had come by then.
std::vector<WorkSample> standingSince(std::vector<WorkSample> samples, double since, double done);

// No more has come to the set since so much work than a 32nd of what lay there: by the last sample before that and all that
// follow it, of which one at least has half of it still. False where there are none, or nothing lay there.
bool hasStoodSince(const std::vector<WorkSample>& samples, double since);

// After some had come before, a third of all that came or more is there in the end which was not by so much work, late in the run:
// whatever the set did between, it is not known to stay as it is. A set that is filled once, late, is none.
bool cameAgain(const std::vector<WorkSample>& samples, double late);

// What stands and then moves on does so after times that are alike: the last is no longer than those before. A heap with a table
// that doubles stands each time twice as long; samples that lie a fourth of the work done apart may show half of the time before
// and all of the last, 3.1 times as long.
constexpr double kOfObjects = 2, kOfBytes = 4;
// The work since which the set stands: from there to the last sample it lies within a 32nd of what lies there then, for `least`
// work or more, and for so many times as long as it was ever seen to stand before, or may have stood unseen. Between two samples it
// had come to that at the pace of before. Infinite where it does not.
double standsSince(const std::vector<WorkSample>& samples, double least, double times);

// Rises that values in random order reach in less than one of a hundred cases, of so many parts; 0: none
// is so rare.
size_t significantRises(size_t parts);

}  // namespace isl
