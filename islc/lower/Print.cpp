// The plan for people: per handler how it runs and why, what is instrumented, what is kept.
#include "ast/Walk.h"
#include "lower/Plan.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::lower {

using namespace sema;

static const char* modeName(Mode mode) {
  static const char* const names[] = {"absent", "deferred", "java", "native"};
  return names[static_cast<int>(mode)];
}

// Does every event of the handler reach it, from a log?
static bool isLogged(const HandlerPlan& p) {
  return isMutator(p.handler->event) && p.mode == Mode::Native;
}

// Does bytecode step the object's word instead? Only where the agent has room for the flags; else its
// events are logged.
static bool isStepped(const HandlerPlan& p) { return p.mode == Mode::Java; }

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

// The type of the main context; java.lang.Object where it names none.
static std::string mainType(const Model& model) {
  if (model.mainContext < 0) return "java.lang.Object";
  const ContextInfo& main = *model.contexts[model.mainContext];
  return main.type ? main.type->str() : "java.lang.Object";
}

static void printTouches(const Plan& plan, llvm::raw_ostream& os) {
  if (!plan.touchOnRead && !plan.touchOnWrite) return;
  const Model& model = *plan.model;
  std::string type = mainType(model);
  bool any = type == "java.lang.Object";
  bool sequence = model.mainContext >= 0 && model.contexts[model.mainContext]->sequence;
  os << "    touches at" << (plan.touchOnRead ? " field and element reads" : "")
     << (plan.touchOnRead && plan.touchOnWrite ? "," : "")
     << (plan.touchOnWrite ? " field and element writes" : "")
     << "\n      of: " << (any ? "objects of any type" : "`" + type + "` and its subtypes")
     << (sequence ? ", whatever allocated them (the sequence counts at the check)" : "")
     << "\n      fields: "
     << (llvm::StringRef(type).endswith("[]") ? "elements"
         : any                                ? "every instance field and array element"
                                              : "every instance field")
     << "; an access leaves the mark of the epoch, no value and no field is passed\n";
}

// The kinds of events that reach the logs: an on_rw handler asks for reads and for writes.
static void printLogged(const Plan& plan, llvm::raw_ostream& os) {
  bool reads = false, writes = false, returns = false, births = false;
  for (const HandlerPlan& p : plan.handlers) {
    if (!isLogged(p)) continue;
    EventKind event = p.handler->event;
    reads = reads || event == EventKind::OnRead || event == EventKind::OnRw;
    writes = writes || event == EventKind::OnWrite || event == EventKind::OnRw;
    returns = returns || event == EventKind::OnCall;
    births = births || event == EventKind::OnAlloc;
  }
  std::string type = mainType(*plan.model);
  bool any = type == "java.lang.Object";
  bool array = llvm::StringRef(type).endswith("[]");
  std::string of = any ? "objects of any class (no arrays)"
                       : "`" + type + "`" + (array ? "" : " and its subtypes");
  const char* accessed = array ? "elements" : "instance fields";
  if (reads) os << "    logged: reads of " << accessed << " of " << of << "\n";
  if (writes) os << "    logged: writes of " << accessed << " of " << of << "\n";
  if (returns) {
    os << "    logged: normal returns of methods "
       << (array ? "that return a reference, where it is one of "
                 : "that are called on, or return, ")
       << of << "\n";
  }
  if (births) os << "    logged: births of " << of << "\n";
  if (plan.pathArrays && (reads || writes)) {
    const auto& main = *plan.model->contexts[plan.model->mainContext];
    os << "    arrays are known once `" << *plan.model->contexts[main.path]->type
       << "` makes them or they are stored there; the others have no events\n";
  }
}

// Handlers of mode java: where bytecode steps the flags.
static void printSteps(const Plan& plan, llvm::raw_ostream& os) {
  bool accesses = false, returns = false;
  for (const HandlerPlan& p : plan.handlers) {
    if (!isStepped(p)) continue;
    (p.handler->event == EventKind::OnCall ? returns : accesses) = true;
  }
  if (!accesses && !returns) return;
  os << "    steps through a table of the flags";
  for (const FieldInfo* flag : plan.states.flags) os << " `" << flag->name << "`";
  os << " in the object's word:";
  if (accesses) os << " at these accesses";
  if (returns) {
    std::string type = mainType(*plan.model);
    os << (accesses ? "," : "") << " at normal returns of methods that return "
       << (type == "java.lang.Object" ? "an object of any class"
                                      : "`" + type + "` or a subtype, or a supertype of it");
  }
  os << "\n";
  if (plan.states.idle != 0)
    os << "    no record where they say that a check cannot penalise the object as it is\n";
}

static void printInstrumented(const Plan& plan, llvm::raw_ostream& os) {
  bool logs = llvm::any_of(plan.handlers, [](const HandlerPlan& p) { return isLogged(p); });
  bool touches = plan.touchOnRead || plan.touchOnWrite || plan.states.seesReturns;
  os << "  instrumented:"
     << (touches || logs ? " allocations (site and epoch), and"
                         : " allocations only (site and epoch)")
     << "\n";
  if (plan.leastLength > 0) {
    os << "    arrays shorter than " << plan.leastLength
       << " are left alone: no handler ever penalises one\n";
  }
  if (plan.model->boundary)
    os << "    ticks: entries of " << plan.model->tickMethod << ", the units of work by which heap "
       << "checks come"
       << (plan.ticksInEvents ? "; each runs what its thread has logged first" : "") << "\n";
  printTouches(plan, os);
  printSteps(plan, os);
  if (logs) printLogged(plan, os);
}

// As isl::historyBytes of the runtime: head, a cursor for each region of a subHistory, elements.
static unsigned historyBytes(const Model& model, const HistoryInfo& h) {
  static constexpr int64_t kHead = 24, kCursor = 8;
  int64_t region = 0;
  for (auto& handler : model.handlers) {
    ast::walk(handler->decl->body, [&](const ast::Expr* e) {
      if (model.info(e).builtin != Builtin::HistorySubHistory) return;
      region = model.info(llvm::cast<ast::Call>(e)->args[1]).constant->i;
    });
  }
  int64_t regions = region > 0 ? (h.sizeValue + region - 1) / region : 0;
  int64_t elements = h.element.is(Kind::Boolean)
                         ? (h.sizeValue + 63) / 64 * 8
                         : (h.sizeValue * byteSize(h.element.kind) + 7) / 8 * 8;
  return static_cast<unsigned>(kHead + regions * kCursor + elements);
}

unsigned recordBytes(const Plan& plan) {
  const Model& model = *plan.model;
  if (plan.staleWindow) return 0;
  bool own = model.history() && model.partition->kind == PartitionKind::All;
  return plan.fieldsBytes + (own ? historyBytes(model, *model.history()) : 0);
}

// What an object costs: the word that each object has, and what the agent keeps beside the heap.
static void printBytes(const Plan& plan, llvm::raw_ostream& os) {
  const Model& model = *plan.model;
  unsigned history = plan.staleWindow ? 0 : recordBytes(plan) - plan.fieldsBytes;
  os << "  record: " << recordBytes(plan) << " bytes per object";
  if (!plan.staleWindow) {
    os << " besides the penalty and the site (fields " << plan.fieldsBytes << ", history "
       << history << ")";
  }
  os << "\n  word: 4 bytes in each object of the program, for all specs together; none in arrays\n"
     << "  tag: "
     << (plan.staleWindow
             ? "of arrays inside arrays and of samples for paths, none of other objects"
         : plan.sparse ? "of each object with a record: one that a handler has changed"
                       : "of each object with a record")
     << "; about 100 bytes of the VM's memory each, and 76 of the agent's (node, penalty, site)\n";
  const HistoryInfo* h = model.history();
  if (h && model.partition->kind != PartitionKind::All) {
    os << "  history: " << historyBytes(model, *h) << " bytes per "
       << (model.partition->kind == PartitionKind::Single  ? "spec"
           : model.partition->kind == PartitionKind::Type  ? "type"
           : model.partition->kind == PartitionKind::Alloc ? "allocation site"
                                                           : "allocation site and calling context")
       << "\n";
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
  if (plan.leastAge.age)
    os << "  window: penalties begin where age(o) " << (plan.leastAge.more ? "> " : ">= ")
       << ast::toSource(plan.leastAge.age) << "\n";
  for (const FieldPlan& f : plan.fields) {
    os << "  field " << f.field->name << ": " << sema::name(f.field->type) << " at offset "
       << f.offset << "\n";
  }
  printBytes(plan, os);
  os << "  trace in the program: "
     << (plan.trace.empty() ? "can be left out (sites=off, isl attach)" : "needed: " + plan.trace)
     << "\n";
  os << "  epoch summary: " << (plan.staleWindow ? "stale window" : "none") << " ("
     << plan.summaryWhy << ")\n";
}

static void printConstants(const Model& model, llvm::raw_ostream& os) {
  for (auto& c : model.consts) {
    if (!Model::isEmitted(*c)) continue;
    os << "  constant " << c->name << " = " << text(c->value)
       << (c->derived  ? ": follows the constants it is made of"
           : c->pinned ? ": fixed, the bound of a partition depends on it"
                       : ": tune=" + c->name.str() + ":VALUE sets it at agent start")
       << "\n";
  }
}

static void printNeeds(const Plan& plan, const HandlerPlan& p, llvm::raw_ostream& os) {
  if (!isLogged(p) && !isStepped(p)) return;
  os << (isLogged(p) ? "    logged for each event: the object"
                     : "    where an earlier spec keeps flags there, or one touches at more "
                       "accesses: native, "
                       "logged for each event: the object")
     << ((p.uses & kUsesWords) != 0 ? ", the value" : "")
     << ((p.uses & kUsesValue) != 0 ? ", the object that the value refers to" : "")
     << ((p.uses & kUsesRecord) != 0 ? "; each such object gets a record at its first event" : "")
     << ((p.uses & kKeepsLatest) != 0 ? "; of the accesses to one field at one site only the "
                                        "latest, as many as a region holds"
                                      : "")
     << "\n";
  const bool looks = (p.uses & (kUsesWords | kUsesValue | kUsesField)) != 0;
  if ((p.uses & kAdds) == 0 || looks || !llvm::StringRef(mainType(*plan.model)).endswith("[]"))
    return;
  os << "    only adds up: loops that call nothing count their accesses, and log how many there "
        "were\n";
}

void print(const Plan& plan, llvm::raw_ostream& os) {
  os << "plan of " << plan.name << " (" << plan.source << ")\n";
  const std::string off = optionsOf(plan.switches);
  if (!off.empty()) os << "  switched off: " << off << "\n";
  printContexts(*plan.model, os);
  printInstrumented(plan, os);
  for (const HandlerPlan& p : plan.handlers) {
    os << "  handler " << eventName(p.handler->event) << ": " << modeName(p.mode) << " (" << p.why
       << ")\n";
    printNeeds(plan, p, os);
    for (const StaticGuard& guard : staticGuards(*plan.model, *p.handler)) {
      os << "    guard decided when the access is instrumented: "
         << (guard.returnsIf ? "nothing where " : "only where ") << ast::toSource(guard.condition)
         << "\n";
    }
  }
  if (plan.asksHeld)
    os << "  holders: what tables and chains hold is counted at the check, where the heap is read "
          "directly\n";
  if (plan.needsArrayContents) os << "  arrays: their contents are read at the check\n";
  printState(plan, os);
  if (plan.paper) {
    os << "  printed rules (--paper): on_reached for every edge but the first"
       << (plan.model->mainContext < 0
               ? ""
               : "; an object of a context without path where a root or an object of no context "
                 "refers to it")
       << "; reference paths by an edge at each check, which costs it up to three walks more\n";
  }
  printConstants(*plan.model, os);
}

}  // namespace isl::lower
