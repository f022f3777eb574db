#include "trend/Populations.h"

#include <algorithm>
#include <utility>

namespace isl {

uint32_t Populations::Row::objects(uint32_t id) const {
  const auto found =
      std::lower_bound(counts.begin(), counts.end(), id,
                       [](const Count& count, uint32_t wanted) { return count.id < wanted; });
  return found != counts.end() && found->id == id ? found->objects : 0;
}

Populations::Row Populations::rowOf(const WorkPosition& at,
                                    const std::vector<uint32_t>& byId) const {
  Row row{at, {}, false};
  for (uint32_t id = 0; id < byId.size(); id++)
    if (byId[id] >= least_) row.counts.push_back({id, byId[id]});
  row.counts.shrink_to_fit();
  return row;
}

void Populations::add(const WorkPosition& at, const std::vector<uint32_t>& byId) {
  Row row = rowOf(at, byId);
  if (latest_.size() < kLatest)
    latest_.push_back(row);
  else
    latest_[checks_ % kLatest] = row;
  checks_++;
  keep(std::move(row));
}

void Populations::addBefore(const WorkPosition& at, const std::vector<uint32_t>& byId) {
  Row row = rowOf(at, byId);
  row.before = true;
  keep(std::move(row));
}

void Populations::keep(Row row) {
  if (!rows_.empty() && countsAnew(rows_.back().at, row.at)) {
    for (Row& old : rows_) old.at.units = 0;
  }
  rows_.push_back(std::move(row));
  if (rows_.size() > kMostRows) dropNearest();
}

// Many checks may lie in little work, and then few in much.
void Populations::dropNearest() {
  const WorkPosition& all = rows_.back().at;
  const auto part = [](uint64_t from, uint64_t to, uint64_t of) {
    return of > 0 ? static_cast<double>(to - from) / static_cast<double>(of) : 0;
  };
  const auto gapAt = [&](size_t i) {
    const WorkPosition &before = rows_[i - 1].at, &after = rows_[i + 1].at;
    return std::max(part(before.check, after.check, all.check),
                    part(before.allocatedBytes, after.allocatedBytes, all.allocatedBytes));
  };
  size_t nearest = 1;
  for (size_t i = 2; i + 1 < rows_.size(); i++)
    if (gapAt(i) < gapAt(nearest)) nearest = i;
  rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(nearest));
}

size_t Populations::rowsUntil(uint32_t last, bool ended) const {
  size_t rows = 0;
  for (; rows < rows_.size(); rows++) {
    const Row& row = rows_[rows];
    if (row.at.check > last || (ended && row.at.check == last && !row.before)) break;
  }
  return rows;
}

std::vector<WorkSample> Populations::samples(uint32_t id, Axis axis, uint32_t last,
                                             bool ended) const {
  std::vector<WorkSample> samples;
  const size_t rows = rowsUntil(last, ended);
  for (size_t i = 0; i < rows; i++) {
    const double objects = rows_[i].objects(id);
    if (samples.empty() && objects == 0) continue;  // not there yet
    samples.push_back({workAt(rows_[i].at, axis), objects});
  }
  return samples;
}

bool Populations::grows(uint32_t id, Axis axis, uint32_t last, bool ended) const {
  return trendOf(samples(id, axis, last, ended), kLeastGrowth).shape == Shape::Growing;
}

// What grows is there at the last of them, with so many more than at any before: the trend is asked for of these alone.
std::vector<uint32_t> Populations::growing(Axis axis, uint32_t last, bool ended) const {
  std::vector<uint32_t> out;
  const size_t rows = rowsUntil(last, ended);
  if (rows == 0) return out;
  std::vector<size_t> next(rows, 0);  // of each row, the first count that is not passed
  std::vector<WorkSample> samples;
  for (const Count& now : rows_[rows - 1].counts) {
    if (now.objects < kLeastGrowth) continue;
    uint32_t least = now.objects;
    samples.clear();
    for (size_t i = 0; i < rows; i++) {
      const std::vector<Count>& counts = rows_[i].counts;
      while (next[i] < counts.size() && counts[next[i]].id < now.id) next[i]++;
      const bool there = next[i] < counts.size() && counts[next[i]].id == now.id;
      const uint32_t objects = there ? counts[next[i]].objects : 0;
      if (samples.empty() && objects == 0) continue;  // not there yet
      least = std::min(least, objects);
      samples.push_back({workAt(rows_[i].at, axis), static_cast<double>(objects)});
    }
    if (now.objects - least < kLeastGrowth) continue;
    if (trendOf(samples, kLeastGrowth).shape == Shape::Growing) out.push_back(now.id);
  }
  return out;
}

const Populations::Row* Populations::latest(uint32_t check) const {
  for (const Row& row : latest_)
    if (row.at.check == check) return &row;
  return nullptr;
}

uint32_t Populations::objectsAt(uint32_t id, uint32_t check) const {
  if (const Row* const row = latest(check)) return row->objects(id);
  uint32_t objects = 0;
  for (const Row& row : rows_) {
    if (row.at.check > check) break;
    objects = row.objects(id);
  }
  return objects;
}

uint32_t Populations::objectsBy(uint32_t id, uint32_t check) const {
  if (const Row* const row = latest(check)) return row->objects(id);
  for (const Row& row : rows_)
    if (row.at.check >= check) return row.objects(id);
  return objectsAt(id, check);
}

uint32_t Populations::mostSince(uint32_t id, uint32_t check) const {
  uint32_t most = 0;
  for (const Row& row : rows_)
    if (row.at.check > check) most = std::max(most, row.objects(id));
  return most;
}

}  // namespace isl
