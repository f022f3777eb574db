#include "ast/Walk.h"
#include "sema/Checker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::sema {

using namespace ast;
using llvm::dyn_cast;
using llvm::StringRef;

const char* eventName(EventKind kind) {
  static const char* const names[] = {
#define EVENT(id, name, params, mutator) name,
#include "sema/Builtins.def"
  };
  return names[static_cast<int>(kind)];
}
bool isMutator(EventKind kind) { return kind < EventKind::OnReached; }

const HandlerInfo* Model::handler(EventKind event) const {
  for (auto& h : handlers) {
    if (h->event == event) return h.get();
  }
  return nullptr;
}

static bool isBuiltinName(StringRef name) {
  for (const Signature& s : signatures()) {
    if (s.receiver == 0 && name == s.name) return true;
  }
  return name == "Object" || name == "Field" || name == "Method" || name == "Type" ||
         name == "Word";
}

void Checker::onlyOne(const Construct*& first, const Construct* c, Diag second) {
  if (first)
    diags_.report(second, c->name.range).note(Diag::NotePrevious, first->name.range);
  else
    first = c;
}

void Checker::declareNames(const Program& program) {
  const Construct *object = nullptr, *boundary = nullptr;
  for (const Construct* c : program.constructs) {
    if (c->kind == ConstructKind::Event) continue;
    StringRef name = c->name.name;
    if (isBuiltinName(name)) diags_.report(Diag::HidesBuiltin, c->name.range, {name.str()});
    auto [it, fresh] = names_.insert({name, c});
    if (!fresh) {
      diags_.report(Diag::Redefinition, c->name.range, {name.str()})
          .note(Diag::NotePrevious, it->second->name.range);
    }
    if (c->kind == ConstructKind::TObject) onlyOne(object, c, Diag::SecondTObject);
    if (c->kind == ConstructKind::Boundary) onlyOne(boundary, c, Diag::SecondBoundary);
  }
  model_.object = object;
  model_.boundary = boundary;
}

const Construct* Checker::findConstruct(StringRef name) const {
  auto it = names_.find(name);
  return it == names_.end() ? nullptr : it->second;
}

std::map<StringRef, const Property*> Checker::properties(const Construct* c) {
  static const std::map<ConstructKind, std::vector<std::string>> known = {
      {ConstructKind::Context, {"sequence", "type", "path"}},
      {ConstructKind::History, {"type", "size"}},
      {ConstructKind::Partition, {"kind", "history"}},
      {ConstructKind::Boundary, {"method"}},
      {ConstructKind::TObject, {"include", "partition", "defect"}}};
  const auto& names = known.at(c->kind);
  std::map<StringRef, const Property*> out;
  for (const Property* p : c->properties) {
    if (!llvm::is_contained(names, p->name.name)) {
      std::string near = nearest(p->name.name, names);
      std::string hint =
          near.empty() ? "; it has " + llvm::join(names, ", ") : didYouMean(p->name.name, names);
      auto message = diags_.report(Diag::UnknownProperty, p->name.range,
                                   {p->name.name.str(), spelling(c->kind), hint});
      if (near.empty()) continue;
      message.replace(p->name.range, near);
      // Taken for what was meant, so that it is not missed as well.
      bool given = llvm::any_of(c->properties,
                                [&](const Property* other) { return other->name.name == near; });
      if (!given) out.insert({*llvm::find(names, near), p});
      continue;
    }
    auto [it, fresh] = out.insert({p->name.name, p});
    if (!fresh) {
      diags_.report(Diag::DuplicateProperty, p->name.range, {p->name.name.str()})
          .note(Diag::NoteFirst, it->second->name.range);
    }
  }
  return out;
}

const StringLit* Checker::stringValue(const Property* p) {
  auto* lit = dyn_cast<StringLit>(p->value);
  if (!lit) diags_.report(Diag::StringExpected, p->value->range, {p->name.name.str()});
  return lit;
}

const Construct* Checker::reference(const Property* p, ConstructKind kind, Diag unknown) {
  auto* name = dyn_cast<Name>(p->value);
  StringRef text = name ? name->name : "";
  const Construct* c = findConstruct(text);
  if (!c) {
    std::vector<std::string> candidates;
    for (auto& [n, other] : names_) {
      if (other->kind == kind && suggests()) candidates.push_back(n.str());
    }
    auto message =
        diags_.report(unknown, p->value->range,
                      {name ? text.str() : toSource(p->value), didYouMean(text, candidates)});
    std::string near = nearest(text, candidates);
    if (!near.empty()) message.replace(p->value->range, near);
    return nullptr;
  }
  if (c->kind != kind) {
    diags_
        .report(Diag::WrongConstruct, p->value->range,
                {text.str(), spelling(c->kind), spelling(kind)})
        .note(Diag::NotePrevious, c->name.range);
    return nullptr;
  }
  return c;
}

void Checker::historySize(HistoryInfo& info, const Expr* size) {
  info.size = size;
  unsigned before = diags_.errorCount();
  Type type = check(size);
  if (diags_.errorCount() != before || type.isError()) return;
  const ExprInfo& e = model_.info(size);
  if (!e.constant || !type.isIntegral() || type.is(Kind::Long)) {
    diags_.report(Diag::HistorySize, size->range);
    return;
  }
  info.sizeValue = e.constant->i;
  if (info.sizeValue < 1) {
    diags_.report(Diag::HistorySizeMin, size->range, {std::to_string(info.sizeValue)});
  } else if (info.sizeValue > 1 << 20) {
    int64_t bytes = info.element.is(Kind::Boolean) ? info.sizeValue / 8
                                                   : info.sizeValue * byteSize(info.element.kind);
    diags_.report(Diag::HistorySizeMax, size->range,
                  {std::to_string(info.sizeValue), std::to_string(bytes)});
  }
}

void Checker::history(const Construct* c) {
  auto info = std::make_unique<HistoryInfo>();
  info->name = c->name.name;
  info->decl = c;
  info->element = Kind::Error;
  auto props = properties(c);
  for (const char* required : {"type", "size"}) {
    if (!props[required]) {
      diags_.report(Diag::MissingProperty, c->name.range,
                    {"History", c->name.name.str(), required});
    }
  }
  if (auto* p = props["type"]) {
    if (auto* lit = stringValue(p)) {
      Kind kind;
      if (primitiveByName(lit->value, kind)) {
        info->element = kind;
      } else {
        const std::string near = primitiveNear(lit->value);
        auto message =
            diags_.report(Diag::HistoryElement, lit->range, {lit->value.str(), didYouMean(near)});
        if (!near.empty()) message.replace(lit->range, "\"" + near + "\"");
      }
    }
  }
  if (auto* p = props["size"]) historySize(*info, p->value);
  model_.histories.push_back(std::move(info));
}

void Checker::pin(const Expr* e) {
  walk(e, [this](const Expr* x) {
    ConstInfo* named = model_.info(x).named;
    if (!named || named->pinned) return;
    named->pinned = true;
    if (named->derived) pin(named->decl->constant->init);
  });
}

void Checker::partitionKind(PartitionInfo& info, const Expr* value) {
  static const std::vector<std::string> kinds = {"single", "type", "alloc", "context", "all"};
  auto* index = dyn_cast<Index>(value);
  auto* name = dyn_cast<Name>(index ? index->base : value);
  auto it = name ? llvm::find(kinds, name->name) : kinds.end();
  if (it == kinds.end()) {
    std::string text = name ? " `" + name->name.str() + "`" + didYouMean(name->name, kinds) : "";
    auto message = diags_.report(Diag::UnknownKind, name ? name->range : value->range, {text});
    std::string near = name ? nearest(name->name, kinds) : "";
    if (!near.empty()) message.replace(name->range, near);
    return;
  }
  info.kind = static_cast<PartitionKind>(it - kinds.begin());
  if (info.kind != PartitionKind::Context) {
    if (index) diags_.report(Diag::BoundOnlyContext, index->index->range, {*it});
    return;
  }
  if (!index) {
    diags_.report(Diag::ContextNeedsBound, value->range);
    return;
  }
  info.bound = index->index;
  unsigned before = diags_.errorCount();
  Type type = check(index->index);
  if (diags_.errorCount() != before || type.isError()) return;
  const ExprInfo& e = model_.info(index->index);
  if (!e.constant || !type.isIntegral() || e.constant->i < 1 || e.constant->i > 65536) {
    diags_.report(Diag::ContextBound, index->index->range);
  } else {
    info.boundValue = e.constant->i;
    // The runtime takes the bound as a number.
    pin(index->index);
  }
}

void Checker::partition(const Construct* c) {
  auto info = std::make_unique<PartitionInfo>();
  info->decl = c;
  auto props = properties(c);
  if (auto* p = props["kind"]) {
    partitionKind(*info, p->value);
  } else {
    diags_.report(Diag::MissingProperty, c->name.range, {"Partition", c->name.name.str(), "kind"});
  }
  if (auto* p = props["history"]) {
    if (auto* h = reference(p, ConstructKind::History, Diag::UnknownHistory)) {
      for (auto& candidate : model_.histories) {
        if (candidate->decl == h) info->history = candidate.get();
      }
    }
  }
  model_.partitions.push_back(std::move(info));
}

FieldInfo* Checker::findField(StringRef name) const {
  for (auto& f : model_.fields) {
    if (f->name == name) return f.get();
  }
  return nullptr;
}

void Checker::instanceField(const Variable* v) {
  std::string name = v->name.name.str();
  Kind kind;
  if (name == "length") diags_.report(Diag::ReservedField, v->name.range, {name});
  if (FieldInfo* other = findField(name)) {
    diags_.report(Diag::DuplicateField, v->name.range, {name})
        .note(Diag::NotePrevious, other->decl->name.range);
    return;
  }
  if (v->type.dims != 0 || !primitiveByName(v->type.name, kind)) {
    const std::string near = v->type.dims == 0 ? primitiveNear(v->type.name) : "";
    auto message =
        diags_.report(Diag::FieldType, v->type.range, {v->type.name.str(), didYouMean(near)});
    if (!near.empty()) message.replace(v->type.range, near);
    kind = Kind::Error;
  }
  auto info = std::make_unique<FieldInfo>();
  info->name = v->name.name;
  info->decl = v;
  info->type = kind;
  info->initial.kind = kind;
  if (v->init && kind != Kind::Error) {
    unsigned before = diags_.errorCount();
    Type type = check(v->init);
    if (diags_.errorCount() == before && !type.isError()) {
      const ExprInfo& e = model_.info(v->init);
      if (!e.constant || !convertible(v->init, type, info->type)) {
        diags_.report(Diag::FieldInitialiser, v->init->range, {name, sema::name(info->type)});
      } else {
        info->initial = convert(*e.constant, kind);
      }
    }
  }
  model_.fields.push_back(std::move(info));
}

void Checker::defect(const Expr* value) {
  static const std::vector<std::string> kinds = {"presence", "growth"};
  auto* name = dyn_cast<Name>(value);
  auto it = name ? llvm::find(kinds, name->name) : kinds.end();
  if (it != kinds.end()) {
    model_.defect = static_cast<DefectKind>(it - kinds.begin());
    return;
  }
  std::string text = name ? " `" + name->name.str() + "`" + didYouMean(name->name, kinds) : "";
  auto message = diags_.report(Diag::UnknownDefect, value->range, {text});
  std::string near = name ? nearest(name->name, kinds) : "";
  if (!near.empty()) message.replace(name->range, near);
}

void Checker::object(const Construct* c) {
  auto props = properties(c);
  if (c != model_.object) return;
  if (auto* p = props["include"]) {
    if (auto* context = reference(p, ConstructKind::Context, Diag::UnknownContext)) {
      for (size_t i = 0; i < model_.contexts.size(); ++i) {
        if (model_.contexts[i]->decl == context) model_.mainContext = static_cast<int>(i);
      }
    }
  }
  if (auto* p = props["partition"]) {
    if (auto* part = reference(p, ConstructKind::Partition, Diag::UnknownPartition)) {
      for (auto& candidate : model_.partitions) {
        if (candidate->decl == part) model_.partition = candidate.get();
      }
    }
  }
  if (auto* p = props["defect"]) defect(p->value);
  unsigned bytes = 0;
  for (const Variable* v : c->fields) {
    if (model_.fields.size() <= 64) instanceField(v);
  }
  for (auto& f : model_.fields) bytes += byteSize(f->type.kind);
  if (bytes > 64) diags_.report(Diag::FieldsTooLarge, c->name.range, {std::to_string(bytes)});
}

// What keeps `text` from being CLASS.method, or "". Overloads count together; nothing is inserted into constructors.
static std::string methodProblem(StringRef text) {
  const auto [cls, method] = text.rsplit('.');
  if (method.empty()) return "it names no class";
  if (method.startswith("<")) return "entries of constructors and initialisers are not counted";
  for (StringRef name : llvm::split(text, '.')) {
    const size_t bad = name.find_if(
        [](char c) { return !llvm::isAlnum(c) && c != '_' && c != '$' && llvm::isASCII(c); });
    if (bad != StringRef::npos) return std::string("illegal character `") + name[bad] + "`";
    if (name.empty() || llvm::isDigit(name[0])) return "`" + name.str() + "` is no name";
  }
  return "";
}

void Checker::boundary(const Construct* c) {
  auto props = properties(c);
  const Property* p = props["method"];
  if (!p)
    diags_.report(Diag::MissingProperty, c->name.range, {"Boundary", c->name.name.str(), "method"});
  const StringLit* lit = p ? stringValue(p) : nullptr;
  if (!lit) return;
  const StringRef text = lit->value.trim();
  if (const std::string problem = methodProblem(text); !problem.empty())
    diags_.report(Diag::BadMethod, lit->range, {text.str(), problem});
  else if (c == model_.boundary)
    model_.tickMethod = text;
}

void Checker::event(const Construct* c) {
  static const std::vector<std::string> names = {
#define EVENT(id, name, params, mutator) name,
#include "sema/Builtins.def"
  };
  auto it = llvm::find(names, c->name.name);
  if (it == names.end()) {
    auto message = diags_.report(Diag::UnknownEvent, c->name.range,
                                 {c->name.name.str(), didYouMean(c->name.name, names)});
    std::string near = nearest(c->name.name, names);
    if (!near.empty()) message.replace(c->name.range, near);
    return;
  }
  auto kind = static_cast<EventKind>(it - names.begin());
  if (auto* first = model_.handler(kind)) {
    diags_.report(Diag::DuplicateEvent, c->name.range, {c->name.name.str()})
        .note(Diag::NotePrevious, first->decl->name.range);
    return;
  }
  auto info = std::make_unique<HandlerInfo>();
  info->event = kind;
  info->decl = c;
  model_.handlers.push_back(std::move(info));
}

// It tells of lines: what is asked of one object while it lives has no place beside it.
void Checker::diedAlone() {
  const HandlerInfo* died = model_.handler(EventKind::OnDied);
  if (!died) return;
  const auto refuse = [&](const std::string& what) {
    diags_.report(Diag::DiedBeside, died->decl->name.range, {what});
  };
  if (model_.handlers.size() > 1) refuse("other handler");
  if (model_.partition) refuse("partition");
  if (model_.defect == DefectKind::Growth) refuse("`defect = growth`");
  for (int at = model_.mainContext; at >= 0; at = model_.contexts[at]->path) {
    if (model_.contexts[at]->sequence) refuse("sequence");
    if (model_.contexts[at]->path >= 0) refuse("path");
  }
}

void Checker::declarations(const Program& program, const Defines& defines) {
  if (program.constructs.empty()) {
    diags_.report(Diag::EmptyProgram, program.range);
    return;
  }
  declareNames(program);
  declareConstants(program, defines);
  auto each = [&](ConstructKind kind, void (Checker::*f)(const Construct*)) {
    for (const Construct* c : program.constructs) {
      if (c->kind == kind) (this->*f)(c);
    }
  };
  each(ConstructKind::Context, &Checker::context);
  resolvePaths();
  each(ConstructKind::History, &Checker::history);
  each(ConstructKind::Partition, &Checker::partition);
  each(ConstructKind::Boundary, &Checker::boundary);
  each(ConstructKind::TObject, &Checker::object);
  each(ConstructKind::Event, &Checker::event);
  diedAlone();
  if (!model_.object && !model_.handlers.empty()) {
    diags_.report(Diag::EventsWithoutTObject, model_.handlers[0]->decl->name.range);
  }
}

std::unique_ptr<Model> analyze(const Program& program, const Options& options, Diagnostics& diags) {
  auto model = std::make_unique<Model>();
  model->program = &program;
  unsigned before = diags.errorCount();
  Checker checker(*model, diags);
  checker.declarations(program, options.defines);
  checker.handlers();
  if (diags.errorCount() == before) {
    for (auto& h : model->handlers) {
      checkFlow(*model, *h, diags);
      checkElements(*model, *h, diags);
    }
  }
  if (diags.errorCount() == before && options.strict) checkRootFields(*model, diags);
  if (diags.errorCount() == before && options.paper) checkPaper(*model, diags);
  if (diags.errorCount() == before) {
    lint(*model, diags);
    lookUpTypes(*model, options, diags);
  }
  return model;
}

}  // namespace isl::sema
