// How many objects of each class, or of each site, live at the checks: does it grow in number with the program's work?
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trend/Axis.h"

namespace isl {

// At most kMostRows checks, equally dense over the checks or over the work, and the last kLatest: 576 bytes for each that is there
// at all of them.
// Agent thread.
class Populations {
 public:
  // Fewer objects at a check count as none.
  explicit Populations(uint32_t least = 1) : least_(least) {}

  // Eight for each part of a trend, as start-up may take half of them, and what a suite of tests leaves behind comes in steps.
  static constexpr size_t kMostRows = 64;
  static constexpr size_t kLatest = 8;  // figures are of one of them, or of the most that lived
  static constexpr uint32_t kLeastGrowth = 8;  // objects: a trend has so many parts

  // Objects at a check by a number: of their class, one for all of a name, or of their site.
  void add(const WorkPosition& at, const std::vector<uint32_t>& byId);
  // Likewise on the way to check `at.check`, which is yet to come.
  void addBefore(const WorkPosition& at, const std::vector<uint32_t>& byId);

  // Up to check `last`, by the rule of trends (see Trend.h), with one object more in each part at least. `ended`: the program
  // had let go of its heap by that check.
  bool grows(uint32_t id, Axis axis, uint32_t last, bool ended = false) const;
  // All that do, ascending: in one pass over the rows.
  std::vector<uint32_t> growing(Axis axis, uint32_t last, bool ended = false) const;
  // Objects along the work up to check `last`, from the first on; `ended`: up to what was seen before it.
  std::vector<WorkSample> samples(uint32_t id, Axis axis, uint32_t last, bool ended = false) const;
  // Objects at that check, or at the latest before it that has a row.
  uint32_t objectsAt(uint32_t id, uint32_t check) const;
  // Likewise, or at the first after it; of the last row where there is none.
  uint32_t objectsBy(uint32_t id, uint32_t check) const;
  // The most objects at any check after that one, or on the way to one; 0: there was none.
  uint32_t mostSince(uint32_t id, uint32_t check) const;

 private:
  struct Count {
    uint32_t id, objects;
  };
  struct Row {
    WorkPosition at;
    std::vector<Count> counts;  // ascending by id
    bool before = false;        // on the way to that check
    uint32_t objects(uint32_t id) const;
  };
  Row rowOf(const WorkPosition& at, const std::vector<uint32_t>& byId) const;
  void keep(Row row);
  // The row whose neighbours lie nearest to each other, in checks and in work.
  void dropNearest();
  const Row* latest(uint32_t check) const;
  // The rows up to check `last`, by their number.
  size_t rowsUntil(uint32_t last, bool ended) const;

  const uint32_t least_;
  std::vector<Row> rows_;
  std::vector<Row> latest_;  // a ring
  size_t checks_ = 0;
};

}  // namespace isl
