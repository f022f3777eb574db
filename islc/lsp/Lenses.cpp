#include "lsp/Lenses.h"

#include "ast/Walk.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::lsp {

namespace json = llvm::json;
using lower::HandlerPlan;
using lower::Mode;
using lower::Plan;

static bool readsArrays(const Plan& plan, const HandlerPlan& p) {
  bool found = false;
  ast::walk(p.handler->decl->body,
            [&](const ast::Expr* e) { found = found || plan.model->info(e).type.isArray(); });
  return found;
}

static std::string atCheck(const Plan& plan, const HandlerPlan& p) {
  if (plan.staleWindow) {
    return "at the check: replaced by a comparison of epochs (stale window), no record is kept";
  }
  if (p.handler->event == sema::EventKind::OnDied)
    return "at the check: runs for each line and type of sampled allocations, none is instrumented";
  std::string out = p.handler->event == sema::EventKind::OnReached
                        ? "at the check: runs for every reference to a tracked object"
                    : plan.sparse ? "at the check: runs for the objects that a handler has changed"
                                  : "at the check: runs once for each tracked object";
  return readsArrays(plan, p) ? out + ", the contents of arrays are read" : out;
}

static std::string native(const Plan& plan, const HandlerPlan& p) {
  std::string out = "native: every event is logged with the object";
  if ((p.uses & lower::kUsesWords) != 0) out += " and the value";
  if ((p.uses & lower::kKeepsLatest) != 0) {
    out = "native: the latest values of each field are kept in place of a log";
  } else if ((p.uses & lower::kAdds) != 0) {
    out += ", loops log how many there were";
  }
  if ((p.uses & lower::kUsesRecord) != 0) out += ", each object gets a record at its first event";
  std::string guards;
  for (const lower::StaticGuard& guard : lower::staticGuards(*plan.model, *p.handler)) {
    guards += (guards.empty() ? "; nothing where " : ", ") +
              std::string(guard.returnsIf ? "" : "not ") + ast::toSource(guard.condition);
  }
  return out + guards;
}

std::string costOf(const Plan& plan, const HandlerPlan& p) {
  switch (p.mode) {
    case Mode::Absent: return "never runs";
    case Mode::Deferred: return "deferred: an access leaves a mark, the body runs at the check";
    case Mode::Java: return "in bytecode: a step in a table of flags at every event, no log";
    case Mode::Native: break;
  }
  return sema::isMutator(p.handler->event) ? native(plan, p) : atCheck(plan, p);
}

std::string costOfObjects(const Plan& plan) {
  const unsigned bytes = lower::recordBytes(plan);
  if (bytes == 0) return "no record: 4 bytes in each object";
  return std::to_string(bytes) + " bytes of record for each " +
         (plan.sparse ? "object that a handler has changed" : "tracked object");
}

json::Value codeLenses(const Document& document) {
  json::Array out;
  if (!document.planned()) return out;
  const Analysis& then = *document.planned();
  const Plan& plan = *then.plan();
  const Shifts& shift = document.sincePlanned();
  auto add = [&](const ast::Construct* construct, std::string title) {
    const auto span = shift.to(then.span(construct->name.range));
    if (!span) return;
    out.push_back(
        json::Object{{"range", document.now().range(*span)},
                     {"command", json::Object{{"title", std::move(title)},
                                              {"command", kShowPlan},
                                              {"arguments", json::Array{document.uri()}}}}});
  };
  if (plan.model->object) add(plan.model->object, costOfObjects(plan));
  for (const HandlerPlan& p : plan.handlers) add(p.handler->decl, costOf(plan, p));
  return out;
}

json::Value planText(const Document& document) {
  if (!document.planned()) return nullptr;
  std::string text;
  llvm::raw_string_ostream os(text);
  lower::print(*document.planned()->plan(), os);
  return json::Object{{"plan", os.str()}, {"current", document.isPlanned()}};
}

}  // namespace isl::lsp
