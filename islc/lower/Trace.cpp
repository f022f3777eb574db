// Does the spec need a trace in the program, a word in each object and rewritten classes? One that only looks at checks
// runs without (sites=off), also in a JVM that is running already (isl attach).
#include "ast/Walk.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::dyn_cast;

namespace {

// A penalty is taken from an object that has none yet: such a handler is there for the lines of its objects alone.
bool onlyDeamplifies(const Model& model, const Stmt* s) {
  if (s->kind == StmtKind::Empty) return true;
  if (const auto* block = dyn_cast<Block>(s)) {
    return llvm::all_of(block->statements,
                        [&](const Stmt* child) { return onlyDeamplifies(model, child); });
  }
  const auto* statement = dyn_cast<ExprStmt>(s);
  return statement && model.info(statement->expr).builtin == Builtin::Deamplify;
}

bool observes(const Model& model, const HandlerInfo& handler) {
  if (!isMutator(handler.event)) return false;
  return handler.event != EventKind::OnAlloc || !onlyDeamplifies(model, handler.decl->body);
}

}  // namespace

std::string traceNeed(const Plan& plan) {
  const Model& model = *plan.model;
  for (const HandlerPlan& p : plan.handlers) {
    if (observes(model, *p.handler))
      return std::string("it has ") + eventName(p.handler->event) +
             ", so every object needs its word from the start";
  }
  for (const auto& context : model.contexts) {
    if (context->sequence)
      return "context " + context->name.str() +
             " has a sequence, which is told when an object is allocated";
  }
  const bool divided = model.partition && (model.partition->kind == PartitionKind::Alloc ||
                                           model.partition->kind == PartitionKind::Context);
  if (divided) return "its partition is by where objects are allocated";
  if (model.boundary) return "the entries of its Boundary are counted by code put into the method";
  if (plan.paper) return "the paths of --paper grow by an edge at each check, along tags";
  if (plan.asksPlaces) return "it asks for the places of fields, which are counted with the word";
  return "";
}

}  // namespace isl::lower
