// The report of one run against what the program's comments say of it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "report/Report.h"
#include "spectest/Comments.h"

namespace isl::tool {

// One thing that is not as the comments say.
struct Complaint {
  // Run: there is no answer (no report, no verdict).
  enum class Kind { Mistake, Run, Missing, Unexpected, Holder, Todo };
  Kind kind = Kind::Mistake;
  TextPlace at;
  std::string subject;  // what it is about: complaints of several runs with one kind, place and
                        // subject are one
  std::string message;
};

// A finding as a comment could say it, names without their package. line 0: it has none in this file.
struct Found {
  unsigned line = 0;
  std::string spec, type, heldBy;
  bool operator<(const Found& other) const;
};

struct Judgement {
  std::vector<Complaint> complaints;
  std::vector<Found> found;  // all of the run
  std::set<size_t> met;      // expectations (by place in the program's list) that were found
};

// Sites count as found when their spec failed: below the limit there is nothing to complain about. `head` is
// one of the program's.
Judgement judge(const TestProgram& program, const TestHead& head, const report::Report& report);

// The holder that tells most: a static field of the program or of a library, else the first field of a class
// that is not the JDK's, else the direct holder; empty without a path.
std::string holderOf(const report::Site& site);
// "missing", "unexpected", ...
const char* nameOf(Complaint::Kind kind);

}  // namespace isl::tool
