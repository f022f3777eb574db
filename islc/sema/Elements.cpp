// Elements of an Object[] are known to be null or not, and nothing else: the runtime reads the
// array's null pattern at the check, not the objects. Every use that needs more would give a
// quiet, wrong answer at run time, so it is refused here.
#include <set>

#include "ast/Walk.h"
#include "sema/Checker.h"

namespace isl::sema {

using namespace ast;
using llvm::dyn_cast;

namespace {

class Elements {
 public:
  Elements(const Model& model, const HandlerInfo& handler, Diagnostics& diags)
      : model_(model), handler_(handler), diags_(diags) {}

  void run() {
    // A local that ever takes an element counts as one everywhere; until nothing changes, since
    // a later statement of a loop can feed an earlier one.
    size_t before;
    do {
      before = locals_.size();
      walk(
          handler_.decl->body, [this](const Expr* e) { flow(e); },
          [this](const Stmt* s) { flow(s); });
    } while (locals_.size() != before);
    walk(handler_.decl->body, [this](const Expr* e) { use(e); });
  }

 private:
  bool isElement(const Expr* e) const {
    const ExprInfo& info = model_.info(e);
    if (info.local) return locals_.count(info.local) != 0;
    if (auto* a = dyn_cast<Assign>(e)) return !a->compound && isElement(a->value);
    if (auto* c = dyn_cast<Cast>(e)) return info.type.isReference() && isElement(c->operand);
    if (auto* c = dyn_cast<Conditional>(e)) {
      return isElement(c->whenTrue) || isElement(c->whenFalse);
    }
    return e->kind == ExprKind::Index && info.type.isReference();
  }
  void flow(const Expr* e) {
    auto* a = dyn_cast<Assign>(e);
    if (!a || !isElement(a->value)) return;
    if (const LocalInfo* local = model_.info(a->target).local) locals_.insert(local);
  }
  void flow(const Stmt* s) {
    if (auto* d = dyn_cast<LocalDecl>(s)) {
      for (const Variable* v : d->variables) {
        if (v->init && isElement(v->init)) locals_.insert(model_.variables.find(v)->second);
      }
    } else if (auto* f = dyn_cast<ForEach>(s)) {
      if (model_.info(f->array).type.element().isReference()) {
        locals_.insert(model_.variables.find(f->variable)->second);
      }
    }
  }
  void refuse(const Expr* e, const char* what) {
    diags_.report(Diag::ElementUse, e->range, {toSource(e), what});
  }
  void use(const Expr* e) {
    if (auto* b = dyn_cast<Binary>(e)) {
      if (b->op != BinaryOp::Eq && b->op != BinaryOp::Ne) return;
      bool null =
          model_.info(b->left).type.is(Kind::Null) || model_.info(b->right).type.is(Kind::Null);
      if (null) return;
      for (const Expr* side : {b->left, b->right}) {
        if (!isElement(side)) continue;
        refuse(side, "compared with another object");
        return;
      }
    } else if (auto* m = dyn_cast<Member>(e)) {
      if (model_.info(m->base).type.is(Kind::Object) && isElement(m->base)) {
        refuse(m->base, "asked for its instance fields");
      }
    } else if (auto* c = dyn_cast<Call>(e)) {
      for (const Expr* arg : c->args) {
        if (isElement(arg)) refuse(arg, "passed to a function");
      }
    }
  }

  const Model& model_;
  const HandlerInfo& handler_;
  Diagnostics& diags_;
  std::set<const LocalInfo*> locals_;
};

}  // namespace

void checkElements(const Model& model, const HandlerInfo& handler, Diagnostics& diags) {
  Elements(model, handler, diags).run();
}

}  // namespace isl::sema
