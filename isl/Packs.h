// Specs that a library brings along: META-INF/isl/GROUP/ARTIFACT/NAME.isl of its jar. They are copied into
// the folder isl-packs of the project when the user says so, with a lock file that has their hashes.
#pragma once

#include <string>
#include <vector>

#include "base/Result.h"
#include "report/Field.h"

namespace isl::tool {

// As it stands in the lock file.
struct PackSpec {
  std::string from;    // name of the jar or folder
  std::string path;    // GROUP/ARTIFACT/NAME.isl, below the folder of packs
  std::string sha256;  // of the text
};

struct PackLock {
  std::string kind = "isl-packs";
  uint32_t schemaVersion = 1;
  std::vector<PackSpec> specs;  // sorted by path
};

template <typename V>
constexpr void describe(V& v, report::Of<PackSpec>) {
  using report::Field;
  v(Field("from", "name of the jar or folder that it came from"), &PackSpec::from);
  v(Field("path", "below the folder of packs").essential(), &PackSpec::path);
  v(Field("sha256", "of the text").essential(), &PackSpec::sha256);
}

template <typename V>
constexpr void describe(V& v, report::Of<PackLock>) {
  using report::Field;
  v(Field("kind", "tells it from a report"), &PackLock::kind);
  v(Field("schemaVersion", "of this format"), &PackLock::schemaVersion);
  v(Field("specs", "one per spec").essential(), &PackLock::specs);
}

class Packs {
 public:
  explicit Packs(std::string folder) : folder_(std::move(folder)) {}

  // Reads the lock file. Without one there are no packs, which is an error unless `mayBeNew`.
  Status load(bool mayBeNew);
  // Takes up the specs of a jar or a folder; those of the same GROUP/ARTIFACT are replaced. Nothing changes when
  // there is an error. Gives the number of specs.
  Result<size_t> add(const std::string& source);
  // The paths of all specs. An error: one is not what the lock file says.
  Result<std::vector<std::string>> verified() const;
  const std::vector<PackSpec>& specs() const { return lock_.specs; }

 private:
  Status check(const std::vector<PackSpec>& fresh, const std::string& from) const;

  std::string folder_;
  PackLock lock_;
};

// Where `isl packs` and `isl run --packs` look.
inline constexpr char kPackFolder[] = "isl-packs";

}  // namespace isl::tool
