// The call by which objects add themselves to a collection of their class, where that has no other: a small list is hardly ever
// seen to make room, while the calls of a class are known since it was rewritten. Of other objects it would be a guess: their list
// may be filled from elsewhere, and the call be one into a local list.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "events/AllocationStacks.h"
#include "store/SiteTable.h"

namespace isl {

// In the class of that name or those nested in its outermost one, internal. `isOf`: can a call of a method of that class, dotted,
// be one into the collection? Of no line: there is no such call, or there are several.
SourceLine onlyCallInto(const SiteTable& sites, std::string_view holder,
                        const std::function<bool(const std::string& className)>& isOf);

// Lines that call what keeps its argument: a collection, or a JDK's class that something is added to, set in, scheduled or
// registered with. Of the sites that are known when it is made, which outlive it.
class KeepingLines {
 public:
  explicit KeepingLines(const SiteTable& sites);
  // Of a method of the class, internal.
  bool has(std::string_view className, std::string_view method, int32_t line) const {
    return lines_.count({className, method, line}) != 0;
  }

 private:
  std::set<std::tuple<std::string_view, std::string_view, int32_t>> lines_;
};

}  // namespace isl
