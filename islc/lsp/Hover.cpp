#include "lsp/Hover.h"

#include "Explain.h"
#include "lsp/Words.h"

namespace isl::lsp {

namespace json = llvm::json;
using L = grammar::IslLexer;
using llvm::StringRef;

static std::string code(const llvm::Twine& text) { return ("```isl\n" + text + "\n```\n").str(); }

// What the codes of the messages at a place mean, each once.
static std::string messageText(const Message& m) {
  const char* id = diagInfo(m.kind).code;
  std::string out = std::string("**") + spelling(m.severity) + "** " + m.text;
  if (*id != '\0') out += std::string(" `ISL-") + id + "`";
  out += "\n";
  const Explanation* e = explanationOf(id);
  if (!e) return out;
  out += std::string("\n") + e->meaning + "\n";
  if (*e->wrong == '\0') return out;
  out += std::string("\nwrong") + e->where() + ":\n" + code(StringRef(e->wrong).rtrim());
  out += "\nright:\n" + code(StringRef(e->right).rtrim());
  return out;
}

static const sema::LocalInfo* localOf(const sema::Model& model, const ast::Variable* v) {
  auto it = model.variables.find(v);
  return it == model.variables.end() ? nullptr : it->second;
}

static std::string constantText(const Symbol& symbol) {
  const sema::ConstInfo* info = symbol.constant;
  if (!info) return code("const " + symbol.name);
  std::string out =
      code("const " + sema::name(info->type) + " " + symbol.name + " = " + sema::text(info->value));
  if (!info->decl && !info->fixedByUser) out += "predeclared";
  if (info->fixedByUser) out += "set by `-D`";
  if (info->derived)
    out += "follows the constants it is made of";
  else if (info->pinned)
    out += "cannot be tuned: the bound of a partition depends on it";
  else
    out += std::string(out.back() == '\n' ? "" : "; ") + "`tune=" + symbol.name +
           ":VALUE` sets another value when the agent starts";
  return out;
}

static std::string fieldText(const Analysis& analysis, const Symbol& symbol) {
  const ast::Variable* v = symbol.variable;
  std::string out = code("instance " + v->type.name + " " + symbol.name +
                         (v->init ? " = " + ast::toSource(v->init) : std::string()));
  if (analysis.plan()) {
    for (const lower::FieldPlan& f : analysis.plan()->fields) {
      if (f.field->decl == v) {
        out += "kept for every tracked object, at offset " + std::to_string(f.offset) +
               " of its record";
      }
    }
  }
  return out;
}

static std::string ownText(const Analysis& analysis, const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::Constant: return constantText(symbol);
    case SymbolKind::Field: return fieldText(analysis, symbol);
    case SymbolKind::Construct: {
      const Span all = analysis.span(symbol.construct->range);
      return code(analysis.text(all)) + wordText(ast::spelling(symbol.construct->kind)).str();
    }
    default: {
      const sema::LocalInfo* local = localOf(*analysis.model(), symbol.variable);
      const std::string type = local && !local->type.isError() ? sema::name(local->type)
                                                               : symbol.variable->type.name.str();
      return code(type + " " + symbol.name) +
             (symbol.kind == SymbolKind::Parameter ? "parameter of the handler" : "local");
    }
  }
}

static std::string wordHover(const Analysis& analysis, const Symbol& symbol) {
  const StringRef word = symbol.name;
  std::string head = word.str();
  if (symbol.kind == SymbolKind::PartitionKind) head = ("kind = " + word.split(' ').second).str();
  if (symbol.kind == SymbolKind::Event) head = eventSignature(word);
  if (symbol.kind == SymbolKind::Function || symbol.kind == SymbolKind::Member) {
    const auto* history = analysis.model()->history();
    const std::string signature =
        signatureOf(word, history ? sema::name(history->element) : std::string("E"));
    if (!signature.empty()) head = signature;
    if (word == "array.length") head = "int length";
  }
  const StringRef text = wordText(word);
  if (text.empty() && symbol.kind != SymbolKind::Type) return "";
  return code(head) + (text.empty() ? "a primitive type of Java" : text.str());
}

// Words that are no names: those that open constructs and fields.
static std::string keywordText(const Analysis& now, size_t offset, Span& span) {
  for (const parse::Lexeme& token : now.visible()) {
    if (!Span{token.begin, token.end}.touches(offset)) continue;
    const bool opens = token.type >= L::CONTEXT && token.type <= L::CONST;
    const StringRef text = opens ? wordText(token.in(now.text())) : "";
    if (text.empty()) continue;
    span = {token.begin, token.end};
    return code(token.in(now.text())) + text.str();
  }
  return "";
}

// Without fences, rules and emphasis.
static std::string plain(StringRef markdown) {
  std::string out;
  while (!markdown.empty()) {
    auto [line, rest] = markdown.split('\n');
    markdown = rest;
    if (line.startswith("```") || line == "---") continue;
    for (char c : line) {
      if (c != '*' && c != '`') out += c;
    }
    out += '\n';
  }
  return StringRef(out).trim().str();
}

json::Value hover(const Document& document, size_t offset, bool markdown) {
  const Analysis& now = document.now();
  std::string text;
  Span span{offset, offset};
  for (const Message& m : now.messages()) {
    const Span place = now.span(m.range);
    if (!m.range.isValid() || !place.touches(offset)) continue;
    text += (text.empty() ? "" : "\n---\n") + messageText(m);
    span = place;
  }
  std::string name;
  if (document.parsed()) {
    const Shifts& shift = document.sinceParsed();
    const Analysis& then = *document.parsed();
    auto there = shift.back(offset);
    const Occurrence* o = there ? then.symbols().at(*there) : nullptr;
    if (o) {
      const Symbol& symbol = then.symbols().of(*o);
      name = isOwn(symbol.kind) ? ownText(then, symbol) : wordHover(then, symbol);
      if (auto here = shift.to(o->span)) span = *here;
    }
  }
  if (name.empty()) name = keywordText(now, offset, span);
  // The examples of messages may hold what no spec may.
  if (!name.empty()) text = name + (text.empty() ? "" : "\n\n---\n" + text);
  if (text.empty()) return nullptr;
  if (!markdown) text = plain(text);
  return json::Object{{"contents", json::Object{{"kind", markdown ? "markdown" : "plaintext"},
                                                {"value", json::fixUTF8(text)}}},
                      {"range", now.range(span)}};
}

}  // namespace isl::lsp
