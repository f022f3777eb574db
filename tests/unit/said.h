// The words of a status, for comparisons; empty when all is well.
#pragma once

#include <string>

#include "base/Result.h"

namespace isl::test {

inline std::string said(const Status& status) { return status ? "" : status.message(); }

}  // namespace isl::test
