// Access handlers that do nothing but append a value to the region of the accessed field in the history
// of the object's allocation site: of the accesses to one field at one site only as many matter as the
// region has room for, the latest. Recognises them statement by statement; what it does not know is none.
#include <map>

#include "ast/Walk.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::cast;
using llvm::dyn_cast;

namespace {

class Appender {
 public:
  Appender(const Model& model, const HandlerInfo& handler) : model_(model), handler_(handler) {}

  bool holds() {
    bool known = true;
    for (const Stmt* s : handler_.decl->body->statements) known = known && accept(s);
    return known && updates_ == 1;
  }

 private:
  enum class Place { None, Site, Field };  // a history, or the region of the accessed field in it

  // No effect and no fault, the same for every access to a field of that number; `words`: and of that
  // value. Objects of one site may be of several classes, so offsets may differ.
  bool isFixed(const Expr* e, bool words) const;
  Place placeOf(const Expr* e) const;
  bool isRegionOfField(const Expr* offset, const Expr* length) const;
  bool acceptLocal(const Variable& v);
  bool accept(const Stmt* s);

  const Model& model_;
  const HandlerInfo& handler_;
  std::map<const LocalInfo*, Place> histories_;
  std::map<const LocalInfo*, bool> values_;  // do they depend on the words?
  unsigned updates_ = 0;
};

bool Appender::isFixed(const Expr* root, bool words) const {
  bool fixed = true;
  walk(root, [&](const Expr* e) {
    const ExprInfo& info = model_.info(e);
    switch (e->kind) {
      case ExprKind::IntLit:
      case ExprKind::FloatLit:
      case ExprKind::CharLit:
      case ExprKind::BoolLit:
      case ExprKind::Unary:
      case ExprKind::Conditional:
      case ExprKind::Cast: return;
      case ExprKind::Name: {
        if (info.constant || info.named) return;
        const auto& p = handler_.parameters;
        const bool word = info.local == p[2] || info.local == p[3];
        auto value = values_.find(info.local);
        fixed = fixed && (info.local == p[1] || (word && words) ||
                          (value != values_.end() && (words || !value->second)));
        return;
      }
      case ExprKind::Binary: {  // a division may fault, depending on the words
        const BinaryOp op = cast<Binary>(e)->op;
        fixed = fixed && op != BinaryOp::Div && op != BinaryOp::Rem;
        return;
      }
      case ExprKind::Call: break;
      default: fixed = false; return;
    }
    switch (info.builtin) {
      case Builtin::Combine:
      case Builtin::AsInt:
      case Builtin::AsLong:
      case Builtin::AsFloat:
      case Builtin::AsDouble:
      case Builtin::FieldIsPrimitive:
      case Builtin::FieldIndex:
      case Builtin::FieldIsArrayElement:
      case Builtin::FieldIsRoot: return;
      default: fixed = false;
    }
  });
  return fixed;
}

// f.index() * N and N: regions of two fields have nothing in common.
bool Appender::isRegionOfField(const Expr* offset, const Expr* length) const {
  auto* product = dyn_cast<Binary>(offset);
  if (!product || product->op != BinaryOp::Mul) return false;
  const Expr *index = product->left, *stride = product->right;
  if (model_.info(index).builtin != Builtin::FieldIndex) std::swap(index, stride);
  auto* call = dyn_cast<Call>(index);
  if (!call || model_.info(call).builtin != Builtin::FieldIndex ||
      model_.info(call->base).local != handler_.parameters[1]) {
    return false;
  }
  const ExprInfo &a = model_.info(stride), &b = model_.info(length);
  if (a.named && a.named == b.named) return true;
  return a.constant && b.constant && !a.tunable && !b.tunable && a.type.is(Kind::Int) &&
         b.type.is(Kind::Int) && a.constant->i == b.constant->i;
}

Appender::Place Appender::placeOf(const Expr* e) const {
  const ExprInfo& info = model_.info(e);
  if (info.local) {
    auto known = histories_.find(info.local);
    return known != histories_.end() ? known->second : Place::None;
  }
  auto* call = dyn_cast<Call>(e);
  if (!call) return Place::None;
  if (info.builtin == Builtin::GetHistory) {
    const bool own = model_.info(call->args[0]).local == handler_.parameters[0];
    return own ? Place::Site : Place::None;
  }
  if (info.builtin != Builtin::HistorySubHistory || placeOf(call->base) != Place::Site) {
    return Place::None;
  }
  return isRegionOfField(call->args[0], call->args[1]) ? Place::Field : Place::None;
}

bool Appender::acceptLocal(const Variable& v) {
  const LocalInfo* local = model_.variables.find(&v)->second;
  if (!v.init) return false;
  const Place place = placeOf(v.init);
  if (place != Place::None) {
    histories_[local] = place;
    return true;
  }
  if (!isFixed(v.init, true)) return false;
  values_[local] = !isFixed(v.init, false);
  return true;
}

// Whether a statement runs at all depends on the field only.
bool Appender::accept(const Stmt* s) {
  bool known = true;
  switch (s->kind) {
    case StmtKind::Empty:
    case StmtKind::Return: return true;
    case StmtKind::Block:
      for (const Stmt* child : cast<Block>(s)->statements) known = known && accept(child);
      return known;
    case StmtKind::LocalDecl:
      for (const Variable* v : cast<LocalDecl>(s)->variables) known = known && acceptLocal(*v);
      return known;
    case StmtKind::If: {
      auto* node = cast<If>(s);
      return isFixed(node->condition, false) && accept(node->thenStmt) &&
             (!node->elseStmt || accept(node->elseStmt));
    }
    case StmtKind::ExprStmt: {
      auto* call = dyn_cast<Call>(cast<ExprStmt>(s)->expr);
      if (!call || model_.info(call).builtin != Builtin::HistoryUpdate) return false;
      updates_++;
      return placeOf(call->base) == Place::Field && isFixed(call->args[0], true);
    }
    default: return false;
  }
}

}  // namespace

bool keepsLatest(const Plan& plan, const HandlerPlan& candidate) {
  const Model& model = *plan.model;
  const EventKind event = candidate.handler->event;
  const bool access =
      event == EventKind::OnRead || event == EventKind::OnWrite || event == EventKind::OnRw;
  if (!access || candidate.mode != Mode::Native || !model.history()) return false;
  if (model.partition->kind != PartitionKind::Alloc) return false;
  // Another handler might see in which order the two ran.
  for (const HandlerPlan& p : plan.handlers) {
    if (&p != &candidate && isMutator(p.handler->event) && p.mode != Mode::Deferred) return false;
  }
  return Appender(model, *candidate.handler).holds();
}

}  // namespace isl::lower
