// The reference paths of a finding's sites as one tree, from the roots down to what piles up: where on the way it
// collects.
#pragma once

#include <string>
#include <vector>

#include "report/Report.h"

namespace isl::report {

struct PathNode {
  std::string label;   // "static field Journal.entries", "java.util.HashMap.table"
  std::string detail;  // where the holder was allocated, or empty
  double penaltyBytes = 0;
  bool isHolder = false;           // what the finding says is to be cleared
  std::vector<PathNode> children;  // largest first
};

// The node at the top has no label and holds all; without a path it has no children.
PathNode pathTree(const Spec& spec, const Finding& finding);

}  // namespace isl::report
