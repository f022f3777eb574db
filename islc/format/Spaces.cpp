#include "format/Spaces.h"

namespace isl::format {

namespace {

using L = grammar::IslLexer;

bool isPrimitive(size_t type) { return type >= L::BOOLEAN && type <= L::DOUBLE; }
bool isNumber(size_t type) { return type == L::INT_LIT || type == L::FLOAT_LIT; }
bool isLiteral(size_t type) {
  return isNumber(type) || type == L::CHAR_LIT || type == L::STRING_LIT || type == L::TRUE ||
         type == L::FALSE || type == L::NULL_LIT;
}

// What a token is to its neighbours where its type alone does not say it.
enum class Role : uint8_t { Plain, Prefix, Postfix, CastEnd, HeaderEnd };

class Spacer {
 public:
  explicit Spacer(const std::vector<Token>& tokens) : tokens_(tokens), roles_(tokens.size()) {}

  std::vector<bool> run() {
    std::vector<bool> out(tokens_.size());
    for (size_t i = 0; i < tokens_.size(); ++i) {
      roles_[i] = role(i);
      out[i] = i > 0 && isGlued(i);
    }
    return out;
  }

 private:
  // Ends what stands before `i` an operand?
  bool behindOperand(size_t i) const {
    if (i == 0) return false;
    const size_t type = tokens_[i - 1].type;
    return type == L::IDENT || isLiteral(type) || type == L::RBRACK ||
           roles_[i - 1] == Role::Postfix || (type == L::RPAREN && roles_[i - 1] == Role::Plain);
  }

  Role role(size_t i) {
    switch (tokens_[i].type) {
      case L::LPAREN: open_.push_back(i); return Role::Plain;
      case L::RPAREN: return closing(i);
      case L::BANG:
      case L::TILDE: return Role::Prefix;
      case L::ADD:
      case L::SUB: return behindOperand(i) ? Role::Plain : Role::Prefix;
      case L::INC:
      case L::DEC: return behindOperand(i) ? Role::Postfix : Role::Prefix;
      default: return Role::Plain;
    }
  }

  Role closing(size_t i) {
    if (open_.empty()) return Role::Plain;
    const size_t open = open_.back();
    open_.pop_back();
    const size_t before = open > 0 ? tokens_[open - 1].type : antlr4::Token::EOF;
    if (before == L::IF || before == L::FOR || before == L::WHILE) return Role::HeaderEnd;
    if (before == L::IDENT || i == open + 1) return Role::Plain;
    if (isPrimitive(tokens_[open + 1].type)) return Role::CastEnd;
    // `(Name)` and `(Name[])` before an operand.
    const bool dims = tokens_[i - 1].type == L::RBRACK && tokens_[i - 2].type == L::LBRACK;
    const bool name = tokens_[open + 1].type == L::IDENT && i == open + 2;
    return (dims || name) && startsOperand(i + 1) ? Role::CastEnd : Role::Plain;
  }

  bool startsOperand(size_t i) const {
    if (i >= tokens_.size()) return false;
    const size_t type = tokens_[i].type;
    return type == L::IDENT || type == L::LPAREN || isLiteral(type) || type == L::BANG ||
           type == L::TILDE;
  }

  bool isGlued(size_t i) const {
    const Token &before = tokens_[i - 1], &token = tokens_[i];
    if (before.type == L::LPAREN || before.type == L::LBRACK || before.type == L::DOT) return true;
    if (roles_[i - 1] == Role::Prefix) {
      // `- -x` must not become `--x`.
      const char last = before.text.back();
      return (last != '+' && last != '-') || token.text.front() != last;
    }
    switch (token.type) {
      case L::SEMI: return before.type != L::LBRACE && before.type != L::RBRACE;
      case L::COMMA:
      case L::RPAREN:
      case L::LBRACK:
      case L::RBRACK: return true;
      case L::DOT: return !isNumber(before.type);  // `1 .x` must not become `1.`
      case L::LPAREN: return before.type == L::IDENT;
      case L::INC:
      case L::DEC: return roles_[i] == Role::Postfix;
      default: return false;
    }
  }

  const std::vector<Token>& tokens_;
  std::vector<Role> roles_;
  std::vector<size_t> open_;  // parentheses
};

}  // namespace

std::vector<bool> glued(const std::vector<Token>& tokens) { return Spacer(tokens).run(); }

}  // namespace isl::format
