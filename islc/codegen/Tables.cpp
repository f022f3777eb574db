#include "codegen/Tables.h"

#include "codegen/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/abi.h"

namespace isl::codegen {

using namespace sema;
using lower::HandlerPlan;
using lower::Mode;
using lower::Plan;

namespace {

// Constants of the ABI by the values that islc has for them.
const char* const kEvents[] = {"ISL_ON_READ",         "ISL_ON_WRITE", "ISL_ON_RW",
                               "ISL_ON_CALL",         "ISL_ON_ALLOC", "ISL_ON_REACHED",
                               "ISL_ON_REACHED_ONCE", "ISL_ON_DIED"};
const char* const kModes[] = {"ISL_MODE_ABSENT", "ISL_MODE_DEFERRED", "ISL_MODE_JAVA",
                              "ISL_MODE_NATIVE"};
const char* const kPartitions[] = {"ISL_PARTITION_SINGLE", "ISL_PARTITION_TYPE",
                                   "ISL_PARTITION_ALLOC", "ISL_PARTITION_CONTEXT",
                                   "ISL_PARTITION_ALL"};
static_assert(std::size(kEvents) == ISL_EVENT_COUNT, "a name for each event");
static_assert(int(EventKind::OnCall) == ISL_ON_CALL &&
                  int(EventKind::OnReached) == ISL_ON_REACHED && int(Mode::Java) == ISL_MODE_JAVA &&
                  int(Mode::Native) == ISL_MODE_NATIVE &&
                  int(PartitionKind::All) == ISL_PARTITION_ALL,
              "the values are those of the ABI");

struct Bit {
  unsigned bit;
  const char* name;
};
const Bit kUses[] = {{ISL_USES_WORDS, "ISL_USES_WORDS"},    {ISL_USES_VALUE, "ISL_USES_VALUE"},
                     {ISL_USES_RECORD, "ISL_USES_RECORD"},  {ISL_USES_PENALTY, "ISL_USES_PENALTY"},
                     {ISL_USES_FIELD, "ISL_USES_FIELD"},    {ISL_ADDS, "ISL_ADDS"},
                     {ISL_KEEPS_LATEST, "ISL_KEEPS_LATEST"}};
const Bit kTraits[] = {{ISL_TRAIT_SPARSE, "ISL_TRAIT_SPARSE"},
                       {ISL_TRAIT_PATH_ARRAYS, "ISL_TRAIT_PATH_ARRAYS"},
                       {ISL_TRAIT_ASKS_HELD, "ISL_TRAIT_ASKS_HELD"},
                       {ISL_TRAIT_TICKS_IN_EVENTS, "ISL_TRAIT_TICKS_IN_EVENTS"}};
const Bit kRules[] = {{ISL_RULE_REACHED_AGAIN, "ISL_RULE_REACHED_AGAIN"},
                      {ISL_RULE_HEADS_FROM_NONE, "ISL_RULE_HEADS_FROM_NONE"},
                      {ISL_RULE_ONE_EDGE, "ISL_RULE_ONE_EDGE"}};

std::string names(llvm::ArrayRef<Bit> bits, unsigned value) {
  std::vector<llvm::StringRef> set;
  for (const Bit& bit : bits) {
    if (value & bit.bit) set.push_back(bit.name);
  }
  return llvm::join(set, " | ");
}

// The designated initialisers of a struct. A member that is not added is 0.
class Members {
 public:
  explicit Members(size_t indent) : indent_(indent) {}

  void value(const char* name, const std::string& text) { list_.push_back(head(name) + text); }
  void number(const char* name, int64_t number) {
    if (number != 0) value(name, std::to_string(number));
  }
  void flag(const char* name, bool on) { number(name, on); }
  void string(const char* name, llvm::StringRef text) {
    list_.push_back(
        wrappedString(std::string(indent_ + 4, ' ') + head(name), text).substr(indent_ + 4));
  }
  void bits(const char* name, llvm::ArrayRef<Bit> bits, unsigned set) {
    if (set != 0) value(name, names(bits, set));
  }
  void when(bool present, const char* name, const std::string& text) {
    if (present) value(name, text);
  }

  // In one line where that is short enough.
  std::string text() const {
    const std::string line = "{" + llvm::join(list_, ", ") + "}";
    const bool fits = indent_ + line.size() < kColumns && line.find('\n') == std::string::npos;
    return fits ? line : lines();
  }
  // A line each.
  std::string lines() const {
    std::string out = "{\n";
    for (const std::string& member : list_) out += std::string(indent_ + 4, ' ') + member + ",\n";
    return out + std::string(indent_, ' ') + "}";
  }

 private:
  static std::string head(const char* name) { return std::string(".") + name + " = "; }

  size_t indent_;
  std::vector<std::string> list_;
};

// An array of structs; nothing where there are none.
std::string table(const char* type, const char* name, llvm::ArrayRef<std::string> rows) {
  if (rows.empty()) return "";
  std::string out = std::string("\nconst ") + type + " " + name + "[] = {\n";
  for (const std::string& row : rows) out += "    " + row + ",\n";
  return out + "};\n";
}

std::string contextRow(const ContextInfo& context) {
  Members row(4);
  row.string("name", context.name);
  if (context.type) row.string("type", *context.type);
  if (context.sequence) row.string("sequence", context.pattern);
  row.value("path", std::to_string(context.path));
  return row.text();
}

std::string constRow(const ConstInfo& c, unsigned number) {
  Members row(4);
  row.string("name", c.name);
  row.value("kind", std::string("'") + descriptor(c.type.kind) + "'");
  row.value("value", "&" + cppName(c.name, number));
  return row.text();
}

std::string handlerRow(const Plan& plan, const HandlerPlan& p) {
  const EventKind event = p.handler->event;
  const bool call = event == EventKind::OnCall, alloc = event == EventKind::OnAlloc;
  const bool filtered = !filterOf(plan, p).empty();
  Members row(4);
  row.value("event", kEvents[static_cast<int>(event)]);
  row.value("mode", kModes[static_cast<int>(p.mode)]);
  row.bits("uses", kUses, p.uses);
  row.string("why", p.why);
  if (isMutator(event) && p.mode != Mode::Deferred) {
    row.value(call ? "call" : alloc ? "alloc" : "access", eventName(event));
  }
  row.when(filtered, call ? "acceptsMethod" : "acceptsField", filterName(p));
  return row.text();
}

// Offset of a flag in the object's fields.
unsigned offsetOf(const Plan& plan, const FieldInfo* flag) {
  for (const lower::FieldPlan& f : plan.fields) {
    if (f.field == flag) return f.offset;
  }
  llvm_unreachable("a flag is a field of the spec");
}

template <class Numbers>
std::string list(const Numbers& numbers) {
  std::vector<std::string> texts;
  for (unsigned number : numbers) texts.push_back(std::to_string(number));
  return "{" + llvm::join(texts, ", ") + "}";
}

void addFlags(const Plan& plan, Members& spec) {
  const lower::StateMachine& states = plan.states;
  if (states.flags.empty()) return;
  std::vector<unsigned> offsets;
  for (const FieldInfo* flag : states.flags) offsets.push_back(offsetOf(plan, flag));
  spec.number("flagCount", static_cast<int64_t>(offsets.size()));
  spec.value("flagOffsets", list(offsets));
  spec.value("onUse", list(states.onUse));
  spec.value("onReturn", list(states.onReturn));
  spec.flag("seesReturns", states.seesReturns);
  spec.number("idleFlags", states.idle);
  spec.number("settledFlags", states.settled);
}

std::string descriptor(const Plan& plan, size_t consts) {
  const Model& model = *plan.model;
  const PartitionInfo* partition = model.partition;
  const bool history = model.history(), fields = !model.fields.empty();
  Members spec(0);
  spec.value("abiVersion", "ISL_ABI_VERSION");
  spec.string("name", plan.name);
  spec.string("source", plan.source);
  spec.number("contextCount", static_cast<int64_t>(model.contexts.size()));
  spec.when(!model.contexts.empty(), "contexts", "contexts");
  spec.value("mainContext", std::to_string(model.mainContext));
  spec.value("partition", kPartitions[partition ? int(partition->kind) : ISL_PARTITION_ALL]);
  spec.number("contextBound", partition ? partition->boundValue : 0);
  spec.flag("hasHistory", history);
  spec.number("fieldsBytes", plan.fieldsBytes);
  spec.when(history, "historyBytes", "historyBytes");
  spec.value("window", "window");
  spec.when(fields, "initFields", "initFields");
  spec.when(history, "initHistory", "initHistory");
  spec.number("constCount", static_cast<int64_t>(consts));
  spec.when(consts != 0, "consts", "consts");
  spec.number("handlerCount", static_cast<int64_t>(plan.handlers.size()));
  spec.when(!plan.handlers.empty(), "handlers", "handlers");
  spec.flag("touchOnRead", plan.touchOnRead);
  spec.flag("touchOnWrite", plan.touchOnWrite);
  spec.flag("needsArrayContents", plan.needsArrayContents);
  spec.when(plan.touched, "touched", "touched");
  spec.when(model.handler(EventKind::OnReached), "onReached", "on_reached");
  spec.when(model.handler(EventKind::OnReachedOnce), "onReachedOnce", "on_reachedOnce");
  spec.when(model.handler(EventKind::OnDied), "onDied", "on_died");
  addFlags(plan, spec);
  spec.when(plan.staleWindow, "summary", "ISL_SUMMARY_STALE_WINDOW");
  spec.bits("rules", kRules, plan.paper ? ~0u : 0);
  spec.flag("asksPlaces", plan.asksPlaces);
  spec.bits("traits", kTraits,
            (plan.sparse ? ISL_TRAIT_SPARSE : 0) | (plan.pathArrays ? ISL_TRAIT_PATH_ARRAYS : 0) |
                (plan.asksHeld ? ISL_TRAIT_ASKS_HELD : 0) |
                (plan.ticksInEvents ? ISL_TRAIT_TICKS_IN_EVENTS : 0));
  spec.when(model.defect == sema::DefectKind::Growth && !plan.paper, "defect", "ISL_DEFECT_GROWTH");
  spec.when(plan.leastLength != 0, "leastLength", "leastLength");
  if (!plan.trace.empty()) spec.string("needsTrace", plan.trace);
  if (model.boundary) spec.string("boundary", model.tickMethod.str());
  spec.when(plan.asksTicks, "ticks", "&ticks");
  return "\nconst IslSpec spec = " + spec.lines() + ";\n";
}

}  // namespace

std::vector<lower::StaticGuard> filterOf(const Plan& plan, const HandlerPlan& p) {
  if (!isMutator(p.handler->event)) return {};
  if (p.mode != Mode::Native && p.mode != Mode::Java) return {};
  return lower::staticGuards(*plan.model, *p.handler);
}

std::string filterName(const HandlerPlan& p) {
  return std::string("accepts_") + eventName(p.handler->event);
}

std::string tables(const Plan& plan) {
  const Model& model = *plan.model;
  std::vector<std::string> contexts, consts, handlers;
  for (auto& context : model.contexts) contexts.push_back(contextRow(*context));
  for (size_t i = 0; i < model.consts.size(); ++i) {
    if (Model::isTunable(*model.consts[i])) consts.push_back(constRow(*model.consts[i], i));
  }
  for (const HandlerPlan& p : plan.handlers) handlers.push_back(handlerRow(plan, p));
  return table("IslContext", "contexts", contexts) + table("IslConst", "consts", consts) +
         table("IslHandler", "handlers", handlers) + descriptor(plan, consts.size());
}

}  // namespace isl::codegen
