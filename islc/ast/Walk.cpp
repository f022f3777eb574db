#include "ast/Walk.h"

namespace isl::ast {

using llvm::cast;

void walk(const Expr* e, const ExprFn& f) {
  if (!e) return;
  f(e);
  switch (e->kind) {
    case ExprKind::Member: walk(cast<Member>(e)->base, f); break;
    case ExprKind::Call:
      walk(cast<Call>(e)->base, f);
      for (const Expr* arg : cast<Call>(e)->args) walk(arg, f);
      break;
    case ExprKind::Index:
      walk(cast<Index>(e)->base, f);
      walk(cast<Index>(e)->index, f);
      break;
    case ExprKind::Unary: walk(cast<Unary>(e)->operand, f); break;
    case ExprKind::IncDec: walk(cast<IncDec>(e)->operand, f); break;
    case ExprKind::Binary:
      walk(cast<Binary>(e)->left, f);
      walk(cast<Binary>(e)->right, f);
      break;
    case ExprKind::Assign:
      walk(cast<Assign>(e)->target, f);
      walk(cast<Assign>(e)->value, f);
      break;
    case ExprKind::Conditional:
      walk(cast<Conditional>(e)->condition, f);
      walk(cast<Conditional>(e)->whenTrue, f);
      walk(cast<Conditional>(e)->whenFalse, f);
      break;
    case ExprKind::Cast: walk(cast<Cast>(e)->operand, f); break;
    default: break;
  }
}

void walk(const Stmt* s, const ExprFn& f, const StmtFn& onStmt) {
  if (!s) return;
  if (onStmt) onStmt(s);
  switch (s->kind) {
    case StmtKind::Block:
      for (const Stmt* child : cast<Block>(s)->statements) walk(child, f, onStmt);
      break;
    case StmtKind::LocalDecl:
      for (const Variable* v : cast<LocalDecl>(s)->variables) walk(v->init, f);
      break;
    case StmtKind::ExprStmt: walk(cast<ExprStmt>(s)->expr, f); break;
    case StmtKind::If:
      walk(cast<If>(s)->condition, f);
      walk(cast<If>(s)->thenStmt, f, onStmt);
      walk(cast<If>(s)->elseStmt, f, onStmt);
      break;
    case StmtKind::For:
      for (const Stmt* child : cast<For>(s)->init) walk(child, f, onStmt);
      walk(cast<For>(s)->condition, f);
      for (const Stmt* child : cast<For>(s)->update) walk(child, f, onStmt);
      walk(cast<For>(s)->body, f, onStmt);
      break;
    case StmtKind::ForEach:
      walk(cast<ForEach>(s)->array, f);
      walk(cast<ForEach>(s)->body, f, onStmt);
      break;
    case StmtKind::While:
      walk(cast<While>(s)->condition, f);
      walk(cast<While>(s)->body, f, onStmt);
      break;
    case StmtKind::Do:
      walk(cast<Do>(s)->body, f, onStmt);
      walk(cast<Do>(s)->condition, f);
      break;
    case StmtKind::Return: walk(cast<Return>(s)->value, f); break;
    default: break;
  }
}

}  // namespace isl::ast
