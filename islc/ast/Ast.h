// The syntax tree: nodes live in one arena and never change after parsing. Types, constants and
// resolutions are kept beside it by sema (side tables keyed by node).
#pragma once

#include <cstdint>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/SMLoc.h"

#include <string>

namespace llvm {
class raw_ostream;
}

namespace isl::ast {

enum class ExprKind : uint8_t {
#define EXPR(name) name,
#include "ast/Nodes.def"
};
enum class StmtKind : uint8_t {
#define STMT(name) name,
#include "ast/Nodes.def"
};

enum class UnaryOp : uint8_t { Plus, Minus, Not, Complement };
// The order is used by tables of spellings; assignments reuse the arithmetic ones.
enum class BinaryOp : uint8_t {
  Mul,
  Div,
  Rem,
  Add,
  Sub,
  Shl,
  Shr,
  Ushr,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  And,
  Xor,
  Or,
  LogAnd,
  LogOr
};
const char* spelling(UnaryOp op);
const char* spelling(BinaryOp op);

// A use of a name with its place.
struct Ident {
  llvm::StringRef name;
  llvm::SMRange range;
};

struct TypeRef {
  llvm::StringRef name;
  unsigned dims = 0;
  llvm::SMRange range;
};

struct Expr {
  ExprKind kind;
  llvm::SMRange range;
};

template <ExprKind K>
struct ExprOf : Expr {
  static constexpr ExprKind Kind = K;
  static bool classof(const Expr* e) { return e->kind == K; }
};

struct IntLit : ExprOf<ExprKind::IntLit> {
  int64_t value;
  bool isLong;
};
struct FloatLit : ExprOf<ExprKind::FloatLit> {
  double value;
  bool isFloat;
};
struct CharLit : ExprOf<ExprKind::CharLit> {
  uint16_t value;
};
struct BoolLit : ExprOf<ExprKind::BoolLit> {
  bool value;
};
struct NullLit : ExprOf<ExprKind::NullLit> {};
struct StringLit : ExprOf<ExprKind::StringLit> {
  llvm::StringRef value;
};
struct Name : ExprOf<ExprKind::Name> {
  llvm::StringRef name;
};
struct Member : ExprOf<ExprKind::Member> {
  const Expr* base;
  Ident name;
};
struct Call : ExprOf<ExprKind::Call> {
  const Expr* base;  // null for a function
  Ident name;
  llvm::ArrayRef<const Expr*> args;
};
struct Index : ExprOf<ExprKind::Index> {
  const Expr* base;
  const Expr* index;
};
struct Unary : ExprOf<ExprKind::Unary> {
  UnaryOp op;
  const Expr* operand;
};
struct IncDec : ExprOf<ExprKind::IncDec> {
  bool increment, prefix;
  const Expr* operand;
};
struct Binary : ExprOf<ExprKind::Binary> {
  BinaryOp op;
  const Expr *left, *right;
};
struct Assign : ExprOf<ExprKind::Assign> {
  bool compound;
  BinaryOp op;  // of a compound assignment
  const Expr *target, *value;
};
struct Conditional : ExprOf<ExprKind::Conditional> {
  const Expr *condition, *whenTrue, *whenFalse;
};
struct Cast : ExprOf<ExprKind::Cast> {
  TypeRef type;
  const Expr* operand;
};

struct Stmt {
  StmtKind kind;
  llvm::SMRange range;
};

template <StmtKind K>
struct StmtOf : Stmt {
  static constexpr StmtKind Kind = K;
  static bool classof(const Stmt* s) { return s->kind == K; }
};

// A local variable or an event parameter.
struct Variable {
  TypeRef type;
  Ident name;
  const Expr* init;  // may be null
  bool isFinal;
};

struct Block : StmtOf<StmtKind::Block> {
  llvm::ArrayRef<const Stmt*> statements;
};
struct LocalDecl : StmtOf<StmtKind::LocalDecl> {
  llvm::ArrayRef<const Variable*> variables;
};
struct ExprStmt : StmtOf<StmtKind::ExprStmt> {
  const Expr* expr;
};
struct If : StmtOf<StmtKind::If> {
  const Expr* condition;
  const Stmt *thenStmt, *elseStmt;  // elseStmt may be null
};
struct For : StmtOf<StmtKind::For> {
  llvm::ArrayRef<const Stmt*> init;
  const Expr* condition;  // may be null
  llvm::ArrayRef<const Stmt*> update;
  const Stmt* body;
};
struct ForEach : StmtOf<StmtKind::ForEach> {
  const Variable* variable;
  const Expr* array;
  const Stmt* body;
};
struct While : StmtOf<StmtKind::While> {
  const Expr* condition;
  const Stmt* body;
};
struct Do : StmtOf<StmtKind::Do> {
  const Stmt* body;
  const Expr* condition;
};
struct Break : StmtOf<StmtKind::Break> {};
struct Continue : StmtOf<StmtKind::Continue> {};
struct Return : StmtOf<StmtKind::Return> {
  const Expr* value;  // may be null
};
struct Empty : StmtOf<StmtKind::Empty> {};

struct Property {
  Ident name;
  const Expr* value;
};

enum class ConstructKind : uint8_t { Context, History, Partition, Boundary, TObject, Event, Const };
const char* spelling(ConstructKind kind);

// One top-level construct; the members that its kind does not have are empty.
struct Construct {
  ConstructKind kind;
  Ident name;
  llvm::SMRange range;
  llvm::ArrayRef<const Property*> properties;
  llvm::ArrayRef<const Variable*> fields;      // TObject
  llvm::ArrayRef<const Variable*> parameters;  // Event
  const Block* body = nullptr;                 // Event
  const Variable* constant = nullptr;          // Const
};

struct Program {
  llvm::ArrayRef<const Construct*> constructs;
  llvm::SMRange range;
};

// Owns every node of one or more programs.
class Arena {
 public:
  template <class T>
  T* make(llvm::SMRange range) {
    T* node = new (alloc_.Allocate<T>()) T();
    node->kind = T::Kind;
    node->range = range;
    return node;
  }
  template <class T>
  T* makePlain() {
    return new (alloc_.Allocate<T>()) T();
  }
  template <class T>
  llvm::ArrayRef<T> copy(llvm::ArrayRef<T> list) {
    return list.copy(alloc_);
  }
  llvm::StringRef copy(llvm::StringRef text) { return text.copy(alloc_); }

 private:
  llvm::BumpPtrAllocator alloc_;
};

void dump(const Program& program, llvm::raw_ostream& os);
// The expression as source text again; used in messages and the plan.
std::string toSource(const Expr* e);

}  // namespace isl::ast
