#include "parse/Parser.h"

#include "IslParser.h"
#include "parse/AstBuilder.h"
#include "parse/ErrorStrategy.h"
#include "parse/Foreign.h"
#include "parse/Lex.h"
#include "parse/Tokens.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::parse {

using grammar::IslLexer;
using grammar::IslParser;

// Puts the braces that were lost back, each reported, so that the parser sees the shape that the
// indentation shows.
static std::vector<std::unique_ptr<antlr4::Token>>
restoreBraces(const std::vector<antlr4::Token*>& tokens, const Source& source, Diagnostics& diags) {
  auto missing = findMissingBraces(tokens, source);
  std::vector<std::unique_ptr<antlr4::Token>> out;
  for (auto* token : tokens) {
    for (const MissingBrace& m : missing) {
      if (m.before != token) continue;
      auto place = source.range(token);
      std::string text = token->getType() == antlr4::Token::EOF
                             ? "end of file"
                             : "`" + source.text(place).str() + "`";
      diags.report(Diag::MissingBrace, place, {text})
          .note(Diag::NoteOpenBrace, source.range(m.open));
      auto brace = std::make_unique<antlr4::CommonToken>(token);
      brace->setType(IslLexer::RBRACE);
      out.push_back(std::move(brace));
    }
    out.push_back(std::make_unique<antlr4::CommonToken>(token));
  }
  return out;
}

namespace {

// Of the rules of the grammar: 256 nested expressions in parentheses, seven rules each.
constexpr size_t kMaxRules = 2500;

// Refuses what nests deeper than the stack should have to bear, with brackets or without.
class Bound : public antlr4::tree::ParseTreeListener {
 public:
  void enterEveryRule(antlr4::ParserRuleContext*) override {
    if (++depth_ > kMaxRules) throw antlr4::ParseCancellationException("nesting");
  }
  void exitEveryRule(antlr4::ParserRuleContext*) override { --depth_; }
  void visitTerminal(antlr4::tree::TerminalNode*) override {}
  void visitErrorNode(antlr4::tree::ErrorNode*) override {}

 private:
  size_t depth_ = 0;
};

}  // namespace

static bool tooLarge(Diagnostics& diags, llvm::StringRef text, size_t count, size_t limit,
                     const char* unit) {
  if (count <= limit) return false;
  auto loc = llvm::SMLoc::getFromPointer(text.begin());
  diags.report(Diag::TooLarge, {loc, loc}, {std::to_string(count) + unit, std::to_string(limit)});
  return true;
}

static IslParser::ProgramContext* parseTree(IslParser& parser, const Source& source,
                                            Diagnostics& diags) {
  Bound bound;
  parser.addParseListener(&bound);
  try {
    return parser.program();
  } catch (const antlr4::ParseCancellationException&) {
    diags.report(Diag::TooDeep, source.range(parser.getCurrentToken()), {"256"});
    return nullptr;
  }
}

const ast::Program* parse(Diagnostics& diags, unsigned id, ast::Arena& arena) {
  llvm::StringRef text = diags.sources().getMemoryBuffer(id)->getBuffer();
  if (tooLarge(diags, text, text.size(), kMaxBytes, " bytes")) return nullptr;
  if (const char* at = illegalUtf8(text)) {
    auto loc = llvm::SMLoc::getFromPointer(at);
    diags.report(Diag::NotUtf8, {loc, loc});
    return nullptr;
  }
  unsigned before = diags.errorCount();
  Source source(text);
  Lexed lexed(text);
  if (tooLarge(diags, text, lexed.visible().size(), kMaxTokens, " tokens")) return nullptr;
  checkTokens(lexed.visible(), source, diags);
  reportForeign(lexed.visible(), source, diags);
  if (diags.errorCount() != before) return nullptr;

  antlr4::ListTokenSource list(restoreBraces(lexed.visible(), source, diags));
  antlr4::CommonTokenStream tokens(&list);
  IslParser parser(&tokens);
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<ErrorStrategy>(diags, source));
  auto* tree = parseTree(parser, source, diags);
  if (diags.errorCount() != before) return nullptr;
  auto* program = buildAst(tree, source, diags, arena);
  return diags.errorCount() == before ? program : nullptr;
}

}  // namespace isl::parse
