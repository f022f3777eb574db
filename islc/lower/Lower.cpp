#include <algorithm>

#include "ast/Walk.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace sema;

static void layout(Plan& plan) {
  for (auto& f : plan.model->fields) plan.fields.push_back({f.get(), 0});
  std::stable_sort(plan.fields.begin(), plan.fields.end(), [](auto& a, auto& b) {
    return byteSize(a.field->type.kind) > byteSize(b.field->type.kind);
  });
  unsigned offset = 0;
  for (FieldPlan& f : plan.fields) {
    f.offset = offset;
    offset += byteSize(f.field->type.kind);
  }
  plan.fieldsBytes = (offset + 7) / 8 * 8;
}

static void planHandlers(Plan& plan) {
  for (auto& h : plan.model->handlers) {
    HandlerPlan p{h.get(), Mode::Native, "", h->decl->name.range, 0};
    if (!isMutator(h->event)) {
      p.why = h->event == EventKind::OnDied
                  ? "runs at the heap check, for lines of sampled allocations"
                  : "runs at the heap check";
    } else {
      p.why = plan.switches.deferral ? deferralBlocker(*plan.model, *h, p.blocker)
                                     : "deferral is " + switchedOff(&Switches::deferral);
      if (p.why.empty()) {
        p.mode = Mode::Deferred;
        p.why = "its effect is the same whenever and however often it runs between two checks";
      }
    }
    plan.handlers.push_back(std::move(p));
  }
  std::sort(plan.handlers.begin(), plan.handlers.end(),
            [](auto& a, auto& b) { return a.handler->event < b.handler->event; });
}

// A touch does not tell reads from writes: deferred bodies that differ run at once instead.
static void separateBodies(Plan& plan) {
  const HandlerPlan* first = nullptr;
  bool differ = false;
  for (const HandlerPlan& p : plan.handlers) {
    if (p.mode != Mode::Deferred) continue;
    if (!first) first = &p;
    differ = differ ||
             canonicalBody(*plan.model, *first->handler) != canonicalBody(*plan.model, *p.handler);
  }
  if (!differ) return;
  for (HandlerPlan& p : plan.handlers) {
    if (p.mode != Mode::Deferred) continue;
    p.mode = Mode::Native;
    p.why = "its body differs from that of another access handler, and a touch does not tell "
            "them apart";
  }
}

static void planMutators(Plan& plan) {
  separateBodies(plan);
  resolveConflicts(plan);
  if (plan.switches.objectStates) planStates(plan);
  for (HandlerPlan& p : plan.handlers) {
    EventKind event = p.handler->event;
    if (!isMutator(event)) continue;
    if (p.mode != Mode::Deferred) {
      p.uses = usesOf(*plan.model, *p.handler);
      if (p.mode != Mode::Java) continue;
    }
    if (event == EventKind::OnCall) continue;
    if (!plan.touched && p.mode == Mode::Deferred) plan.touched = p.handler;
    plan.touchOnRead = plan.touchOnRead || event != EventKind::OnWrite;
    plan.touchOnWrite = plan.touchOnWrite || event != EventKind::OnRead;
  }
}

static bool looksIntoArrays(const Model& model) {
  bool found = false;
  for (auto& h : model.handlers) {
    ast::walk(h->decl->body,
              [&](const ast::Expr* e) { found = found || model.info(e).type.isArray(); });
  }
  return found;
}

// The agent finds out where fields are only for those who ask.
static bool asksPlaces(const Model& model) {
  bool found = false;
  for (auto& h : model.handlers) {
    ast::walk(h->decl->body, [&](const ast::Expr* e) {
      Builtin b = model.info(e).builtin;
      found = found || b == Builtin::FieldOffset ||
              (b == Builtin::FieldIndex && h->event == EventKind::OnReached);
    });
  }
  return found;
}

// What an object holds is only known once the whole heap was looked at.
static bool asksHeld(const Model& model) {
  bool found = false;
  for (auto& h : model.handlers) {
    ast::walk(h->decl->body, [&](const ast::Expr* e) {
      const Builtin b = model.info(e).builtin;
      found = found || b == Builtin::Held || b == Builtin::HeldBytes;
    });
  }
  return found;
}

static bool asksTicks(const Model& model, bool inEvents) {
  bool found = false;
  for (auto& h : model.handlers) {
    if (inEvents && !isMutator(h->event)) continue;
    ast::walk(h->decl->body, [&](const ast::Expr* e) {
      found = found || model.info(e).builtin == Builtin::Ticks;
    });
  }
  return found;
}

// A history of the object's own changes at every check. Who asks for the age of an object wants to know
// when a check met it first. On a path, and as an array, an object has an identity in any case.
static bool isSparse(const Plan& plan) {
  const Model& model = *plan.model;
  const bool ownHistory = model.history() && model.partition->kind == PartitionKind::All;
  bool sparse = !ownHistory && !plan.paper && !plan.needsArrayContents &&
                !model.handler(EventKind::OnReached);
  if (model.mainContext >= 0) {
    const auto& type = model.contexts[model.mainContext]->type;
    sparse = sparse && !(type && type->endswith("[]"));
  }
  for (auto& context : model.contexts) sparse = sparse && context->path < 0;
  for (auto& h : model.handlers) {
    ast::walk(h->decl->body, [&](const ast::Expr* e) {
      sparse = sparse && model.info(e).builtin != Builtin::Age;
    });
  }
  return sparse;
}

// An array that no object on its path refers to is not looked at by any check. If its events besides
// change nothing but its own state, nobody can tell whether they were seen, so they need not be before it
// is stored where an object on the path refers to it.
static bool isPathArrays(const Plan& plan) {
  const Model& model = *plan.model;
  if (plan.paper || model.mainContext < 0) return false;
  const auto& main = *model.contexts[model.mainContext];
  if (!main.type || !main.type->endswith("[]") || main.path < 0 || main.sequence) return false;
  const auto& owner = *model.contexts[main.path];
  if (!owner.type || owner.type->endswith("[]") || *owner.type == "java.lang.Object") return false;
  if (model.history() && model.partition->kind != PartitionKind::All) return false;
  for (auto& h : model.handlers) {
    if (!isMutator(h->event)) continue;
    if (h->event == EventKind::OnAlloc || h->event == EventKind::OnCall) return false;
    bool others = false;
    ast::walk(h->decl->body, [&](const ast::Expr* e) {
      others = others || model.info(e).builtin == Builtin::AddressToObject;
    });
    if (others) return false;
  }
  return true;
}

std::unique_ptr<Plan> lower(const Model& model, const Options& options) {
  const Switches& on = options.switches;
  auto plan = std::make_unique<Plan>();
  plan->name = options.name;
  plan->source = options.source;
  plan->model = &model;
  plan->paper = options.paper;
  plan->switches = options.switches;
  layout(*plan);
  planHandlers(*plan);
  planMutators(*plan);
  plan->needsArrayContents = looksIntoArrays(model);
  plan->asksPlaces = asksPlaces(model);
  plan->asksHeld = asksHeld(model);
  plan->asksTicks = asksTicks(model, false);
  plan->ticksInEvents = asksTicks(model, true);
  if (!model.history()) plan->leastAge = leastAge(model);
  plan->sparse = on.sparseRecords && isSparse(*plan);
  plan->pathArrays = on.pathArrays && isPathArrays(*plan);
  if (on.lengthFilter) plan->leastLength = leastLength(*plan);
  for (HandlerPlan& p : plan->handlers) {
    if (!isMutator(p.handler->event) || p.mode == Mode::Deferred) continue;
    if (!on.sparseRecords) p.uses |= kUsesPenalty;
    if (!on.unusedValues) p.uses |= kUsesField;
    if (on.latestValues && keepsLatest(*plan, p)) p.uses |= kKeepsLatest;
  }
  planSums(*plan);
  plan->trace = traceNeed(*plan);
  if (on.epochSummary) {
    plan->staleWindow = isStaleWindow(*plan, plan->summaryWhy);
  } else {
    plan->summaryWhy = switchedOff(&Switches::epochSummary);
  }
  return plan;
}

}  // namespace isl::lower
