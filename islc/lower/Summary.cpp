// Recognises the staleness pattern: an object is penalised at every check once its last `window`
// checks saw no touch. Its whole state is then the epoch of the last touch and needs no record.
//
// Recognition is by evaluation, not by shape: the on_reachedOnce body is executed symbolically
// over the four facts it may depend on (u before, isFull and contains(true) after the update),
// so the order of commuting statements, nested ifs, locals and negations do not matter.
#include "lower/Plan.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::cast;
using llvm::dyn_cast;

namespace {

// One run of the body for one assignment of the facts.
class Run {
 public:
  Run(const Plan& plan, const HandlerInfo& handler, bool u, bool full, bool containsTrue)
      : model_(*plan.model), u_(u), full_(full), contains_(containsTrue) {
    object_ = handler.parameters[0];
    stmt(handler.decl->body);
  }

  bool known = true;
  bool updated = false, updatedWith = false;
  bool amplified = false, cleared = false;
  bool u() const { return u_; }

 private:
  // The value of an expression: boolean, or one of the two things a local may hold.
  struct Value {
    enum { None, Bool, History, Object } kind = None;
    bool b = false;
  };

  Value fail() {
    known = false;
    return {};
  }
  static Value boolean(bool b) { return {Value::Bool, b}; }
  bool truth(const Expr* e) {
    Value v = eval(e);
    if (v.kind != Value::Bool) known = false;
    return v.b;
  }
  bool isObject(const Expr* e) { return eval(e).kind == Value::Object; }
  bool isHistory(const Expr* e) { return e && eval(e).kind == Value::History; }

  Value call(const Call* e);
  Value binary(const Binary* e);
  Value assign(const Assign* e);
  Value eval(const Expr* e);
  void stmt(const Stmt* s);

  const Model& model_;
  const LocalInfo* object_;
  std::map<const LocalInfo*, Value> locals_;
  bool u_, full_, contains_, returned_ = false;
};

Run::Value Run::call(const Call* e) {
  switch (model_.info(e).builtin) {
    case Builtin::GetHistory: return isObject(e->args[0]) ? Value{Value::History, false} : fail();
    case Builtin::HistoryUpdate:
      if (!isHistory(e->base) || updated) return fail();
      updatedWith = truth(e->args[0]);
      updated = true;
      return {};
    // The facts are those after the update; asked before it, they would be others.
    case Builtin::HistoryIsFull: return isHistory(e->base) && updated ? boolean(full_) : fail();
    case Builtin::HistoryContains: {
      if (!isHistory(e->base) || !updated) return fail();
      // contains(false) is another fact, and the pattern does not need it.
      return truth(e->args[0]) ? boolean(contains_) : fail();
    }
    case Builtin::Amplify:
      if (!isObject(e->args[0]) || amplified) return fail();
      amplified = true;
      return {};
    case Builtin::Deamplify:
      if (!isObject(e->args[0])) return fail();
      cleared = true;
      return {};
    default: return fail();
  }
}

Run::Value Run::binary(const Binary* b) {
  if (!model_.info(b->left).type.is(Kind::Boolean)) return fail();
  bool left = truth(b->left);
  if (b->op == BinaryOp::LogAnd) return boolean(left && truth(b->right));
  if (b->op == BinaryOp::LogOr) return boolean(left || truth(b->right));
  bool right = truth(b->right);
  switch (b->op) {
    case BinaryOp::And: return boolean(left && right);
    case BinaryOp::Or: return boolean(left || right);
    case BinaryOp::Xor:
    case BinaryOp::Ne: return boolean(left != right);
    case BinaryOp::Eq: return boolean(left == right);
    default: return fail();
  }
}

Run::Value Run::assign(const Assign* a) {
  if (a->compound) return fail();
  const ExprInfo& target = model_.info(a->target);
  Value value = eval(a->value);
  if (target.local) {
    locals_[target.local] = value;
  } else if (target.field && isObject(cast<Member>(a->target)->base)) {
    if (value.kind != Value::Bool) return fail();
    u_ = value.b;
  } else {
    return fail();
  }
  return value;
}

Run::Value Run::eval(const Expr* e) {
  const ExprInfo& info = model_.info(e);
  if (info.constant && !info.tunable && info.type.is(Kind::Boolean)) {
    return boolean(info.constant->i != 0);
  }
  switch (e->kind) {
    case ExprKind::Name: {
      if (info.local == object_ && object_) return {Value::Object, false};
      auto it = locals_.find(info.local);
      return it != locals_.end() ? it->second : fail();
    }
    case ExprKind::Member:
      return info.field && isObject(cast<Member>(e)->base) ? boolean(u_) : fail();
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

void Run::stmt(const Stmt* s) {
  if (returned_ || !known) return;
  switch (s->kind) {
    case StmtKind::Block:
      for (const Stmt* child : cast<Block>(s)->statements) stmt(child);
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
        stmt(node->thenStmt);
      else if (node->elseStmt)
        stmt(node->elseStmt);
      break;
    }
    case StmtKind::Return: returned_ = true; break;
    case StmtKind::Empty: break;
    default: known = false;
  }
}

// A penalty is only ever given to an object that was not touched in this epoch, and clearing it
// after a touch is what the touch does anyway.
bool behavesLikeWindow(const Plan& plan, const HandlerInfo& handler) {
  for (int facts = 0; facts < 8; ++facts) {
    bool u = (facts & 1) != 0, full = (facts & 2) != 0, contains = (facts & 4) != 0;
    // After update(u) a history that took u = true contains true.
    if (u && !contains) continue;
    Run run(plan, handler, u, full, contains);
    if (!run.known || !run.updated || run.updatedWith != u || run.u()) return false;
    if (run.amplified != (full && !contains) || (run.cleared && !u)) return false;
  }
  return true;
}

}  // namespace

static bool runsAtOnce(const Plan& plan) {
  for (const HandlerPlan& p : plan.handlers) {
    if (isMutator(p.handler->event) && p.mode == Mode::Native) return true;
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
