// Mutator handlers that cannot wait for the check run for every event, from a log of their thread.
// Decides what such a handler needs of an event, and which handlers it forces to run at once too.
#include <set>

#include "ast/Walk.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::cast;
using llvm::dyn_cast;

namespace {

// What a handler reads and changes of an object's own state.
struct State {
  std::set<const FieldInfo*> fields;
  bool amplifies = false, deamplifies = false;
};

State stateOf(const Model& model, const HandlerInfo& handler) {
  State state;
  walk(handler.decl->body, [&](const Expr* e) {
    const ExprInfo& info = model.info(e);
    if (info.field) state.fields.insert(info.field);
    state.amplifies =
        state.amplifies || info.builtin == Builtin::Amplify || info.builtin == Builtin::AmplifyBy;
    state.deamplifies = state.deamplifies || info.builtin == Builtin::Deamplify;
  });
  return state;
}

// Would the result depend on which of the two ran first?
bool conflict(const State& deferred, const State& immediate) {
  for (const FieldInfo* f : deferred.fields) {
    if (immediate.fields.count(f) != 0) return true;
  }
  return deferred.deamplifies && immediate.amplifies;
}

bool keepsStateInObject(const Model& model) {
  const HistoryInfo* history = model.history();
  return history && (model.partition->kind == PartitionKind::All ||
                     model.partition->kind == PartitionKind::Type);
}

}  // namespace

unsigned usesOf(const Model& model, const HandlerInfo& handler) {
  unsigned uses = 0;
  const size_t count = handler.parameters.size();
  walk(handler.decl->body, [&](const Expr* e) {
    const ExprInfo& info = model.info(e);
    if (info.local && count == 4 &&
        (info.local == handler.parameters[2] || info.local == handler.parameters[3])) {
      uses |= kUsesWords;
    }
    if (info.local && count == 4 && info.local == handler.parameters[1]) uses |= kUsesField;
    switch (info.builtin) {
      case Builtin::AddressToObject: uses |= kUsesValue; break;
      case Builtin::Deamplify: uses |= kUsesPenalty; break;
      case Builtin::Amplify:
      case Builtin::SizeOf:
      case Builtin::Age: uses |= kUsesRecord; break;
      case Builtin::GetHistory:
        if (keepsStateInObject(model)) uses |= kUsesRecord;
        break;
      default: break;
    }
    if (info.field) uses |= kUsesRecord;
    // The identity of an object is that of its record.
    auto* b = dyn_cast<Binary>(e);
    if (b && (b->op == BinaryOp::Eq || b->op == BinaryOp::Ne) &&
        model.info(b->left).type.is(Kind::Object) && model.info(b->right).type.is(Kind::Object)) {
      uses |= kUsesRecord;
    }
  });
  // addressToObject names its words without looking at them.
  if ((uses & kUsesWords) != 0 && (uses & kUsesValue) != 0 && !readsWords(model, handler)) {
    uses &= ~unsigned{kUsesWords};
  }
  return uses;
}

bool readsWords(const Model& model, const HandlerInfo& handler) {
  std::set<const Expr*> named;
  walk(handler.decl->body, [&](const Expr* e) {
    if (model.info(e).builtin != Builtin::AddressToObject) return;
    for (const Expr* arg : cast<Call>(e)->args) named.insert(arg);
  });
  bool reads = false;
  walk(handler.decl->body, [&](const Expr* e) {
    const LocalInfo* local = model.info(e).local;
    if (!local || named.count(e) != 0) return;
    reads = reads || local == handler.parameters[2] || local == handler.parameters[3];
  });
  return reads;
}

void resolveConflicts(Plan& plan) {
  const Model& model = *plan.model;
  for (bool changed = true; changed;) {
    changed = false;
    for (HandlerPlan& deferred : plan.handlers) {
      if (deferred.mode != Mode::Deferred) continue;
      for (const HandlerPlan& other : plan.handlers) {
        if (!isMutator(other.handler->event) || other.mode != Mode::Native) continue;
        if (!conflict(stateOf(model, *deferred.handler), stateOf(model, *other.handler))) continue;
        deferred.mode = Mode::Native;
        deferred.why = std::string("its order with ") + eventName(other.handler->event) +
                       ", which runs at once, matters";
        changed = true;
        break;
      }
    }
  }
}

}  // namespace isl::lower
