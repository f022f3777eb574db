// What a table that fills is full of: lists, maps, queues and chains of nodes, the program's own ones included.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "report/Report.h"

namespace isl {

struct Contents {
  std::string type;   // empty: not known
  uint32_t site = 0;  // the call that puts it there, else where it is allocated; 0: not known
};

// Of the ways to a sample of the heap (see DirectPaths::takeHeap) those that pass the holder and an object of `table`:
// what most of their bytes lead through below it. The program's own type nearest to the table, else its nodes.
// Nothing where most of them lie in the table's own arrays of numbers. `puts`: is the site a call into a collection?
Contents contentsOf(const std::vector<report::Path>& heap, const report::Holder& holder,
                    const std::string& table, const std::function<bool(uint32_t site)>& puts);

}  // namespace isl
