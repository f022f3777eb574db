// The window of a spec that has no history and lets objects grow old first: so many checks pass between what the
// program does and the penalty for it.
#include <vector>

#include "ast/Walk.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::cast;
using llvm::dyn_cast;

namespace {

// Walks the handlers with the conditions on age(o) that hold at each place.
class Ages {
 public:
  explicit Ages(const Model& model) : model_(model) {}

  AgeBound run() {
    for (const auto& handler : model_.handlers) visit(handler->decl->body);
    return always_ ? weakest_ : AgeBound();
  }

 private:
  void visit(const Stmt* s) {
    const size_t outside = known_.size();
    switch (s->kind) {
      case StmtKind::Block:
        for (const Stmt* child : cast<Block>(s)->statements) {
          visit(child);
          // What follows runs where the condition did not hold.
          auto* guard = dyn_cast<If>(child);
          if (guard && leaves(guard->thenStmt)) assume(guard->condition, false);
        }
        break;
      case StmtKind::If: {
        auto* node = cast<If>(s);
        assume(node->condition, true);
        visit(node->thenStmt);
        known_.resize(outside);
        if (!node->elseStmt) break;
        assume(node->condition, false);
        visit(node->elseStmt);
        break;
      }
      case StmtKind::For:
        for (const Stmt* each : cast<For>(s)->init) visit(each);
        for (const Stmt* each : cast<For>(s)->update) visit(each);
        visit(cast<For>(s)->body);
        break;
      case StmtKind::ForEach: visit(cast<ForEach>(s)->body); break;
      case StmtKind::While: visit(cast<While>(s)->body); break;
      case StmtKind::Do: visit(cast<Do>(s)->body); break;
      default: walk(s, [this](const Expr* e) { penalty(e); });
    }
    known_.resize(outside);
  }

  static bool leaves(const Stmt* s) {
    if (auto* block = dyn_cast<Block>(s))
      return !block->statements.empty() && leaves(block->statements.back());
    return s->kind == StmtKind::Return || s->kind == StmtKind::Break ||
           s->kind == StmtKind::Continue;
  }

  void penalty(const Expr* e) {
    const Builtin builtin = model_.info(e).builtin;
    if (builtin != Builtin::Amplify && builtin != Builtin::AmplifyBy) return;
    AgeBound strongest;
    for (const AgeBound& each : known_) {
      if (!strongest.age || least(each) > least(strongest)) strongest = each;
    }
    always_ = always_ && strongest.age;
    if (always_ && (!weakest_.age || least(strongest) < least(weakest_))) weakest_ = strongest;
  }

  int64_t least(const AgeBound& bound) const {
    return model_.info(bound.age).constant->i + (bound.more ? 1 : 0);
  }

  // What the condition says of the age where it holds, or where it does not.
  void assume(const Expr* e, bool holds) {
    if (auto* unary = dyn_cast<Unary>(e)) {
      if (unary->op == UnaryOp::Not) assume(unary->operand, !holds);
      return;
    }
    auto* binary = dyn_cast<Binary>(e);
    if (!binary) return;
    if (binary->op == (holds ? BinaryOp::LogAnd : BinaryOp::LogOr)) {
      assume(binary->left, holds);
      assume(binary->right, holds);
      return;
    }
    const bool isLeft = isAge(binary->left);
    if (!isLeft && !isAge(binary->right)) return;
    const Expr* const age = isLeft ? binary->right : binary->left;
    if (!model_.info(age).constant || !model_.info(age).type.isIntegral()) return;
    // As if the age stood on the left.
    const auto is = [&](BinaryOp left, BinaryOp right) {
      return binary->op == (isLeft ? left : right);
    };
    const bool atLeast = is(BinaryOp::Ge, BinaryOp::Le), above = is(BinaryOp::Gt, BinaryOp::Lt);
    const bool atMost = is(BinaryOp::Le, BinaryOp::Ge), below = is(BinaryOp::Lt, BinaryOp::Gt);
    if (holds ? atLeast || above : atMost || below) known_.push_back({age, holds ? above : atMost});
  }

  bool isAge(const Expr* e) const { return model_.info(e).builtin == Builtin::Age; }

  const Model& model_;
  std::vector<AgeBound> known_;
  bool always_ = true;
  AgeBound weakest_;
};

}  // namespace

AgeBound leastAge(const Model& model) { return Ages(model).run(); }

}  // namespace isl::lower
