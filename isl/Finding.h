// What makes two sites of two reports the same finding: names, never line numbers or ids, so that an
// edit above the site does not make an old finding new.
#pragma once

#include <string>
#include <vector>

#include "report/Report.h"

namespace isl::tool {

// "com.acme.Journal.note -> com.acme.Journal$Entry via java.util.ArrayList.add". The numbers that
// javac gives to lambdas are left out, as they shift like lines.
std::string siteKey(const report::Site& site);
// "com.acme.Journal.entries <- static com.acme.Journal.kept"; holders of the JDK are named by type
// and field, too. A cut path ends in "...", one that ends at a stack in "stack".
std::string pathKey(const report::Path& path);
// Keys of all paths of a site, largest share first, without repetition.
std::vector<std::string> pathKeys(const report::Site& site);

// Where a reader is sent: the site, or its nearest caller when the site has no line.
struct Place {
  std::string className, file;
  int32_t line = -1;
};
Place placeOf(const report::Site& site);
// "Journal.java:12 (com.acme.Journal.note)"
std::string describePlace(const report::Site& site);
// "held by com.acme.Journal.entries <= static field com.acme.Journal.kept"; empty without a path.
std::string describePath(const report::Site& site);

// "Allocated in T.two (97 %), T.one (3 %)": scopes are the tests that the program marked; empty without.
std::string describeScopes(const report::Site& site);

}  // namespace isl::tool
