// What can be said about a text before it is parsed: stray characters, unclosed literals, words
// of Java that ISL does not have, nesting, and braces that were never closed.
#include "parse/Tokens.h"

#include "IslLexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::parse {

using grammar::IslLexer;

static const unsigned kMaxNesting = 256;

static std::string codePoint(llvm::StringRef text) {
  unsigned char first = text.empty() ? 0 : text[0];
  unsigned value = first < 0x80   ? first
                   : first < 0xE0 ? first & 0x1F
                   : first < 0xF0 ? first & 0x0F
                                  : first & 0x07;
  for (unsigned char c : text.drop_front(text.empty() ? 0 : 1)) value = value << 6 | (c & 0x3F);
  std::string hex = llvm::utohexstr(value);
  return std::string(hex.size() < 4 ? 4 - hex.size() : 0, '0') + hex;
}

// Single quotes hold one character; what holds more, up to the other single curly quote of its line, is a string.
static bool quotesCharacter(llvm::SMRange quote, llvm::StringRef line) {
  constexpr llvm::StringLiteral kClosing = "\u2019";
  const char* const end = quote.End.getPointer();
  const llvm::StringRef before(line.data(),
                               static_cast<size_t>(quote.Start.getPointer() - line.data()));
  const llvm::StringRef after(end, static_cast<size_t>(line.end() - end));
  const auto isOne = [](llvm::StringRef text) {
    return llvm::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; }) == 1;
  };
  size_t open = llvm::StringRef::npos;
  for (llvm::StringRef each : {"\u2018", "\u201a"}) {
    const size_t at = before.rfind(each);
    if (at != llvm::StringRef::npos && (open == llvm::StringRef::npos || at > open)) open = at;
  }
  const llvm::StringRef mark(quote.Start.getPointer(), kClosing.size());
  if (mark == kClosing && open != llvm::StringRef::npos)
    return isOne(before.drop_front(open + kClosing.size()));
  const size_t close = after.find(kClosing);
  return close == llvm::StringRef::npos || isOne(after.take_front(close));
}

// Word processors put curly quotation marks for straight ones.
static void reportIllegal(llvm::SMRange range, const Source& source, Diagnostics& diags) {
  const llvm::StringRef text = source.text(range);
  const llvm::StringRef all = source.all();
  const size_t at = static_cast<size_t>(range.Start.getPointer() - all.data());
  const llvm::StringRef line = all.slice(all.rfind('\n', at) + 1, all.find('\n', at));
  for (const char* curly : {"\u201c", "\u201d", "\u201e", "\u00ab", "\u00bb", "`"}) {
    if (text != curly) continue;
    diags.report(Diag::CurlyQuote, range, {text.str(), codePoint(text), "\""}).replace(range, "\"");
    return;
  }
  for (const char* curly : {"\u2018", "\u2019", "\u201a"}) {
    if (text != curly) continue;
    const char* const straight = quotesCharacter(range, line) ? "'" : "\"";
    diags.report(Diag::CurlyQuote, range, {text.str(), codePoint(text), straight})
        .replace(range, straight);
    return;
  }
  if (text == "#" && line.ltrim().data() == text.data()) {
    diags
        .report(Diag::IllegalCharacter, range,
                {text.str(), codePoint(text), "; comments begin with `//`"})
        .replace(range, "//");
    return;
  }
  diags.report(Diag::IllegalCharacter, range, {text.str(), codePoint(text), ""});
}

void checkTokens(const std::vector<antlr4::Token*>& tokens, const Source& source,
                 Diagnostics& diags) {
  unsigned depth = 0, run = 0;
  bool tooDeep = false;
  for (auto* token : tokens) {
    llvm::SMRange range = source.range(token);
    size_t type = token->getType();
    switch (type) {
      case IslLexer::ILLEGAL: reportIllegal(range, source, diags); break;
      case IslLexer::BAD_STRING:
      case IslLexer::BAD_CHAR: diags.report(Diag::UnterminatedString, range); break;
      case IslLexer::BAD_COMMENT: diags.report(Diag::UnterminatedComment, range); break;
      case IslLexer::UNSUPPORTED:
        diags.report(Diag::Unsupported, range, {source.text(range).str()});
        break;
      default: break;
    }
    bool opens = type == IslLexer::LPAREN || type == IslLexer::LBRACE || type == IslLexer::LBRACK;
    bool closes = type == IslLexer::RPAREN || type == IslLexer::RBRACE || type == IslLexer::RBRACK;
    // Chains without brackets that recurse in a parser: prefix operators, ?:, assignments, else.
    bool chains = type == IslLexer::ADD || type == IslLexer::SUB || type == IslLexer::BANG ||
                  type == IslLexer::TILDE || type == IslLexer::QUESTION || type == IslLexer::ELSE ||
                  type == IslLexer::ASSIGN || type == IslLexer::DO || type == IslLexer::IF ||
                  type == IslLexer::WHILE || type == IslLexer::FOR || type == IslLexer::MUL ||
                  type == IslLexer::DIV || type == IslLexer::MOD || type == IslLexer::ANDAND ||
                  type == IslLexer::OROR || type == IslLexer::DOT;
    if (opens) ++depth;
    if (closes && depth > 0) --depth;
    if (chains) ++run;
    if (type == IslLexer::SEMI || type == IslLexer::RBRACE) run = 0;
    if ((depth > kMaxNesting || run > 4 * kMaxNesting) && !tooDeep) {
      diags.report(Diag::TooDeep, range, {std::to_string(kMaxNesting)});
      tooDeep = true;
    }
  }
}

namespace {

struct OpenBrace {
  antlr4::Token* token;
  unsigned indent;  // of the line that it stands on
};

unsigned indentOf(const Source& source, antlr4::Token* token) {
  const char* begin = source.all().data();
  const char* at = source.range(token).Start.getPointer();
  const char* line = at;
  while (line > begin && line[-1] != '\n') --line;
  unsigned column = 0;
  for (; line < at && (*line == ' ' || *line == '\t'); ++line) {
    column = *line == '\t' ? (column / 8 + 1) * 8 : column + 1;
  }
  return column;
}

}  // namespace

std::vector<MissingBrace> findMissingBraces(const std::vector<antlr4::Token*>& tokens,
                                            const Source& source) {
  int balance = 0;
  for (auto* token : tokens) {
    balance += token->getType() == IslLexer::LBRACE;
    balance -= token->getType() == IslLexer::RBRACE;
  }
  std::vector<MissingBrace> missing;
  if (balance <= 0) return missing;
  std::vector<OpenBrace> open;
  size_t line = 0;
  for (auto* token : tokens) {
    bool firstOnLine = token->getLine() != line;
    line = token->getLine();
    size_t type = token->getType();
    bool atEnd = type == antlr4::Token::EOF;
    while (
        !open.empty() && static_cast<int>(missing.size()) < balance &&
        (atEnd || (firstOnLine && indentOf(source, token) < open.back().indent + 1 &&
                   (type != IslLexer::RBRACE || indentOf(source, token) < open.back().indent)))) {
      missing.push_back({token, open.back().token});
      open.pop_back();
    }
    if (type == IslLexer::LBRACE) {
      open.push_back({token, indentOf(source, token)});
    } else if (type == IslLexer::RBRACE && !open.empty()) {
      open.pop_back();
    }
  }
  return missing;
}

}  // namespace isl::parse
