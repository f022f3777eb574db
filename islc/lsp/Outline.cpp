#include "lsp/Outline.h"

namespace isl::lsp {

namespace json = llvm::json;
using L = grammar::IslLexer;
using parse::Lexeme;

namespace {

class Outliner {
 public:
  explicit Outliner(const Analysis& analysis) : analysis_(analysis), tokens_(analysis.visible()) {}

  std::vector<OutlineItem> run() {
    for (at_ = 0; at_ < tokens_.size();) {
      if (startsConstruct(at_))
        construct();
      else
        ++at_;
    }
    return std::move(items_);
  }

 private:
  size_t type(size_t i) const { return i < tokens_.size() ? tokens_[i].type : antlr4::Token::EOF; }

  // A construct and not a local of type History.
  bool startsConstruct(size_t i) const {
    switch (type(i)) {
      case L::CONTEXT:
      case L::HISTORY:
      case L::PARTITION:
      case L::BOUNDARY:
      case L::TOBJECT: return type(i + 1) == L::IDENT && type(i + 2) == L::LBRACE;
      case L::EVENT: return type(i + 1) == L::IDENT;
      case L::CONST: return true;
      default: return false;
    }
  }

  void construct() {
    const size_t first = at_++;
    const size_t kind = type(first);
    OutlineItem item{kind, tokens_[first].in(analysis_.text()), {}, {}, {}};
    size_t name = first + 1;
    if (kind == L::CONST) {
      while (type(name) != L::ASSIGN && type(name) != L::SEMI && name < tokens_.size()) ++name;
      if (name > first + 1) --name;
    }
    if (type(name) != L::IDENT) return;
    item.name = {tokens_[name].begin, tokens_[name].end};
    at_ = name + 1;
    const size_t last = kind == L::CONST ? statement() : body(item);
    item.whole = {tokens_[first].begin, tokens_[last].end};
    items_.push_back(std::move(item));
  }

  // To the semicolon; the index of the last token.
  size_t statement() {
    while (at_ < tokens_.size() && type(at_) != L::SEMI && !startsConstruct(at_)) ++at_;
    if (type(at_) == L::SEMI) ++at_;
    return at_ - 1;
  }

  // To the brace that closes it, or to the next construct where none does.
  size_t body(OutlineItem& item) {
    unsigned depth = 0;
    while (at_ < tokens_.size() && !startsConstruct(at_)) {
      depth += type(at_) == L::LBRACE;
      if (type(at_) == L::RBRACE && (depth == 0 || --depth == 0)) return at_++;
      if (depth == 1 && item.kind != L::EVENT) member(item);
      ++at_;
    }
    return at_ - 1;
  }

  void member(OutlineItem& item) {
    const bool isField = type(at_) == L::INSTANCE;
    if (!isField && (type(at_) != L::IDENT || type(at_ + 1) != L::ASSIGN)) return;
    size_t name = at_;
    while (isField && name < tokens_.size() &&
           (name == at_ || type(name) != L::IDENT || type(name + 1) == L::IDENT)) {
      if (type(name) == L::SEMI || type(name) == L::RBRACE) return;
      ++name;
    }
    if (type(name) != L::IDENT) return;
    size_t last = name;
    while (last + 1 < tokens_.size() && type(last) != L::SEMI && type(last + 1) != L::RBRACE &&
           !startsConstruct(last + 1)) {
      ++last;
    }
    item.members.push_back({{tokens_[name].begin, tokens_[name].end},
                            {tokens_[at_].begin, tokens_[last].end},
                            isField});
    at_ = last;
  }

  const Analysis& analysis_;
  const std::vector<Lexeme>& tokens_;
  std::vector<OutlineItem> items_;
  size_t at_ = 0;
};

}  // namespace

std::vector<OutlineItem> outline(const Analysis& analysis) { return Outliner(analysis).run(); }

// The numbers of LSP's SymbolKind.
static int symbolKind(size_t construct) {
  enum { Class = 5, Method = 6, Enum = 10, Constant = 14, Array = 18, Event = 24, Struct = 23 };
  switch (construct) {
    case L::CONTEXT: return Class;
    case L::HISTORY: return Array;
    case L::PARTITION: return Enum;
    case L::BOUNDARY: return Method;
    case L::TOBJECT: return Struct;
    case L::EVENT: return Event;
    default: return Constant;
  }
}

json::Value documentSymbols(const Document& document) {
  static constexpr int kProperty = 7, kField = 8;
  const Analysis& now = document.now();
  json::Array out;
  for (const OutlineItem& item : outline(now)) {
    json::Array children;
    for (const OutlineItem::Member& m : item.members) {
      children.push_back(json::Object{{"name", now.text(m.name)},
                                      {"kind", m.isField ? kField : kProperty},
                                      {"range", now.range(m.whole)},
                                      {"selectionRange", now.range(m.name)}});
    }
    json::Object symbol{{"name", now.text(item.name)},
                        {"detail", item.word},
                        {"kind", symbolKind(item.kind)},
                        {"range", now.range(item.whole)},
                        {"selectionRange", now.range(item.name)}};
    if (!children.empty()) symbol["children"] = std::move(children);
    out.push_back(std::move(symbol));
  }
  return out;
}

static void fold(const Lines& lines, size_t begin, size_t end, const char* kind, json::Array& out) {
  const unsigned first = lines.position(begin).line, last = lines.position(end).line;
  if (last <= first) return;
  json::Object range{{"startLine", static_cast<int64_t>(first)},
                     {"endLine", static_cast<int64_t>(last)}};
  if (*kind != '\0') range["kind"] = kind;
  out.push_back(std::move(range));
}

json::Value foldingRanges(const Document& document) {
  const Analysis& now = document.now();
  const Lines& lines = now.lines();
  json::Array out;
  std::vector<size_t> open;
  const Lexeme* comment = nullptr;  // the first and the last of neighbouring `//` lines
  size_t commentEnd = 0;
  auto endComment = [&] {
    if (comment) fold(lines, comment->begin, commentEnd, "comment", out);
    comment = nullptr;
  };
  bool ownLine = true;
  for (const Lexeme& lexeme : now.lexemes()) {
    if (lexeme.isSpace()) {
      const llvm::StringRef space = lexeme.in(now.text());
      ownLine = ownLine || space.contains('\n');
      if (space.count('\n') > 1) endComment();
      continue;
    }
    if (lexeme.type == L::LINE_COMMENT && ownLine) {
      if (!comment) comment = &lexeme;
      commentEnd = lexeme.end;
    } else {
      endComment();
    }
    ownLine = false;
    if (lexeme.type == L::BLOCK_COMMENT) fold(lines, lexeme.begin, lexeme.end, "comment", out);
    if (lexeme.type == L::LBRACE) open.push_back(lexeme.begin);
    if (lexeme.type == L::RBRACE && !open.empty()) {
      // The line of the brace stays in sight.
      const unsigned line = lines.position(lexeme.begin).line;
      if (line > 0) fold(lines, open.back(), lines.line(line - 1).end, "", out);
      open.pop_back();
    }
  }
  endComment();
  return out;
}

}  // namespace isl::lsp
