// Accepted findings. An entry names a site and the paths that were known when it was accepted; a
// site that is held in another way than these is a new finding. Entries may expire.
#pragma once

#include <string>
#include <vector>

#include "ReportFile.h"

namespace isl::tool {

struct BaselineEntry {
  std::string spec, site;          // siteKey
  std::vector<std::string> paths;  // pathKeys; empty: however the objects are held
  std::string where;               // file and line when it was accepted; for readers only
  std::string reason, expires;     // expires: YYYY-MM-DD, its last day, or empty
  unsigned used = 0;               // sites that it accepted in this run
  bool usable = true;              // false: expired
};

class Baseline {
 public:
  // Empty, or what is wrong with the file. `today` is YYYY-MM-DD.
  std::string load(const std::string& path, const std::string& today);

  // Marks accepted sites and decides the verdict of a failed spec again without their penalties.
  // The report must be of one JVM. Empty, or what is wrong.
  std::string apply(Loaded& report);

  // One sentence per entry that expired, or that accepted nothing in any report so far.
  std::vector<std::string> remarks() const;

  // Adds the sites of a report that no entry has, and new paths to those that one has.
  void accept(const report::Report& report, const std::string& spec, const std::string& reason,
              const std::string& expires);
  // Drops entries that are in none of the reports given to accept().
  size_t prune();
  std::string toJson() const;
  size_t size() const { return entries_.size(); }
  size_t added() const { return added_; }

 private:
  BaselineEntry* find(const std::string& spec, const report::Site& site);

  std::string path_;
  std::vector<BaselineEntry> entries_;
  size_t added_ = 0;
};

// The highest value that `span` values in a row held; 0 when there are fewer.
double heldFor(const std::vector<double>& values, size_t span);
std::string today();
// YYYY-MM-DD of a day that exists.
bool isDate(const std::string& text);

}  // namespace isl::tool
