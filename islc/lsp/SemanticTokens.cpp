#include "lsp/SemanticTokens.h"

namespace isl::lsp {

namespace json = llvm::json;
using L = grammar::IslLexer;
using parse::Lexeme;

namespace {

enum Kind : uint8_t {
  Keyword,
  Type,
  Class,
  Event,
  Property,
  EnumMember,
  Function,
  Method,
  Parameter,
  Variable,
  Comment,
  String,
  Number,
  Operator,
  None
};
const char* const kKinds[] = {"keyword",    "type",     "class",  "event",     "property",
                              "enumMember", "function", "method", "parameter", "variable",
                              "comment",    "string",   "number", "operator"};
enum : unsigned { Declaration = 1, ReadOnly = 2, DefaultLibrary = 4 };
const char* const kModifiers[] = {"declaration", "readonly", "defaultLibrary"};

Kind lexicalKind(size_t type) {
  if (type >= L::BOOLEAN && type <= L::DOUBLE) return Type;
  if (type >= L::CONTEXT && type <= L::UNSUPPORTED) return Keyword;
  switch (type) {
    case L::INT_LIT:
    case L::FLOAT_LIT: return Number;
    case L::CHAR_LIT:
    case L::STRING_LIT:
    case L::BAD_CHAR:
    case L::BAD_STRING: return String;
    case L::LINE_COMMENT:
    case L::BLOCK_COMMENT: return Comment;
    default: break;
  }
  const bool punctuation = (type >= L::LPAREN && type <= L::DOT) || type == L::WS ||
                           type == L::BAD_COMMENT || type == L::ILLEGAL || type == L::IDENT;
  return punctuation ? None : Operator;
}

Kind kindOf(const Symbol& symbol, unsigned& modifiers) {
  if (!isOwn(symbol.kind)) modifiers |= DefaultLibrary;
  switch (symbol.kind) {
    case SymbolKind::Construct: return Class;
    case SymbolKind::Constant: modifiers |= ReadOnly; return Variable;
    case SymbolKind::Field:
    case SymbolKind::Property: return Property;
    case SymbolKind::Parameter: return Parameter;
    case SymbolKind::Local: return Variable;
    case SymbolKind::Event: return Event;
    case SymbolKind::PartitionKind: return EnumMember;
    case SymbolKind::Function: return Function;
    case SymbolKind::Member: return Method;
    case SymbolKind::Type: return Type;
  }
  return None;
}

class Encoder {
 public:
  explicit Encoder(const Lines& lines) : lines_(lines) {}

  // Tokens of several lines are told line by line.
  void add(Span span, Kind kind, unsigned modifiers) {
    const Position begin = lines_.position(span.begin), end = lines_.position(span.end);
    for (unsigned line = begin.line; line <= end.line; ++line) {
      const unsigned from = line == begin.line ? begin.character : 0;
      const unsigned to =
          line == end.line ? end.character : lines_.position(lines_.line(line).end).character;
      if (to > from) put(line, from, to - from, kind, modifiers);
    }
  }
  json::Array take() { return std::move(data_); }

 private:
  void put(unsigned line, unsigned character, unsigned length, Kind kind, unsigned modifiers) {
    const unsigned lines = line - last_.line;
    const unsigned columns = lines == 0 ? character - last_.character : character;
    for (unsigned n : {lines, columns, length, static_cast<unsigned>(kind), modifiers}) {
      data_.push_back(static_cast<int64_t>(n));
    }
    last_ = {line, character};
  }

  const Lines& lines_;
  Position last_;
  json::Array data_;
};

}  // namespace

json::Object semanticTokensLegend() {
  json::Array kinds, modifiers;
  for (const char* kind : kKinds) kinds.push_back(kind);
  for (const char* modifier : kModifiers) modifiers.push_back(modifier);
  return json::Object{{"tokenTypes", std::move(kinds)}, {"tokenModifiers", std::move(modifiers)}};
}

json::Value semanticTokens(const Document& document, Span span) {
  const Analysis& now = document.now();
  // Names by where they are now; the text may have changed since they were known.
  std::map<size_t, const Occurrence*> names;
  if (document.parsed()) {
    const Shifts& shift = document.sinceParsed();
    for (const Occurrence& o : document.parsed()->symbols().occurrences()) {
      if (auto here = shift.to(o.span)) names[here->begin] = &o;
    }
  }
  Encoder encoder(now.lines());
  for (const Lexeme& lexeme : now.lexemes()) {
    const Span place{lexeme.begin, lexeme.end};
    if (!place.overlaps(span)) continue;
    unsigned modifiers = 0;
    Kind kind = lexicalKind(lexeme.type);
    auto it = names.find(lexeme.begin);
    if (it != names.end() && (lexeme.type == L::IDENT || kind == Type)) {
      modifiers = it->second->isDeclaration ? 1u * Declaration : 0u;
      kind = kindOf(document.parsed()->symbols().of(*it->second), modifiers);
    }
    if (kind != None) encoder.add(place, kind, modifiers);
  }
  return json::Object{{"data", encoder.take()}};
}

}  // namespace isl::lsp
