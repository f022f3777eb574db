// The subcommands of isl. Exit status: 0 fine, 1 a finding (a failed assertion, something worse),
// 2 usage or environment; `run` passes the status of the command it ran.
#pragma once

#include <string>
#include <vector>

#include "ReportFile.h"

namespace isl::tool {

using Words = std::vector<std::string>;

int runCommand(const Words& words);
int attachCommand(const Words& words);
int prepareCommand(const Words& words);
int verifyCommand(const Words& words);
int reportCommand(const Words& words);
int mergeCommand(const Words& words);
int diffCommand(const Words& words);
int compareCommand(const Words& words);
int bisectCommand(const Words& words);
int topCommand(const Words& words);
int baselineCommand(const Words& words);
int testCommand(const Words& words);
int packsCommand(const Words& words);
int listCommand(const Words& words);
int doctorCommand(const Words& words);

// "isl: error: TEXT" on stderr; returns 2.
int fail(const std::string& text);
// The same with a hint at `isl COMMAND --help`.
int usage(const char* command, const std::string& text);
// "isl: warning: TEXT" on stderr.
void warn(const std::string& text);
// loadReport(), with a warning when fields of the report are left out.
Result<Loaded> openReport(const std::string& path);
// Prints to standard output; 0, or 2 with a message when that fails (a full disk, a closed pipe).
int print(const std::string& text);

}  // namespace isl::tool
