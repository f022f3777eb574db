// Reports as JSON, so that fields of later versions survive merging, and as report::Report for
// everything that looks at them.
#pragma once

#include <string>
#include <vector>

#include "report/Report.h"
#include "llvm/Support/JSON.h"

namespace isl::tool {

inline constexpr int64_t kSchemaVersion = 1;

struct Loaded {
  std::string path;
  llvm::json::Object json;
};

// Reads a report. Empty, or one sentence that names the file, what is wrong and what to do.
std::string loadReport(const std::string& path, Loaded& out);
// The same from text; `name` stands for the path in messages.
std::string parseReport(const std::string& name, llvm::StringRef text, Loaded& out);

// Unknown fields are left out, absent ones keep their defaults; never fails on what loadReport took.
report::Report readReport(const llvm::json::Object& json);

}  // namespace isl::tool
