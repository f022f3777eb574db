// The plan for people: per handler how it runs and why, what is instrumented, what is kept.
#include "ast/Walk.h"
#include "llvm/Support/raw_ostream.h"
#include "lower/Plan.h"

namespace isl::lower {

using namespace sema;

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

static void printInstrumented(const Plan& plan, llvm::raw_ostream& os) {
  const Model& model = *plan.model;
  bool accesses = plan.touchOnRead || plan.touchOnWrite;
  os << "  instrumented:";
  if (plan.touchOnRead) os << " field and element reads";
  if (plan.touchOnWrite) os << (plan.touchOnRead ? "," : "") << " field and element writes";
  if (!accesses) os << " allocations only";
  os << "\n";
  if (!accesses) return;
  const ContextInfo* main =
      model.mainContext < 0 ? nullptr : model.contexts[model.mainContext].get();
  std::string type = main && main->type ? main->type->str() : "java.lang.Object";
  bool array = llvm::StringRef(type).endswith("[]");
  bool any = type == "java.lang.Object";
  os << "    of: " << (any ? "objects of any type" : "`" + type + "` and its subtypes")
     << (main && main->sequence ? ", whatever allocated them (the sequence counts at the check)"
                                : "")
     << "\n    fields: "
     << (array ? "elements" : any ? "every instance field and array element"
                                  : "every instance field")
     << "; an access leaves the mark of the epoch, no value and no field is passed\n";
}

unsigned recordBytes(const Plan& plan) {
  const Model& model = *plan.model;
  if (plan.staleWindow) return 0;
  unsigned bytes = plan.fieldsBytes;
  if (model.history() && model.partition->kind == PartitionKind::All) {
    const HistoryInfo& h = *model.history();
    bytes += 24 + static_cast<unsigned>(h.element.is(Kind::Boolean)
                                            ? (h.sizeValue + 63) / 64 * 8
                                            : h.sizeValue * byteSize(h.element.kind));
  }
  return bytes;
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
  os << "  record: " << recordBytes(plan) << " bytes per object"
     << (plan.staleWindow ? "" : " besides the penalty") << "\n";
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

static void printNeeds(const HandlerPlan& p, llvm::raw_ostream& os) {
  if (!isMutator(p.handler->event) || p.mode != Mode::Native) return;
  os << "    logged for each event: the object" << ((p.uses & kUsesWords) != 0 ? ", the value" : "")
     << ((p.uses & kUsesValue) != 0 ? ", the object that the value refers to" : "")
     << ((p.uses & kUsesRecord) != 0 ? "; each such object gets a record at its first event" : "")
     << "\n";
}

void print(const Plan& plan, llvm::raw_ostream& os) {
  os << "plan of " << plan.name << " (" << plan.source << ")\n";
  printContexts(*plan.model, os);
  printInstrumented(plan, os);
  for (const HandlerPlan& p : plan.handlers) {
    os << "  handler " << eventName(p.handler->event) << ": " << modeName(p.mode) << " (" << p.why
       << ")\n";
    printNeeds(p, os);
    for (const StaticGuard& guard : staticGuards(*plan.model, *p.handler)) {
      os << "    guard decided when the access is instrumented: "
         << (guard.returnsIf ? "nothing where " : "only where ") << ast::toSource(guard.condition)
         << "\n";
    }
  }
  if (plan.needsArrayContents) os << "  arrays: their contents are read at the check\n";
  printState(plan, os);
  printConstants(*plan.model, os);
}

}  // namespace isl::lower
