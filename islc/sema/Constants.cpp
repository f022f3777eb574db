// Constants: predeclared ones, those of the text and those of -D.
#include "sema/Checker.h"

namespace isl::sema {

using namespace ast;
using llvm::StringRef;

ConstInfo* Checker::findConst(StringRef name) {
  for (auto& c : model_.consts) {
    if (c->name == name) return c.get();
  }
  return nullptr;
}

// The value of -D in the given kind; false when the text is none.
static bool parseValue(StringRef text, Kind kind, ConstValue& out) {
  out = {};
  out.kind = kind;
  if (kind == Kind::Boolean) {
    out.i = text == "true";
    return text == "true" || text == "false";
  }
  if (kind >= Kind::Float) {
    if (text.getAsDouble(out.d)) return false;
    if (kind == Kind::Float) out.d = static_cast<float>(out.d);
    return true;
  }
  if (text.endswith_insensitive("l") && kind == Kind::Long) text = text.drop_back();
  int64_t value;
  if (text.getAsInteger(0, value)) return false;
  ConstValue wide{Kind::Long, value, 0};
  out = convert(wide, kind);
  return out.i == value;
}

void Checker::define(const std::string& name, const std::string& value) {
  ConstInfo* info = findConst(name);
  if (!info) {
    auto fresh = std::make_unique<ConstInfo>();
    fresh->name = model_.strings.emplace_back(name);
    ConstValue ignored;
    fresh->type = value == "true" || value == "false"      ? Kind::Boolean
                  : parseValue(value, Kind::Int, ignored)  ? Kind::Int
                  : parseValue(value, Kind::Long, ignored) ? Kind::Long
                                                           : Kind::Double;
    info = fresh.get();
    model_.consts.push_back(std::move(fresh));
  }
  if (name.empty() || !parseValue(value, info->type.kind, info->value)) {
    diags_.report(Diag::BadDefine, {},
                  {name + "=" + value, "the value is no `" + sema::name(info->type) + "`"});
  }
  info->fixedByUser = true;
  info->state = ConstInfo::Done;
}

void Checker::declareConstants(const Program& program, const Defines& defines) {
  for (const Construct* c : program.constructs) {
    if (c->kind != ConstructKind::Const || findConst(c->name.name)) continue;
    auto info = std::make_unique<ConstInfo>();
    info->name = c->name.name;
    info->decl = c;
    Kind kind;
    if (c->constant->type.dims == 0 && primitiveByName(c->constant->type.name, kind)) {
      info->type = kind;
    } else {
      diags_.report(Diag::UnknownType, c->constant->type.range,
                    {c->constant->type.name.str(), " (constants have primitive types)"});
    }
    model_.consts.push_back(std::move(info));
  }
  for (auto [name, value] : {std::pair("UserParameter", 10), std::pair("MAX_NUM_FIELDS", 100)}) {
    if (findConst(name)) continue;
    auto info = std::make_unique<ConstInfo>();
    info->name = name;
    info->type = Kind::Int;
    info->isPredeclared = true;
    info->value = {Kind::Int, value, 0};
    info->state = ConstInfo::Done;
    model_.consts.push_back(std::move(info));
  }
  for (auto& [name, value] : defines) define(name, value);
  // Evaluation may add nothing to the list, so indices are safe.
  for (size_t i = 0; i < model_.consts.size(); ++i) evaluateConst(*model_.consts[i]);
}

void Checker::evaluateConst(ConstInfo& info) {
  if (info.state == ConstInfo::Evaluating) {
    diags_.report(Diag::NotConstant, info.decl->constant->init->range,
                  {info.name.str(), "; it depends on itself"});
    info.state = ConstInfo::Done;
    info.type = Type();
    return;
  }
  if (info.state == ConstInfo::Done || !info.decl) return;
  info.state = ConstInfo::Evaluating;
  const Expr* init = info.decl->constant->init;
  unsigned before = diags_.errorCount();
  // Constants of constants of constants: as deep as the program says.
  if (constDepth_ >= kMaxConstDepth) {
    diags_.report(Diag::TooDeep, init->range, {std::to_string(kMaxConstDepth)});
    info.state = ConstInfo::Done;
    info.type = Type();
    return;
  }
  ++constDepth_;
  Type type = check(init);
  --constDepth_;
  info.state = ConstInfo::Done;
  if (diags_.errorCount() != before || type.isError() || info.type.isError()) {
    info.type = Type();
    return;
  }
  const ExprInfo& e = model_.info(init);
  if (!e.constant) {
    diags_.report(Diag::NotConstant, init->range, {info.name.str(), ""});
    info.type = Type();
  } else if (assignTo(init, type, info.type)) {
    info.value = convert(*e.constant, info.type.kind);
    info.derived = e.tunable;
  }
}

}  // namespace isl::sema
