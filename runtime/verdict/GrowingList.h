// The list of a holder in which objects pile up: a collection of the JDK that keeps them in an array.
#pragma once

#include <string>

#include "report/Report.h"

namespace isl {

// Its type, dotted, on that way to objects of a type; `type` itself where the way is of the list. Empty: they lie in none, as in a
// map, whose nodes tell themselves where they were put.
std::string growingListOn(const report::Path& way, const report::Holder& holder,
                          const std::string& type);

}  // namespace isl
