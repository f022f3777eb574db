// Accepted findings. An entry names a site and the paths that were known when it was accepted; a
// site that is held in another way than these is a new finding. Entries may expire.
#pragma once

#include <string>
#include <vector>

#include "ReportFile.h"

namespace isl::tool {

// As it stands in the file; the fields are in the order of the names, as they always were there.
struct BaselineEntry {
  std::string expires;             // YYYY-MM-DD, its last day, or empty
  std::vector<std::string> paths;  // pathKeys; empty: however the objects are held
  std::string reason;
  std::string site;  // siteKey
  std::string spec;
  std::string where;  // file and line when it was accepted; for readers only
};

struct BaselineFile {
  std::vector<BaselineEntry> entries;
  std::string kind = "isl-baseline";
  uint32_t schemaVersion = report::kSchemaVersion;
};

template <typename V>
constexpr void describe(V& v, report::Of<BaselineEntry>) {
  using report::Field;
  v(Field("expires", "its last day, YYYY-MM-DD; empty: never"), &BaselineEntry::expires);
  v(Field("paths", "that held the objects when it was accepted; empty: however they are held"),
    &BaselineEntry::paths);
  v(Field("reason", "why the finding is accepted"), &BaselineEntry::reason);
  v(Field("site", "class.method -> type"), &BaselineEntry::site);
  v(Field("spec", "name of the spec"), &BaselineEntry::spec);
  v(Field("where", "file and line when it was accepted; for readers only"), &BaselineEntry::where);
}

template <typename V>
constexpr void describe(V& v, report::Of<BaselineFile>) {
  using report::Field;
  v(Field("entries", "one per accepted site").essential(), &BaselineFile::entries);
  v(Field("kind", "tells it from a report"), &BaselineFile::kind);
  v(Field("schemaVersion", "of this format"), &BaselineFile::schemaVersion);
}

class Baseline {
 public:
  // `today` is YYYY-MM-DD. An error says what is wrong with the file.
  Status load(const std::string& path, const std::string& today);

  // Marks accepted sites and decides the verdict of a failed spec again without their penalties. An
  // error: the report is of several JVMs.
  Status apply(Loaded& loaded);

  // What leftOutOf() says about the file.
  const std::string& leftOut() const { return leftOut_; }
  // One sentence per entry that expired, or that accepted nothing in any report so far; leftOut()
  // before them.
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
  struct Entry {
    BaselineEntry said;
    bool expired = false;
    unsigned used = 0;  // sites that it accepted in this run
  };

  Entry* find(const std::string& spec, const report::Site& site);

  std::string path_, leftOut_;
  std::vector<Entry> entries_;
  size_t added_ = 0;
};

// The highest value that `span` values in a row held; 0 when there are fewer.
double heldFor(const std::vector<double>& values, size_t span);
std::string today();
// YYYY-MM-DD of a day that exists.
bool isDate(const std::string& text);

}  // namespace isl::tool
