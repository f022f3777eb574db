// The working state of semantic analysis, shared by its parts: Declarations.cpp, Constants.cpp and
// Contexts.cpp (constructs), Expressions.cpp and Calls.cpp (types), Statements.cpp (handlers).
// Flow.cpp, Elements.cpp and Lints.cpp run over the finished model.
#pragma once

#include <set>

#include "sema/Model.h"

namespace isl::sema {

constexpr unsigned bit(EventKind e) { return 1u << static_cast<unsigned>(e); }
constexpr unsigned kAll = 0x7F;  // of one object; on_died stands for many
constexpr unsigned kDied = bit(EventKind::OnDied);
constexpr unsigned kGc = bit(EventKind::OnReached) | bit(EventKind::OnReachedOnce);
constexpr unsigned kAtCheck = bit(EventKind::OnReachedOnce);
constexpr unsigned kValues = bit(EventKind::OnRead) | bit(EventKind::OnWrite) |
                             bit(EventKind::OnRw) | bit(EventKind::OnCall);

struct Signature {
  const char* name;
  const char* params;
  char result;
  unsigned events;
  char receiver;  // 0: a function
  Builtin builtin;
};
llvm::ArrayRef<Signature> signatures();
// The type of what a member belongs to, by the letter of its signature.
llvm::StringRef receiverName(char receiver);

class Checker {
 public:
  Checker(Model& model, Diagnostics& diags) : model_(model), diags_(diags) {}

  void declarations(const ast::Program& program, const Defines& defines);
  void handlers();

 private:
  // Declarations.cpp
  void declareNames(const ast::Program& program);
  void onlyOne(const ast::Construct*& first, const ast::Construct* c, Diag second);
  void declareConstants(const ast::Program& program, const Defines& defines);
  void define(const std::string& name, const std::string& value);
  void evaluateConst(ConstInfo& info);
  void pin(const ast::Expr* e);
  void context(const ast::Construct* c);
  void contextType(ContextInfo& info, const ast::Property* p);
  void contextSequence(ContextInfo& info, const ast::Property* p);
  void resolvePaths();
  void history(const ast::Construct* c);
  void historySize(HistoryInfo& info, const ast::Expr* size);
  void partition(const ast::Construct* c);
  void partitionKind(PartitionInfo& info, const ast::Expr* value);
  void object(const ast::Construct* c);
  void defect(const ast::Expr* value);
  void instanceField(const ast::Variable* v);
  void boundary(const ast::Construct* c);
  void event(const ast::Construct* c);
  void diedAlone();
  std::map<llvm::StringRef, const ast::Property*> properties(const ast::Construct* c);
  const ast::Construct* reference(const ast::Property* p, ast::ConstructKind kind, Diag unknown);
  const ast::StringLit* stringValue(const ast::Property* p);

  // Statements.cpp
  void handler(HandlerInfo& info);
  void stmt(const ast::Stmt* s);
  void localVariable(const ast::Variable* v, Type type, bool isParameter);
  void localDeclaration(const ast::LocalDecl* s);
  void expressionStatement(const ast::Expr* e);
  void forLoop(const ast::For* s);
  void forEach(const ast::ForEach* s);
  void condition(const ast::Expr* e);
  Type typeOf(const ast::TypeRef& ref);

  // Expressions.cpp
  Type check(const ast::Expr* e);     // of a value; void is an error
  Type checkAny(const ast::Expr* e);  // may be void
  Type checkName(const ast::Name* e, ExprInfo& info);
  Type checkMember(const ast::Member* e, ExprInfo& info);
  Type checkIndex(const ast::Index* e);
  Type checkUnary(const ast::Unary* e, ExprInfo& info);
  Type checkIncDec(const ast::IncDec* e);
  Type checkBinary(const ast::Binary* e, ExprInfo& info);
  Type binaryType(const ast::Expr* at, ast::BinaryOp op, Type a, Type b);
  Type equalityType(const ast::Expr* at, ast::BinaryOp op, Type a, Type b);
  Type checkAssign(const ast::Assign* e);
  bool checkTarget(const ast::Expr* target, bool compound);
  Type checkConditional(const ast::Conditional* e, ExprInfo& info);
  Type checkCast(const ast::Cast* e, ExprInfo& info);
  void foldProblem(const ast::Expr* e, Fold problem, const char* op);
  // Reports E404/E405 (or `kind` with the given arguments) unless `e` converts to `to`.
  bool convertible(const ast::Expr* e, Type from, Type to) const;
  bool assignTo(const ast::Expr* e, Type from, Type to);

  // Calls.cpp
  Type checkCall(const ast::Call* e, ExprInfo& info);
  Type checkFunction(const ast::Call* e, ExprInfo& info);
  Type checkMethod(const ast::Call* e, ExprInfo& info);
  bool checkMethodName(const ast::Expr* e, const Signature& s);
  bool checkArguments(const ast::Call* e, const Signature& s, const HistoryInfo* history);
  // False when it was reported that the event does not have it.
  bool checkAvailability(llvm::SMRange range, const std::string& what, unsigned events);
  void amplifyRules(const ast::Call* e, Builtin builtin);
  void subHistory(const ast::Call* e, const HistoryInfo* history, bool nested);
  Type resultType(char letter, const HistoryInfo* history);
  std::vector<std::string> memberNames(Type type) const;
  static std::string memberHint(llvm::StringRef name, const std::vector<std::string>& members);
  void constantIndex(const ast::Expr* index, const HistoryInfo* history);

  ConstInfo* findConst(llvm::StringRef name);
  const ast::Construct* findConstruct(llvm::StringRef name) const;
  LocalInfo* findLocal(llvm::StringRef name) const;
  FieldInfo* findField(llvm::StringRef name) const;

  Model& model_;
  Diagnostics& diags_;
  std::map<llvm::StringRef, const ast::Construct*> names_;
  std::vector<std::vector<LocalInfo*>> scopes_;
  HandlerInfo* handler_ = nullptr;  // null while constants are evaluated
  unsigned loops_ = 0;
  static constexpr unsigned kMaxConstDepth = 256;
  unsigned constDepth_ = 0;
  // Suggestions cost a look at every name; after so many errors nobody reads them.
  bool suggests() const { return diags_.errorCount() < 200; }
  int64_t regionLength_ = 0;  // of the first subHistory
};

// Flow.cpp: definite assignment and reachability of one handler.
void checkFlow(const Model& model, const HandlerInfo& handler, Diagnostics& diags);
// Elements.cpp: elements of an Object[] are only compared with null.
void checkElements(const Model& model, const HandlerInfo& handler, Diagnostics& diags);
// Strict.cpp: uses of the Field of a root edge (--strict), and what the printed language lacks
// (--paper).
void checkRootFields(const Model& model, Diagnostics& diags);
void checkPaper(const Model& model, Diagnostics& diags);
// ClassPath.cpp: types of contexts that no folder or jar of the class path has, and the classes that
// they have, as in `java/util/Map$Entry`.
std::set<std::string> classesOf(const std::vector<std::string>& classpath);
void lookUpTypes(const Model& model, const Options& options, Diagnostics& diags);
// Guards.cpp: divisors that can be 0, and loops that stop at the first unwritten region.
void lintGuards(const Model& model, const HandlerInfo& handler, Diagnostics& diags);
// Lints.cpp: the warnings.
void lint(Model& model, Diagnostics& diags);

}  // namespace isl::sema
