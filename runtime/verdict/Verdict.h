// What a report comes to: pass, fail or inconclusive. From the numbers of the report and the options alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/Options.h"
#include "report/Report.h"

namespace isl {

// Limit of max-vso that applies to a spec; 0: none.
double limitOf(const Options& options, const std::string& spec);

// Sets the verdict, and why in one sentence, from the VSO, the limit and the window. The sustained VSO is the
// one that counts where there were checks enough for its span, else the highest.
void decideVerdict(report::Spec& spec, uint32_t checks, uint32_t sustainedSpan);

// What `strict` turns into a failure: contexts that matched nothing, specs that were never exercised,
// handler faults.
std::vector<std::string> strictFailures(const report::Report& report);

}  // namespace isl
