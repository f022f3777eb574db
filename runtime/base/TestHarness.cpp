#include "base/TestHarness.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/Glob.h"

namespace isl {
namespace {

constexpr std::string_view kHarness[] = {
#define HARNESS(glob) glob,
#define RECORDS(glob)
#define STORES(glob) glob,
#include "base/TestHarness.def"
};

constexpr std::string_view kRecords[] = {
#define HARNESS(glob)
#define RECORDS(glob) glob,
#define STORES(glob)
#include "base/TestHarness.def"
};

constexpr std::string_view kStores[] = {
#define HARNESS(glob)
#define RECORDS(glob)
#define STORES(glob) glob,
#include "base/TestHarness.def"
};

template <size_t kSize>
bool anyMatches(const std::string_view (&globs)[kSize], const std::string& name) {
  return std::any_of(std::begin(globs), std::end(globs),
                     [&name](std::string_view glob) { return globMatches(glob, name); });
}

}  // namespace

bool ofTestHarness(const std::string& dottedName) { return anyMatches(kHarness, dottedName); }

bool recordsCalls(const std::string& dottedName) { return anyMatches(kRecords, dottedName); }

bool storesForExtensions(const std::string& dottedName) { return anyMatches(kStores, dottedName); }

}  // namespace isl
