#include <algorithm>

#include "ast/Walk.h"
#include "lower/Plan.h"
#include "llvm/Support/raw_ostream.h"

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
    HandlerPlan p{h.get(), Mode::Native, "", h->decl->name.range};
    if (!isMutator(h->event)) {
      p.why = "runs at the heap check";
    } else {
      p.why = deferralBlocker(*plan.model, *h, p.blocker);
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

// The touches, and what stands in the way of an agent.
static void planTouches(Plan& plan) {
  for (HandlerPlan& p : plan.handlers) {
    EventKind event = p.handler->event;
    if (!isMutator(event)) continue;
    if (p.mode != Mode::Deferred) {
      if (!plan.refused) {
        plan.refused = &p;
        plan.refusedWhy = p.why;
      }
      continue;
    }
    if (!plan.touched) plan.touched = p.handler;
    if (canonicalBody(*plan.model, *plan.touched) != canonicalBody(*plan.model, *p.handler) &&
        !plan.refused) {
      plan.refused = &p;
      plan.refusedWhy = std::string("its body differs from that of ") +
                        eventName(plan.touched->event) + ", and a touch does not tell them apart";
      p.blocker = p.handler->decl->name.range;
    }
    plan.touchOnRead = plan.touchOnRead || event != EventKind::OnWrite;
    plan.touchOnWrite = plan.touchOnWrite || event != EventKind::OnRead;
  }
}

static bool looksIntoArrays(const Model& model) {
  bool found = false;
  for (auto& h : model.handlers) {
    ast::walk(h->decl->body, [&](const ast::Expr* e) {
      found = found || model.info(e).type.isArray();
    });
  }
  return found;
}

std::unique_ptr<Plan> lower(const Model& model, const Options& options) {
  auto plan = std::make_unique<Plan>();
  plan->name = options.name;
  plan->source = options.source;
  plan->model = &model;
  layout(*plan);
  planHandlers(*plan);
  planTouches(*plan);
  plan->needsArrayContents = looksIntoArrays(model);
  if (options.epochSummary) {
    plan->staleWindow = isStaleWindow(*plan, plan->summaryWhy);
  } else {
    plan->summaryWhy = "switched off by -fno-epoch-summary";
  }
  return plan;
}

static const char* modeName(Mode mode) {
  static const char* const names[] = {"absent", "deferred", "java", "native"};
  return names[static_cast<int>(mode)];
}

static void printContexts(const Model& model, llvm::raw_ostream& os) {
  if (model.mainContext < 0) os << "  main context: none, every object of the program\n";
  for (size_t i = 0; i < model.contexts.size(); ++i) {
    const ContextInfo& c = *model.contexts[i];
    os << "  context " << c.name << ":";
    if (c.type) os << " type " << *c.type;
    if (c.sequence) os << " sequence \"" << *c.sequence << "\"";
    if (c.path >= 0) os << " path " << model.contexts[c.path]->name;
    if (static_cast<int>(i) == model.mainContext) os << " (main)";
    os << "\n";
  }
}

static void printState(const Plan& plan, llvm::raw_ostream& os) {
  const Model& model = *plan.model;
  static const char* const kinds[] = {"single", "type", "alloc", "context", "all"};
  if (model.partition) {
    os << "  partition: " << kinds[static_cast<int>(model.partition->kind)];
    if (model.partition->bound) os << "[" << model.partition->boundValue << "]";
    if (auto* h = model.history()) {
      os << ", history of " << h->sizeValue << " " << sema::name(h->element);
    }
    os << "\n";
  }
  for (const FieldPlan& f : plan.fields) {
    os << "  field " << f.field->name << ": " << sema::name(f.field->type) << " at offset "
       << f.offset << "\n";
  }
  bool perObject = model.history() && model.partition->kind == PartitionKind::All;
  unsigned bytes = plan.staleWindow ? 0 : plan.fieldsBytes;
  if (perObject && !plan.staleWindow) {
    const HistoryInfo& h = *model.history();
    bytes += 24 + static_cast<unsigned>(h.element.is(Kind::Boolean)
                                            ? (h.sizeValue + 63) / 64 * 8
                                            : h.sizeValue * byteSize(h.element.kind));
  }
  os << "  record: " << bytes << " bytes per object"
     << (plan.staleWindow ? "" : " besides the penalty") << "\n";
  os << "  epoch summary: " << (plan.staleWindow ? "stale window" : "none") << " ("
     << plan.summaryWhy << ")\n";
}

void print(const Plan& plan, llvm::raw_ostream& os) {
  os << "plan of " << plan.name << " (" << plan.source << ")\n";
  printContexts(*plan.model, os);
  os << "  instrumented:";
  if (plan.touchOnRead) os << " field and element reads";
  if (plan.touchOnWrite) os << (plan.touchOnRead ? "," : "") << " field and element writes";
  if (!plan.touchOnRead && !plan.touchOnWrite) os << " allocations only";
  os << "\n";
  for (const HandlerPlan& p : plan.handlers) {
    os << "  handler " << eventName(p.handler->event) << ": " << modeName(p.mode) << " (" << p.why
       << ")\n";
  }
  if (plan.needsArrayContents) os << "  arrays: their contents are read at the check\n";
  printState(plan, os);
  if (plan.refused) {
    os << "  agent: none, " << eventName(plan.refused->handler->event) << ": " << plan.refusedWhy
       << "\n";
  }
}

}  // namespace isl::lower
