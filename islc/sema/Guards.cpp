// Warnings about values that nothing guards. A divisor counts as guarded as soon as any
// comparison of the handler speaks about it: a warning that is wrong costs more than one missed.
#include <set>

#include "ast/Walk.h"
#include "sema/Checker.h"

namespace isl::sema {

using namespace ast;
using llvm::dyn_cast;

namespace {

const Expr* stripCasts(const Expr* e) {
  while (auto* c = dyn_cast<Cast>(e)) e = c->operand;
  return e;
}

class Guards {
 public:
  Guards(const Model& model, Diagnostics& diags) : model_(model), diags_(diags) {}

  void run(const HandlerInfo& handler) {
    walk(handler.decl->body, [this](const Expr* e) { compared(e); });
    walk(
        handler.decl->body, [this](const Expr* e) { division(e); },
        [this](const Stmt* s) { loop(s); });
  }

 private:
  void compared(const Expr* e) {
    auto* b = dyn_cast<Binary>(e);
    if (!b || b->op < BinaryOp::Lt || b->op > BinaryOp::Ne) return;
    for (const Expr* side : {b->left, b->right}) {
      std::set<const Expr*> divisors;  // the comparison comes too late for them
      walk(side, [&](const Expr* x) {
        auto* quotient = dyn_cast<Binary>(x);
        if (!quotient || (quotient->op != BinaryOp::Div && quotient->op != BinaryOp::Rem)) return;
        walk(quotient->right, [&](const Expr* y) { divisors.insert(y); });
      });
      walk(side, [&](const Expr* x) {
        if (divisors.count(x) == 0) compared_.insert(toSource(stripCasts(x)));
      });
    }
  }

  void division(const Expr* e) {
    const Expr *left = nullptr, *right = nullptr;
    BinaryOp op{};
    if (auto* b = dyn_cast<Binary>(e)) {
      left = b->left, right = b->right, op = b->op;
    } else if (auto* a = dyn_cast<Assign>(e)) {
      if (!a->compound) return;
      left = a->target, right = a->value, op = a->op;
    }
    if (!right || (op != BinaryOp::Div && op != BinaryOp::Rem)) return;
    const ExprInfo& divisor = model_.info(right);
    if (divisor.constant && !divisor.constant->isZero()) return;
    const Expr* core = stripCasts(right);
    if (compared_.count(toSource(core)) != 0) return;
    bool floating = model_.info(left).type.isFloating() || divisor.type.isFloating();
    diags_.report(floating ? Diag::FloatDivision : Diag::IntDivision, right->range,
                  {toSource(core)});
  }

  void loop(const Stmt* s) {
    const Stmt* body = nullptr;
    if (auto* f = dyn_cast<For>(s)) body = f->body;
    if (auto* w = dyn_cast<While>(s)) body = w->body;
    if (auto* d = dyn_cast<Do>(s)) body = d->body;
    if (body)
      walk(
          body, [](const Expr*) {}, [this](const Stmt* x) { stop(x); });
  }

  // `if (!view.isFull()) return;`
  void stop(const Stmt* s) {
    auto* node = dyn_cast<If>(s);
    auto* negation = node ? dyn_cast<Unary>(node->condition) : nullptr;
    if (!negation || negation->op != UnaryOp::Not) return;
    auto* call = dyn_cast<Call>(negation->operand);
    if (!call || model_.info(call).builtin != Builtin::HistoryIsFull ||
        !model_.info(call->base).isView) {
      return;
    }
    const Stmt* then = node->thenStmt;
    if (auto* block = dyn_cast<Block>(then)) {
      if (block->statements.size() == 1) then = block->statements[0];
    }
    if (then->kind == StmtKind::Return && reported_.insert(s).second) {
      diags_.report(Diag::StopsAtUnwritten, node->condition->range);
    }
  }

  const Model& model_;
  Diagnostics& diags_;
  std::set<std::string> compared_;
  std::set<const Stmt*> reported_;
};

}  // namespace

void lintGuards(const Model& model, const HandlerInfo& handler, Diagnostics& diags) {
  Guards(model, diags).run(handler);
}

}  // namespace isl::sema
