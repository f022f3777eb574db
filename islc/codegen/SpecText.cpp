#include "codegen/SpecText.h"

#include "codegen/Body.h"
#include "codegen/Tables.h"
#include "codegen/Template.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::codegen {

using namespace sema;
using lower::HandlerPlan;
using lower::Plan;

namespace {

const char* const kFields = R"(
struct Fields {
${members}
};

void initFields(void* memory) { *static_cast<Fields*>(memory) = Fields(); }
${accessors}
)";

const char* const kHistory = R"(
using History = isl::History<${element}>;

// Sizes may be tuned at agent start; 0 tells the runtime that a history of such a size cannot be had,
// and of a region that there are none.
int32_t historySize() {
  int32_t size = ${size};
  return size < 1 || size > 1048576 ? 0 : size;
}
${functions}
)";

// A handler may have a local of type History that never holds one.
const char* const kNoHistory = R"(
${alias}
${window})";

const char* const kFilter = R"(
uint8_t ${filter}(${type}* ${member}) {
${guards}
  return 1;
}
)";

// A function that only gives a value, or calls another.
std::string function(const std::string& head, const Code& value) {
  const bool gives = !llvm::StringRef(head).startswith("void ");
  const std::string statement = (gives ? "return " : "") + value.value() + ";";
  const std::string line = head + " { " + statement + " }";
  return (line.size() <= kColumns ? line : head + " {\n  " + statement + "\n}") + "\n";
}

class SpecText {
 public:
  SpecText(const Plan& plan, Diagnostics& diags)
      : plan_(plan), model_(*plan.model), diags_(diags), body_(model_, diags, plan.source) {}

  std::string run() {
    const std::string code = handlers();
    return constants() + ticks() + fields() + history() + code + filters() + leastLength() +
           tables(plan_);
  }

 private:
  std::string constants();
  std::string ticks() const;
  std::string fields();
  std::string accessors(const FieldInfo* field);
  std::string history();
  std::string handlers();
  std::string filters();
  std::string leastLength();
  Code expr(const ast::Expr* e, Kind kind) {
    return Body(model_, diags_, plan_.source, "nullptr").as(e, kind);
  }

  const Plan& plan_;
  const Model& model_;
  Diagnostics& diags_;
  Body body_;
};

std::string SpecText::constants() {
  std::string values, functions;
  for (size_t i = 0; i < model_.consts.size(); ++i) {
    const ConstInfo& c = *model_.consts[i];
    if (!Model::isEmitted(c)) continue;
    const std::string name = cppType(c.type) + " " + cppName(c.name, i);
    if (!c.derived) {
      // What can be tuned stands in a table; others may be unused where they were folded.
      values += (Model::isTunable(c) ? "" : "[[maybe_unused]] const ") + name + " = " +
                literal(c.value).text + ";\n";
      continue;
    }
    // What derives from others is computed when it is used, so that it follows tune=.
    values += name + "();\n";
    functions +=
        function("[[maybe_unused]] " + name + "()", expr(c.decl->constant->init, c.type.kind));
  }
  return (values.empty() ? "" : "\n" + values) + functions;
}

// The agent writes it before handlers run.
std::string SpecText::ticks() const { return plan_.asksTicks ? "\nint64_t ticks = 0;\n" : ""; }

std::string SpecText::fields() {
  if (model_.fields.empty()) return "";
  std::string members, functions;
  for (auto& f : plan_.fields) {
    const FieldInfo& field = *f.field;
    const Code initial =
        field.decl->init ? expr(field.decl->init, field.type.kind) : literal(field.initial);
    members +=
        "  " + cppType(field.type) + " " + fieldName(field.name) + " = " + initial.value() + ";\n";
    functions += accessors(f.field);
  }
  return fill(kFields, {{"members", members}, {"accessors", functions}});
}

std::string SpecText::accessors(const FieldInfo* field) {
  const std::string type = cppType(field->type), name = fieldName(field->name);
  const std::string member = "&Fields::" + name;
  std::string out;
  if (body_.fieldsRead().count(field)) {
    out += function(type + " get_" + name + "(isl::Ref o)", call("isl::get", {"o", member}));
  }
  if (body_.fieldsWritten().count(field)) {
    out += function(type + " set_" + name + "(isl::Ref o, " + type + " value)",
                    call("isl::set", {"o", member, "value"}));
  }
  return out;
}

std::string SpecText::history() {
  const HistoryInfo* h = model_.history();
  if (!h) {
    const char* alias = body_.namesHistory() ? "using History = isl::History<bool>;\n" : "";
    Code window = "1";
    if (const ast::Expr* age = plan_.leastAge.age)
      window = call("isl::windowOfAge", {expr(age, Kind::Long), plan_.leastAge.more ? "1" : "0"});
    return fill(kNoHistory, {{"alias", alias}, {"window", function("uint32_t window()", window)}});
  }
  const std::string element = cppType(h->element);
  const ast::Expr* region = regionLength(model_);
  const Code size = "historySize()", length = "regionLength()";
  std::string functions =
      function("int32_t regionLength()", region ? expr(region, Kind::Int) : "0") +
      function("uint32_t window()", call("uint32_t", {region ? length : size})) +
      function("uint32_t historyBytes()",
               call("isl::historyBytes<" + element + ">", {size, length})) +
      function("void initHistory(void* memory)",
               call("isl::initHistory<" + element + ">", {"memory", size, length}));
  return fill(
      kHistory,
      {{"element", element}, {"size", expr(h->size, Kind::Int).value()}, {"functions", functions}});
}

std::string SpecText::handlers() {
  std::string out;
  for (const HandlerPlan& p : plan_.handlers) {
    // Of deferred handlers, which are all the same, one is called.
    const bool called = p.mode != lower::Mode::Deferred || p.handler == plan_.touched;
    out += "\n" + body_.handler(*p.handler, (p.uses & lower::kAdds) != 0,
                                called ? "" : "[[maybe_unused]] ");
  }
  if (!out.empty()) out += "#line 1 \"generated\"\n";
  if (!plan_.touched) return out;
  // Deferred bodies use nothing of the access, so whichever event it was, the object is enough.
  const char* const handler = eventName(plan_.touched->event);
  const bool access = plan_.touched->parameters.size() == 4;
  return out + "\n" +
         function("void touched(IslEnv* env, IslObject* object)",
                  access ? call(handler, {"env", "object", "nullptr", "0", "0", "nullptr"})
                         : call(handler, {"env", "object"}));
}

// Is an access to this member anything to the handler? Asked when the access is instrumented.
std::string SpecText::filters() {
  std::string out;
  for (const HandlerPlan& p : plan_.handlers) {
    std::string guards;
    for (const lower::StaticGuard& g : filterOf(plan_, p)) {
      const Code condition = expr(g.condition, Kind::Boolean);
      guards += "  if (" + (g.returnsIf ? condition.value() : "!" + condition.in(Rank::Unary)) +
                ") return 0;\n";
    }
    if (guards.empty()) continue;
    const LocalInfo* member = p.handler->parameters[1];
    out += fill(kFilter, {{"filter", filterName(p)},
                          {"type", p.handler->event == EventKind::OnCall ? "const IslMethod"
                                                                         : "const IslField"},
                          {"member", cppName(member->decl->name.name, member->index)},
                          {"guards", guards}});
  }
  return out;
}

// Proved for the values that constants have now.
std::string SpecText::leastLength() {
  if (plan_.leastLength == 0) return "";
  std::vector<std::string> untuned;
  for (size_t i = 0; i < model_.consts.size(); ++i) {
    const ConstInfo& c = *model_.consts[i];
    if (Model::isTunable(c)) untuned.push_back(cppName(c.name, i) + " == " + literal(c.value).text);
  }
  const std::string length = std::to_string(plan_.leastLength);
  const Code value =
      untuned.empty() ? length : llvm::join(untuned, " && ") + " ? " + length + " : 0";
  return "\n" + function("int32_t leastLength()", value);
}

}  // namespace

std::string specText(const Plan& plan, Diagnostics& diags) { return SpecText(plan, diags).run(); }

}  // namespace isl::codegen
