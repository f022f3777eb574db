// Handlers that only add up: several events of an object may be one call that adds several times as
// much, and events of different objects may change places.
#include <map>
#include <set>

#include "ast/Walk.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::cast;
using llvm::dyn_cast;

namespace {

// What the bodies of a spec's additive handlers do, all together: they may run in any order.
class Sums {
 public:
  explicit Sums(const Model& model) : model_(model) {}

  bool take(const HandlerInfo& handler) {
    handler_ = &handler;
    return stmt(handler.decl->body);
  }

 private:
  bool stmt(const Stmt* s) {
    switch (s->kind) {
      case StmtKind::Block:
        for (const Stmt* child : cast<Block>(s)->statements) {
          if (!stmt(child)) return false;
        }
        return true;
      case StmtKind::Empty: return true;
      case StmtKind::ExprStmt: return effect(cast<ExprStmt>(s)->expr);
      default: return false;
    }
  }

  // The instance field of the event's own object that the expression names, or null.
  const FieldInfo* ownField(const Expr* e) const {
    auto* member = dyn_cast<Member>(e);
    const bool own = member && model_.info(member->base).local == handler_->parameters[0];
    return own ? model_.info(e).field : nullptr;
  }

  bool effect(const Expr* e) {
    const ExprInfo& info = model_.info(e);
    if (info.builtin == Builtin::Deamplify) {
      return model_.info(cast<Call>(e)->args[0]).local == handler_->parameters[0];
    }
    if (auto* step = dyn_cast<IncDec>(e)) return adds(ownField(step->operand));
    auto* a = dyn_cast<Assign>(e);
    if (!a || !model_.info(a->value).constant.hasValue()) return false;
    const FieldInfo* field = ownField(a->target);
    if (!a->compound) return sets(field, toSource(a->value));
    const Type by = model_.info(a->value).type;
    return (a->op == BinaryOp::Add || a->op == BinaryOp::Sub) && !by.isFloating() && adds(field);
  }

  // Sums wrap around in whatever order; rounded ones would differ.
  bool adds(const FieldInfo* field) {
    if (!field || field->type.isFloating() || set_.count(field) != 0) return false;
    added_.insert(field);
    return true;
  }

  bool sets(const FieldInfo* field, const std::string& value) {
    if (!field || added_.count(field) != 0) return false;
    return set_.emplace(field, value).first->second == value;
  }

  const Model& model_;
  const HandlerInfo* handler_ = nullptr;
  std::set<const FieldInfo*> added_;
  std::map<const FieldInfo*, std::string> set_;
};

}  // namespace

void planSums(Plan& plan) {
  Sums sums(*plan.model);
  std::vector<HandlerPlan*> found;
  for (HandlerPlan& p : plan.handlers) {
    const EventKind event = p.handler->event;
    if (p.mode != Mode::Native || !isMutator(event)) continue;
    const bool access =
        event == EventKind::OnRead || event == EventKind::OnWrite || event == EventKind::OnRw;
    if (!access || !sums.take(*p.handler)) return;  // their order may matter
    found.push_back(&p);
  }
  for (HandlerPlan* p : found) p->uses |= kAdds;
}

}  // namespace isl::lower
