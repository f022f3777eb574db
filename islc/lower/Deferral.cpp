// Which mutator handlers may run once at the check instead of at every access: those whose effect
// does not depend on the access, on the moment or on their own earlier runs.
#include "ast/Walk.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::cast;
using llvm::dyn_cast;

namespace {

class Deferral {
 public:
  Deferral(const Model& model, const HandlerInfo& handler) : model_(model), handler_(handler) {}

  std::string why;
  llvm::SMRange place;

  void stmt(const Stmt* s) {
    if (!why.empty()) return;
    switch (s->kind) {
      case StmtKind::Block:
        for (const Stmt* child : cast<Block>(s)->statements) stmt(child);
        break;
      case StmtKind::Empty:
      case StmtKind::Return: break;
      case StmtKind::ExprStmt: effect(cast<ExprStmt>(s)->expr); break;
      default: block(s->range, blockerOf(s));
    }
  }

 private:
  void block(llvm::SMRange range, std::string reason) {
    if (!why.empty()) return;
    why = std::move(reason);
    place = range;
  }

  bool own(const Expr* e) const {
    return !handler_.parameters.empty() && model_.info(e).local == handler_.parameters[0];
  }

  void effect(const Expr* e) {
    const ExprInfo& info = model_.info(e);
    if (info.builtin == Builtin::Deamplify && own(cast<Call>(e)->args[0])) return;
    if (auto* a = dyn_cast<Assign>(e)) {
      auto* member = dyn_cast<Member>(a->target);
      bool constant = model_.info(a->value).constant.hasValue();
      if (!a->compound && member && own(member->base) && constant) return;
    }
    block(e->range, reasonOf(e));
  }

  // The most telling reason found in the expression.
  std::string reasonOf(const Expr* top) {
    std::string reason;
    walk(top, [&](const Expr* e) {
      if (!reason.empty()) return;
      const ExprInfo& info = model_.info(e);
      for (size_t i = 1; i < handler_.parameters.size(); ++i) {
        if (info.local == handler_.parameters[i]) {
          reason = "it uses `" + toSource(e) + "` of the single access";
        }
      }
      if (info.builtin == Builtin::Amplify) reason = "it amplifies";
      if (info.builtin == Builtin::GetHistory) reason = "it uses the history";
      if (info.builtin == Builtin::AddressToObject) reason = "it uses the value of the access";
      if (info.field && e != top) {
        auto* a = dyn_cast<Assign>(top);
        if (!a || a->compound || a->target != e) {
          reason = "it reads the instance field `" + info.field->name.str() + "`";
        }
      }
    });
    return reason.empty() ? "`" + toSource(top) + "` is not a constant store to the event's object"
                          : reason;
  }

  std::string blockerOf(const Stmt* s) {
    std::string reason;
    walk(s, [&](const Expr* e) {
      if (!reason.empty()) return;
      std::string found = reasonOf(e);
      if (found.rfind("it ", 0) == 0) reason = found;
    });
    return reason.empty() ? "its effect depends on the moment it runs" : reason;
  }

  const Model& model_;
  const HandlerInfo& handler_;
};

}  // namespace

std::string deferralBlocker(const Model& model, const HandlerInfo& handler, llvm::SMRange& place) {
  place = handler.decl->name.range;
  if (handler.event == EventKind::OnCall) return "calls are not accesses of the object";
  if (handler.event == EventKind::OnAlloc) return "it runs at the allocation";
  Deferral deferral(model, handler);
  deferral.stmt(handler.decl->body);
  if (!deferral.why.empty()) place = deferral.place;
  return deferral.why;
}

// Statements of a deferrable body commute unless they store to the same field; the last store of
// each field is what counts.
std::string canonicalBody(const Model& model, const HandlerInfo& handler) {
  std::map<std::string, std::string> effects;
  bool done = false;
  std::function<void(const Stmt*)> visit = [&](const Stmt* s) {
    if (done) return;
    if (auto* b = dyn_cast<Block>(s)) {
      for (const Stmt* child : b->statements) visit(child);
    } else if (s->kind == StmtKind::Return) {
      done = true;
    } else if (auto* e = dyn_cast<ExprStmt>(s)) {
      auto* a = dyn_cast<Assign>(e->expr);
      if (a) {
        effects[model.info(a->target).field->name.str()] = toSource(a->value);
      } else {
        effects["deamplify()"] = "";
      }
    }
  };
  visit(handler.decl->body);
  std::string out;
  for (auto& [target, value] : effects) out += target + "=" + value + ";";
  return out;
}

}  // namespace isl::lower
