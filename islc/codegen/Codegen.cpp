#include "codegen/Codegen.h"

#include "codegen/Body.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::codegen {

using namespace sema;
using lower::HandlerPlan;
using lower::Mode;
using lower::Plan;

namespace {

class SpecText {
 public:
  SpecText(const Plan& plan, Diagnostics& diags)
      : plan_(plan), model_(*plan.model), diags_(diags) {}

  std::string run() {
    constants();
    fields();
    history();
    handlers();
    leastLength();
    tables();
    return out_;
  }
  std::string descriptor(const std::string& scope, const std::string& variable);

 private:
  void constants();
  void fields();
  void history();
  void handlers();
  void accepts(const HandlerPlan& p);
  std::vector<lower::StaticGuard> guardsOf(const HandlerPlan& p) const;
  std::string functions(const HandlerPlan& p) const;
  void leastLength();
  void tables();
  std::string offsetText(size_t index) const;
  std::string expr(const ast::Expr* e, Kind kind) {
    return Body(model_, diags_, plan_.source, "nullptr").as(e, kind);
  }
  const HandlerInfo* find(EventKind event) const { return model_.handler(event); }

  const Plan& plan_;
  const Model& model_;
  Diagnostics& diags_;
  std::string out_;
  unsigned constCount_ = 0;
};

void SpecText::constants() {
  for (size_t i = 0; i < model_.consts.size(); ++i) {
    const ConstInfo& c = *model_.consts[i];
    if (!Model::isEmitted(c)) continue;
    out_ += (c.derived ? "" : "[[maybe_unused]] ") + cppType(c.type) + " " + cppName(c.name, i);
    // What derives from others is computed when it is used, so that it follows tune=.
    out_ += c.derived ? "();\n" : " = " + literal(c.value) + ";\n";
  }
  for (size_t i = 0; i < model_.consts.size(); ++i) {
    const ConstInfo& c = *model_.consts[i];
    if (!Model::isEmitted(c) || !c.derived) continue;
    out_ += "[[maybe_unused]] " + cppType(c.type) + " " + cppName(c.name, i) + "() { return " +
            expr(c.decl->constant->init, c.type.kind) + "; }\n";
  }
}

void SpecText::fields() {
  if (model_.fields.empty()) return;
  out_ += "\nstruct Fields {\n";
  for (auto& f : plan_.fields) {
    out_ += "  " + cppType(f.field->type) + " " + cppName(f.field->name, 0) + ";\n";
  }
  out_ += "};\n\nvoid initFields(void* memory) {\n  auto* fields = static_cast<Fields*>(memory);\n";
  for (auto& f : plan_.fields) {
    std::string value = f.field->decl->init ? expr(f.field->decl->init, f.field->type.kind)
                                            : literal(f.field->initial);
    out_ += "  fields->" + cppName(f.field->name, 0) + " = " + value + ";\n";
  }
  out_ += "}\n\nFields* fieldsOf(isl::Ref o) {\n"
          "  return o.object && o.object->record ? reinterpret_cast<Fields*>(o.object->record + 1)"
          "\n                                      : nullptr;\n}\n";
  for (auto& f : plan_.fields) {
    std::string type = cppType(f.field->type), name = cppName(f.field->name, 0);
    std::string initial = f.field->decl->init ? expr(f.field->decl->init, f.field->type.kind)
                                              : literal(f.field->initial);
    out_ += "\n[[maybe_unused]] " + type + " get_" + name + "(isl::Ref o) {\n" +
            "  Fields* fields = fieldsOf(o);\n  return fields ? fields->" + name + " : " + initial +
            ";\n}\n[[maybe_unused]] " + type + " set_" + name + "(isl::Ref o, " + type +
            " value) {\n  Fields* fields = fieldsOf(o);\n  if (fields" +
            // 0.0 equals -0.0 and is not the same value.
            (f.field->type.isFloating() ? "" : " && fields->" + name + " != value") + ") fields->" +
            name + " = value;\n  return value;\n}\n";
  }
}

void SpecText::history() {
  const HistoryInfo* h = model_.history();
  if (!h) {
    // A local may name a history type even where no value of it can be had.
    out_ += "\nusing History [[maybe_unused]] = isl::History<bool>;\n";
    return;
  }
  std::string type = cppType(h->element);
  const ast::Expr* region = regionLength(model_);
  std::string length = region ? expr(region, Kind::Int) : "0";
  out_ += "\nusing History = isl::History<" + type +
          ">;\n\n"
          "// A size may be tuned at agent start; 0 tells the runtime that it cannot be had.\n"
          "int32_t historySize() {\n  int32_t size = " +
          expr(h->size, Kind::Int) +
          ";\n  return size < 1 || size > 1048576 ? 0 : size;\n}\n"
          "uint32_t window() { return uint32_t(" +
          (region ? length : "historySize()") +
          "); }\n"
          "uint32_t historyBytes() { return isl::historyBytes<" +
          type + ">(historySize(), " + length +
          "); }\n"
          "void initHistory(void* memory) { isl::initHistory<" +
          type + ">(memory, historySize(), " + length + "); }\n";
}

void SpecText::handlers() {
  for (const HandlerPlan& p : plan_.handlers) {
    out_ +=
        "\n" + Body(model_, diags_, plan_.source).handler(*p.handler, (p.uses & lower::kAdds) != 0);
    out_ += "#line 1 \"generated\"\n";
  }
  for (const HandlerPlan& p : plan_.handlers) accepts(p);
  if (!plan_.touched) return;
  // Deferred bodies use nothing of the access, so whichever event it was, the object is enough.
  std::string rest = plan_.touched->parameters.size() == 4 ? ", nullptr, 0, 0, nullptr" : "";
  out_ += "\nvoid touched(IslEnv* env, IslObject* object) { " +
          std::string(eventName(plan_.touched->event)) + "(env, object" + rest + "); }\n";
}

// Is an access to this member anything to the handler? Asked when the access is instrumented.
void SpecText::accepts(const HandlerPlan& p) {
  std::vector<lower::StaticGuard> guards = guardsOf(p);
  if (guards.empty()) return;
  const char* type = p.handler->event == EventKind::OnCall ? "IslMethod" : "IslField";
  const LocalInfo* member = p.handler->parameters[1];
  out_ += std::string("\nuint8_t accepts_") + eventName(p.handler->event) + "(const " + type +
          "* " + cppName(member->decl->name.name, member->index) + ") {\n";
  for (const lower::StaticGuard& g : guards) {
    out_ += std::string("  if (") + (g.returnsIf ? "" : "!") + "(" +
            expr(g.condition, Kind::Boolean) + ")) return 0;\n";
  }
  out_ += "  return 1;\n}\n";
}

std::vector<lower::StaticGuard> SpecText::guardsOf(const HandlerPlan& p) const {
  if (p.mode != Mode::Native && p.mode != Mode::Java) return {};
  return lower::staticGuards(model_, *p.handler);
}

// The functions of a row of the handler table: access, call, alloc and the two filters.
std::string SpecText::functions(const HandlerPlan& p) const {
  std::string none = "nullptr";
  if (!isMutator(p.handler->event) || p.mode == Mode::Deferred) {
    return "nullptr, nullptr, nullptr, nullptr, nullptr";
  }
  std::string name = eventName(p.handler->event);
  bool call = p.handler->event == EventKind::OnCall, alloc = p.handler->event == EventKind::OnAlloc;
  std::string filter = guardsOf(p).empty() ? none : "accepts_" + name;
  return (call || alloc ? none : name) + ", " + (call ? name : none) + ", " +
         (alloc ? name : none) + ", " + (call ? none : filter) + ", " + (call ? filter : none);
}

// Proved for the values that constants have now.
void SpecText::leastLength() {
  if (plan_.leastLength == 0) return;
  std::string untuned;
  for (size_t i = 0; i < model_.consts.size(); ++i) {
    const ConstInfo& c = *model_.consts[i];
    if (!Model::isTunable(c)) continue;
    untuned += cppName(c.name, i) + " == " + literal(c.value) + " && ";
  }
  out_ += "\nint32_t leastLength() { return " + untuned + "true ? " +
          std::to_string(plan_.leastLength) + " : 0; }\n";
}

static std::string optionalString(const llvm::Optional<llvm::StringRef>& text) {
  return text ? cppString(*text) : "nullptr";
}

void SpecText::tables() {
  if (!model_.contexts.empty()) {
    out_ += "\nconst IslContext contexts[] = {\n";
    for (auto& c : model_.contexts) {
      out_ += "    {" + cppString(c->name) + ", " + optionalString(c->type) + ", " +
              (c->sequence ? cppString(c->pattern) : "nullptr") + ", " + std::to_string(c->path) +
              "},\n";
    }
    out_ += "};\n";
  }
  std::string list;
  for (size_t i = 0; i < model_.consts.size(); ++i) {
    const ConstInfo& c = *model_.consts[i];
    if (!Model::isTunable(c)) continue;
    list += "    {" + cppString(c.name) + ", '" + sema::descriptor(c.type.kind) + "', &" +
            cppName(c.name, i) + "},\n";
    ++constCount_;
  }
  if (constCount_) out_ += "\nconst IslConst consts[] = {\n" + list + "};\n";
  if (plan_.handlers.empty()) return;
  static const char* const modes[] = {"ISL_MODE_ABSENT", "ISL_MODE_DEFERRED", "ISL_MODE_JAVA",
                                      "ISL_MODE_NATIVE"};
  out_ += "\nconst IslHandler handlers[] = {\n";
  for (const HandlerPlan& p : plan_.handlers) {
    out_ += "    {" + std::to_string(static_cast<int>(p.handler->event)) + ", " +
            modes[static_cast<int>(p.mode)] + ", " + std::to_string(p.uses) + ",\n     " +
            cppString(p.why) + ",\n     " + functions(p) + "},\n";
  }
  out_ += "};\n";
}

// Offset of a flag in the object's fields; 0 where there is none.
std::string SpecText::offsetText(size_t index) const {
  if (index >= plan_.states.flags.size()) return "0";
  for (const lower::FieldPlan& f : plan_.fields) {
    if (f.field == plan_.states.flags[index]) return std::to_string(f.offset);
  }
  return "0";
}

static std::string stepText(const uint8_t (&steps)[4]) {
  std::string out = "{";
  for (size_t i = 0; i < 4; ++i) out += (i ? ", " : "") + std::to_string(steps[i]);
  return out + "}";
}

std::string SpecText::descriptor(const std::string& scope, const std::string& variable) {
  auto flag = [](bool b) { return std::string(b ? "1" : "0"); };
  auto when = [&](bool present, const char* name) {
    return present ? scope + name : std::string("nullptr");
  };
  const HistoryInfo* h = model_.history();
  const PartitionInfo* p = model_.partition;
  std::string out = "const IslSpec " + variable + " = {\n    ISL_ABI_VERSION,\n";
  auto row = [&](const std::string& text) { out += "    " + text + ",\n"; };
  row(cppString(plan_.name));
  row(cppString(plan_.source));
  row(std::to_string(model_.contexts.size()) + ", " + when(!model_.contexts.empty(), "contexts") +
      ", " + std::to_string(model_.mainContext));
  row(std::to_string(p ? static_cast<int>(p->kind) : 4) + ", " +
      std::to_string(p ? p->boundValue : 0) + ", " + flag(h != nullptr) + ", " +
      std::to_string(plan_.fieldsBytes));
  row(when(h, "historyBytes") + ", " + (h ? scope + "window" : "noWindow") + ", " +
      when(!model_.fields.empty(), "initFields") + ", " + when(h, "initHistory"));
  row(std::to_string(constCount_) + ", " + when(constCount_ != 0, "consts"));
  row(std::to_string(plan_.handlers.size()) + ", " + when(!plan_.handlers.empty(), "handlers"));
  row(flag(plan_.touchOnRead) + ", " + flag(plan_.touchOnWrite) + ", " +
      flag(plan_.needsArrayContents));
  row(when(plan_.touched, "touched") + ", " + when(find(EventKind::OnReached), "on_reached") +
      ", " + when(find(EventKind::OnReachedOnce), "on_reachedOnce"));
  const lower::StateMachine& states = plan_.states;
  const size_t flags = states.flags.size();
  row(std::to_string(flags) + ", {" + offsetText(0) + ", " + offsetText(1) + "}, " +
      stepText(states.onUse) + ", " + stepText(states.onReturn) + ", " + flag(states.seesReturns));
  row(plan_.staleWindow ? "ISL_SUMMARY_STALE_WINDOW" : "ISL_SUMMARY_NONE");
  row(plan_.paper ? "ISL_RULE_REACHED_AGAIN | ISL_RULE_HEADS_FROM_NONE | ISL_RULE_ONE_EDGE" : "0");
  row(flag(plan_.asksPlaces) + ", " + (plan_.sparse ? "ISL_TRAIT_SPARSE | " : "") +
      (plan_.pathArrays ? "ISL_TRAIT_PATH_ARRAYS | " : "") + "0, " +
      when(plan_.leastLength != 0, "leastLength"));
  return out + "};\n";
}

}  // namespace

// The ISL_NO_... of the agent.
static std::string disabledMask(const Switches& switches) {
  std::vector<llvm::StringRef> off;
  for (const SwitchInfo& info : allSwitches()) {
    if (info.constant && !(switches.*info.member)) off.push_back(info.constant);
  }
  return off.empty() ? "0" : llvm::join(off, " | ");
}

std::string emit(llvm::ArrayRef<const Plan*> plans, const Switches& switches, Diagnostics& diags) {
  std::string out =
      "// Generated by islc; one namespace per spec.\n"
      "#include \"isl/abi.h\"\n#include \"isl/history.h\"\n#include \"isl/java.h\"\n\n"
      "namespace {\n\n[[maybe_unused]] uint32_t noWindow() { return 1; }\n";
  std::string table, descriptors;
  for (size_t i = 0; i < plans.size(); ++i) {
    std::string scope = "spec" + std::to_string(i);
    SpecText text(*plans[i], diags);
    out += "\nnamespace " + scope + " {\n\n" + text.run() + "\n}  // namespace " + scope + "\n";
    descriptors += "\n" + text.descriptor(scope + "::", scope + "Descriptor");
    table += (i ? ", &" : "&") + scope + "Descriptor";
  }
  return out + descriptors +
         "\n}  // namespace\n\nextern \"C\" {\nextern const uint32_t isl_spec_count = " +
         std::to_string(plans.size()) + ";\nextern const IslSpec* const isl_specs[] = {" + table +
         "};\nextern const uint32_t isl_disabled = " + disabledMask(switches) + ";\n}\n";
}

}  // namespace isl::codegen
