// Arrays that are too short to matter: runs the handlers over intervals for an array of each length, from 0 on,
// until one of them may do something that shows. Whatever it cannot follow shows.
#include <algorithm>
#include <cstdint>

#include "ast/Walk.h"
#include "lower/Plan.h"
#include "llvm/Support/MathExtras.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::cast;

namespace {

// Iterations of all loops for all lengths, together.
constexpr unsigned kMostIterations = 100'000;
constexpr unsigned kMostLength = 4096;

// The handler's own array, an integer or truth value within bounds, or anything.
struct Value {
  enum { Any, Range, Own } kind = Any;
  int64_t low = 0, high = 0;

  bool operator==(const Value& o) const {
    return kind == o.kind && (kind != Range || (low == o.low && high == o.high));
  }
  bool mayBeTrue() const { return kind != Range || high != 0; }
  bool mayBeFalse() const { return kind != Range || low == 0; }
};

Value range(int64_t low, int64_t high) { return {Value::Range, low, high}; }

Value anyOf(const Type& type) {
  if (type.isArray()) return {};
  switch (type.kind) {
    case Kind::Boolean: return range(0, 1);
    case Kind::Byte: return range(INT8_MIN, INT8_MAX);
    case Kind::Short: return range(INT16_MIN, INT16_MAX);
    case Kind::Char: return range(0, UINT16_MAX);
    case Kind::Int: return range(INT32_MIN, INT32_MAX);
    case Kind::Long: return range(INT64_MIN, INT64_MAX);
    default: return {};
  }
}

Value joined(const Value& a, const Value& b) {
  if (a == b) return a;
  if (a.kind != Value::Range || b.kind != Value::Range) return {};
  return range(std::min(a.low, b.low), std::max(a.high, b.high));
}

// What wraps around may be anything.
Value within(const Type& type, int64_t low, int64_t high) {
  const Value all = anyOf(type);
  return all.kind != Value::Range || low < all.low || high > all.high ? all : range(low, high);
}

// The operation grows or falls with each operand, so it is extreme where both are.
template <class Operation>
Value corners(const Type& type, const Value& a, const Value& b, Operation operation) {
  int64_t results[4];
  size_t n = 0;
  for (int64_t x : {a.low, a.high}) {
    for (int64_t y : {b.low, b.high}) {
      if (operation(x, y, results[n++])) return anyOf(type);  // overflow
    }
  }
  return within(type, *std::min_element(results, results + 4),
                *std::max_element(results, results + 4));
}

// As the type of what it is stored to or cast to.
Value converted(const Value& v, const Type& type) {
  if (v.kind == Value::Range && !type.isFloating()) return within(type, v.low, v.high);
  return v.kind == Value::Own && type.isReference() ? v : anyOf(type);
}

Value compared(BinaryOp op, const Value& a, const Value& b) {
  const Value unknown = range(0, 1);
  if (a.kind != Value::Range || b.kind != Value::Range) return unknown;
  const auto decided = [&](bool always, bool never) {
    return always ? range(1, 1) : never ? range(0, 0) : unknown;
  };
  const bool apart = a.high < b.low || b.high < a.low;
  const bool equal = a == b && a.low == a.high;
  switch (op) {
    case BinaryOp::Lt: return decided(a.high < b.low, a.low >= b.high);
    case BinaryOp::Le: return decided(a.high <= b.low, a.low > b.high);
    case BinaryOp::Gt: return decided(a.low > b.high, a.high <= b.low);
    case BinaryOp::Ge: return decided(a.low >= b.high, a.high < b.low);
    case BinaryOp::Eq: return decided(equal, apart);
    case BinaryOp::Ne: return decided(apart, equal);
    default: return unknown;
  }
}

class Run {
 public:
  Run(const Model& model, const HandlerInfo& handler, int64_t length, unsigned& iterations)
      : model_(model), handler_(handler), length_(length), iterations_(iterations) {}

  // May the handler do anything to an array of this length that shows?
  bool shows() {
    State start(handler_.localCount);
    for (const LocalInfo* p : handler_.parameters) start[p->index] = anyOf(p->type);
    start[handler_.parameters[0]->index].kind = Value::Own;
    Path path = std::move(start);
    Exits none;
    run(handler_.decl->body, path, none);
    return shows_;
  }

 private:
  using State = std::vector<Value>;    // by index of the local
  using Path = llvm::Optional<State>;  // none: execution does not come here
  struct Exits {
    Path broken, continued;  // of the loop around a statement
  };

  static void join(Path& into, const Path& from) {
    if (!from) return;
    if (!into) {
      into = from;
      return;
    }
    for (size_t i = 0; i < into->size(); ++i) (*into)[i] = joined((*into)[i], (*from)[i]);
  }
  Value show() {
    shows_ = true;
    return {};
  }
  bool mayIterate() {
    if (iterations_ == 0) show();
    if (!shows_) --iterations_;
    return !shows_;
  }

  Value eval(const Expr* e, State& s);
  Value binary(const Binary* e, State& s);
  Value logical(const Binary* e, State& s);
  Value conditional(const Conditional* e, State& s);
  Value arithmetic(BinaryOp op, const Type& type, const Value& a, const Value& b);
  Value unary(const Unary* e, State& s);
  Value castTo(const Cast* e, State& s);
  Value call(const Call* e, State& s);
  Value store(const Expr* target, const Value& value, State& s);
  Value member(const Member* e, State& s);
  bool isOwn(const Expr* e, State& s) { return eval(e, s).kind == Value::Own; }

  void run(const Stmt* stmt, Path& path, Exits& exits);
  void branch(const If* node, Path& path, Exits& exits);
  void loop(const Expr* condition, const Stmt* body, llvm::ArrayRef<const Stmt*> update,
            Path& path);
  void forEach(const ForEach* node, Path& path);

  const Model& model_;
  const HandlerInfo& handler_;
  const int64_t length_;
  unsigned& iterations_;
  bool shows_ = false;
};

Value Run::arithmetic(BinaryOp op, const Type& type, const Value& a, const Value& b) {
  const bool known = a.kind == Value::Range && b.kind == Value::Range;
  if (type.isFloating()) return {};
  if ((op == BinaryOp::Div || op == BinaryOp::Rem) && (!known || (b.low <= 0 && b.high >= 0))) {
    return show();  // may be a division by zero
  }
  if (!known) return anyOf(type);
  switch (op) {
    case BinaryOp::Add: return corners(type, a, b, llvm::AddOverflow<int64_t>);
    case BinaryOp::Sub: return corners(type, a, b, llvm::SubOverflow<int64_t>);
    case BinaryOp::Mul: return corners(type, a, b, llvm::MulOverflow<int64_t>);
    case BinaryOp::Div:
      if (b.low <= 0) return anyOf(type);
      return corners(type, a, b, [](int64_t x, int64_t y, int64_t& result) {
        result = x / y;
        return false;
      });
    default: return anyOf(type);
  }
}

Value Run::logical(const Binary* e, State& s) {
  const bool both = e->op == BinaryOp::LogAnd;
  const Value left = eval(e->left, s);
  if (both ? !left.mayBeTrue() : !left.mayBeFalse()) return left;
  State further = s;
  const Value right = eval(e->right, further);
  if (both ? !left.mayBeFalse() : !left.mayBeTrue()) {
    s = std::move(further);
    return right;
  }
  for (size_t i = 0; i < s.size(); ++i) s[i] = joined(s[i], further[i]);
  return joined(range(both ? 0 : 1, both ? 0 : 1), right);
}

Value Run::binary(const Binary* e, State& s) {
  if (e->op == BinaryOp::LogAnd || e->op == BinaryOp::LogOr) return logical(e, s);
  const Value left = eval(e->left, s), right = eval(e->right, s);
  if (e->op >= BinaryOp::Lt && e->op <= BinaryOp::Ne) return compared(e->op, left, right);
  return arithmetic(e->op, model_.info(e).type, left, right);
}

Value Run::conditional(const Conditional* e, State& s) {
  const Type& type = model_.info(e).type;
  const Value condition = eval(e->condition, s);
  if (!condition.mayBeFalse()) return converted(eval(e->whenTrue, s), type);
  if (!condition.mayBeTrue()) return converted(eval(e->whenFalse, s), type);
  State other = s;
  const Value value = converted(joined(eval(e->whenTrue, s), eval(e->whenFalse, other)), type);
  for (size_t i = 0; i < s.size(); ++i) s[i] = joined(s[i], other[i]);
  return value;
}

Value Run::unary(const Unary* e, State& s) {
  const Value v = eval(e->operand, s);
  const Type& type = model_.info(e).type;
  if (v.kind != Value::Range) return anyOf(type);
  switch (e->op) {
    case UnaryOp::Plus: return v;
    case UnaryOp::Minus: return arithmetic(BinaryOp::Sub, type, range(0, 0), v);
    case UnaryOp::Complement: return within(type, ~v.high, ~v.low);
    case UnaryOp::Not: return range(1 - v.high, 1 - v.low);
  }
  return show();
}

// The array is of the main context's type, so a cast of it to that type succeeds.
Value Run::castTo(const Cast* e, State& s) {
  const Type& type = model_.info(e).type;
  const Value v = eval(e->operand, s);
  if (!type.isArray()) return converted(v, type);
  llvm::StringRef main = *model_.contexts[model_.mainContext]->type;
  main.consume_back("[]");
  Kind elements = Kind::Object;
  if (!main.endswith("[]")) primitiveByName(main, elements);
  return v.kind == Value::Own && type == Type(elements, 1) ? v : show();
}

Value Run::member(const Member* e, State& s) {
  if (!isOwn(e->base, s)) return show();
  const ExprInfo& info = model_.info(e);
  return info.isArrayLength ? range(length_, length_) : info.field ? anyOf(info.type) : show();
}

// Its own fields and history nobody else looks at.
Value Run::store(const Expr* target, const Value& value, State& s) {
  const ExprInfo& info = model_.info(target);
  if (info.local) return s[info.local->index] = converted(value, info.type);
  const bool own = info.field && isOwn(cast<Member>(target)->base, s);
  return own ? converted(value, info.type) : show();
}

Value Run::call(const Call* e, State& s) {
  const ExprInfo& info = model_.info(e);
  if (e->base) eval(e->base, s);
  bool own = true;
  for (const Expr* arg : e->args) {
    const Value v = eval(arg, s);
    own = own && (v.kind == Value::Own || !model_.info(arg).type.isReference());
  }
  switch (info.builtin) {
    case Builtin::Deamplify:  // there is no penalty to take away
    case Builtin::GetHistory:
    case Builtin::SizeOf:
    case Builtin::Age: return own ? anyOf(info.type) : show();
    case Builtin::Combine:
    case Builtin::AsInt:
    case Builtin::AsLong:
    case Builtin::AsFloat:
    case Builtin::AsDouble:
    case Builtin::GcCount:
    case Builtin::Ticks:
    case Builtin::Pressure:
    case Builtin::Units:
    case Builtin::FieldIsPrimitive:
    case Builtin::FieldIndex:
    case Builtin::FieldOffset:
    case Builtin::FieldIsArrayElement:
    case Builtin::FieldIsRoot:
    case Builtin::HistoryUpdate:
    case Builtin::HistoryContains:
    case Builtin::HistoryLength:
    case Builtin::HistoryCapacity:
    case Builtin::HistoryIsFull:
    case Builtin::HistoryContainsSameValue: return anyOf(info.type);
    default: return show();  // among them what ends the handler where a history is empty
  }
}

Value Run::eval(const Expr* e, State& s) {
  if (shows_) return {};
  const ExprInfo& info = model_.info(e);
  if (info.constant) {
    const bool known = info.type.isIntegral() || info.type.is(Kind::Boolean);
    return known ? range(info.constant->i, info.constant->i) : anyOf(info.type);
  }
  switch (e->kind) {
    case ExprKind::NullLit:
    case ExprKind::StringLit: return {};
    case ExprKind::Name: return info.local ? s[info.local->index] : anyOf(info.type);
    case ExprKind::Member: return member(cast<Member>(e), s);
    case ExprKind::Call: return call(cast<Call>(e), s);
    case ExprKind::Index: {
      const bool own = isOwn(cast<Index>(e)->base, s);
      const Value i = eval(cast<Index>(e)->index, s);
      const bool inside = own && i.kind == Value::Range && i.low >= 0 && i.high < length_;
      return inside ? anyOf(info.type) : show();
    }
    case ExprKind::Unary: return unary(cast<Unary>(e), s);
    case ExprKind::IncDec: {
      auto* step = cast<IncDec>(e);
      const Value before = eval(step->operand, s);
      const Value after = arithmetic(step->increment ? BinaryOp::Add : BinaryOp::Sub, info.type,
                                     before, range(1, 1));
      store(step->operand, after, s);
      return step->prefix ? after : before;
    }
    case ExprKind::Binary: return binary(cast<Binary>(e), s);
    case ExprKind::Assign: {
      auto* a = cast<Assign>(e);
      if (!a->compound) return store(a->target, eval(a->value, s), s);
      const Value before = eval(a->target, s), by = eval(a->value, s);
      const Type type = binaryPromotion(info.type, model_.info(a->value).type);
      return store(a->target, arithmetic(a->op, type, before, by), s);
    }
    case ExprKind::Conditional: return conditional(cast<Conditional>(e), s);
    case ExprKind::Cast: return castTo(cast<Cast>(e), s);
    default: return show();
  }
}

void Run::branch(const If* node, Path& path, Exits& exits) {
  const Value condition = eval(node->condition, *path);
  Path other;
  if (condition.mayBeFalse()) other = path;
  if (!condition.mayBeTrue()) path.reset();
  run(node->thenStmt, path, exits);
  if (node->elseStmt) run(node->elseStmt, other, exits);
  join(path, other);
}

// Round by round, with the bounds of each: a count has the bounds of the round.
void Run::loop(const Expr* condition, const Stmt* body, llvm::ArrayRef<const Stmt*> update,
               Path& path) {
  Path after;
  while (path && mayIterate()) {
    if (condition) {
      const Value goesOn = eval(condition, *path);
      if (goesOn.mayBeFalse()) join(after, path);
      if (!goesOn.mayBeTrue()) break;
    }
    Exits exits, none;
    run(body, path, exits);
    join(path, exits.continued);
    join(after, exits.broken);
    for (const Stmt* s : update) run(s, path, none);
  }
  path = std::move(after);
}

void Run::forEach(const ForEach* node, Path& path) {
  if (!isOwn(node->array, *path)) {
    show();
    return;
  }
  const LocalInfo* element = model_.variables.find(node->variable)->second;
  Path broken;
  for (int64_t i = 0; i < length_ && path && mayIterate(); ++i) {
    (*path)[element->index] = anyOf(element->type);
    Exits exits;
    run(node->body, path, exits);
    join(path, exits.continued);
    join(broken, exits.broken);
  }
  join(path, broken);
}

void Run::run(const Stmt* stmt, Path& path, Exits& exits) {
  if (!path || shows_) return;
  switch (stmt->kind) {
    case StmtKind::Empty: break;
    case StmtKind::Block:
      for (const Stmt* child : cast<Block>(stmt)->statements) run(child, path, exits);
      break;
    case StmtKind::LocalDecl:
      for (const Variable* v : cast<LocalDecl>(stmt)->variables) {
        const LocalInfo* local = model_.variables.find(v)->second;
        const Value init = v->init ? eval(v->init, *path) : Value();
        (*path)[local->index] = v->init ? converted(init, local->type) : anyOf(local->type);
      }
      break;
    case StmtKind::ExprStmt: eval(cast<ExprStmt>(stmt)->expr, *path); break;
    case StmtKind::If: branch(cast<If>(stmt), path, exits); break;
    case StmtKind::For: {
      auto* node = cast<For>(stmt);
      for (const Stmt* s : node->init) run(s, path, exits);
      loop(node->condition, node->body, node->update, path);
      break;
    }
    case StmtKind::ForEach: forEach(cast<ForEach>(stmt), path); break;
    case StmtKind::While:
      loop(cast<While>(stmt)->condition, cast<While>(stmt)->body, {}, path);
      break;
    case StmtKind::Break:
      join(exits.broken, path);
      path.reset();
      break;
    case StmtKind::Continue:
      join(exits.continued, path);
      path.reset();
      break;
    case StmtKind::Return: path.reset(); break;
    case StmtKind::Do: show(); break;
  }
}

bool amplifies(const Model& model, const HandlerInfo& handler) {
  bool found = false;
  walk(handler.decl->body, [&](const Expr* e) {
    const Builtin builtin = model.info(e).builtin;
    found = found || builtin == Builtin::Amplify || builtin == Builtin::AmplifyBy;
  });
  return found;
}

// Do handlers see, of the array that an event is about, only what nobody else sees?
bool keepToTheirArray(const Plan& plan) {
  const Model& model = *plan.model;
  if (plan.paper || model.mainContext < 0) return false;
  const auto& type = model.contexts[model.mainContext]->type;
  if (!type || !type->endswith("[]")) return false;
  for (auto& context : model.contexts) {
    if (context->path == model.mainContext) return false;
  }
  if (model.history() && model.partition->kind != PartitionKind::All) return false;
  return !model.handler(EventKind::OnReached) && !model.handler(EventKind::OnCall);
}

}  // namespace

unsigned leastLength(const Plan& plan) {
  const Model& model = *plan.model;
  if (!keepToTheirArray(plan)) return 0;
  const bool penalises =
      llvm::any_of(model.handlers, [&](const auto& h) { return amplifies(model, *h); });
  unsigned iterations = kMostIterations, length = 0;
  for (; penalises && length < kMostLength; ++length) {
    for (auto& h : model.handlers) {
      if (Run(model, *h, length, iterations).shows()) return length;
    }
  }
  return length;
}

}  // namespace isl::lower
