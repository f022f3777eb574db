// What a spec costs: warnings where it is much, remarks (-Wperf) for every choice that is not
// free. They come from the plan, so what the plan makes cheap is not complained about.
#include "ast/Walk.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace ast;
using namespace sema;
using llvm::dyn_cast;

// A double history of the usual window of ten, or a boolean one of a thousand.
static constexpr int64_t kQuietBytes = 128;

// A return and nothing before it.
static bool onlyReturns(const Stmt* s) {
  if (auto* block = dyn_cast<Block>(s)) {
    return !block->statements.empty() && onlyReturns(block->statements.front());
  }
  return s->kind == StmtKind::Return;
}

static bool isStatic(const Model& model, const HandlerInfo& h, const Expr* e) {
  const LocalInfo* member = h.parameters.size() > 1 ? h.parameters[1] : nullptr;
  bool ok = true, asks = false;
  walk(e, [&](const Expr* x) {
    const ExprInfo& info = model.info(x);
    switch (info.builtin) {
      case Builtin::FieldIsPrimitive:
      case Builtin::FieldIsArrayElement:
      case Builtin::MethodGetReturnType:
      case Builtin::MethodIsStatic:
      case Builtin::MethodIsNamed:
      case Builtin::TypeIsReference:
      case Builtin::TypeIsPrimitive:
      case Builtin::TypeIsVoid:
      case Builtin::TypeIsArray: asks = true; break;
      case Builtin::None: ok = ok && (!info.local || info.local == member) && !info.field; break;
      default: ok = false;
    }
  });
  return ok && asks;
}

std::vector<StaticGuard> staticGuards(const Model& model, const HandlerInfo& handler) {
  std::vector<StaticGuard> out;
  if (!isMutator(handler.event) || handler.event == EventKind::OnAlloc) return out;
  const auto& statements = handler.decl->body->statements;
  for (size_t i = 0; i < statements.size(); ++i) {
    auto* node = dyn_cast<If>(statements[i]);
    if (!node || node->elseStmt || !isStatic(model, handler, node->condition)) break;
    if (onlyReturns(node->thenStmt)) {
      out.push_back({node->condition, true});
      continue;
    }
    // The last statement: without its condition nothing is left to do.
    if (i + 1 == statements.size()) out.push_back({node->condition, false});
    break;
  }
  return out;
}

// Only a type tells beforehand which accesses can be those of tracked objects.
static void everyAccess(const Model& model, EventKind event, llvm::SMRange place,
                        Diagnostics& diags) {
  std::string why = "no `include`";
  if (model.mainContext >= 0) {
    const ContextInfo& context = *model.contexts[static_cast<size_t>(model.mainContext)];
    if (context.type) return;
    why = "Context `" + context.name.str() + "` has no `type`";
  }
  diags.report(Diag::EveryAccess, place, {why, eventName(event)});
}

static void handlerRemarks(const Plan& plan, Diagnostics& diags) {
  const Model& model = *plan.model;
  for (const HandlerPlan& p : plan.handlers) {
    EventKind event = p.handler->event;
    auto place = p.handler->decl->name.range;
    bool access =
        event == EventKind::OnRead || event == EventKind::OnWrite || event == EventKind::OnRw;
    if (isMutator(event) && p.mode != Mode::Deferred) {
      diags.report(p.mode == Mode::Java ? Diag::PerfStates : Diag::PerfNative, place,
                   {eventName(event), p.why});
      if (access && p.mode == Mode::Native) everyAccess(model, event, place, diags);
    }
    if (event == EventKind::OnReached) diags.report(Diag::PerfEdges, place);
    bool arrays = false;
    walk(p.handler->decl->body,
         [&](const Expr* e) { arrays = arrays || model.info(e).type.isArray(); });
    if (arrays) diags.report(Diag::PerfArrays, place, {eventName(event)});
  }
}

static void stateRemarks(const Plan& plan, Diagnostics& diags) {
  const Model& model = *plan.model;
  const HistoryInfo* history = model.history();
  if (history && model.partition->kind == PartitionKind::All && !plan.staleWindow) {
    int64_t bits = history->element.is(Kind::Boolean) ? 1 : 8 * byteSize(history->element.kind);
    int64_t bytes = (history->sizeValue * bits + 7) / 8;
    if (bytes > kQuietBytes) {
      diags.report(Diag::LargeHistory, history->decl->name.range, {std::to_string(bytes)});
    }
  }
  if (unsigned bytes = recordBytes(plan)) {
    diags.report(Diag::PerfRecord, model.object->name.range,
                 {std::to_string(bytes), plan.summaryWhy});
  }
  if (model.partition && model.partition->kind == PartitionKind::Context) {
    diags.report(Diag::PerfContextKind, model.partition->decl->name.range,
                 {std::to_string(model.partition->boundValue)});
  }
}

std::string sequenceCost(llvm::StringRef sequence) {
  std::string stacks = "allocation of an object of the context's type";
  if (sequence.startswith("re:")) return stacks;
  bool named = false;
  llvm::SmallVector<llvm::StringRef, 8> elements;
  sequence.split(elements, ',');
  for (auto e = elements.rbegin(); e != elements.rend(); ++e) {
    llvm::StringRef element = e->trim();
    if (element == "*") continue;
    if (element == "?") {
      if (!named) return stacks;  // any frame above the last named one counts
      continue;
    }
    // Nothing can be inserted at the entry of a constructor.
    llvm::StringRef method = element.split('(').first.rsplit('.').second;
    bool last = e == elements.rbegin() && element.contains('(');
    if (last || method == "*" || method.startswith("<") || method.startswith("*i")) return stacks;
    named = true;
  }
  return "entry of a method that it names";
}

void remarks(const Plan& plan, Diagnostics& diags) {
  const Model& model = *plan.model;
  if (!model.object) return;
  handlerRemarks(plan, diags);
  stateRemarks(plan, diags);
  for (int at = model.mainContext; at >= 0; at = model.contexts[at]->path) {
    const ContextInfo& c = *model.contexts[at];
    if (c.sequence) {
      diags.report(Diag::PerfSequence, c.sequenceRange, {sequenceCost(*c.sequence)});
    }
    if (c.path >= 0) {
      diags.report(Diag::PerfPath, c.pathRange, {model.contexts[c.path]->name.str()});
    }
  }
}

}  // namespace isl::lower
