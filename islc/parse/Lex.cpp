#include "parse/Lex.h"

#include "parse/Source.h"
#include "llvm/Support/ConvertUTF.h"

namespace isl::parse {

Lexed::Lexed(llvm::StringRef text) : input_(text.str()), lexer_(&input_), stream_(&lexer_) {
  lexer_.removeErrorListeners();
  stream_.fill();
  all_ = stream_.getTokens();
  for (antlr4::Token* token : all_) {
    if (token->getChannel() == antlr4::Token::DEFAULT_CHANNEL) visible_.push_back(token);
  }
}

std::vector<Lexeme> lexemes(llvm::StringRef text) {
  std::vector<Lexeme> out;
  if (text.size() > kMaxBytes || illegalUtf8(text)) return out;
  Lexed lexed(text);
  const Source source(text);
  out.reserve(lexed.all().size());
  for (const antlr4::Token* token : lexed.all()) {
    if (token->getType() == antlr4::Token::EOF) break;
    const llvm::SMRange range = source.range(token);
    out.push_back({token->getType(), static_cast<size_t>(range.Start.getPointer() - text.data()),
                   static_cast<size_t>(range.End.getPointer() - text.data())});
  }
  return out;
}

const char* illegalUtf8(llvm::StringRef text) {
  auto* at = reinterpret_cast<const llvm::UTF8*>(text.begin());
  if (llvm::isLegalUTF8String(&at, reinterpret_cast<const llvm::UTF8*>(text.end()))) return nullptr;
  return reinterpret_cast<const char*>(at);
}

}  // namespace isl::parse
