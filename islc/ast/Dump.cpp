// --emit=ast: the tree as indented lines, expressions as parenthesised source.
#include "ast/Ast.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::ast {

using llvm::cast;

const char* spelling(UnaryOp op) {
  static const char* const names[] = {"+", "-", "!", "~"};
  return names[static_cast<int>(op)];
}
const char* spelling(BinaryOp op) {
  static const char* const names[] = {"*", "/",  "%",  "+",  "-", "<<", ">>", ">>>", "<", "<=",
                                      ">", ">=", "==", "!=", "&", "^",  "|",  "&&",  "||"};
  return names[static_cast<int>(op)];
}
const char* spelling(ConstructKind kind) {
  static const char* const names[] = {"Context", "History", "Partition", "Boundary",
                                      "TObject", "Event",   "const"};
  return names[static_cast<int>(kind)];
}

static std::string typeText(const TypeRef& type) {
  std::string out = type.name.str();
  for (unsigned i = 0; i < type.dims; ++i) out += "[]";
  return out;
}

static std::string callText(const Call* call) {
  std::string out = call->base ? toSource(call->base) + "." : "";
  out += call->name.name.str() + "(";
  for (size_t i = 0; i < call->args.size(); ++i) {
    if (i) out += ", ";
    out += toSource(call->args[i]);
  }
  return out + ")";
}

std::string toSource(const Expr* e) {
  switch (e->kind) {
    case ExprKind::IntLit: {
      auto* lit = cast<IntLit>(e);
      return std::to_string(lit->value) + (lit->isLong ? "L" : "");
    }
    case ExprKind::FloatLit: {
      std::string text;
      llvm::raw_string_ostream(text) << llvm::format("%.17g", cast<FloatLit>(e)->value);
      return text + (cast<FloatLit>(e)->isFloat ? "f" : "");
    }
    case ExprKind::CharLit: return "'\\u" + llvm::utohexstr(cast<CharLit>(e)->value) + "'";
    case ExprKind::BoolLit: return cast<BoolLit>(e)->value ? "true" : "false";
    case ExprKind::NullLit: return "null";
    case ExprKind::StringLit: return "\"" + cast<StringLit>(e)->value.str() + "\"";
    case ExprKind::Name: return cast<Name>(e)->name.str();
    case ExprKind::Member:
      return toSource(cast<Member>(e)->base) + "." + cast<Member>(e)->name.name.str();
    case ExprKind::Call: return callText(cast<Call>(e));
    case ExprKind::Index:
      return toSource(cast<Index>(e)->base) + "[" + toSource(cast<Index>(e)->index) + "]";
    case ExprKind::Unary: return spelling(cast<Unary>(e)->op) + toSource(cast<Unary>(e)->operand);
    case ExprKind::IncDec: {
      auto* node = cast<IncDec>(e);
      std::string op = node->increment ? "++" : "--";
      std::string operand = toSource(node->operand);
      return node->prefix ? op + operand : operand + op;
    }
    case ExprKind::Binary: {
      auto* node = cast<Binary>(e);
      return "(" + toSource(node->left) + " " + spelling(node->op) + " " + toSource(node->right) +
             ")";
    }
    case ExprKind::Assign: {
      auto* node = cast<Assign>(e);
      return toSource(node->target) + " " + (node->compound ? spelling(node->op) : "") + "= " +
             toSource(node->value);
    }
    case ExprKind::Conditional: {
      auto* node = cast<Conditional>(e);
      return "(" + toSource(node->condition) + " ? " + toSource(node->whenTrue) + " : " +
             toSource(node->whenFalse) + ")";
    }
    case ExprKind::Cast:
      return "(" + typeText(cast<Cast>(e)->type) + ") " + toSource(cast<Cast>(e)->operand);
  }
  return "";
}

namespace {

class Dumper {
 public:
  explicit Dumper(llvm::raw_ostream& os) : os_(os) {}

  void construct(const Construct* c) {
    os_ << spelling(c->kind) << " " << c->name.name << "\n";
    ++depth_;
    for (auto* p : c->properties) line(p->name.name + " = " + toSource(p->value));
    for (auto* f : c->fields) variable("instance ", f);
    for (auto* p : c->parameters) variable("parameter ", p);
    if (c->constant) variable("", c->constant);
    if (c->body) stmt(c->body);
    --depth_;
  }

 private:
  void line(const llvm::Twine& text) { os_.indent(depth_ * 2) << text << "\n"; }
  void variable(llvm::StringRef prefix, const Variable* v) {
    line(prefix + (v->isFinal ? "final " : "") + typeText(v->type) + " " + v->name.name +
         (v->init ? " = " + toSource(v->init) : ""));
  }
  void nested(const Stmt* s) {
    ++depth_;
    stmt(s);
    --depth_;
  }
  void forLoop(const For* node) {
    line(node->condition ? "For " + toSource(node->condition) : "For");
    for (auto* child : node->init) nested(child);
    for (auto* child : node->update) nested(child);
    nested(node->body);
  }
  void forEach(const ForEach* node) {
    line("ForEach " + toSource(node->array));
    ++depth_;
    variable("", node->variable);
    --depth_;
    nested(node->body);
  }
  void stmt(const Stmt* s) {
    static const char* const names[] = {
#define STMT(name) #name,
#include "ast/Nodes.def"
    };
    std::string name = names[static_cast<int>(s->kind)];
    switch (s->kind) {
      case StmtKind::Block:
        line(name);
        for (auto* child : cast<Block>(s)->statements) nested(child);
        break;
      case StmtKind::LocalDecl:
        for (auto* v : cast<LocalDecl>(s)->variables) variable("LocalDecl ", v);
        break;
      case StmtKind::ExprStmt: line(name + " " + toSource(cast<ExprStmt>(s)->expr)); break;
      case StmtKind::If:
        line(name + " " + toSource(cast<If>(s)->condition));
        nested(cast<If>(s)->thenStmt);
        if (cast<If>(s)->elseStmt) {
          line("Else");
          nested(cast<If>(s)->elseStmt);
        }
        break;
      case StmtKind::For: forLoop(cast<For>(s)); break;
      case StmtKind::ForEach: forEach(cast<ForEach>(s)); break;
      case StmtKind::While:
        line(name + " " + toSource(cast<While>(s)->condition));
        nested(cast<While>(s)->body);
        break;
      case StmtKind::Do:
        line(name + " " + toSource(cast<Do>(s)->condition));
        nested(cast<Do>(s)->body);
        break;
      case StmtKind::Return:
        line(name + (cast<Return>(s)->value ? " " + toSource(cast<Return>(s)->value) : ""));
        break;
      default: line(name);
    }
  }

  llvm::raw_ostream& os_;
  unsigned depth_ = 0;
};

}  // namespace

void dump(const Program& program, llvm::raw_ostream& os) {
  Dumper dumper(os);
  for (auto* c : program.constructs) dumper.construct(c);
}

}  // namespace isl::ast
