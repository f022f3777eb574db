// The folder of `isl run --report-dir`: what the JVMs of one run leave in it.
//   DIR/jvms/isl-HOST-PID-TIME.json   one report per JVM
//   DIR/jvms/journal.txt              one line per JVM, watched or not
//   DIR/report.json, .html, .txt      the merged report
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/Result.h"

namespace isl::tool {

struct JournalEntry {
  std::string
      state;  // watched, left-out, refused; idle: watched, but it ran no program; lost: a line more
              // of a watched one whose last report could not be written
  long pid = 0;
  std::string main;
};

class RunFolder {
 public:
  RunFolder() = default;
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  // Makes the folder, takes its lock and removes what an earlier run left in jvms/.
  Status open(const std::string& directory);

  // The folder of a run that another isl opened, to read it.
  Status reopen(const std::string& directory);

  const std::string& directory() const { return directory_; }  // absolute
  std::string reportPattern() const;                           // with %h %p %t
  std::string journal() const;
  std::vector<std::string> reports() const;  // paths, sorted
  std::vector<JournalEntry> readJournal() const;
  // A line about a JVM that has no agent to write it.
  void note(const std::string& state, const std::string& main) const;

 private:
  Status hasRoom() const;
  std::string directory_;
  int lock_ = -1;
};

}  // namespace isl::tool
