// The plan: what an agent has to record and run for one spec, decided from the typed program.
#pragma once

#include <string>
#include <vector>

#include "Switches.h"
#include "sema/Model.h"

namespace isl::lower {

// The values are those of IslHandlerMode.
enum class Mode : uint8_t { Absent, Deferred, Java, Native };

// What a native mutator handler needs of an event; the values are those of ISL_USES_*.
enum : unsigned {
  kUsesWords = 1,
  kUsesValue = 2,
  kUsesRecord = 4,
  kUsesPenalty = 8,
  kUsesField = 16,
  kAdds = 32,
  kKeepsLatest = 64
};

struct HandlerPlan {
  const sema::HandlerInfo* handler;
  Mode mode;
  std::string why;
  llvm::SMRange blocker;  // what keeps a mutator handler from being deferred
  unsigned uses = 0;      // of native mutator handlers
};

struct FieldPlan {
  const sema::FieldInfo* field;
  unsigned offset;
};

// Mutator handlers that only step between states of a few flags: the state lives in the object's own
// word, and bytecode steps it through a table (Mode::Java).
struct StateMachine {
  static constexpr unsigned kMaxFlags = 2;
  static constexpr unsigned kClears = 4;  // the step removes the penalty
  std::vector<const sema::FieldInfo*> flags;
  // By the flags before, bit i = flags[i]: the flags after, and kClears.
  uint8_t onUse[4] = {0, 1, 2, 3}, onReturn[4] = {0, 1, 2, 3};
  bool seesReturns = false;
  // Sets of flags, by bit: at a check nothing happens to an object with these that could show later; and nothing that
  // could show, whatever else has happened to it before or will happen.
  uint8_t idle = 0, settled = 0;
};

// Objects are penalised at this age or, with `more`, above it; null: at any.
struct AgeBound {
  const ast::Expr* age = nullptr;  // a constant
  bool more = false;
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
  StateMachine states;  // no flags: no handler is of mode Java
  bool needsArrayContents = false;
  bool paper = false;          // the printed rules of the runtime
  bool asksPlaces = false;     // f.offset() anywhere, or f.index() of an edge
  bool asksHeld = false;       // held(o) or heldBytes(o)
  bool asksTicks = false;      // ticks() anywhere
  bool ticksInEvents = false;  // in a handler that runs for each event
  bool sparse = false;         // an object that no handler has changed needs no record at a check
  bool pathArrays = false;  // an array may be left alone until it is stored where its path wants it
  unsigned leastLength = 0;  // shorter arrays are never penalised, and nothing else shows of them
  std::string trace;         // why the spec needs a trace in the program; empty: it needs none
  bool staleWindow = false;
  AgeBound leastAge;  // the window of a spec without a history
  Switches switches;
  std::string summaryWhy;  // why the epoch summary applies, or does not
};

struct Options {
  std::string name, source;
  Switches switches;
  bool paper = false;  // the printed rules of the runtime
};

std::unique_ptr<Plan> lower(const sema::Model& model, const Options& options);

// Print.cpp: the plan for people.
void print(const Plan& plan, llvm::raw_ostream& os);
// The bytes that the runtime keeps for each object besides what it keeps for every spec.
unsigned recordBytes(const Plan& plan);

// Remarks.cpp: warnings and remarks about cost.
void remarks(const Plan& plan, Diagnostics& diags);
// Where the agent walks the stack for a sequence.
std::string sequenceCost(llvm::StringRef sequence);
// A condition on static facts of the member that opens a handler: decided when the access is
// instrumented (requirement Q-25). The handler does nothing where it is `returnsIf`.
struct StaticGuard {
  const ast::Expr* condition;
  bool returnsIf;
};
std::vector<StaticGuard> staticGuards(const sema::Model& model, const sema::HandlerInfo& handler);

// Deferral.cpp: why the body cannot wait for the check, or "".
std::string deferralBlocker(const sema::Model& model, const sema::HandlerInfo& handler,
                            llvm::SMRange& place);
// The text of a body that does not depend on layout or names of parameters.
std::string canonicalBody(const sema::Model& model, const sema::HandlerInfo& handler);

// Immediate.cpp: what a handler that runs at once needs (kUses...), whether it looks at the words
// other than to name an object, and which deferred handlers must run at once because it does.
unsigned usesOf(const sema::Model& model, const sema::HandlerInfo& handler);
bool readsWords(const sema::Model& model, const sema::HandlerInfo& handler);
void resolveConflicts(Plan& plan);

// Additive.cpp: which native mutator handlers only add up (kAdds).
void planSums(Plan& plan);

// Latest.cpp: whether of the accesses to one field at one allocation site only the latest matter to the
// handler, as many as a region of its history holds (kKeepsLatest).
bool keepsLatest(const Plan& plan, const HandlerPlan& candidate);

// Lengths.cpp: the length below which no handler does anything to an array of the main context that shows: no
// penalty, and nothing that other objects or the report could tell; with constants as they are, untuned. 0: there
// is none.
unsigned leastLength(const Plan& plan);

// States.cpp: makes the native mutator handlers of mode Java where all of them can be.
void planStates(Plan& plan);

// Of the flags that planStates() found (Idle.cpp).
void findIdleStates(Plan& plan);

// Trace.cpp: Plan::trace.
std::string traceNeed(const Plan& plan);

// Window.cpp: what every penalty waits for.
AgeBound leastAge(const sema::Model& model);

// Summary.cpp: whether the spec's whole state is a function of the epoch of the last touch.
bool isStaleWindow(const Plan& plan, std::string& why);

}  // namespace isl::lower
