// What makes two sites of two reports the same finding: names, never line numbers or ids, so that an
// edit above the site does not make an old finding new.
#pragma once

#include <string>
#include <vector>

#include "report/Report.h"
#include "report/Wording.h"

namespace isl::tool {

// "com.acme.Journal.note -> com.acme.Journal$Entry via java.util.ArrayList.add". The numbers that
// javac gives to lambdas are left out, as they shift like lines.
std::string siteKey(const report::Site& site);
// What makes two findings the same: the holder, "static com.acme.Journal.kept"; where that is unknown, as behind a cut
// path, the key of the finding's largest site.
std::string findingKey(const report::Spec& spec, const report::Finding& finding);
// The sites of a finding, largest first.
std::vector<const report::Site*> sitesOf(const report::Spec& spec, const report::Finding& finding);
// How the first of them is held, or the finding itself; with the scopes of that site.
std::vector<std::string> describeWays(const report::Spec& spec, const report::Finding& finding);
// "growing by ...; put there at Journal.java:12 (Journal.note); held by ..."
std::string describeFinding(const report::Spec& spec, const report::Finding& finding);
// A leak, or a defect of a spec that counts presence: idle memory is none.
bool isDefect(const report::Finding& finding);
using report::Place;
// The site, or its nearest caller when the site has no line.
Place placeOf(const report::Site& site);
// "Journal.java:12 (com.acme.Journal.note)"
std::string describePlace(const report::Site& site);
// "held by com.acme.Journal.entries <= static field com.acme.Journal.kept"; empty without a path.
// In the middle of a long one a few fields of classes of `package` are left, which may be ones to clear; empty: none.
std::string describePath(const std::vector<report::Path>& paths, const std::string& package = {});

// "Allocated in T.two (97 %), T.one (3 %)": scopes are the tests that the program marked; empty without.
std::string describeScopes(const report::Site& site);

}  // namespace isl::tool
