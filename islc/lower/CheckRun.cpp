#include "lower/CheckRun.h"

#include <algorithm>

namespace isl::lower {

using namespace ast;
using namespace sema;

CheckRun::CheckRun(const Plan& plan, const HandlerInfo& handler,
                   std::vector<const FieldInfo*> flags, unsigned state, History history)
    : Symbolic(*plan.model), flags_(std::move(flags)), state_(state), history_(history) {
  bind(handler.parameters[0], {Value::Object, false, 0});
  run(handler.decl->body);
}

// 0: it is no flag, and nothing is known of it.
unsigned CheckRun::bitOf(const FieldInfo& field) {
  const auto at = std::find(flags_.begin(), flags_.end(), &field);
  if (at != flags_.end()) return 1u << (at - flags_.begin());
  known = false;
  return 0;
}

CheckRun::Value CheckRun::get(const FieldInfo& field, int) {
  return boolean((state_ & bitOf(field)) != 0);
}

void CheckRun::set(const FieldInfo& field, int, bool value) {
  const unsigned bit = bitOf(field);
  state_ = value ? state_ | bit : state_ & ~bit;
}

CheckRun::Value CheckRun::call(const Call* e) {
  switch (model_.info(e).builtin) {
    case Builtin::GetHistory:
      return isObject(e->args[0]) ? Value{Value::History, false, 0} : fail();
    case Builtin::HistoryUpdate:
      if (!isHistory(e->base) || updated) return fail();
      updatedWith = truth(e->args[0]);
      updated = true;
      return {};
    // The facts are those after the update; asked before it, they would be others.
    case Builtin::HistoryIsFull:
      return isHistory(e->base) && updated ? boolean(history_.full) : fail();
    case Builtin::HistoryContains: {
      if (!isHistory(e->base) || !updated) return fail();
      // contains(false) is another fact, and the pattern does not need it.
      return truth(e->args[0]) ? boolean(history_.containsTrue) : fail();
    }
    case Builtin::Amplify:
      if (!isObject(e->args[0]) || amplified) return fail();
      amplified = true;
      return {};
    case Builtin::Deamplify:
      if (!isObject(e->args[0])) return fail();
      cleared = true;
      return {};
    default: return fail();
  }
}

}  // namespace isl::lower
