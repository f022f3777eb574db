// Accepted findings. An entry names the holder of the objects, and the sites that put them there, without lines.
// Entries may expire.
#pragma once

#include <string>
#include <vector>

#include "ReportFile.h"

namespace isl::tool {

// As it stands in the file; the fields are in the order of the names, as they always were there.
struct BaselineEntry {
  std::string expires;  // YYYY-MM-DD, its last day, or empty
  std::string holder;   // findingKey; empty: it was unknown
  std::string reason;
  std::vector<std::string> sites;  // siteKeys
  std::string spec;
  std::string where;  // file and line when it was accepted; for readers only
};

struct BaselineFile {
  std::vector<BaselineEntry> entries;
  std::string kind = "isl-baseline";
  uint32_t schemaVersion = 2;  // 1 named sites
};

template <typename V>
constexpr void describe(V& v, report::Of<BaselineEntry>) {
  using report::Field;
  v(Field("expires", "its last day, YYYY-MM-DD; empty: never"), &BaselineEntry::expires);
  v(Field("holder", "field, or root, that holds the objects; empty: it was unknown"),
    &BaselineEntry::holder);
  v(Field("reason", "why the finding is accepted"), &BaselineEntry::reason);
  v(Field("sites", "class.method -> type of what piles up, for runs that do not find the holder"),
    &BaselineEntry::sites);
  v(Field("spec", "name of the spec"), &BaselineEntry::spec);
  v(Field("where", "file and line when it was accepted; for readers only"), &BaselineEntry::where);
}

template <typename V>
constexpr void describe(V& v, report::Of<BaselineFile>) {
  using report::Field;
  v(Field("entries", "one per accepted finding").essential(), &BaselineFile::entries);
  v(Field("kind", "tells it from a report"), &BaselineFile::kind);
  v(Field("schemaVersion", "of this format"), &BaselineFile::schemaVersion);
}

class Baseline {
 public:
  // `today` is YYYY-MM-DD. An error says what is wrong with the file.
  Status load(const std::string& path, const std::string& today);

  // Marks accepted findings and their sites, and decides the verdict again without them. The paper's VSO stays as it
  // is. An error: the report is of several JVMs.
  Status apply(Loaded& loaded);

  // What leftOutOf() says about the file.
  const std::string& leftOut() const { return leftOut_; }
  // One sentence per entry that expired, or that accepted nothing in any report so far; leftOut()
  // before them.
  std::vector<std::string> remarks() const;

  // Adds the findings of a report that no entry has, and new sites to those that one has.
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
    unsigned used = 0;  // findings that it accepted in this run
  };

  Entry* find(const report::Spec& spec, const report::Finding& finding);

  std::string path_, leftOut_;
  std::vector<Entry> entries_;
  size_t added_ = 0;
};

std::string today();
// YYYY-MM-DD of a day that exists.
bool isDate(const std::string& text);

}  // namespace isl::tool
