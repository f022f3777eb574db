// Runs on_reachedOnce for one state of the object's flags and one answer of its history.
#pragma once

#include <vector>

#include "lower/Plan.h"
#include "lower/Symbolic.h"

namespace isl::lower {

class CheckRun final : public Symbolic {
 public:
  // What the history says after the update.
  struct History {
    bool full, containsTrue;
  };
  // Bit i of the state: flags[i].
  CheckRun(const Plan& plan, const sema::HandlerInfo& handler,
           std::vector<const sema::FieldInfo*> flags, unsigned state, History history);

  bool updated = false, updatedWith = false;
  bool amplified = false, cleared = false;
  unsigned state() const { return state_; }

 private:
  bool isObject(const ast::Expr* e) { return eval(e).kind == Value::Object; }
  bool isHistory(const ast::Expr* e) { return e && eval(e).kind == Value::History; }
  unsigned bitOf(const sema::FieldInfo& field);

  Value get(const sema::FieldInfo& field, int object) override;
  void set(const sema::FieldInfo& field, int object, bool value) override;
  Value call(const ast::Call* e) override;

  std::vector<const sema::FieldInfo*> flags_;
  unsigned state_;
  History history_;
};

}  // namespace isl::lower
