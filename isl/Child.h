// Runs the user's command: its input and output stay its own, signals reach it, its end is awaited.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace isl::tool {

struct ChildResult {
  std::string error;  // not empty: the command could not be started; status is 126 or 127
  int status = 0;     // as a shell gives it: 128 + N when signal N ended the command
  int signal = 0;     // the last signal that isl got and passed on, or 0
};

// `tick` is called about twice a second while the command runs. A SIGINT or SIGQUIT of the terminal
// reaches the command by itself; signals that were sent to isl alone are passed on.
ChildResult runChild(const std::vector<std::string>& command, const std::function<void()>& tick);

}  // namespace isl::tool
