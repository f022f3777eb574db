// Runs a handler's body over truth values that are known beforehand. Whatever it cannot follow makes
// the run unknown, never wrong.
#pragma once

#include <map>

#include "ast/Ast.h"
#include "sema/Model.h"

namespace isl::lower {

class Symbolic {
 public:
  virtual ~Symbolic() = default;
  bool known = true;

 protected:
  explicit Symbolic(const sema::Model& model) : model_(model) {}

  // What an expression or a local may be: a truth value, a history, null, or one of the objects that
  // the derived class numbers.
  struct Value {
    enum { None, Bool, History, Object, Null } kind = None;
    bool b = false;
    int object = 0;
  };
  static Value boolean(bool b) { return {Value::Bool, b, 0}; }
  Value fail() {
    known = false;
    return {};
  }

  void bind(const sema::LocalInfo* local, Value value) { locals_[local] = value; }
  void run(const ast::Stmt* s);
  Value eval(const ast::Expr* e);
  bool truth(const ast::Expr* e);

  virtual Value call(const ast::Call* e) = 0;
  virtual Value get(const sema::FieldInfo& field, int object) = 0;
  virtual void set(const sema::FieldInfo& field, int object, bool value) = 0;
  // Is an object that may be null there? By default nothing is known of it.
  virtual Value isNull(int) { return fail(); }

  const sema::Model& model_;

 private:
  Value binary(const ast::Binary* e);
  Value assign(const ast::Assign* e);

  std::map<const sema::LocalInfo*, Value> locals_;
  bool returned_ = false;
};

}  // namespace isl::lower
