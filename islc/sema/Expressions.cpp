// Types of expressions (JLS 15, restricted to the language).
#include "sema/Checker.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::sema {

using namespace ast;
using llvm::cast;
using llvm::dyn_cast;

Type Checker::check(const Expr* e) {
  Type type = checkAny(e);
  if (type.is(Kind::Void)) {
    diags_.report(Diag::VoidValue, e->range, {toSource(e)});
    type = Type();
    model_.exprs[e].type = type;
  }
  return type;
}

Type Checker::checkAny(const Expr* e) {
  ExprInfo info;
  Type type;
  switch (e->kind) {
    case ExprKind::IntLit: {
      auto* lit = cast<IntLit>(e);
      type = lit->isLong ? Kind::Long : Kind::Int;
      info.constant = ConstValue{type.kind, lit->value, 0};
      break;
    }
    case ExprKind::FloatLit: {
      auto* lit = cast<FloatLit>(e);
      type = lit->isFloat ? Kind::Float : Kind::Double;
      info.constant = ConstValue{type.kind, 0, lit->value};
      break;
    }
    case ExprKind::CharLit:
      type = Kind::Char;
      info.constant = ConstValue{Kind::Char, cast<CharLit>(e)->value, 0};
      break;
    case ExprKind::BoolLit:
      type = Kind::Boolean;
      info.constant = ConstValue{Kind::Boolean, cast<BoolLit>(e)->value, 0};
      break;
    case ExprKind::NullLit: type = Kind::Null; break;
    case ExprKind::StringLit: diags_.report(Diag::StringInExpression, e->range); break;
    case ExprKind::Name: type = checkName(cast<Name>(e), info); break;
    case ExprKind::Member: type = checkMember(cast<Member>(e), info); break;
    case ExprKind::Call: type = checkCall(cast<Call>(e), info); break;
    case ExprKind::Index: type = checkIndex(cast<Index>(e)); break;
    case ExprKind::Unary: type = checkUnary(cast<Unary>(e), info); break;
    case ExprKind::IncDec: type = checkIncDec(cast<IncDec>(e)); break;
    case ExprKind::Binary: type = checkBinary(cast<Binary>(e), info); break;
    case ExprKind::Assign: type = checkAssign(cast<Assign>(e)); break;
    case ExprKind::Conditional: type = checkConditional(cast<Conditional>(e), info); break;
    case ExprKind::Cast: type = checkCast(cast<Cast>(e), info); break;
  }
  info.type = type;
  model_.exprs[e] = info;
  return type;
}

LocalInfo* Checker::findLocal(llvm::StringRef name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    for (LocalInfo* local : *scope) {
      if (local->decl->name.name == name) return local;
    }
  }
  return nullptr;
}

Type Checker::checkName(const Name* e, ExprInfo& info) {
  if (LocalInfo* local = findLocal(e->name)) {
    local->used = true;
    info.local = local;
    info.isView = local->isView;
    return local->type;
  }
  if (ConstInfo* named = findConst(e->name)) {
    evaluateConst(*named);
    if (!named->used) named->firstUse = e->range;
    named->used = true;
    info.named = named;
    if (!named->type.isError()) info.constant = named->value;
    info.tunable = true;
    return named->type;
  }
  if (const Construct* c = findConstruct(e->name)) {
    diags_.report(Diag::ConstructAsValue, e->range, {spelling(c->kind), e->name.str()})
        .note(Diag::NotePrevious, c->name.range);
    return Type();
  }
  std::vector<std::string> candidates;
  for (auto& scope : scopes_) {
    if (!suggests()) break;
    for (LocalInfo* local : scope) candidates.push_back(local->decl->name.name.str());
  }
  for (auto& c : model_.consts) {
    if (suggests()) candidates.push_back(c->name.str());
  }
  if (suggests()) candidates.insert(candidates.end(), {"true", "false", "null"});
  std::string near = nearest(e->name, candidates);
  auto message = diags_.report(handler_ ? Diag::Undeclared : Diag::UndefinedConstant, e->range,
                               {e->name.str(), didYouMean(e->name, candidates)});
  if (!near.empty()) message.replace(e->range, near);
  return Type();
}

Type Checker::checkMember(const Member* e, ExprInfo& info) {
  Type base = check(e->base);
  std::string name = e->name.name.str();
  if (base.isError()) return Type();
  if (base.isPrimitive()) {
    diags_.report(Diag::MemberOnPrimitive, e->name.range, {sema::name(base)});
    return Type();
  }
  if (base.is(Kind::Null)) {
    diags_.report(Diag::MemberOnNull, e->name.range);
    return Type();
  }
  if (base.isArray() && name == "length") {
    if (!checkAvailability(e->name.range, "the content of arrays", kGc)) return Type();
    info.isArrayLength = true;
    return Kind::Int;
  }
  if (base.is(Kind::Object)) {
    if (FieldInfo* field = findField(name)) {
      field->read = true;
      info.field = field;
      return field->type;
    }
    std::vector<std::string> fields;
    for (auto& f : model_.fields) fields.push_back(f->name.str());
    std::string hint =
        name == "length" ? "; cast to an array type first" : didYouMean(name, fields);
    auto message = diags_.report(Diag::NotInstanceField, e->name.range, {name, hint});
    std::string near = name == "length" ? "" : nearest(name, fields);
    if (!near.empty()) message.replace(e->name.range, near);
    return Type();
  }
  auto members = memberNames(base);
  bool method = llvm::is_contained(members, name);
  std::string near = method ? name + "()" : nearest(name, members);
  auto message = diags_.report(
      Diag::NoMember, e->name.range,
      {name, sema::name(base), method ? "; call it: `" + near + "`" : memberHint(name, members)});
  if (!near.empty()) message.replace(e->name.range, near);
  return Type();
}

Type Checker::checkIndex(const Index* e) {
  Type base = check(e->base);
  Type index = check(e->index);
  if (!index.isError() && !(index.isIntegral() && unaryPromotion(index).is(Kind::Int))) {
    diags_.report(index.isNumeric() ? Diag::Lossy : Diag::Incompatible, e->index->range,
                  {sema::name(index), "int"});
  }
  if (base.isError()) return Type();
  if (base.is(Kind::Object)) {
    diags_.report(Diag::ArrayElementUnknown, e->base->range, {toSource(e->base)});
    return Type();
  }
  if (!base.isArray()) {
    diags_.report(Diag::IndexNonArray, e->base->range, {sema::name(base)});
    return Type();
  }
  if (!checkAvailability(e->range, "the content of arrays", kGc)) return Type();
  return base.element();
}

void Checker::foldProblem(const Expr* e, Fold problem, const char* op) {
  // In a handler Java wraps, and divides into a fault at run time.
  if (handler_) return;
  if (problem == Fold::Division) diags_.report(Diag::ConstantDivision, e->range);
  if (problem == Fold::Overflow) diags_.report(Diag::ConstantOverflow, e->range, {op});
}

Type Checker::checkUnary(const Unary* e, ExprInfo& info) {
  Type operand = check(e->operand);
  if (operand.isError()) return Type();
  if (operand.is(Kind::Word)) {
    diags_.report(Diag::WordArithmetic, e->range, {spelling(e->op)});
    return Type();
  }
  if (operand.is(Kind::History)) {
    diags_.report(Diag::HistoryOperator, e->range, {spelling(e->op)});
    return Type();
  }
  bool ok = e->op == UnaryOp::Not          ? operand.is(Kind::Boolean)
            : e->op == UnaryOp::Complement ? operand.isIntegral()
                                           : operand.isNumeric();
  if (!ok) {
    diags_.report(Diag::UnaryOperand, e->range, {spelling(e->op), sema::name(operand)});
    return Type();
  }
  Type type = e->op == UnaryOp::Not ? operand : unaryPromotion(operand);
  const ExprInfo& inner = model_.info(e->operand);
  if (inner.constant) {
    Fold problem;
    info.constant = foldUnary(e->op, convert(*inner.constant, type.kind), problem);
    info.tunable = inner.tunable;
  }
  return type;
}

Type Checker::checkIncDec(const IncDec* e) {
  const char* op = e->increment ? "++" : "--";
  Type type = check(e->operand);
  if (type.isError()) return Type();
  bool target = e->operand->kind == ExprKind::Name || e->operand->kind == ExprKind::Member ||
                e->operand->kind == ExprKind::Index;
  if (!type.isNumeric() || !target) {
    diags_.report(Diag::IncDecOperand, e->range, {op});
    return Type();
  }
  return checkTarget(e->operand, true) ? type : Type();
}

Type Checker::equalityType(const Expr* at, BinaryOp op, Type a, Type b) {
  bool ok = (a.isNumeric() && b.isNumeric()) || (a.is(Kind::Boolean) && b.is(Kind::Boolean)) ||
            (a.is(Kind::Word) && b.is(Kind::Word)) || (a.isReference() && b.isReference());
  if (ok) return Kind::Boolean;
  bool field = (a.is(Kind::Field) && b.is(Kind::Null)) || (b.is(Kind::Field) && a.is(Kind::Null));
  if (field) return Kind::Boolean;
  if (a.is(Kind::History) || b.is(Kind::History)) {
    diags_.report(Diag::HistoryOperator, at->range, {spelling(op)});
  } else {
    diags_.report(Diag::NotComparable, at->range, {sema::name(a), sema::name(b)});
  }
  return Type();
}

Type Checker::binaryType(const Expr* at, BinaryOp op, Type a, Type b) {
  if (a.isError() || b.isError()) return Type();
  if (op == BinaryOp::Eq || op == BinaryOp::Ne) return equalityType(at, op, a, b);
  if (a.is(Kind::Word) || b.is(Kind::Word)) {
    diags_.report(Diag::WordArithmetic, at->range, {spelling(op)});
    return Type();
  }
  if (a.is(Kind::History) || b.is(Kind::History)) {
    diags_.report(Diag::HistoryOperator, at->range, {spelling(op)});
    return Type();
  }
  bool numeric = a.isNumeric() && b.isNumeric();
  bool integral = a.isIntegral() && b.isIntegral();
  bool boolean = a.is(Kind::Boolean) && b.is(Kind::Boolean);
  switch (op) {
    case BinaryOp::LogAnd:
    case BinaryOp::LogOr:
      if (boolean) return Kind::Boolean;
      break;
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
      if (boolean) return Kind::Boolean;
      if (integral) return binaryPromotion(a, b);
      break;
    case BinaryOp::Shl:
    case BinaryOp::Shr:
    case BinaryOp::Ushr:
      if (integral) return unaryPromotion(a);
      break;
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge:
      if (numeric) return Kind::Boolean;
      break;
    default:
      if (numeric) return binaryPromotion(a, b);
  }
  diags_.report(Diag::BinaryOperands, at->range, {spelling(op), sema::name(a), sema::name(b)});
  return Type();
}

Type Checker::checkBinary(const Binary* e, ExprInfo& info) {
  Type a = check(e->left), b = check(e->right);
  Type type = binaryType(e, e->op, a, b);
  if (type.isError()) return type;
  const ExprInfo& left = model_.info(e->left);
  const ExprInfo& right = model_.info(e->right);
  if (left.constant && right.constant) {
    bool shift = e->op == BinaryOp::Shl || e->op == BinaryOp::Shr || e->op == BinaryOp::Ushr;
    Kind ka = a.isNumeric() ? (shift ? unaryPromotion(a) : binaryPromotion(a, b)).kind : a.kind;
    Kind kb = shift ? Kind::Long : ka;
    Fold problem;
    info.constant =
        foldBinary(e->op, convert(*left.constant, ka), convert(*right.constant, kb), problem);
    info.tunable = left.tunable || right.tunable;
    foldProblem(e, problem, spelling(e->op));
  }
  return type;
}

bool Checker::checkTarget(const Expr* target, bool compound) {
  if (target->kind == ExprKind::Index) {
    diags_.report(Diag::WriteProgram, target->range);
    return false;
  }
  const ExprInfo& info = model_.info(target);
  if (info.named) {
    diags_.report(Diag::AssignFixed, target->range, {"the constant", info.named->name.str()});
    return false;
  }
  if (info.local && (info.local->isParameter || info.local->isFinal)) {
    diags_.report(Diag::AssignFixed, target->range,
                  {info.local->isParameter ? "the event parameter" : "the final local",
                   info.local->decl->name.name.str()});
    return false;
  }
  if (info.isArrayLength) {
    diags_.report(Diag::WriteProgram, target->range);
    return false;
  }
  if (info.field) {
    info.field->written = true;
    return true;
  }
  (void)compound;
  if (info.local) return true;
  diags_.report(Diag::NotAssignable, target->range);
  return false;
}

bool Checker::convertible(const Expr* e, Type from, Type to) const {
  if (assignable(from, to) == Conversion::Ok) return true;
  auto it = model_.exprs.find(e);
  return it != model_.exprs.end() && it->second.constant && !it->second.tunable &&
         to.isIntegral() && to.kind < Kind::Int && from.isIntegral() &&
         fits(*it->second.constant, to.kind);
}

bool Checker::assignTo(const Expr* e, Type from, Type to) {
  if (convertible(e, from, to)) return true;
  bool lossy = assignable(from, to) == Conversion::Lossy;
  if (from.is(Kind::History) && to.is(Kind::History)) {
    diags_.report(Diag::OtherHistory, e->range, {sema::name(from), sema::name(to)});
  } else {
    diags_.report(lossy ? Diag::Lossy : Diag::Incompatible, e->range,
                  {sema::name(from), sema::name(to)});
  }
  return false;
}

Type Checker::checkAssign(const Assign* e) {
  // A plain assignment reads neither a local nor a field; check() would count it as a use.
  auto* name = dyn_cast<Name>(e->target);
  auto* member = dyn_cast<Member>(e->target);
  LocalInfo* local = name ? findLocal(name->name) : nullptr;
  FieldInfo* field = member ? findField(member->name.name) : nullptr;
  bool localUsed = local && local->used, fieldRead = field && field->read;
  Type target = check(e->target);
  if (!e->compound && local) local->used = localUsed;
  if (!e->compound && field) field->read = fieldRead;
  Type value = check(e->value);
  if (target.isError()) return Type();
  if (!checkTarget(e->target, e->compound) || value.isError()) return Type();
  if (!e->compound) {
    if (local) local->isView = local->isView || model_.info(e->value).isView;
    return assignTo(e->value, value, target) ? target : Type();
  }
  // E1 op= E2 is E1 = (T)(E1 op E2): only boolean and number do not mix.
  Type result = binaryType(e, e->op, target, value);
  if (result.isError()) return Type();
  if (result.is(Kind::Boolean) != target.is(Kind::Boolean)) {
    diags_.report(Diag::Incompatible, e->range, {sema::name(result), sema::name(target)});
    return Type();
  }
  return target;
}

Type Checker::checkConditional(const Conditional* e, ExprInfo& info) {
  condition(e->condition);
  Type a = check(e->whenTrue), b = check(e->whenFalse);
  if (a.isError() || b.isError()) return Type();
  Type type;
  if (a == b)
    type = a;
  else if (a.isNumeric() && b.isNumeric()) {
    // A constant that fits takes the type of the other branch (JLS 15.25).
    if (convertible(e->whenTrue, a, b) && b.kind < Kind::Int)
      type = b;
    else if (convertible(e->whenFalse, b, a) && a.kind < Kind::Int)
      type = a;
    else
      type = binaryPromotion(a, b);
  } else if (assignable(a, b) == Conversion::Ok)
    type = b;
  else if (assignable(b, a) == Conversion::Ok)
    type = a;
  else
    diags_.report(Diag::ConditionalTypes, e->range, {sema::name(a), sema::name(b)});
  const ExprInfo &c = model_.info(e->condition), &t = model_.info(e->whenTrue),
                 &f = model_.info(e->whenFalse);
  if (c.constant && t.constant && f.constant && type.isPrimitive()) {
    info.constant = convert(c.constant->i ? *t.constant : *f.constant, type.kind);
    info.tunable = c.tunable || t.tunable || f.tunable;
  }
  info.isView = t.isView || f.isView;
  return type;
}

Type Checker::checkCast(const Cast* e, ExprInfo& info) {
  Type operand = check(e->operand);
  Kind kind;
  Type target;
  if (primitiveByName(e->type.name, kind))
    target = Type(kind, e->type.dims);
  else if (e->type.name == "Object")
    target = Type(Kind::Object, e->type.dims);
  else {
    // `Object` and arrays of it are all that ISL knows of the program's classes.
    diags_.report(Diag::CastToClass, e->type.range, {e->type.name.str()});
    return Type();
  }
  if (operand.isError()) return Type();
  bool ok = operand == target || (operand.isNumeric() && target.isNumeric()) ||
            (operand.isReference() && target.isReference()) ||
            assignable(operand, target) == Conversion::Ok;
  bool bothArrays = operand.isArray() && target.isArray();
  if (bothArrays && operand != target) {
    ok = (operand.kind == Kind::Object && operand.dims <= target.dims) ||
         (target.kind == Kind::Object && target.dims < operand.dims) ||
         (operand.kind == Kind::Object && target.kind == Kind::Object);
  }
  if (!ok) {
    diags_.report(Diag::ImpossibleCast, e->range, {sema::name(operand), sema::name(target)});
    return Type();
  }
  if (target.isArray() && !checkAvailability(e->range, "the content of arrays", kGc)) {
    return Type();
  }
  const ExprInfo& inner = model_.info(e->operand);
  if (inner.constant && target.isPrimitive()) {
    info.constant = convert(*inner.constant, target.kind);
    info.tunable = inner.tunable;
  }
  return target;
}

}  // namespace isl::sema
