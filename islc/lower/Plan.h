// The plan: what an agent has to record and run for one spec, decided from the typed program.
#pragma once

#include <string>
#include <vector>

#include "sema/Model.h"

namespace isl::lower {

// The values are those of IslHandlerMode.
enum class Mode : uint8_t { Absent, Deferred, Java, Native };

struct HandlerPlan {
  const sema::HandlerInfo* handler;
  Mode mode;
  std::string why;
  llvm::SMRange blocker;  // what keeps a mutator handler from being deferred
};

struct FieldPlan {
  const sema::FieldInfo* field;
  unsigned offset;
};

struct Plan {
  std::string name;
  std::string source;
  const sema::Model* model = nullptr;
  std::vector<HandlerPlan> handlers;  // in the order of the events
  std::vector<FieldPlan> fields;      // widest first, so that no byte is lost between them
  unsigned fieldsBytes = 0;
  const sema::HandlerInfo* touched = nullptr;  // the body that deferred handlers share
  bool touchOnRead = false, touchOnWrite = false;
  bool needsArrayContents = false;
  bool staleWindow = false;
  std::string summaryWhy;  // why the epoch summary applies, or does not
  // Why no agent can be made of the spec, with the handler to blame; null when one can.
  const HandlerPlan* refused = nullptr;
  std::string refusedWhy;
};

struct Options {
  std::string name, source;
  bool epochSummary = true;
};

std::unique_ptr<Plan> lower(const sema::Model& model, const Options& options);

// Print.cpp: the plan for people.
void print(const Plan& plan, llvm::raw_ostream& os);
// The bytes that the runtime keeps for each object besides what it keeps for every spec.
unsigned recordBytes(const Plan& plan);

// Remarks.cpp: warnings and remarks about cost; which printed rules no agent follows, or "".
void remarks(const Plan& plan, Diagnostics& diags);
std::string paperBlocker(const Plan& plan);
// Why the agent cannot tell which call chains a sequence means, or "".
std::string sequenceBlocker(llvm::StringRef sequence);
// The conditions on static facts that begin a handler, which instrumentation could decide.
std::vector<std::string> staticGuards(const sema::Model& model, const sema::HandlerInfo& handler);

// Deferral.cpp: why the body cannot wait for the check, or "".
std::string deferralBlocker(const sema::Model& model, const sema::HandlerInfo& handler,
                            llvm::SMRange& place);
// The text of a body that does not depend on layout or names of parameters.
std::string canonicalBody(const sema::Model& model, const sema::HandlerInfo& handler);

// Summary.cpp: whether the spec's whole state is a function of the epoch of the last touch.
bool isStaleWindow(const Plan& plan, std::string& why);

}  // namespace isl::lower
