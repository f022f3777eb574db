#include "format/Indent.h"

namespace isl::format {

namespace {

using L = grammar::IslLexer;

class Indenter {
 public:
  explicit Indenter(const std::vector<Token>& tokens) : tokens_(tokens) {}

  std::vector<unsigned> run() {
    while (!atEnd()) construct();
    return std::move(columns_);
  }

 private:
  bool atEnd() const { return columns_.size() == tokens_.size(); }
  size_t type() const { return atEnd() ? antlr4::Token::EOF : tokens_[columns_.size()].type; }
  void take(unsigned column) {
    if (!atEnd()) columns_.push_back(column);
  }

  // Up to and with the next token of the type.
  void takeUntil(size_t last, unsigned column) {
    while (!atEnd()) {
      const bool found = type() == last;
      take(column);
      if (found) return;
    }
  }

  void construct() {
    const size_t kind = type();
    if (kind == L::CONST) return simple(0);
    take(0);
    if (kind == L::EVENT) {
      takeUntil(L::RPAREN, kContinuation);
      return block(0);
    }
    while (!atEnd() && type() != L::LBRACE) take(kContinuation);
    take(0);
    while (!atEnd() && type() != L::RBRACE) simple(kIndent);
    take(0);
  }

  // A property, a field, a declaration or an expression, with its semicolon.
  void simple(unsigned column) {
    if (type() == L::SEMI) return take(column);
    take(column);
    takeUntil(L::SEMI, column + kContinuation);
  }

  void block(unsigned column) {
    take(column);
    while (!atEnd() && type() != L::RBRACE) statement(column + kIndent);
    take(column);
  }

  // The parentheses behind `if`, `for` and `while`.
  void header(unsigned column) {
    unsigned depth = 0;
    do {
      depth += type() == L::LPAREN;
      depth -= type() == L::RPAREN;
      take(column + kContinuation);
    } while (depth > 0 && !atEnd());
  }

  // What `if`, `else`, `for`, `while` and `do` govern.
  void body(unsigned column) {
    if (type() == L::LBRACE) return block(column);
    const bool ownLine = !atEnd() && tokens_[columns_.size()].startsLine;
    statement(ownLine ? column + kIndent : column);
  }

  void statement(unsigned column) {
    switch (type()) {
      case L::LBRACE: return block(column);
      case L::IF:
        take(column);
        header(column);
        body(column);
        if (type() != L::ELSE) return;
        take(column);
        return body(column);
      case L::FOR:
      case L::WHILE:
        take(column);
        header(column);
        return body(column);
      case L::DO:
        take(column);
        body(column);
        return simple(column);
      default: return simple(column);
    }
  }

  const std::vector<Token>& tokens_;
  std::vector<unsigned> columns_;
};

}  // namespace

std::vector<unsigned> columns(const std::vector<Token>& tokens) { return Indenter(tokens).run(); }

}  // namespace isl::format
