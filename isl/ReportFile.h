// Reports from files.
#pragma once

#include <string>

#include "JsonReader.h"
#include "report/Report.h"

namespace isl::tool {

struct Loaded {
  std::string path;
  report::Report report;
  UnknownFields unknown;
};

// Reads a report. An error is one sentence that names the file, what is wrong and what to do.
Result<Loaded> loadReport(const std::string& path);
// The same from text; `name` stands for the path in messages.
Result<Loaded> parseReport(const std::string& name, llvm::StringRef text);

// "r.json: 2 fields that this isl (0.1.0) does not know are left out: run.host, specs[].shade (3 times):
// use the isl that wrote it"; empty when it knew all.
std::string leftOutOf(const std::string& path, const UnknownFields& unknown);

}  // namespace isl::tool
