// Statements and expressions of handlers as C++ with Java's meaning.
#pragma once

#include <functional>

#include "codegen/Names.h"

namespace isl::codegen {

class Body {
 public:
  // `env` is the name of the handler's environment; constant expressions have none.
  Body(const sema::Model& model, Diagnostics& diags, llvm::StringRef source,
       const char* env = "env")
      : model_(model), diags_(diags), source_(source), env_(env) {}

  // `adds`: one call stands for env->times events (ISL_ADDS).
  std::string handler(const sema::HandlerInfo& handler, bool adds = false);
  std::string expr(const ast::Expr* e);
  // The value converted to `to`.
  std::string as(const ast::Expr* e, sema::Type to);

 private:
  std::string value(const ast::Expr* e);
  std::string name(const ast::Name* e);
  std::string call(const ast::Call* e);
  std::string historyCall(const ast::Call* e, std::string base);
  std::string unary(const ast::Unary* e);
  std::string binary(const ast::Binary* e);
  std::string assign(const ast::Assign* e);
  std::string assignTo(const ast::Assign* e);
  std::string timesOf(const std::string& summand, sema::Type type);
  std::string incDec(const ast::IncDec* e);
  std::string step(const ast::IncDec* e);
  std::string onObject(const ast::Expr* target, bool effect,
                       const std::function<std::string()>& build);
  std::string index(const ast::Index* e);
  std::string castExpr(const ast::Cast* e);
  std::string operate(ast::BinaryOp op, sema::Type a, sema::Type b, const std::string& x,
                      const std::string& y, unsigned line);
  const char* quietComparison(const ast::Binary* e, sema::Type left, sema::Type right,
                              bool sameText) const;
  std::string store(const ast::Expr* target, const std::string& value);
  std::string convert(const std::string& text, sema::Type from, sema::Type to);

  void stmt(const ast::Stmt* s);
  void nested(const ast::Stmt* s);
  void forEach(const ast::ForEach* s);
  void localDecl(const ast::LocalDecl* s);
  void ifStmt(const ast::If* s);
  void forLoop(const ast::For* s);
  void line(const std::string& text);
  void place(llvm::SMRange range);
  unsigned lineOf(llvm::SMRange range) const;
  std::string local(const sema::LocalInfo* info) const;
  std::string fresh(const char* stem) { return stem + std::to_string(temporaries_++); }

  const sema::Model& model_;
  Diagnostics& diags_;
  std::string source_, env_;
  std::string out_;
  unsigned depth_ = 1, temporaries_ = 0;
  bool adds_ = false;
  // The object of the assignment that is being written, and the temporary that holds it.
  const ast::Expr* bound_ = nullptr;
  std::string boundName_;
};

}  // namespace isl::codegen
