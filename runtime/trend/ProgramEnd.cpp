#include "trend/ProgramEnd.h"

#include <algorithm>
#include <cmath>

namespace isl {
namespace {

// What is seen so near to the end, by work and by bytes, is seen when the program ends: a look that was raised by its last work
// comes when that is over.
constexpr double kEnd = 63.0 / 64;
// A program closes what it had opened within as much of its work as a trend's second half has to bring.
constexpr double kClosing = 7.0 / 8;
// One that closes what it had before it was ready as well is at work no more: a broker with its queues, say, for as long as that takes.
constexpr double kTearingDown = 1.0 / 2;
constexpr double kLevel = 1.0 / 32;   // bytes, of what lies there in the end
constexpr double kLonger = 1.0 / 16;  // of the work
constexpr double kFall = 1.0 / 8;     // of what had come: by less a heap moves at any time

bool worksOn(const std::vector<WorkSample>& live, double work) {
  const WorkSample& end = live.back();
  size_t at = live.size() - 1;
  while (at > 0 && std::abs(live[at - 1].bytes - end.bytes) <= kLevel * end.bytes) at--;
  return end.work - live[at].work >= kLonger * work;
}

// An eighth less lives in the end than ever before.
bool isTornDown(const std::vector<WorkSample>& live) {
  const double end = live.back().bytes;
  return std::all_of(live.begin(), live.end() - 1,
                     [end](const WorkSample& seen) { return end <= (1 - kFall) * seen.bytes; });
}

size_t beforeItFalls(const std::vector<WorkSample>& live) {
  const WorkSample& end = live.back();
  size_t at = live.size() - 1;
  while (at > 0 && live[at - 1].work >= kEnd * end.work && kEnd * live[at - 1].bytes <= end.bytes)
    at--;
  if (at == 0) return 0;
  at--;
  const double closing = isTornDown(live) ? kTearingDown : kClosing;
  while (at > 0 && live[at].bytes > end.bytes && live[at - 1].bytes > live[at].bytes &&
         live[at].work >= closing * end.work)
    at--;
  return at;
}

// In the second half of its work it had lain as low as in the end, and by half as much lower than before: it rose again.
bool fellSoBefore(const std::vector<WorkSample>& live, size_t before) {
  const WorkSample& end = live.back();
  const double fell = live[before].bytes - end.bytes;
  double most = 0;
  for (size_t i = 0; i < before; i++) {
    if (2 * live[i].work < end.work) continue;
    most = std::max(most, live[i].bytes);
    const bool low = live[i].bytes <= end.bytes * (1 + kLevel);
    if (low && 2 * (most - live[i].bytes) >= fell) return true;
  }
  return false;
}

}  // namespace

size_t lastBeforeProgramEnd(const std::vector<WorkSample>& live, double work) {
  const size_t last = live.size() - 1;
  if (worksOn(live, work)) return last;
  const size_t before = beforeItFalls(live);
  const double bytes = live[before].bytes;
  double least = bytes;
  for (size_t i = 0; i < before; i++) least = std::min(least, live[i].bytes);
  const double fell = bytes - live.back().bytes;
  const bool ends = fell > 0 && fell >= kFall * (bytes - least) && !fellSoBefore(live, before);
  return ends ? before : last;
}

}  // namespace isl
