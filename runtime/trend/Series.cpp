#include "trend/Series.h"

namespace isl {

void SeriesTable::begin(const SeriesRow& row) {
  if (!lastStays_) dropLast();
  if (rows_.size() == kMostRows) halve();
  if (!rows_.empty() && countsAnew(rows_.back().at, row.at)) {
    for (SeriesRow& old : rows_) old.at.units = old.usedUntil.units = 0;
  }
  lastStays_ = checks_ % stride_ == 0;
  checks_++;
  rows_.push_back(row);
  for (auto& [key, one] : series_) one.values.emplace_back();
}

void SeriesTable::put(uint64_t key, SeriesValue value) {
  const auto [place, fresh] = series_.try_emplace(key);
  Series& one = place->second;
  if (fresh) {
    one.first = rows_.size() - 1;
    one.values.emplace_back();
  }
  one.values.back() = value;
}

const std::vector<SeriesValue>& SeriesTable::values(uint64_t key) const {
  static const std::vector<SeriesValue> none;
  const auto found = series_.find(key);
  return found == series_.end() ? none : found->second.values;
}

size_t SeriesTable::firstRow(uint64_t key) const {
  const auto found = series_.find(key);
  return found == series_.end() ? rows_.size() : found->second.first;
}

void SeriesTable::dropLast() {
  rows_.pop_back();
  for (auto& [key, one] : series_) one.values.pop_back();
}

// The first row stays, and with it every second.
void SeriesTable::halve() {
  for (size_t i = 0; 2 * i < rows_.size(); i++) rows_[i] = rows_[2 * i];
  rows_.resize((rows_.size() + 1) / 2);
  for (auto& [key, one] : series_) {
    size_t kept = 0;
    for (size_t i = one.first % 2; i < one.values.size(); i += 2) {
      one.values[kept++] = one.values[i];
    }
    one.values.resize(kept);
    one.first = (one.first + 1) / 2;
  }
  stride_ *= 2;
}

}  // namespace isl
