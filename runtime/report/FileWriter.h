// The message for a failed write, apart from the writing so that every reason can be tested.
#pragma once

#include <string>

namespace isl::report {

// `error` is an errno value. Names the path, the reason and what to do.
std::string explainWriteError(const std::string& path, int error);

}  // namespace isl::report
