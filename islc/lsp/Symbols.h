// Every name of a spec: what it names, and where it stands.
#pragma once

#include <string>
#include <vector>

#include "lsp/Lines.h"
#include "sema/Model.h"

namespace isl::lsp {

enum class SymbolKind : uint8_t {
  Construct,
  Constant,
  Field,
  Parameter,
  Local,
  // What the language has of its own; `name` is the word of Words.def.
  Event,
  Property,
  PartitionKind,
  Function,
  Member,
  Type
};
inline bool isOwn(SymbolKind kind) { return kind < SymbolKind::Event; }

struct Symbol {
  SymbolKind kind;
  std::string name;
  // Own symbols. A predeclared constant has no declaration.
  const ast::Construct* construct = nullptr;
  const ast::Variable* variable = nullptr;
  const sema::ConstInfo* constant = nullptr;
};

struct Occurrence {
  Span span;
  size_t symbol;
  bool isDeclaration = false;
};

class Symbols {
 public:
  Symbols() = default;
  // `text` is that of the program; the model may lack what was in error.
  Symbols(const ast::Program& program, const sema::Model& model, llvm::StringRef text);

  const std::vector<Symbol>& all() const { return symbols_; }
  // In the order of the text.
  const std::vector<Occurrence>& occurrences() const { return occurrences_; }
  const Occurrence* at(size_t offset) const;
  const Symbol& of(const Occurrence& o) const { return symbols_[o.symbol]; }
  const Occurrence* declaration(size_t symbol) const;

 private:
  friend class SymbolCollector;
  std::vector<Symbol> symbols_;
  std::vector<Occurrence> occurrences_;
};

}  // namespace isl::lsp
