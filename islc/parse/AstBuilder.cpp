#include "parse/AstBuilder.h"

#include "parse/Literals.h"

namespace isl::parse {

using namespace ast;
using grammar::IslParser;
using P = IslParser;

namespace {

class Builder {
 public:
  Builder(const Source& source, Diagnostics& diags, Arena& arena)
      : source_(source), diags_(diags), arena_(arena) {}

  const Program* program(P::ProgramContext* tree) {
    auto* program = arena_.makePlain<Program>();
    std::vector<const Construct*> list;
    for (auto* c : tree->construct()) list.push_back(construct(c));
    program->constructs = keep(list);
    program->range = range(tree);
    return program;
  }

 private:
  template <class T>
  llvm::ArrayRef<T> keep(const std::vector<T>& list) {
    return arena_.copy(llvm::ArrayRef<T>(list));
  }
  llvm::SMRange range(antlr4::ParserRuleContext* ctx) {
    return source_.range(ctx->getStart(), ctx->getStop() ? ctx->getStop() : ctx->getStart());
  }
  template <class T>
  T* make(antlr4::ParserRuleContext* ctx) {
    return arena_.make<T>(range(ctx));
  }
  Ident ident(antlr4::Token* token) {
    auto r = source_.range(token);
    return {source_.text(r), r};
  }

  const Construct* construct(P::ConstructContext* ctx);
  const Property* property(P::PropertyContext* ctx) {
    auto* p = arena_.makePlain<Property>();
    p->name = ident(ctx->name);
    inProperty_ = true;
    p->value = expr(ctx->expr());
    inProperty_ = false;
    return p;
  }
  const Variable* variable(TypeRef type, antlr4::Token* name, P::ExprContext* init, bool isFinal) {
    auto* v = arena_.makePlain<Variable>();
    v->type = type;
    v->name = ident(name);
    v->init = init ? expr(init) : nullptr;
    v->isFinal = isFinal;
    return v;
  }
  TypeRef typeRef(P::TypeRefContext* ctx) {
    auto base = source_.range(ctx->getStart());
    return {source_.text(base), static_cast<unsigned>(ctx->dims().size()), range(ctx)};
  }

  const Block* block(P::BlockContext* ctx);
  const LocalDecl* localDecl(P::LocalDeclContext* ctx);
  const Stmt* statement(P::StatementContext* ctx);
  const Stmt* forStatement(P::ForStmtContext* ctx);
  std::vector<const Stmt*> exprStatements(P::ExprListContext* ctx);
  const Stmt* exprStatement(P::ExprContext* ctx) {
    auto* s = make<ExprStmt>(ctx);
    s->expr = expr(ctx);
    return s;
  }

  const Expr* expr(P::ExprContext* ctx);
  const Expr* ternary(P::TernaryContext* ctx);
  const Expr* binary(P::BinaryContext* ctx);
  const Expr* unary(P::UnaryContext* ctx);
  const Expr* notPlusMinus(P::UnaryNotPlusMinusContext* ctx);
  const Expr* postfix(P::PostfixContext* ctx);
  const Expr* primary(P::PrimaryContext* ctx);
  const Expr* literal(P::LiteralContext* ctx, bool negated);
  llvm::ArrayRef<const Expr*> args(P::ExprListContext* ctx) {
    std::vector<const Expr*> list;
    if (ctx) {
      for (auto* e : ctx->expr()) list.push_back(expr(e));
    }
    return keep(list);
  }

  // Left-nested operator chains are as deep as they are long; every later pass recurses on them.
  static const unsigned kMaxChain = 1000;

  const Source& source_;
  Diagnostics& diags_;
  Arena& arena_;
  bool inProperty_ = false;
  unsigned chain_ = 0;
};

const Construct* Builder::construct(P::ConstructContext* ctx) {
  auto* c = arena_.makePlain<Construct>();
  c->range = range(ctx);
  std::vector<const Property*> properties;
  std::vector<const Variable*> variables;
  if (auto* body = ctx->bodyDecl()) {
    size_t kw = body->kw->getType();
    c->kind = kw == P::CONTEXT     ? ConstructKind::Context
              : kw == P::HISTORY   ? ConstructKind::History
              : kw == P::PARTITION ? ConstructKind::Partition
                                   : ConstructKind::Boundary;
    c->name = ident(body->name);
    for (auto* p : body->property()) properties.push_back(property(p));
  } else if (auto* object = ctx->objectDecl()) {
    c->kind = ConstructKind::TObject;
    c->name = ident(object->name);
    for (auto* p : object->property()) properties.push_back(property(p));
    for (auto* f : object->instanceField()) {
      variables.push_back(variable(typeRef(f->typeRef()), f->name, f->expr(), false));
    }
    c->fields = keep(variables);
  } else if (auto* event = ctx->eventDecl()) {
    c->kind = ConstructKind::Event;
    c->name = ident(event->name);
    for (auto* p : event->parameter()) {
      variables.push_back(variable(typeRef(p->typeRef()), p->name, nullptr, true));
    }
    c->parameters = keep(variables);
    c->body = block(event->block());
  } else {
    auto* constant = ctx->constDecl();
    c->kind = ConstructKind::Const;
    c->name = ident(constant->name);
    c->constant = variable(typeRef(constant->typeRef()), constant->name, constant->expr(), true);
  }
  c->properties = keep(properties);
  return c;
}

const Block* Builder::block(P::BlockContext* ctx) {
  auto* b = make<Block>(ctx);
  std::vector<const Stmt*> list;
  for (auto* s : ctx->blockStatement()) {
    list.push_back(s->localDecl() ? localDecl(s->localDecl()) : statement(s->statement()));
  }
  b->statements = keep(list);
  return b;
}

const LocalDecl* Builder::localDecl(P::LocalDeclContext* ctx) {
  auto* d = make<LocalDecl>(ctx);
  std::vector<const Variable*> list;
  TypeRef type = typeRef(ctx->typeRef());
  for (auto* v : ctx->declarator()) {
    list.push_back(variable(type, v->name, v->expr(), ctx->FINAL() != nullptr));
  }
  d->variables = keep(list);
  return d;
}

std::vector<const Stmt*> Builder::exprStatements(P::ExprListContext* ctx) {
  std::vector<const Stmt*> list;
  for (auto* e : ctx->expr()) list.push_back(exprStatement(e));
  return list;
}

const Stmt* Builder::forStatement(P::ForStmtContext* ctx) {
  auto* s = make<For>(ctx);
  std::vector<const Stmt*> init, update;
  if (auto* i = ctx->forInit()) {
    if (i->localDecl())
      init.push_back(localDecl(i->localDecl()));
    else
      init = exprStatements(i->exprList());
  }
  if (ctx->forUpdate()) update = exprStatements(ctx->forUpdate()->exprList());
  s->init = keep(init);
  s->condition = ctx->expr() ? expr(ctx->expr()) : nullptr;
  s->update = keep(update);
  s->body = statement(ctx->statement());
  return s;
}

const Stmt* Builder::statement(P::StatementContext* ctx) {
  if (auto* c = dynamic_cast<P::BlockStmtContext*>(ctx)) return block(c->block());
  if (auto* c = dynamic_cast<P::ExprStmtContext*>(ctx)) {
    auto* s = make<ExprStmt>(c);
    s->expr = expr(c->expr());
    return s;
  }
  if (auto* c = dynamic_cast<P::IfStmtContext*>(ctx)) {
    auto* s = make<If>(c);
    s->condition = expr(c->expr());
    s->thenStmt = statement(c->statement(0));
    s->elseStmt = c->ELSE() ? statement(c->statement(1)) : nullptr;
    return s;
  }
  if (auto* c = dynamic_cast<P::ForStmtContext*>(ctx)) return forStatement(c);
  if (auto* c = dynamic_cast<P::ForEachStmtContext*>(ctx)) {
    auto* s = make<ForEach>(c);
    s->variable = variable(typeRef(c->typeRef()), c->name, nullptr, c->FINAL() != nullptr);
    s->array = expr(c->expr());
    s->body = statement(c->statement());
    return s;
  }
  if (auto* c = dynamic_cast<P::WhileStmtContext*>(ctx)) {
    auto* s = make<While>(c);
    s->condition = expr(c->expr());
    s->body = statement(c->statement());
    return s;
  }
  if (auto* c = dynamic_cast<P::DoStmtContext*>(ctx)) {
    auto* s = make<Do>(c);
    s->body = statement(c->statement());
    s->condition = expr(c->expr());
    return s;
  }
  if (dynamic_cast<P::BreakStmtContext*>(ctx)) return make<Break>(ctx);
  if (dynamic_cast<P::ContinueStmtContext*>(ctx)) return make<Continue>(ctx);
  if (auto* c = dynamic_cast<P::ReturnStmtContext*>(ctx)) {
    auto* s = make<Return>(c);
    s->value = c->expr() ? expr(c->expr()) : nullptr;
    return s;
  }
  return make<Empty>(ctx);
}

static BinaryOp binaryOp(size_t token) {
  switch (token) {
    case P::MUL:
    case P::MUL_ASSIGN: return BinaryOp::Mul;
    case P::DIV:
    case P::DIV_ASSIGN: return BinaryOp::Div;
    case P::MOD:
    case P::MOD_ASSIGN: return BinaryOp::Rem;
    case P::ADD:
    case P::ADD_ASSIGN: return BinaryOp::Add;
    case P::SUB:
    case P::SUB_ASSIGN: return BinaryOp::Sub;
    case P::SHL:
    case P::SHL_ASSIGN: return BinaryOp::Shl;
    case P::SHR:
    case P::SHR_ASSIGN: return BinaryOp::Shr;
    case P::USHR:
    case P::USHR_ASSIGN: return BinaryOp::Ushr;
    case P::LT: return BinaryOp::Lt;
    case P::LE: return BinaryOp::Le;
    case P::GT: return BinaryOp::Gt;
    case P::GE: return BinaryOp::Ge;
    case P::EQ: return BinaryOp::Eq;
    case P::NE: return BinaryOp::Ne;
    case P::AND:
    case P::AND_ASSIGN: return BinaryOp::And;
    case P::XOR:
    case P::XOR_ASSIGN: return BinaryOp::Xor;
    case P::OR:
    case P::OR_ASSIGN: return BinaryOp::Or;
    case P::ANDAND: return BinaryOp::LogAnd;
    default: return BinaryOp::LogOr;
  }
}

const Expr* Builder::expr(P::ExprContext* ctx) {
  const Expr* left = ternary(ctx->ternary());
  if (!ctx->op) return left;
  auto* a = make<Assign>(ctx);
  a->compound = ctx->op->getType() != P::ASSIGN;
  a->op = a->compound ? binaryOp(ctx->op->getType()) : BinaryOp::Add;
  a->target = left;
  a->value = expr(ctx->expr());
  return a;
}

const Expr* Builder::ternary(P::TernaryContext* ctx) {
  const Expr* condition = binary(ctx->binary());
  if (!ctx->QUESTION()) return condition;
  auto* c = make<Conditional>(ctx);
  c->condition = condition;
  c->whenTrue = expr(ctx->expr());
  c->whenFalse = ternary(ctx->ternary());
  return c;
}

const Expr* Builder::binary(P::BinaryContext* ctx) {
  if (ctx->unary()) return unary(ctx->unary());
  if (chain_ >= kMaxChain) {
    diags_.report(Diag::TooDeep, source_.range(ctx->op), {std::to_string(kMaxChain)});
    return make<NullLit>(ctx);
  }
  ++chain_;
  auto* b = make<Binary>(ctx);
  b->op = binaryOp(ctx->op->getType());
  b->left = binary(ctx->binary(0));
  b->right = binary(ctx->binary(1));
  --chain_;
  return b;
}

const Expr* Builder::unary(P::UnaryContext* ctx) {
  if (ctx->unaryNotPlusMinus()) return notPlusMinus(ctx->unaryNotPlusMinus());
  if (ctx->primitiveType()) {
    auto* c = make<Cast>(ctx);
    auto r = range(ctx->primitiveType());
    c->type = {source_.text(r), 0, r};
    c->operand = unary(ctx->unary());
    return c;
  }
  size_t op = ctx->op->getType();
  if (op == P::INC || op == P::DEC) {
    auto* i = make<IncDec>(ctx);
    i->increment = op == P::INC;
    i->prefix = true;
    i->operand = unary(ctx->unary());
    return i;
  }
  auto* u = make<Unary>(ctx);
  u->op = op == P::ADD ? UnaryOp::Plus : UnaryOp::Minus;
  // -2147483648 is one constant though 2147483648 is none.
  P::UnaryNotPlusMinusContext* inner = ctx->unary()->unaryNotPlusMinus();
  P::PostfixContext* operand = inner ? inner->postfix() : nullptr;
  if (op == P::SUB && operand && operand->suffix().empty() && operand->primary()->literal()) {
    u->operand = literal(operand->primary()->literal(), true);
  } else {
    u->operand = unary(ctx->unary());
  }
  return u;
}

const Expr* Builder::notPlusMinus(P::UnaryNotPlusMinusContext* ctx) {
  if (ctx->postfix()) return postfix(ctx->postfix());
  if (auto* type = ctx->castType()) {
    auto* c = make<Cast>(ctx);
    auto base = source_.range(type->getStart());
    c->type = {source_.text(base), static_cast<unsigned>(type->dims().size()), range(type)};
    c->operand = notPlusMinus(ctx->unaryNotPlusMinus());
    return c;
  }
  auto* u = make<Unary>(ctx);
  u->op = ctx->op->getType() == P::TILDE ? UnaryOp::Complement : UnaryOp::Not;
  u->operand = unary(ctx->unary());
  return u;
}

const Expr* Builder::postfix(P::PostfixContext* ctx) {
  const Expr* e = primary(ctx->primary());
  if (ctx->suffix().size() > kMaxChain) {
    diags_.report(Diag::TooDeep, range(ctx->suffix(kMaxChain)), {std::to_string(kMaxChain)});
    return e;
  }
  for (auto* suffix : ctx->suffix()) {
    llvm::SMRange r{e->range.Start, range(suffix).End};
    if (suffix->LPAREN()) {
      auto* call = arena_.make<Call>(r);
      call->base = e;
      call->name = ident(suffix->IDENT()->getSymbol());
      call->args = args(suffix->exprList());
      e = call;
    } else if (suffix->DOT()) {
      auto* member = arena_.make<Member>(r);
      member->base = e;
      member->name = ident(suffix->IDENT()->getSymbol());
      e = member;
    } else if (suffix->LBRACK()) {
      auto* index = arena_.make<Index>(r);
      index->base = e;
      index->index = expr(suffix->expr());
      e = index;
    } else {
      auto* inc = arena_.make<IncDec>(r);
      inc->increment = suffix->op->getType() == P::INC;
      inc->prefix = false;
      inc->operand = e;
      e = inc;
    }
  }
  return e;
}

const Expr* Builder::primary(P::PrimaryContext* ctx) {
  if (ctx->literal()) return literal(ctx->literal(), false);
  if (!ctx->IDENT()) return expr(ctx->expr());
  if (ctx->LPAREN()) {
    auto* call = make<Call>(ctx);
    call->base = nullptr;
    call->name = ident(ctx->IDENT()->getSymbol());
    call->args = args(ctx->exprList());
    return call;
  }
  auto* name = make<Name>(ctx);
  name->name = source_.text(name->range);
  return name;
}

const Expr* Builder::literal(P::LiteralContext* ctx, bool negated) {
  llvm::SMRange r = range(ctx);
  llvm::StringRef text = source_.text(r);
  switch (ctx->getStart()->getType()) {
    case P::INT_LIT: {
      auto* lit = make<IntLit>(ctx);
      IntValue value = parseInt(text, negated, r, diags_);
      lit->value = value.value;
      lit->isLong = value.isLong;
      return lit;
    }
    case P::FLOAT_LIT: {
      auto* lit = make<FloatLit>(ctx);
      FloatValue value = parseFloat(text, r, diags_);
      lit->value = value.value;
      lit->isFloat = value.isFloat;
      return lit;
    }
    case P::CHAR_LIT: {
      auto* lit = make<CharLit>(ctx);
      lit->value = parseChar(text, r, inProperty_, diags_);
      return lit;
    }
    case P::STRING_LIT: {
      auto* lit = make<StringLit>(ctx);
      lit->value = arena_.copy(llvm::StringRef(parseString(text, r, diags_)));
      return lit;
    }
    case P::NULL_LIT: return make<NullLit>(ctx);
    default: {
      auto* lit = make<BoolLit>(ctx);
      lit->value = text == "true";
      return lit;
    }
  }
}

}  // namespace

const Program* buildAst(P::ProgramContext* tree, const Source& source, Diagnostics& diags,
                        Arena& arena) {
  return Builder(source, diags, arena).program(tree);
}

}  // namespace isl::parse
