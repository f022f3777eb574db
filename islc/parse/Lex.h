// Text -> tokens. White space and comments are tokens of the hidden channel: the parser never sees
// them, the formatter and the language server do.
#pragma once

#include <vector>

#include "IslLexer.h"
#include "parse/Parser.h"
#include "llvm/ADT/StringRef.h"

namespace isl::parse {

// What a spec of thousands of lines stays far below; ANTLR's trees take a thousand times the text.
constexpr size_t kMaxTokens = 100000;  // kMaxBytes: see Parser.h

class Lexed {
 public:
  // `text` is legal UTF-8.
  explicit Lexed(llvm::StringRef text);

  // Of both channels, with the end of the file; together they are the whole text.
  const std::vector<antlr4::Token*>& all() const { return all_; }
  // What the parser sees, with the end of the file.
  const std::vector<antlr4::Token*>& visible() const { return visible_; }

 private:
  antlr4::ANTLRInputStream input_;
  grammar::IslLexer lexer_;
  antlr4::CommonTokenStream stream_;
  std::vector<antlr4::Token*> all_, visible_;
};

// A token for those who need no parser: its type and the bytes that it takes.
struct Lexeme {
  size_t type;
  size_t begin, end;

  llvm::StringRef in(llvm::StringRef text) const { return text.slice(begin, end); }
  bool isSpace() const { return type == grammar::IslLexer::WS; }
  bool isComment() const {
    return type == grammar::IslLexer::LINE_COMMENT || type == grammar::IslLexer::BLOCK_COMMENT;
  }
  bool isVisible() const { return !isSpace() && !isComment(); }
};
// The whole text as lexemes, without the end of the file; none of a text that is too large to parse
// or no legal UTF-8.
std::vector<Lexeme> lexemes(llvm::StringRef text);

// The place of the first byte that is not UTF-8, or null.
const char* illegalUtf8(llvm::StringRef text);

}  // namespace isl::parse
