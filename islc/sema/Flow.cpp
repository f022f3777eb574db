// Reachability (JLS 14.22) and definite assignment (JLS 16) of one handler. Constants that can
// be tuned at agent start never count as constant conditions.
#include "sema/Checker.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace isl::sema {

using namespace ast;
using llvm::BitVector;
using llvm::cast;
using llvm::dyn_cast;

namespace {

// The locals that are definitely assigned; everything is assigned where control never comes.
struct State {
  BitVector set;
  bool live = true;
};

struct Split {
  State whenTrue, whenFalse;
};

struct Loop {
  llvm::SmallVector<State, 2> breaks, continues;
};

bool hasReturn(const Stmt* s) {
  switch (s->kind) {
    case StmtKind::Return: return true;
    case StmtKind::Block:
      for (const Stmt* child : cast<Block>(s)->statements) {
        if (hasReturn(child)) return true;
      }
      return false;
    case StmtKind::If:
      return hasReturn(cast<If>(s)->thenStmt) ||
             (cast<If>(s)->elseStmt && hasReturn(cast<If>(s)->elseStmt));
    case StmtKind::For: return hasReturn(cast<For>(s)->body);
    case StmtKind::ForEach: return hasReturn(cast<ForEach>(s)->body);
    case StmtKind::While: return hasReturn(cast<While>(s)->body);
    case StmtKind::Do: return hasReturn(cast<Do>(s)->body);
    default: return false;
  }
}

class Flow {
 public:
  Flow(const Model& model, Diagnostics& diags) : model_(model), diags_(diags) {}

  void run(const HandlerInfo& handler) {
    State state{BitVector(handler.localCount), true};
    for (LocalInfo* p : handler.parameters) state.set.set(p->index);
    for (const Stmt* s : handler.decl->body->statements) reach(s, state);
  }

 private:
  static void join(State& into, const State& other) {
    if (!other.live) return;
    if (!into.live)
      into = other;
    else
      into.set &= other.set;
  }

  llvm::Optional<bool> constant(const Expr* e) const {
    const ExprInfo& info = model_.info(e);
    if (!info.constant || info.tunable) return llvm::None;
    return info.constant->i != 0;
  }

  // One error for the first statement that is never reached.
  void reach(const Stmt* s, State& state) {
    if (!state.live) {
      if (!reported_ && s->kind != StmtKind::Empty) diags_.report(Diag::Unreachable, s->range);
      reported_ = true;
      state.live = true;
    }
    stmt(s, state);
  }

  void stmt(const Stmt* s, State& state);
  void loop(const Stmt* s, const Expr* condition, llvm::ArrayRef<const Stmt*> update,
            const Stmt* body, State& state);
  void doLoop(const Do* s, State& state);
  void forEach(const ForEach* s, State& state);
  void expr(const Expr* e, State& state);
  Split condition(const Expr* e, State state);
  void use(const Name* e, const State& state) {
    const LocalInfo* local = model_.info(e).local;
    if (local && state.live && !state.set.test(local->index)) {
      diags_.report(Diag::Uninitialised, e->range, {e->name.str()});
    }
  }
  void assign(const Expr* target, State& state) {
    if (const LocalInfo* local = model_.info(target).local) {
      if (local->decl->isFinal && state.set.test(local->index)) {
        diags_.report(Diag::AssignFixed, target->range,
                      {"the final local", local->decl->name.name.str()});
      }
      state.set.set(local->index);
    }
  }

  const Model& model_;
  Diagnostics& diags_;
  llvm::SmallVector<Loop, 4> loops_;
  bool reported_ = false;
};

Split Flow::condition(const Expr* e, State state) {
  if (auto value = constant(e)) {
    State dead = state;
    dead.live = false;
    return *value ? Split{state, dead} : Split{dead, state};
  }
  if (auto* u = dyn_cast<Unary>(e)) {
    Split s = condition(u->operand, state);
    std::swap(s.whenTrue, s.whenFalse);
    return s;
  }
  auto* b = dyn_cast<Binary>(e);
  if (b && (b->op == BinaryOp::LogAnd || b->op == BinaryOp::LogOr)) {
    bool isAnd = b->op == BinaryOp::LogAnd;
    Split left = condition(b->left, state);
    Split right = condition(b->right, isAnd ? left.whenTrue : left.whenFalse);
    if (isAnd)
      join(right.whenFalse, left.whenFalse);
    else
      join(right.whenTrue, left.whenTrue);
    return right;
  }
  expr(e, state);
  return {state, state};
}

void Flow::expr(const Expr* e, State& state) {
  switch (e->kind) {
    case ExprKind::Name: use(cast<Name>(e), state); break;
    case ExprKind::Member: expr(cast<Member>(e)->base, state); break;
    case ExprKind::Index:
      expr(cast<Index>(e)->base, state);
      expr(cast<Index>(e)->index, state);
      break;
    case ExprKind::Call:
      if (cast<Call>(e)->base) expr(cast<Call>(e)->base, state);
      for (const Expr* arg : cast<Call>(e)->args) expr(arg, state);
      break;
    case ExprKind::IncDec:
      expr(cast<IncDec>(e)->operand, state);
      assign(cast<IncDec>(e)->operand, state);
      break;
    case ExprKind::Assign: {
      auto* a = cast<Assign>(e);
      if (a->compound || a->target->kind != ExprKind::Name) expr(a->target, state);
      expr(a->value, state);
      assign(a->target, state);
      break;
    }
    case ExprKind::Conditional: {
      auto* c = cast<Conditional>(e);
      Split s = condition(c->condition, state);
      expr(c->whenTrue, s.whenTrue);
      expr(c->whenFalse, s.whenFalse);
      join(s.whenTrue, s.whenFalse);
      state = s.whenTrue;
      break;
    }
    case ExprKind::Binary: {
      auto* b = cast<Binary>(e);
      if (b->op == BinaryOp::LogAnd || b->op == BinaryOp::LogOr) {
        Split s = condition(e, state);
        join(s.whenTrue, s.whenFalse);
        if (s.whenTrue.live) state = s.whenTrue;
        break;
      }
      expr(b->left, state);
      expr(b->right, state);
      break;
    }
    case ExprKind::Unary: expr(cast<Unary>(e)->operand, state); break;
    case ExprKind::Cast: expr(cast<Cast>(e)->operand, state); break;
    default: break;
  }
}

void Flow::loop(const Stmt* s, const Expr* cond, llvm::ArrayRef<const Stmt*> update,
                const Stmt* body, State& state) {
  Split split = cond ? condition(cond, state) : Split{state, {state.set, false}};
  loops_.emplace_back();
  State inside = split.whenTrue;
  reach(body, inside);
  for (const State& c : loops_.back().continues) join(inside, c);
  for (const Stmt* u : update) stmt(u, inside);
  State after = split.whenFalse;
  for (const State& b : loops_.back().breaks) join(after, b);
  // A `return` ends the loop as well; only a body that always comes round again is endless.
  bool returns = !inside.live;
  if (!after.live && !returns && !hasReturn(body)) diags_.report(Diag::EndlessLoop, s->range);
  loops_.pop_back();
  state = after;
}

void Flow::doLoop(const Do* s, State& state) {
  loops_.emplace_back();
  reach(s->body, state);
  for (const State& c : loops_.back().continues) join(state, c);
  State after{state.set, false};
  if (state.live) after = condition(s->condition, state).whenFalse;
  for (const State& b : loops_.back().breaks) join(after, b);
  if (!after.live && state.live && !hasReturn(s->body)) {
    diags_.report(Diag::EndlessLoop, s->range);
  }
  loops_.pop_back();
  state = after;
}

void Flow::forEach(const ForEach* s, State& state) {
  expr(s->array, state);
  State inside = state;
  inside.set.set(model_.variables.find(s->variable)->second->index);
  loops_.emplace_back();
  reach(s->body, inside);
  loops_.pop_back();
}

void Flow::stmt(const Stmt* s, State& state) {
  switch (s->kind) {
    case StmtKind::Block:
      for (const Stmt* child : cast<Block>(s)->statements) reach(child, state);
      break;
    case StmtKind::LocalDecl:
      for (const Variable* v : cast<LocalDecl>(s)->variables) {
        unsigned index = model_.variables.find(v)->second->index;
        // In a loop the slot may be set from the last turn.
        state.set.reset(index);
        if (!v->init) continue;
        expr(v->init, state);
        state.set.set(index);
      }
      break;
    case StmtKind::ExprStmt: expr(cast<ExprStmt>(s)->expr, state); break;
    case StmtKind::If: {
      auto* node = cast<If>(s);
      // JLS: an `if` never makes a branch unreachable, whatever its condition.
      Split split = condition(node->condition, state);
      split.whenTrue.live = split.whenFalse.live = true;
      reach(node->thenStmt, split.whenTrue);
      if (node->elseStmt) reach(node->elseStmt, split.whenFalse);
      join(split.whenTrue, split.whenFalse);
      state = split.whenTrue;
      break;
    }
    case StmtKind::For: {
      auto* node = cast<For>(s);
      for (const Stmt* child : node->init) stmt(child, state);
      loop(s, node->condition, node->update, node->body, state);
      break;
    }
    case StmtKind::While:
      loop(s, cast<While>(s)->condition, {}, cast<While>(s)->body, state);
      break;
    case StmtKind::ForEach: forEach(cast<ForEach>(s), state); break;
    case StmtKind::Do: doLoop(cast<Do>(s), state); break;
    case StmtKind::Break:
      loops_.back().breaks.push_back(state);
      state.live = false;
      break;
    case StmtKind::Continue:
      loops_.back().continues.push_back(state);
      state.live = false;
      break;
    case StmtKind::Return: state.live = false; break;
    case StmtKind::Empty: break;
  }
}

}  // namespace

void checkFlow(const Model& model, const HandlerInfo& handler, Diagnostics& diags) {
  Flow(model, diags).run(handler);
}

}  // namespace isl::sema
