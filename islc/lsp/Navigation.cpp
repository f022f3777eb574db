#include "lsp/Navigation.h"

#include "llvm/Support/FormatVariadic.h"

namespace isl::lsp {

namespace json = llvm::json;
using L = grammar::IslLexer;
using llvm::StringRef;

namespace {

// A name in the last text with a program, asked for by its place in the text as it is.
class Named {
 public:
  Named(const Document& document, size_t offset) : document_(document) {
    if (!document.parsed()) return;
    if (auto there = document.sinceParsed().back(offset)) occurrence_ = symbols().at(*there);
  }

  const Occurrence* operator->() const { return occurrence_; }
  explicit operator bool() const { return occurrence_ != nullptr; }
  const Symbols& symbols() const { return document_.parsed()->symbols(); }
  const Symbol& symbol() const { return symbols().of(*occurrence_); }

  // None where the place has been changed since.
  llvm::Optional<json::Object> range(const Occurrence& o) const {
    auto span = document_.sinceParsed().to(o.span);
    if (!span) return llvm::None;
    return document_.now().range(*span);
  }

 private:
  const Document& document_;
  const Occurrence* occurrence_ = nullptr;
};

}  // namespace

json::Value definition(const Document& document, size_t offset) {
  const Named named(document, offset);
  if (!named || !isOwn(named.symbol().kind)) return nullptr;
  const Occurrence* declaration = named.symbols().declaration(named->symbol);
  if (!declaration) return nullptr;
  auto range = named.range(*declaration);
  if (!range) return nullptr;
  return json::Object{{"uri", document.uri()}, {"range", std::move(*range)}};
}

json::Value references(const Document& document, size_t offset, bool withDeclaration) {
  const Named named(document, offset);
  json::Array out;
  if (!named) return out;
  for (const Occurrence& o : named.symbols().occurrences()) {
    if (o.symbol != named->symbol || (o.isDeclaration && !withDeclaration)) continue;
    if (auto range = named.range(o)) {
      out.push_back(json::Object{{"uri", document.uri()}, {"range", std::move(*range)}});
    }
  }
  return out;
}

json::Value highlights(const Document& document, size_t offset) {
  const Named named(document, offset);
  json::Array out;
  if (!named) return out;
  for (const Occurrence& o : named.symbols().occurrences()) {
    if (o.symbol != named->symbol) continue;
    if (auto range = named.range(o)) out.push_back(json::Object{{"range", std::move(*range)}});
  }
  return out;
}

static llvm::Error refusal(const llvm::Twine& why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

llvm::Expected<Span> prepareRename(const Document& document, size_t offset) {
  if (!document.isParsed()) return refusal("the spec has syntax errors; mend them first");
  const Named named(document, offset);
  if (!named) return refusal("there is no name that could be changed");
  if (!isOwn(named.symbol().kind) || !named.symbols().declaration(named->symbol)) {
    return refusal("`" + named.symbol().name + "` belongs to the language and keeps its name");
  }
  return named->span;
}

static bool isName(StringRef word) {
  const auto lexemes = parse::lexemes(word);
  return lexemes.size() == 1 && lexemes[0].type == L::IDENT;
}

// The symbols in the order in which they occur, each by the number of its first occurrence: two texts
// with the same list bind their names alike.
static std::vector<size_t> bindings(const Symbols& symbols) {
  std::vector<size_t> first(symbols.all().size(), SIZE_MAX), out;
  for (const Occurrence& o : symbols.occurrences()) {
    if (first[o.symbol] == SIZE_MAX) first[o.symbol] = out.size();
    out.push_back(first[o.symbol]);
  }
  return out;
}

static unsigned errors(const Analysis& analysis) {
  unsigned count = 0;
  for (const Message& m : analysis.messages()) count += m.severity == Severity::Error;
  return count;
}

llvm::Expected<json::Value> rename(const Document& document, size_t offset, StringRef name,
                                   const Settings& settings) {
  auto span = prepareRename(document, offset);
  if (!span) return span.takeError();
  if (!isName(name)) {
    return refusal("`" + name +
                   "` is no name: letters, digits, `_` and `$`, and no word of the language");
  }
  const Analysis& now = document.now();
  const size_t symbol = now.symbols().at(offset)->symbol;
  json::Array edits;
  std::string text;
  size_t done = 0;
  for (const Occurrence& o : now.symbols().occurrences()) {
    if (o.symbol != symbol) continue;
    text += now.text(Span{done, o.span.begin}).str() + name.str();
    done = o.span.end;
    edits.push_back(json::Object{{"range", now.range(o.span)}, {"newText", name}});
  }
  text += now.text().drop_front(done);
  const Analysis then(text, pathOf(document.uri()), settings);
  if (errors(then) > errors(now) || bindings(then.symbols()) != bindings(now.symbols())) {
    return refusal("`" + name + "` is taken: the spec would mean something else");
  }
  return json::Object{{"changes", json::Object{{document.uri(), std::move(edits)}}}};
}

}  // namespace isl::lsp
