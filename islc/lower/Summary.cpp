// Recognises the staleness pattern: an object is penalised at every check once its last `window`
// checks saw no touch. Its whole state is then the epoch of the last touch and needs no record.
//
// Recognition is by evaluation, not by shape: the on_reachedOnce body is executed symbolically
// over the four facts it may depend on (u before, isFull and contains(true) after the update),
// so the order of commuting statements, nested ifs, locals and negations do not matter.
#include "lower/CheckRun.h"

namespace isl::lower {

using namespace ast;
using namespace sema;

namespace {

// A penalty is only ever given to an object that was not touched in this epoch, and clearing it
// after a touch is what the touch does anyway.
bool behavesLikeWindow(const Plan& plan, const HandlerInfo& handler) {
  for (int facts = 0; facts < 8; ++facts) {
    bool u = (facts & 1) != 0, full = (facts & 2) != 0, contains = (facts & 4) != 0;
    // After update(u) a history that took u = true contains true.
    if (u && !contains) continue;
    CheckRun run(plan, handler, {plan.model->fields[0].get()}, u ? 1 : 0, {full, contains});
    if (!run.known || !run.updated || run.updatedWith != u || run.state() != 0) return false;
    if (run.amplified != (full && !contains) || (run.cleared && !u)) return false;
  }
  return true;
}

}  // namespace

static bool runsAtOnce(const Plan& plan) {
  for (const HandlerPlan& p : plan.handlers) {
    if (isMutator(p.handler->event) && p.mode != Mode::Deferred) return true;
  }
  return false;
}

bool isStaleWindow(const Plan& plan, std::string& why) {
  const Model& model = *plan.model;
  const HistoryInfo* history = model.history();
  why = "";
  if (!history)
    why = "no history is attached";
  else if (model.partition->kind != PartitionKind::All)
    why = "the partition's kind is not `all`";
  else if (!history->element.is(Kind::Boolean))
    why = "the history is not boolean";
  else if (model.fields.size() != 1 || !model.fields[0]->type.is(Kind::Boolean) ||
           model.fields[0]->initial.i != 0) {
    why = "the object's state is more than one flag that begins as false";
  } else if (model.fields[0]->decl->init && model.info(model.fields[0]->decl->init).tunable) {
    why = "the flag's first value can be changed at agent start";
  } else if (model.mainContext >= 0 && model.contexts[model.mainContext]->path >= 0) {
    why = "the main context has a path, so a check may pass an object by";
  } else if (plan.paper && model.mainContext >= 0) {
    why = "--paper: who refers to an object decides whether a check comes to it";
  } else if (model.handler(EventKind::OnReached)) {
    why = "on_reached is handled";
  } else if (!plan.touched || runsAtOnce(plan)) {
    why = "no deferred handler records touches";
  } else if (canonicalBody(model, *plan.touched) !=
             "deamplify()=;" + model.fields[0]->name.str() + "=true;") {
    why = "the touch does not set the flag and deamplify";
    std::string other = model.fields[0]->name.str() + "=true;deamplify()=;";
    if (canonicalBody(model, *plan.touched) == other) why = "";
  }
  if (!why.empty()) return false;
  auto* once = model.handler(EventKind::OnReachedOnce);
  if (!once)
    why = "on_reachedOnce is not handled";
  else if (!behavesLikeWindow(plan, *once)) {
    why = "on_reachedOnce does more than record the flag and penalise a full, untouched window";
  }
  if (!why.empty()) return false;
  why = "an object's state is the number of checks since its last touch";
  return true;
}

}  // namespace isl::lower
