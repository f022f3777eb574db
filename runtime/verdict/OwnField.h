// The program's own field behind a holder that is a library's: who holds a cache by `Templates.COMPILED` looks for that name, not
// for a field of the cache.
#pragma once

#include <functional>
#include <string>

#include "report/Report.h"

namespace isl {

// "shop.Templates.COMPILED": of the fields on the path between the holder and the root the nearest to the holder whose class is the
// program's own, or the root itself, if it is a static field of such a class. Empty: there is none, the holder is one, or it is
// not on that path. `isOwn`: of a dotted class name.
std::string ownFieldOver(const report::Path& path, const report::Holder& holder,
                         const std::function<bool(const std::string& className)>& isOwn);

}  // namespace isl
