#include "lower/Symbolic.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::cast;

bool Symbolic::truth(const Expr* e) {
  Value v = eval(e);
  if (v.kind != Value::Bool) known = false;
  return v.b;
}

Symbolic::Value Symbolic::binary(const Binary* e) {
  if (!model_.info(e->left).type.is(Kind::Boolean)) {
    Value left = eval(e->left), right = eval(e->right);
    bool equality = e->op == BinaryOp::Eq || e->op == BinaryOp::Ne;
    if (left.kind == Value::Null) std::swap(left, right);
    if (!equality || left.kind != Value::Object || right.kind != Value::Null) return fail();
    Value null = isNull(left.object);
    return e->op == BinaryOp::Eq ? null : boolean(!null.b);
  }
  bool left = truth(e->left);
  if (e->op == BinaryOp::LogAnd) return boolean(left && truth(e->right));
  if (e->op == BinaryOp::LogOr) return boolean(left || truth(e->right));
  bool right = truth(e->right);
  switch (e->op) {
    case BinaryOp::And: return boolean(left && right);
    case BinaryOp::Or: return boolean(left || right);
    case BinaryOp::Xor:
    case BinaryOp::Ne: return boolean(left != right);
    case BinaryOp::Eq: return boolean(left == right);
    default: return fail();
  }
}

Symbolic::Value Symbolic::assign(const Assign* e) {
  if (e->compound) return fail();
  const ExprInfo& target = model_.info(e->target);
  if (target.local) return locals_[target.local] = eval(e->value);
  if (!target.field) return fail();
  Value base = eval(cast<Member>(e->target)->base), value = eval(e->value);
  if (base.kind != Value::Object || value.kind != Value::Bool) return fail();
  set(*target.field, base.object, value.b);
  return value;
}

Symbolic::Value Symbolic::eval(const Expr* e) {
  const ExprInfo& info = model_.info(e);
  if (info.constant && !info.tunable && info.type.is(Kind::Boolean)) {
    return boolean(info.constant->i != 0);
  }
  switch (e->kind) {
    case ExprKind::Name: {
      auto it = locals_.find(info.local);
      return it != locals_.end() ? it->second : fail();
    }
    case ExprKind::NullLit: return {Value::Null, false, 0};
    case ExprKind::Member: {
      Value base = eval(cast<Member>(e)->base);
      return info.field && base.kind == Value::Object ? get(*info.field, base.object) : fail();
    }
    case ExprKind::Call: return call(cast<Call>(e));
    case ExprKind::Unary:
      return cast<Unary>(e)->op == UnaryOp::Not ? boolean(!truth(cast<Unary>(e)->operand)) : fail();
    case ExprKind::Binary: return binary(cast<Binary>(e));
    case ExprKind::Conditional: {
      auto* c = cast<Conditional>(e);
      return eval(truth(c->condition) ? c->whenTrue : c->whenFalse);
    }
    case ExprKind::Assign: return assign(cast<Assign>(e));
    default: return fail();
  }
}

void Symbolic::run(const Stmt* s) {
  if (returned_ || !known) return;
  switch (s->kind) {
    case StmtKind::Block:
      for (const Stmt* child : cast<Block>(s)->statements) run(child);
      break;
    case StmtKind::LocalDecl:
      for (const Variable* v : cast<LocalDecl>(s)->variables) {
        if (v->init) locals_[model_.variables.find(v)->second] = eval(v->init);
      }
      break;
    case StmtKind::ExprStmt: eval(cast<ExprStmt>(s)->expr); break;
    case StmtKind::If: {
      auto* node = cast<If>(s);
      if (truth(node->condition))
        run(node->thenStmt);
      else if (node->elseStmt)
        run(node->elseStmt);
      break;
    }
    case StmtKind::Return: returned_ = true; break;
    case StmtKind::Empty: break;
    default: known = false;
  }
}

}  // namespace isl::lower
