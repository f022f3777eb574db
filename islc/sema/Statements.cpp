// Handlers: signatures, scopes and statements.
#include "sema/Checker.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::sema {

using namespace ast;
using llvm::cast;

static const char* eventParams(EventKind kind) {
  static const char* const params[] = {
#define EVENT(id, name, params, mutator) params,
#include "sema/Builtins.def"
  };
  return params[static_cast<int>(kind)];
}

std::string signatureText(EventKind kind) {
  std::string out = std::string(eventName(kind)) + "(";
  unsigned words = 0;
  for (const char* p = eventParams(kind); *p; ++p) {
    if (out.back() != '(') out += ", ";
    if (*p == 'O') out += "Object o";
    if (*p == 'f') out += "Field f";
    if (*p == 'm') out += "Method m";
    if (*p == 'W') out += "Word w" + std::to_string(++words);
  }
  return out + ")";
}

Type Checker::typeOf(const TypeRef& ref) {
  Kind kind;
  static const std::pair<const char*, Kind> named[] = {
      {"Object", Kind::Object}, {"Word", Kind::Word},      {"Field", Kind::Field},
      {"Method", Kind::Method}, {"Type", Kind::TypeValue}, {"History", Kind::History}};
  std::vector<std::string> candidates;
  if (primitiveByName(ref.name, kind)) return Type(kind, ref.dims);
  for (auto k = Kind::Boolean; k <= Kind::Double; k = static_cast<Kind>(int(k) + 1)) {
    candidates.push_back(sema::name(k));
  }
  for (auto& [text, k] : named) {
    candidates.push_back(text);
    if (ref.name != text) continue;
    if (ref.dims == 0 || k == Kind::Object) return Type(k, ref.dims);
  }
  for (auto& h : model_.histories) {
    if (suggests()) candidates.push_back(h->name.str());
    if (h->name == ref.name && ref.dims == 0) return Type(Kind::History, 0, h.get());
  }
  const Construct* c = findConstruct(ref.name);
  if (c && c->kind == ConstructKind::TObject) return Type(Kind::Object, ref.dims);
  std::string near = nearest(ref.name, candidates);
  if (near.empty()) near = primitiveNear(ref.name);
  auto message = diags_.report(Diag::UnknownType, ref.range, {ref.name.str(), didYouMean(near)});
  if (!near.empty() && ref.dims == 0) message.replace(ref.range, near);
  return Type();
}

void Checker::localVariable(const Variable* v, Type type, bool isParameter) {
  LocalInfo* other = findLocal(v->name.name);
  if (other && isParameter) {
    diags_.report(Diag::DuplicateParameter, v->name.range, {v->name.name.str()})
        .note(Diag::NotePrevious, other->decl->name.range);
  } else if (other) {
    diags_.report(Diag::Redeclared, v->name.range, {v->name.name.str()})
        .note(Diag::NotePrevious, other->decl->name.range);
  }
  auto local = std::make_unique<LocalInfo>();
  local->decl = v;
  local->type = type;
  local->isParameter = isParameter;
  local->isFinal = v->isFinal && v->init;
  local->index = handler_->localCount++;
  model_.variables[v] = local.get();
  scopes_.back().push_back(local.get());
  model_.locals.push_back(std::move(local));
}

void Checker::handlers() {
  for (auto& h : model_.handlers) handler(*h);
}

void Checker::handler(HandlerInfo& info) {
  handler_ = &info;
  loops_ = 0;
  scopes_.assign(1, {});
  auto parameters = info.decl->parameters;
  llvm::StringRef wanted = eventParams(info.event);
  if (parameters.size() != wanted.size()) {
    diags_.report(Diag::ParameterCount, info.decl->name.range,
                  {std::to_string(parameters.size()) +
                       (parameters.size() == 1 ? " parameter" : " parameters"),
                   std::to_string(wanted.size()), signatureText(info.event)});
  }
  for (size_t i = 0; i < std::min<size_t>(parameters.size(), 16); ++i) {
    Type type = typeOf(parameters[i]->type);
    Type expected = i < wanted.size() ? resultType(wanted[i], nullptr) : type;
    if (!type.isError() && type != expected) {
      diags_.report(Diag::ParameterType, parameters[i]->type.range,
                    {parameters[i]->name.name.str(), sema::name(type), sema::name(expected),
                     signatureText(info.event)});
    }
    localVariable(parameters[i], expected, true);
  }
  info.parameters = scopes_.back();
  for (const Stmt* s : info.decl->body->statements) stmt(s);
  scopes_.clear();
  handler_ = nullptr;
}

// Parentheses of its own around a condition say that an assignment is meant. What precedes a condition is at
// least the handler's head, so there is text before it.
static bool isInTwoParentheses(const char* begin) {
  unsigned found = 0;
  for (const char* at = begin - 1; found < 2 && (*at == '(' || *at == ' '); --at)
    found += *at == '(' ? 1 : 0;
  return found == 2;
}

// The `=` of `a = b`; nothing for other expressions.
static llvm::SMRange signOfAssignment(const Expr* e) {
  const auto* assign = llvm::dyn_cast<Assign>(e);
  if (!assign || assign->compound) return {};
  const char* at = assign->target->range.End.getPointer();
  const llvm::StringRef between(at,
                                static_cast<size_t>(assign->value->range.Start.getPointer() - at));
  const size_t sign = between.find('=');
  if (sign == llvm::StringRef::npos) return {};
  return {llvm::SMLoc::getFromPointer(at + sign), llvm::SMLoc::getFromPointer(at + sign + 1)};
}

void Checker::condition(const Expr* e) {
  Type type = check(e);
  const llvm::SMRange sign = signOfAssignment(e);
  if (!type.isError() && !type.is(Kind::Boolean)) {
    if (sign.isValid())
      diags_.report(Diag::AssignmentNoCondition, e->range, {sema::name(type)}).replace(sign, "==");
    else
      diags_.report(Diag::Condition, e->range, {sema::name(type)});
  } else if (sign.isValid() && !isInTwoParentheses(e->range.Start.getPointer())) {
    diags_.report(Diag::AssignedCondition, sign).replace(sign, "==");
  }
}

void Checker::forEach(const ForEach* s) {
  Type array = check(s->array);
  Type type = typeOf(s->variable->type);
  if (!array.isError() && !array.isArray()) {
    diags_.report(
        Diag::ForEachArray, s->array->range,
        {sema::name(array),
         array.is(Kind::Object) ? "; cast it first: `(Object[]) " + toSource(s->array) + "`" : ""});
  } else if (array.isArray()) {
    if (checkAvailability(s->array->range, "the content of arrays", kGc) &&
        assignable(array.element(), type) != Conversion::Ok) {
      diags_.report(Diag::ForEachVariable, s->variable->type.range,
                    {sema::name(type), sema::name(array.element())});
    }
  }
  scopes_.emplace_back();
  localVariable(s->variable, type, false);
  ++loops_;
  stmt(s->body);
  --loops_;
  scopes_.pop_back();
}

void Checker::localDeclaration(const LocalDecl* s) {
  for (const Variable* v : s->variables) {
    Type type = typeOf(v->type);
    // The scope of a local begins with its own initialiser.
    localVariable(v, type, false);
    LocalInfo* local = model_.variables[v];
    if (!v->init) continue;
    Type init = check(v->init);
    if (assignTo(v->init, init, type)) local->isView = model_.info(v->init).isView;
  }
}

void Checker::expressionStatement(const Expr* e) {
  bool statement =
      e->kind == ExprKind::Assign || e->kind == ExprKind::IncDec || e->kind == ExprKind::Call;
  unsigned before = diags_.errorCount();
  checkAny(e);
  if (!statement && diags_.errorCount() == before) diags_.report(Diag::NotStatement, e->range);
}

void Checker::forLoop(const For* s) {
  scopes_.emplace_back();
  for (const Stmt* child : s->init) stmt(child);
  if (s->condition) condition(s->condition);
  for (const Stmt* child : s->update) stmt(child);
  ++loops_;
  stmt(s->body);
  --loops_;
  scopes_.pop_back();
}

void Checker::stmt(const Stmt* s) {
  switch (s->kind) {
    case StmtKind::Block:
      scopes_.emplace_back();
      for (const Stmt* child : cast<Block>(s)->statements) stmt(child);
      scopes_.pop_back();
      break;
    case StmtKind::LocalDecl: localDeclaration(cast<LocalDecl>(s)); break;
    case StmtKind::ExprStmt: expressionStatement(cast<ExprStmt>(s)->expr); break;
    case StmtKind::If: {
      auto* node = cast<If>(s);
      condition(node->condition);
      stmt(node->thenStmt);
      if (node->elseStmt) stmt(node->elseStmt);
      break;
    }
    case StmtKind::For: forLoop(cast<For>(s)); break;
    case StmtKind::ForEach: forEach(cast<ForEach>(s)); break;
    case StmtKind::While:
      condition(cast<While>(s)->condition);
      ++loops_;
      stmt(cast<While>(s)->body);
      --loops_;
      break;
    case StmtKind::Do:
      ++loops_;
      stmt(cast<Do>(s)->body);
      --loops_;
      condition(cast<Do>(s)->condition);
      break;
    case StmtKind::Break:
    case StmtKind::Continue:
      if (loops_ == 0) {
        diags_.report(Diag::OutsideLoop, s->range,
                      {s->kind == StmtKind::Break ? "break" : "continue"});
      }
      break;
    case StmtKind::Return:
      if (const Expr* value = cast<Return>(s)->value) {
        check(value);
        diags_.report(Diag::ReturnValue, value->range);
      }
      break;
    case StmtKind::Empty: break;
  }
}

}  // namespace isl::sema
