// Mutator handlers as steps between states of the object: each is run symbolically for every
// assignment of the flags it may see, which gives the table that bytecode steps through.
#include <algorithm>
#include <set>

#include "ast/Walk.h"
#include "lower/Plan.h"
#include "lower/Symbolic.h"

namespace isl::lower {

using namespace ast;
using namespace sema;

namespace {

constexpr int kSubject = 0, kReceiver = 1;

// One run of a handler for one state of its subject: the accessed object, or the returned one.
class Step final : public Symbolic {
 public:
  Step(const Plan& plan, const HandlerInfo& handler, unsigned state)
      : Symbolic(*plan.model), plan_(plan), state_(state) {
    call_ = handler.event == EventKind::OnCall;
    bind(handler.parameters[0], {Value::Object, false, call_ ? kReceiver : kSubject});
    guards_ = staticGuards(model_, handler);
    for (const Stmt* s : handler.decl->body->statements) runOpen(s);
  }
  unsigned result() const { return state_ | (cleared_ ? StateMachine::kClears : 0); }

 private:
  // Where a guard closes the handler the member is not instrumented.
  void runOpen(const Stmt* s) {
    auto* node = llvm::dyn_cast<If>(s);
    for (const StaticGuard& g : guards_) {
      if (!node || node->condition != g.condition) continue;
      if (!g.returnsIf) run(node->thenStmt);
      return;
    }
    run(s);
  }

  int flagOf(const FieldInfo& field) const {
    const auto& flags = plan_.states.flags;
    return static_cast<int>(std::find(flags.begin(), flags.end(), &field) - flags.begin());
  }

  Value get(const FieldInfo& field, int object) override {
    return object == kSubject ? boolean((state_ >> flagOf(field) & 1) != 0) : fail();
  }
  void set(const FieldInfo& field, int object, bool value) override {
    if (object != kSubject) known = false;
    const unsigned bit = 1u << flagOf(field);
    state_ = value ? state_ | bit : state_ & ~bit;
  }
  Value isNull(int object) override { return object == kSubject ? boolean(false) : fail(); }
  Value call(const Call* e) override {
    switch (model_.info(e).builtin) {
      case Builtin::AddressToObject: return call_ ? Value{Value::Object, false, kSubject} : fail();
      case Builtin::Deamplify: {
        Value o = eval(e->args[0]);
        // A return leaves no mark of the epoch, so nobody could tell when it cleared the penalty.
        if (o.kind != Value::Object || o.object != kSubject || call_) return fail();
        cleared_ = true;
        return {};
      }
      default: return fail();
    }
  }

  const Plan& plan_;
  std::vector<StaticGuard> guards_;
  unsigned state_;
  bool call_ = false, cleared_ = false;
};

using Table = std::array<unsigned, 4>;

class States {
 public:
  explicit States(Plan& plan) : plan_(plan), model_(*plan.model) {}

  bool run() {
    if (!collectFlags() || mainIsArray()) return false;
    Table load, store, returned;
    bool sees = false;
    const bool ok = compose({EventKind::OnRead, EventKind::OnRw}, load, reads_) &&
                    compose({EventKind::OnWrite, EventKind::OnRw}, store, writes_) &&
                    compose({EventKind::OnCall}, returned, sees);
    // One barrier serves reads and writes, once for each name that a method has for the object.
    if (!ok || (reads_ && writes_ && load != store)) return false;
    const Table& use = reads_ ? load : store;
    if (!idempotent(use) || !idempotent(returned)) return false;
    for (size_t state = 0; state < use.size(); ++state) {
      plan_.states.onUse[state] = static_cast<uint8_t>(use[state]);
      plan_.states.onReturn[state] = static_cast<uint8_t>(returned[state]);
    }
    plan_.states.seesReturns = sees;
    return true;
  }

 private:
  // The flags: what the handlers touch. Nothing at the check may change them, for it cannot write them.
  bool collectFlags() {
    std::set<const FieldInfo*> flags;
    bool alloc = false, any = false;
    for (const HandlerPlan& p : plan_.handlers) {
      if (!isMutator(p.handler->event)) continue;
      if (p.mode != Mode::Native) return false;
      any = true;
      alloc = alloc || p.handler->event == EventKind::OnAlloc;
      walk(p.handler->decl->body, [&](const Expr* e) {
        if (model_.info(e).field) flags.insert(model_.info(e).field);
      });
    }
    if (!any || alloc || flags.empty() || flags.size() > StateMachine::kMaxFlags) return false;
    for (const FieldInfo* f : flags) {
      const bool tuned = f->decl->init && model_.info(f->decl->init).tunable;
      if (!f->type.is(Kind::Boolean) || f->initial.i != 0 || tuned) return false;
    }
    for (const HandlerPlan& p : plan_.handlers) {
      if (!isMutator(p.handler->event) && assigns(*p.handler, flags)) return false;
    }
    plan_.states.flags.assign(flags.begin(), flags.end());
    std::sort(plan_.states.flags.begin(), plan_.states.flags.end(),
              [](auto* a, auto* b) { return a->name < b->name; });
    return true;
  }

  bool assigns(const HandlerInfo& handler, const std::set<const FieldInfo*>& flags) const {
    bool found = false;
    walk(handler.decl->body, [&](const Expr* e) {
      auto* a = llvm::dyn_cast<Assign>(e);
      found = found || (a && flags.count(model_.info(a->target).field) != 0);
    });
    return found;
  }

  bool mainIsArray() const {
    if (model_.mainContext < 0) return false;
    const auto& type = model_.contexts[model_.mainContext]->type;
    return type && type->endswith("[]");
  }

  // The handlers of the events one after the other; false when one cannot be followed.
  bool compose(std::initializer_list<EventKind> events, Table& table, bool& any) const {
    for (unsigned state = 0; state < table.size(); ++state) table[state] = state;
    for (EventKind event : events) {
      const HandlerInfo* handler = model_.handler(event);
      if (!handler) continue;
      any = true;
      for (unsigned& entry : table) {
        Step step(plan_, *handler, entry & 3);
        if (!step.known) return false;
        entry = step.result() | (entry & StateMachine::kClears);
      }
    }
    return true;
  }

  static bool idempotent(const Table& table) {
    for (unsigned after : table) {
      if ((table[after & 3] & 3) != (after & 3)) return false;
    }
    return true;
  }

  Plan& plan_;
  const Model& model_;
  bool reads_ = false, writes_ = false;
};

}  // namespace

void planStates(Plan& plan) {
  if (!States(plan).run()) {
    plan.states = StateMachine{};
    return;
  }
  findIdleStates(plan);
  std::string names;
  for (const FieldInfo* f : plan.states.flags) {
    names += (names.empty() ? "`" : " and `") + f->name.str() + "`";
  }
  for (HandlerPlan& p : plan.handlers) {
    if (!isMutator(p.handler->event)) continue;
    p.mode = Mode::Java;
    p.why = "it only steps between states of " + names + ", which fit the object's own word";
  }
}

}  // namespace isl::lower
