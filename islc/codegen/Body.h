// Statements and expressions of handlers as C++ with Java's meaning.
#pragma once

#include <functional>
#include <set>

#include "codegen/Code.h"
#include "codegen/Names.h"

namespace isl::codegen {

class Body {
 public:
  // `env` is the name of the handler's environment; constant expressions have none.
  Body(const sema::Model& model, Diagnostics& diags, llvm::StringRef source,
       const char* env = "env")
      : model_(model), diags_(diags), source_(source), env_(env) {}

  // The whole function, with `attribute` before it. `adds`: one call stands for env->times events
  // (ISL_ADDS).
  std::string handler(const sema::HandlerInfo& handler, bool adds, const std::string& attribute);
  // The value converted to `to`.
  Code as(const ast::Expr* e, sema::Type to);

  // What handlers written so far have used of the rest of the generated text.
  const std::set<const sema::FieldInfo*>& fieldsRead() const { return fieldsRead_; }
  const std::set<const sema::FieldInfo*>& fieldsWritten() const { return fieldsWritten_; }
  bool namesHistory() const { return namesHistory_; }

 private:
  // Expressions.cpp
  Code expr(const ast::Expr* e);
  Code value(const ast::Expr* e);
  Code name(const ast::Name* e);
  Code member(const ast::Member* e);
  Code call(const ast::Call* e);
  Code historyCall(const ast::Call* e, const Code& receiver);
  Code unary(const ast::Unary* e);
  Code binary(const ast::Binary* e);
  Code assign(const ast::Assign* e);
  Code assignTo(const ast::Assign* e);
  Code timesOf(const Code& summand, sema::Type type);
  Code incDec(const ast::IncDec* e, bool valueUsed);
  Code step(const ast::IncDec* e, bool valueUsed);
  Code onObject(const ast::Expr* target, bool effect, const std::function<Code()>& build);
  Code index(const ast::Index* e);
  Code element(sema::Type type, const Code& array, const Code& index, unsigned line);
  Code castExpr(const ast::Cast* e);
  Code operate(ast::BinaryOp op, sema::Type a, sema::Type b, const Code& x, const Code& y,
               unsigned line);
  const char* quietComparison(const ast::Binary* e, sema::Type left, sema::Type right,
                              bool sameText) const;
  Code store(const ast::Expr* target, const Code& value);
  Code convert(const Code& code, sema::Type from, sema::Type to);
  // An expression whose value nobody looks at.
  Code effect(const ast::Expr* e);

  // Statements.cpp
  void statements(const sema::HandlerInfo& handler);
  void stmt(const ast::Stmt* s);
  void nested(const ast::Stmt* s);
  void forEach(const ast::ForEach* s);
  void elements(const ast::ForEach* s, const Code& array);
  void localDecl(const ast::LocalDecl* s);
  void ifStmt(const ast::If* s, const char* before);
  void forLoop(const ast::For* s);
  void loop(const std::string& head, llvm::SMRange range, const std::string& first,
            const ast::Stmt* body);
  std::string updates(const ast::For* s);
  std::string signature(const sema::HandlerInfo& handler, const std::string& attribute);
  std::string declaration(const sema::LocalInfo* info);
  std::string initialised(const ast::Variable* v);
  void line(const std::string& text);
  void place(llvm::SMRange range);
  unsigned lineOf(llvm::SMRange range) const;
  Code lineCode(llvm::SMRange range) const { return std::to_string(lineOf(range)); }

  // Names, which count as used once they are written.
  std::string local(const sema::LocalInfo* info);
  Code env();
  std::string fresh(const char* stem) { return stem + std::to_string(temporaries_++); }

  const sema::Model& model_;
  Diagnostics& diags_;
  std::string source_, env_;
  std::string out_;
  unsigned depth_ = 1, temporaries_ = 0;
  unsigned presumed_ = 0;  // line of the spec that the next line of text counts as; 0: none
  bool adds_ = false;
  // The object of the assignment that is being written, and the temporary that holds it.
  const ast::Expr* bound_ = nullptr;
  std::string boundName_;

  std::set<const sema::FieldInfo*> fieldsRead_, fieldsWritten_;
  bool namesHistory_ = false;
  // Of the handler that is being written.
  std::set<const sema::LocalInfo*> named_, read_;
  bool usesEnv_ = false, usesValue_ = false;
};

}  // namespace isl::codegen
