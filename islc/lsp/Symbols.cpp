#include "lsp/Symbols.h"

#include <algorithm>

#include "ast/Walk.h"
#include "sema/Checker.h"

namespace isl::lsp {

using namespace ast;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;

class SymbolCollector {
 public:
  SymbolCollector(const sema::Model& model, StringRef text, Symbols& out)
      : model_(model), text_(text), out_(out) {}

  void run(const Program& program) {
    for (const Construct* c : program.constructs) {
      if (c->kind != ConstructKind::Event) constructs_.insert({c->name.name, c});
    }
    for (const Construct* c : program.constructs) construct(c);
    auto& all = out_.occurrences_;
    std::stable_sort(all.begin(), all.end(), [](const Occurrence& a, const Occurrence& b) {
      return a.span.begin < b.span.begin;
    });
  }

 private:
  size_t add(const void* key, Symbol symbol) {
    auto [it, fresh] = owned_.insert({key, out_.symbols_.size()});
    if (fresh) out_.symbols_.push_back(std::move(symbol));
    return it->second;
  }
  size_t addWord(SymbolKind kind, const std::string& word) {
    auto [it, fresh] = words_.insert({{kind, word}, out_.symbols_.size()});
    if (fresh) out_.symbols_.push_back({kind, word});
    return it->second;
  }
  void occur(llvm::SMRange range, size_t symbol, bool isDeclaration = false) {
    const Span span{static_cast<size_t>(range.Start.getPointer() - text_.data()),
                    static_cast<size_t>(range.End.getPointer() - text_.data())};
    out_.occurrences_.push_back({span, symbol, isDeclaration});
  }
  void word(llvm::SMRange range, SymbolKind kind, const std::string& text) {
    occur(range, addWord(kind, text));
  }

  size_t symbolOf(const Construct* c) {
    Symbol symbol{SymbolKind::Construct, c->name.name.str(), c};
    if (c->kind == ConstructKind::Const) {
      symbol.kind = SymbolKind::Constant;
      symbol.variable = c->constant;
      for (auto& info : model_.consts) {
        if (info->decl == c) symbol.constant = info.get();
      }
    }
    return add(c, std::move(symbol));
  }
  size_t symbolOf(const Variable* v, SymbolKind kind) {
    return add(v, {kind, v->name.name.str(), nullptr, v});
  }
  size_t symbolOf(const sema::ConstInfo* info) {
    if (info->decl) return symbolOf(info->decl);
    return add(info, {SymbolKind::Constant, info->name.str(), nullptr, nullptr, info});
  }

  void construct(const Construct* c);
  void property(const Construct* c, const Property* p);
  void type(const TypeRef& ref);
  void variable(const Variable* v, SymbolKind kind);
  void handler(const Construct* c);
  void expressions(const Expr* e) {
    walk(e, [this](const Expr* x) { expression(x); });
  }
  void expression(const Expr* e);
  void name(const Name* e, const sema::ExprInfo& info);
  void call(const Call* e, const sema::ExprInfo& info);
  void reference(llvm::SMRange range, StringRef name) {
    auto it = constructs_.find(name);
    if (it != constructs_.end()) occur(range, symbolOf(it->second));
  }

  const sema::Model& model_;
  StringRef text_;
  Symbols& out_;
  std::map<StringRef, const Construct*> constructs_;  // the first of a name
  std::map<const void*, size_t> owned_;
  std::map<std::pair<SymbolKind, std::string>, size_t> words_;
};

void SymbolCollector::construct(const Construct* c) {
  if (c->kind == ConstructKind::Event) return handler(c);
  occur(c->name.range, symbolOf(c), /*isDeclaration=*/true);
  if (c->constant) {
    type(c->constant->type);
    expressions(c->constant->init);
  }
  for (const Property* p : c->properties) property(c, p);
  for (const Variable* v : c->fields) variable(v, SymbolKind::Field);
}

void SymbolCollector::property(const Construct* c, const Property* p) {
  const std::string name = p->name.name.str();
  word(p->name.range, SymbolKind::Property, std::string(spelling(c->kind)) + "." + name);
  if (name == "kind") {
    auto* index = dyn_cast<Index>(p->value);
    const Expr* kind = index ? index->base : p->value;
    if (auto* n = dyn_cast<Name>(kind)) {
      word(n->range, SymbolKind::PartitionKind, "kind " + n->name.str());
    }
    if (index) expressions(index->index);
  } else if (auto* n = dyn_cast<Name>(p->value); n && name != "size") {
    reference(n->range, n->name);
  } else {
    expressions(p->value);
  }
}

void SymbolCollector::type(const TypeRef& ref) {
  // The name alone, without its brackets.
  llvm::SMRange range{ref.range.Start,
                      llvm::SMLoc::getFromPointer(ref.range.Start.getPointer() + ref.name.size())};
  auto it = constructs_.find(ref.name);
  if (it != constructs_.end())
    occur(range, symbolOf(it->second));
  else
    word(range, SymbolKind::Type, ref.name.str());
}

void SymbolCollector::variable(const Variable* v, SymbolKind kind) {
  type(v->type);
  occur(v->name.range, symbolOf(v, kind), /*isDeclaration=*/true);
  expressions(v->init);
}

void SymbolCollector::handler(const Construct* c) {
  word(c->name.range, SymbolKind::Event, c->name.name.str());
  for (const Variable* v : c->parameters) variable(v, SymbolKind::Parameter);
  walk(
      c->body, [this](const Expr* e) { expression(e); },
      [this](const Stmt* s) {
        if (auto* loop = dyn_cast<ForEach>(s)) variable(loop->variable, SymbolKind::Local);
        auto* local = dyn_cast<LocalDecl>(s);
        if (!local) return;
        for (size_t i = 0; i < local->variables.size(); ++i) {
          const Variable* v = local->variables[i];
          if (i == 0) type(v->type);
          // The walk comes to the initialisers itself.
          occur(v->name.range, symbolOf(v, SymbolKind::Local), /*isDeclaration=*/true);
        }
      });
}

void SymbolCollector::expression(const Expr* e) {
  auto it = model_.exprs.find(e);
  const sema::ExprInfo info = it == model_.exprs.end() ? sema::ExprInfo() : it->second;
  switch (e->kind) {
    case ExprKind::Name: return name(cast<Name>(e), info);
    case ExprKind::Call: return call(cast<Call>(e), info);
    case ExprKind::Cast: return type(cast<Cast>(e)->type);
    case ExprKind::Member: {
      const Ident& member = cast<Member>(e)->name;
      if (info.field) return occur(member.range, symbolOf(info.field->decl, SymbolKind::Field));
      if (info.isArrayLength) word(member.range, SymbolKind::Member, "array.length");
      return;
    }
    default: return;
  }
}

void SymbolCollector::name(const Name* e, const sema::ExprInfo& info) {
  if (info.local && info.local->decl) {
    return occur(e->range,
                 symbolOf(info.local->decl,
                          info.local->isParameter ? SymbolKind::Parameter : SymbolKind::Local));
  }
  if (info.named) return occur(e->range, symbolOf(info.named));
  reference(e->range, e->name);
}

void SymbolCollector::call(const Call* e, const sema::ExprInfo& info) {
  if (info.builtin == sema::Builtin::None) return;
  for (const sema::Signature& s : sema::signatures()) {
    if (s.builtin != info.builtin) continue;
    if (s.receiver == 0) return word(e->name.range, SymbolKind::Function, s.name);
    return word(e->name.range, SymbolKind::Member,
                sema::receiverName(s.receiver).str() + "." + s.name);
  }
}

Symbols::Symbols(const Program& program, const sema::Model& model, StringRef text) {
  SymbolCollector(model, text, *this).run(program);
}

const Occurrence* Symbols::at(size_t offset) const {
  for (const Occurrence& o : occurrences_) {
    if (o.span.touches(offset)) return &o;
  }
  return nullptr;
}

const Occurrence* Symbols::declaration(size_t symbol) const {
  for (const Occurrence& o : occurrences_) {
    if (o.symbol == symbol && o.isDeclaration) return &o;
  }
  return nullptr;
}

}  // namespace isl::lsp
