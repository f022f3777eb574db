// Java evaluates operands from left to right, C++ in any order: wherever one of two operands has
// an effect, both are put into temporaries of a statement expression first.
#include "ast/Walk.h"
#include "codegen/Body.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::codegen {

using namespace ast;
using namespace sema;
using llvm::dyn_cast;

static bool hasEffect(const Expr* e) {
  bool found = false;
  walk(e, [&](const Expr* x) {
    found = found || x->kind == ExprKind::Assign || x->kind == ExprKind::IncDec;
  });
  return found;
}

std::string Body::convert(const std::string& text, Type from, Type to) {
  if (from == to || to.is(Kind::History)) return text;
  if (to.isArray()) return from.is(Kind::Null) ? "isl::Array()" : text;
  if (to.is(Kind::Object)) return from.isArray() ? "isl::ref(" + text + ")" : text;
  if (from.isFloating() && to.isIntegral()) {
    if (to.is(Kind::Long)) return "isl::toLong(" + text + ")";
    std::string whole = "isl::toInt(" + text + ")";
    return to.is(Kind::Int) ? whole : cppType(to) + "(" + whole + ")";
  }
  return cppType(to) + "(" + text + ")";
}

std::string Body::as(const Expr* e, Type to) {
  const ExprInfo& info = model_.info(e);
  if (info.constant && !info.tunable && to.isPrimitive()) {
    return literal(sema::convert(*info.constant, to.kind));
  }
  return convert(value(e), info.type, to);
}

std::string Body::expr(const Expr* e) { return as(e, model_.info(e).type); }

std::string Body::local(const LocalInfo* info) const {
  return cppName(info->decl->name.name, info->index);
}

std::string Body::name(const Name* e) {
  const ExprInfo& info = model_.info(e);
  if (info.local) return local(info.local);
  for (size_t i = 0; i < model_.consts.size(); ++i) {
    if (model_.consts[i].get() != info.named) continue;
    return cppName(info.named->name, i) + (info.named->derived ? "()" : "");
  }
  return "";
}

std::string Body::value(const Expr* e) {
  if (e == bound_) return boundName_;
  switch (e->kind) {
    case ExprKind::Name: return name(llvm::cast<Name>(e));
    case ExprKind::NullLit: return "isl::Ref()";
    case ExprKind::Member: {
      auto* m = llvm::cast<Member>(e);
      if (const FieldInfo* f = model_.info(e).field) {
        return "get_" + cppName(f->name, 0) + "(" + expr(m->base) + ")";
      }
      return "isl::length(env, " + expr(m->base) + ", " + std::to_string(lineOf(e->range)) + ")";
    }
    case ExprKind::Call: return call(llvm::cast<Call>(e));
    case ExprKind::Index: return index(llvm::cast<Index>(e));
    case ExprKind::Unary: return unary(llvm::cast<Unary>(e));
    case ExprKind::IncDec: return incDec(llvm::cast<IncDec>(e));
    case ExprKind::Binary: return binary(llvm::cast<Binary>(e));
    case ExprKind::Assign: return assign(llvm::cast<Assign>(e));
    case ExprKind::Conditional: {
      auto* c = llvm::cast<Conditional>(e);
      Type type = model_.info(e).type;
      return "(" + expr(c->condition) + " ? " + as(c->whenTrue, type) + " : " +
             as(c->whenFalse, type) + ")";
    }
    case ExprKind::Cast: return castExpr(llvm::cast<Cast>(e));
    default: return literal(*model_.info(e).constant);
  }
}

std::string Body::castExpr(const Cast* e) {
  Type from = model_.info(e->operand).type, to = model_.info(e).type;
  if (to.isArray() && from.is(Kind::Object)) {
    char kind = to.kind == Kind::Object || to.dims > 1 ? 'L' : descriptor(to.kind);
    return "isl::toArray(env, " + expr(e->operand) + ", '" + kind + "', " +
           std::to_string(lineOf(e->range)) + ")";
  }
  return convert(expr(e->operand), from, to);
}

std::string Body::index(const Index* e) {
  Type type = model_.info(e).type;
  std::string function = type.isPrimitive() ? "isl::element<" + cppType(type) + ">(env, "
                                            : "isl::referenceElement(env, ";
  std::string tail = ", " + std::to_string(lineOf(e->range)) + ")";
  std::string result;
  if (hasEffect(e->base) || hasEffect(e->index)) {
    std::string a = fresh("a"), i = fresh("i");
    result = "({ auto " + a + " = " + expr(e->base) + "; int32_t " + i + " = " +
             as(e->index, Kind::Int) + "; " + function + a + ", " + i + tail + "; })";
  } else {
    result = function + expr(e->base) + ", " + as(e->index, Kind::Int) + tail;
  }
  // An element that is itself an array is as opaque as any other: only a null passes the cast.
  if (type.isArray()) result = "isl::toArray(env, " + result + ", 'L'" + tail;
  return result;
}

std::string Body::unary(const Unary* e) {
  Type type = model_.info(e).type;
  std::string x = as(e->operand, type);
  switch (e->op) {
    case UnaryOp::Not: return "!" + (x[0] == '(' ? x : "(" + x + ")");
    case UnaryOp::Complement: return "~(" + x + ")";
    case UnaryOp::Plus: return x;
    case UnaryOp::Minus: return type.isFloating() ? "-(" + x + ")" : "isl::neg(" + x + ")";
  }
  return x;
}

// `a op b` of operand types a and b, both texts already converted as Java promotes them.
std::string Body::operate(BinaryOp op, Type a, Type b, const std::string& x, const std::string& y,
                          unsigned line) {
  std::string infix = "(" + x + " " + spelling(op) + " " + y + ")";
  std::string args = "(" + x + ", " + y + ")";
  std::string type = cppType(a);
  std::string faulting =
      "<" + type + ">(" + env_ + ", " + x + ", " + y + ", " + std::to_string(line) + ")";
  if (op == BinaryOp::Eq || op == BinaryOp::Ne) {
    if (a.is(Kind::Field) || b.is(Kind::Field)) {
      // Only the Field of a root edge is null; it still answers isRoot().
      std::string field = a.is(Kind::Field) ? x : y;
      return "(" + field + "->isRoot " + (op == BinaryOp::Eq ? "!=" : "==") + " 0)";
    }
    if (!a.isReference()) return infix;
    return (op == BinaryOp::Eq ? "isl::same" : "!isl::same") + args;
  }
  switch (op) {
    case BinaryOp::Add: return a.isFloating() ? infix : "isl::add" + args;
    case BinaryOp::Sub: return a.isFloating() ? infix : "isl::sub" + args;
    case BinaryOp::Mul: return a.isFloating() ? infix : "isl::mul" + args;
    case BinaryOp::Div: return a.isFloating() ? infix : "isl::div" + faulting;
    case BinaryOp::Rem: return a.isFloating() ? "isl::rem" + args : "isl::rem" + faulting;
    case BinaryOp::Shl: return "isl::shl" + args;
    case BinaryOp::Shr: return "isl::shr" + args;
    case BinaryOp::Ushr: return "isl::ushr" + args;
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor: return a.is(Kind::Boolean) ? "bool" + infix : infix;
    default: return infix;
  }
}

namespace {

struct Operands {
  Type left, right;
};

// The types that the operands are converted to before the operation.
Operands promoted(BinaryOp op, Type a, Type b) {
  if (op == BinaryOp::Shl || op == BinaryOp::Shr || op == BinaryOp::Ushr) {
    return {unaryPromotion(a), Kind::Long};
  }
  if (a.isNumeric() && b.isNumeric()) {
    Type both = binaryPromotion(a, b);
    return {both, both};
  }
  if (a.isReference() && b.isReference()) return {Kind::Object, Kind::Object};
  return {a, b};
}

}  // namespace

// What a spec compares is for islc to judge, but host compilers warn about operands that are equal,
// or beyond each other's range: all but the plainest comparisons are calls. Null: write the
// operator.
const char* Body::quietComparison(const Binary* e, Type left, Type right, bool sameText) const {
  static const char* const names[] = {"lt", "le", "gt", "ge", "eq", "ne"};
  bool number = left.isNumeric() || left.is(Kind::Boolean) || left.is(Kind::Word);
  if (e->op < BinaryOp::Lt || e->op > BinaryOp::Ne || !number) return nullptr;
  auto plain = [this](const Expr* x, Type wanted) {
    bool simple = x->kind != ExprKind::Binary && x->kind != ExprKind::Unary &&
                  x->kind != ExprKind::Cast && x->kind != ExprKind::Conditional;
    return simple && model_.info(x).type == wanted;
  };
  if (!sameText && plain(e->left, left) && plain(e->right, right)) return nullptr;
  return names[static_cast<int>(e->op) - static_cast<int>(BinaryOp::Lt)];
}

std::string Body::binary(const Binary* e) {
  Operands types = promoted(e->op, model_.info(e->left).type, model_.info(e->right).type);
  std::string x = as(e->left, types.left), y = as(e->right, types.right);
  bool lazy = e->op == BinaryOp::LogAnd || e->op == BinaryOp::LogOr;
  if (const char* function = quietComparison(e, types.left, types.right, x == y)) {
    if (!hasEffect(e->left) && !hasEffect(e->right)) {
      return "isl::" + std::string(function) + "(" + x + ", " + y + ")";
    }
  }
  if (lazy || (!hasEffect(e->left) && !hasEffect(e->right))) {
    return operate(e->op, types.left, types.right, x, y, lineOf(e->range));
  }
  std::string a = fresh("a"), b = fresh("b");
  return "({ auto " + a + " = " + x + "; auto " + b + " = " + y + "; " +
         operate(e->op, types.left, types.right, a, b, lineOf(e->range)) + "; })";
}

std::string Body::store(const Expr* target, const std::string& text) {
  const ExprInfo& info = model_.info(target);
  if (info.local) return "(" + local(info.local) + " = " + text + ")";
  return "set_" + cppName(info.field->name, 0) + "(" + expr(llvm::cast<Member>(target)->base) +
         ", " + text + ")";
}

// The object whose field is assigned is evaluated once and before the value; where either has an
// effect, it is put into a temporary first.
std::string Body::onObject(const Expr* target, bool effect,
                           const std::function<std::string()>& build) {
  auto* member = dyn_cast<Member>(target);
  if (!member || (!effect && !hasEffect(member->base))) return build();
  std::string object = expr(member->base), name = fresh("o");
  const Expr* outer = bound_;
  std::string outerName = boundName_;
  bound_ = member->base;
  boundName_ = name;
  std::string text = "({ auto " + name + " = " + object + "; " + build() + "; })";
  bound_ = outer;
  boundName_ = outerName;
  return text;
}

std::string Body::assign(const Assign* e) {
  return onObject(e->target, hasEffect(e->value), [&] { return assignTo(e); });
}

std::string Body::assignTo(const Assign* e) {
  Type type = model_.info(e->target).type;
  if (!e->compound) {
    std::string text = as(e->value, type);
    if (!hasEffect(e->value)) return store(e->target, text);
    std::string v = fresh("v");
    return "({ auto " + v + " = " + text + "; " + store(e->target, v) + "; })";
  }
  Operands types = promoted(e->op, type, model_.info(e->value).type);
  std::string old = convert(value(e->target), type, types.left);
  std::string right =
      adds_ ? timesOf(as(e->value, types.left), types.left) : as(e->value, types.right);
  if (adds_) types.right = types.left;
  Type result = types.left;
  unsigned line = lineOf(e->range);
  if (!hasEffect(e->value)) {
    return store(e->target,
                 convert(operate(e->op, types.left, types.right, old, right, line), result, type));
  }
  std::string a = fresh("a"), b = fresh("b");
  return "({ auto " + a + " = " + old + "; auto " + b + " = " + right + "; " +
         store(e->target,
               convert(operate(e->op, types.left, types.right, a, b, line), result, type)) +
         "; })";
}

// What several events in a row add.
std::string Body::timesOf(const std::string& summand, Type type) {
  const std::string times = cppType(type) + "(" + env_ + "->times)";
  return adds_ ? operate(BinaryOp::Mul, type, type, summand, times, 0) : summand;
}

std::string Body::incDec(const IncDec* e) {
  return onObject(e->operand, false, [&] { return step(e); });
}

std::string Body::step(const IncDec* e) {
  Type type = model_.info(e->operand).type;
  Type wide = unaryPromotion(type);
  ConstValue one = sema::convert({Kind::Int, 1, 0}, wide.kind);
  BinaryOp op = e->increment ? BinaryOp::Add : BinaryOp::Sub;
  auto next = [&](const std::string& old) {
    std::string changed =
        operate(op, wide, wide, convert(old, type, wide), timesOf(literal(one), wide), 0);
    return store(e->operand, convert(changed, wide, type));
  };
  std::string old = value(e->operand);
  if (e->prefix) return next(old);
  std::string t = fresh("t");
  return "({ auto " + t + " = " + old + "; " + next(t) + "; " + t + "; })";
}

std::string Body::call(const Call* e) {
  std::string line = std::to_string(lineOf(e->range));
  std::string base = e->base ? expr(e->base) : "";
  auto arg = [&](size_t i, Type type) { return as(e->args[i], type); };
  auto object = [&] { return arg(0, Kind::Object); };
  auto words = [&] { return arg(0, Kind::Word) + ", " + arg(1, Kind::Word); };
  switch (model_.info(e).builtin) {
    case Builtin::Amplify: return "isl_amplify(" + object() + ".object)";
    case Builtin::Deamplify: return "isl_deamplify(" + object() + ".object)";
    case Builtin::GetHistory: return "History(env, " + object() + ", " + line + ")";
    // The words only ever stand for the value of this very event.
    case Builtin::AddressToObject: return "isl::ref(value)";
    case Builtin::Combine:
    case Builtin::AsLong: return "isl::combine(" + words() + ")";
    case Builtin::AsInt: return "int32_t(" + arg(0, Kind::Word) + ")";
    case Builtin::AsFloat: return "isl::bits<float>(" + arg(0, Kind::Word) + ")";
    case Builtin::AsDouble: return "isl::bits<double>(isl::combine(" + words() + "))";
    case Builtin::SizeOf: return "isl::sizeOf(" + object() + ")";
    case Builtin::Age: return "isl::age(env, " + object() + ")";
    case Builtin::GcCount: return "int64_t(env->check)";
    case Builtin::FieldIsPrimitive: return "(" + base + "->isPrimitive != 0)";
    case Builtin::FieldIndex: return base + "->index";
    case Builtin::FieldOffset: return base + "->offset";
    case Builtin::FieldIsArrayElement: return "(" + base + "->isArrayElement != 0)";
    case Builtin::FieldIsRoot: return "(" + base + "->isRoot != 0)";
    case Builtin::MethodGetReturnType: return "isl::TypeValue{" + base + "->returns}";
    case Builtin::MethodIsStatic: return "(" + base + "->isStatic != 0)";
    case Builtin::MethodId: return base + "->id";
    case Builtin::TypeIsReference: return "isl::isReference(" + base + ")";
    case Builtin::TypeIsPrimitive: return "isl::isPrimitive(" + base + ")";
    case Builtin::TypeIsVoid: return "(" + base + ".kind == 'V')";
    case Builtin::TypeIsArray: return "(" + base + ".kind == '[')";
    default: return historyCall(e, base);
  }
}

// `base` is the text of the receiver.
std::string Body::historyCall(const Call* e, std::string base) {
  std::string line = std::to_string(lineOf(e->range));
  auto arg = [&](size_t i, Type type) { return as(e->args[i], type); };
  const Type element = model_.history()->element;
  // An argument may assign the variable that the receiver is read from.
  if (llvm::any_of(e->args, [](const Expr* a) { return hasEffect(a); })) {
    base = "History(" + base + ")";
  }
  switch (model_.info(e).builtin) {
    case Builtin::HistoryUpdate: return base + ".update(" + arg(0, element) + ")";
    case Builtin::HistoryGet: return base + ".get(" + arg(0, Kind::Int) + ", " + line + ")";
    case Builtin::HistoryLast: return base + ".last(" + line + ")";
    case Builtin::HistoryContains: return base + ".contains(" + arg(0, element) + ")";
    case Builtin::HistoryLength: return base + ".length()";
    case Builtin::HistoryCapacity: return base + ".capacity()";
    case Builtin::HistoryIsFull: return base + ".isFull()";
    case Builtin::HistoryContainsSameValue: return base + ".containsSameValue()";
    case Builtin::HistorySubHistory:
      return base + ".subHistory(" + arg(0, Kind::Int) + ", " + arg(1, Kind::Int) + ", " + line +
             ")";
    default: return "";
  }
}

}  // namespace isl::codegen
