#include "parse/ErrorStrategy.h"

#include <utility>

#include "IslParser.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::parse {

using grammar::IslParser;

static bool startsOperand(size_t type) {
  return type == IslParser::IDENT || type == IslParser::LPAREN || type == IslParser::INT_LIT;
}

// Names what is expected without listing half the token set.
static std::string expectation(antlr4::Parser* parser, const antlr4::misc::IntervalSet& set) {
  auto& vocabulary = parser->getVocabulary();
  auto list = set.toList();
  bool statement = false, operand = false, construct = false;
  for (auto type : list) {
    statement = statement || static_cast<size_t>(type) == IslParser::WHILE;
    operand = operand || static_cast<size_t>(type) == IslParser::FLOAT_LIT;
    construct = construct || static_cast<size_t>(type) == IslParser::PARTITION;
  }
  if (statement) return "a statement or `}`";
  if (operand) return "an expression";
  if (set.contains(static_cast<size_t>(IslParser::BOOLEAN))) return "a type";
  if (construct)
    return "a construct (Context, History, Partition, Boundary, TObject, Event, const)";
  std::string out;
  for (size_t i = 0; i < list.size() && i < 4; ++i) {
    size_t type = static_cast<size_t>(list[i]);
    std::string text = type == antlr4::Token::EOF ? "end of file"
                       : type == IslParser::IDENT ? "a name"
                                                  : vocabulary.getLiteralName(type);
    if (text.size() > 2 && text.front() == '\'') {
      text = "`" + text.substr(1, text.size() - 2) + "`";
    }
    if (i) out += i + 1 == list.size() ? " or " : ", ";
    out += text;
  }
  return out;
}

std::string ErrorStrategy::describe(antlr4::Token* token) const {
  if (token->getType() == antlr4::Token::EOF) return "end of file";
  return "`" + source_.text(source_.range(token)).str() + "`";
}

// What follows the first error of a line is mostly its echo.
bool ErrorStrategy::isEcho(antlr4::Token* token) {
  bool echo = token->getLine() == lastLine_;
  lastLine_ = token->getLine();
  return echo;
}

// What closes or separates and can only be forgotten, or 0: after a complete operand nearly every
// operator may follow as well, but what is missing is the end.
static size_t missingPunctuation(const antlr4::misc::IntervalSet& expected) {
  auto may = [&](size_t type) { return expected.contains(type); };
  if (may(IslParser::FLOAT_LIT) || may(IslParser::WHILE)) return 0;
  bool afterOperand = expected.toList().size() > 6;
  for (size_t end : {IslParser::RPAREN, IslParser::SEMI, IslParser::RBRACK, IslParser::LBRACE,
                     IslParser::LPAREN, IslParser::ASSIGN}) {
    if (may(end) && (afterOperand || expected.size() == 1)) return end;
  }
  return 0;
}

// The place behind the token before `token`: where what is missing belongs.
llvm::SMRange ErrorStrategy::behindPrevious(antlr4::Parser* parser, antlr4::Token* token) const {
  auto at = source_.range(token);
  auto* previous = parser->getTokenStream()->LT(-1);
  if (!previous) return {at.Start, at.Start};
  auto behind = source_.range(previous).End;
  return behind.getPointer() <= at.Start.getPointer() ? llvm::SMRange(behind, behind) : at;
}

// Operators that other languages write as words, at the wrong token or before it.
bool ErrorStrategy::reportWordOperator(antlr4::Parser* parser, antlr4::Token* token) {
  static constexpr std::pair<const char*, const char*> kWords[] = {
      {"and", "&&"}, {"or", "||"}, {"AND", "&&"}, {"OR", "||"}};
  for (const auto& [word, sign] : kWords) {
    if (token->getType() != IslParser::IDENT || token->getText() != word) continue;
    const llvm::SMRange range = source_.range(token);
    diags_.report(Diag::WordOperator, range, {word, sign}).replace(range, sign);
    return true;
  }
  auto* previous = parser->getTokenStream()->LT(-1);
  if (!previous || (previous->getText() != "not" && previous->getText() != "NOT")) return false;
  // With the blanks behind it: `!` stands at its operand.
  const llvm::SMRange word = source_.range(previous);
  diags_.report(Diag::WordOperator, word, {previous->getText(), "!"})
      .replace({word.Start, source_.range(token).Start}, "!");
  return true;
}

// A word of the language where only a name can stand: it is taken for the name that was meant.
antlr4::Token* ErrorStrategy::takeReserved(antlr4::Parser* parser, antlr4::Token* token) {
  beginErrorCondition(parser);
  const llvm::SMRange range = source_.range(token);
  const std::string word = source_.text(range).str();
  if (!isEcho(token))
    diags_.report(Diag::ReservedName, range, {word})
        .replace(range, (word[0] >= 'A' && word[0] <= 'Z') ? "My" + word : word + "_");
  parser->consume();
  return token;
}

void ErrorStrategy::report(antlr4::Parser* parser, antlr4::Token* token,
                           const antlr4::misc::IntervalSet& expected) {
  if (isEcho(token)) return;
  bool top = expected.contains(static_cast<size_t>(IslParser::PARTITION)) &&
             expected.contains(static_cast<size_t>(IslParser::CONST));
  const llvm::SMRange here = source_.range(token);
  if (top && token->getType() == IslParser::SEMI) {
    // As in C++, behind a construct.
    diags_.report(Diag::SyntaxUnexpected, here, {describe(token)}).replace(here, "");
    return;
  }
  const bool isPrimitive =
      token->getType() >= IslParser::BOOLEAN && token->getType() <= IslParser::DOUBLE;
  if (isPrimitive && expected.contains(static_cast<size_t>(IslParser::INSTANCE))) {
    diags_.report(Diag::Syntax, here, {"`instance`", describe(token)})
        .replace({here.Start, here.Start}, "instance ");
    return;
  }
  if (top) {
    diags_.report(Diag::OutsideConstruct, source_.range(token), {describe(token)});
    return;
  }
  if (reportWordOperator(parser, token)) return;
  if (size_t end = missingPunctuation(expected)) {
    std::string text = parser->getVocabulary().getLiteralName(end);
    text = text.substr(1, text.size() - 2);
    // A colon stands for what was meant, as in `type: "..."`.
    auto place =
        token->getType() == IslParser::COLON ? source_.range(token) : behindPrevious(parser, token);
    diags_.report(Diag::Syntax, place, {"`" + text + "`", describe(token)}).replace(place, text);
    return;
  }
  diags_.report(Diag::Syntax, source_.range(token),
                {expectation(parser, expected), describe(token)});
}

void ErrorStrategy::reportNoViableAlternative(antlr4::Parser* parser,
                                              const antlr4::NoViableAltException& e) {
  auto* token = e.getOffendingToken();
  auto expected = parser->getATN().getExpectedTokens(parser->getState(), parser->getContext());
  // The offending token may lie far behind the state's expectations: only the token is certain.
  if (e.getStartToken() == token) {
    report(parser, token, expected);
  } else if (!isEcho(token)) {
    diags_.report(Diag::SyntaxUnexpected, source_.range(token), {describe(token)});
  }
}

void ErrorStrategy::reportInputMismatch(antlr4::Parser* parser,
                                        const antlr4::InputMismatchException& e) {
  report(parser, e.getOffendingToken(), e.getExpectedTokens());
}

void ErrorStrategy::reportUnwantedToken(antlr4::Parser* parser) {
  if (inErrorRecoveryMode(parser)) return;
  beginErrorCondition(parser);
  report(parser, parser->getCurrentToken(), getExpectedTokens(parser));
}

void ErrorStrategy::reportMissingToken(antlr4::Parser* parser) {
  if (inErrorRecoveryMode(parser)) return;
  beginErrorCondition(parser);
  report(parser, parser->getCurrentToken(), getExpectedTokens(parser));
}

// The return rule decides on its optional value first and would fail there; the decision is left
// to the match of `;`, which knows what a colon stands for.
void ErrorStrategy::sync(antlr4::Parser* parser) {
  auto* token = parser->getCurrentToken();
  if (token->getType() == IslParser::COLON &&
      getExpectedTokens(parser).contains(static_cast<size_t>(IslParser::SEMI))) {
    return;
  }
  DefaultErrorStrategy::sync(parser);
}

antlr4::Token* ErrorStrategy::recoverInline(antlr4::Parser* parser) {
  auto* token = parser->getCurrentToken();
  auto expected = getExpectedTokens(parser);
  // `return:` for `return;`: the colon stands for what was meant.
  if (token->getType() == IslParser::COLON &&
      expected.contains(static_cast<size_t>(IslParser::SEMI))) {
    if (!inErrorRecoveryMode(parser)) {
      beginErrorCondition(parser);
      if (!isEcho(token)) {
        diags_.report(Diag::Syntax, source_.range(token), {"`;`", "`:`"})
            .replace(source_.range(token), ";");
      }
    }
    parser->consume();
    return token;
  }
  const bool isWord =
      token->getType() >= IslParser::CONTEXT && token->getType() <= IslParser::NULL_LIT;
  if (isWord && expected.size() == 1 && expected.contains(static_cast<size_t>(IslParser::IDENT)) &&
      !inErrorRecoveryMode(parser))
    return takeReserved(parser, token);
  // A missing `)` of a condition: go on with the statement as if it stood there.
  bool statementFollows =
      token->getType() >= IslParser::IF && token->getType() <= IslParser::CONTINUE;
  if (expected.contains(static_cast<size_t>(IslParser::RPAREN)) &&
      (statementFollows || startsOperand(token->getType()))) {
    reportMissingToken(parser);
    return getMissingSymbol(parser);
  }
  return DefaultErrorStrategy::recoverInline(parser);
}

}  // namespace isl::parse
