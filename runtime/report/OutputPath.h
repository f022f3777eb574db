// The path of an artefact, tried and claimed at start, so that the end brings no surprise.
#pragma once

#include <string>
#include <vector>

#include "base/Result.h"

namespace isl::report {

// Can a report be written to `path`? Creates and removes a file beside it; changes nothing that is there.
// An error names the path, the reason and what to do.
Status checkWritable(const std::string& path);

// Is there a pipe, a device or a socket? It gets the last report alone, as one cannot be replaced in it.
bool isSpecial(const std::string& path);

// Keeps processes apart that were given the same path: an advisory lock on PATH.lock, which the kernel
// drops when the process ends, however it ends. Held until release() or the end of the process.
class PathClaim {
 public:
  PathClaim() = default;
  PathClaim(const PathClaim&) = delete;
  PathClaim& operator=(const PathClaim&) = delete;
  ~PathClaim() { release(); }

  // The path to write to: `path`, or where another live process holds that, `path` with the process id
  // before its extension. Paths that are no regular files (pipes, devices) are shared as they are.
  std::string claim(const std::string& path);
  void release();

 private:
  bool take(const std::string& path);

  std::string lockPath_;
  int fd_ = -1;
};

// "dir/isl.json" -> "dir/isl-4711.json"
std::string withProcessId(const std::string& path);

}  // namespace isl::report
