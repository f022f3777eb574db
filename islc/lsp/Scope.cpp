#include "lsp/Scope.h"

#include "lsp/Outline.h"
#include "sema/Checker.h"

namespace isl::lsp {

using L = grammar::IslLexer;
using llvm::StringRef;
using parse::Lexeme;

namespace {

bool isWord(size_t type) {
  return type == L::IDENT || (type >= L::CONTEXT && type <= L::UNSUPPORTED);
}
bool isPrimitive(size_t type) { return type >= L::BOOLEAN && type <= L::DOUBLE; }
bool namesType(size_t type) { return isPrimitive(type) || type == L::IDENT || type == L::HISTORY; }

class Scanner {
 public:
  Scanner(const Analysis& analysis, size_t offset) : analysis_(analysis), offset_(offset) {}

  Scope run() {
    scope_.typed = {offset_, offset_};
    if (!cut()) return scope_;
    for (at_ = 0; at_ < tokens_.size(); ++at_) step();
    place();
    return scope_;
  }

 private:
  size_t type(size_t i) const { return i < tokens_.size() ? tokens_[i].type : antlr4::Token::EOF; }
  size_t last(size_t back = 0) const {
    return back < tokens_.size() ? tokens_[tokens_.size() - 1 - back].type : antlr4::Token::EOF;
  }
  StringRef word(size_t i) const { return tokens_[i].in(analysis_.text()); }

  // Takes the tokens before the cursor and the word at it; false in comments and behind numbers.
  bool cut() {
    for (const Lexeme& lexeme : analysis_.lexemes()) {
      if (lexeme.begin >= offset_) {
        if (!lexeme.isVisible()) continue;
        scope_.beforeCall = lexeme.type == L::LPAREN;
        break;
      }
      const bool inside = offset_ < lexeme.end;
      if (lexeme.isComment()) {
        // A `//` comment goes on at its end.
        if (inside || (lexeme.type == L::LINE_COMMENT && offset_ == lexeme.end)) return nowhere();
        continue;
      }
      if (!lexeme.isVisible()) continue;
      const bool atEnd = offset_ == lexeme.end;
      if (isWord(lexeme.type) && (inside || atEnd)) {
        scope_.typed = {lexeme.begin, offset_};
      } else if ((lexeme.type == L::STRING_LIT && inside) ||
                 (lexeme.type == L::BAD_STRING && (inside || atEnd))) {
        scope_.typed = {lexeme.begin + 1, offset_};
        inString_ = true;
      } else if (lexeme.type == L::BAD_COMMENT || lexeme.type == L::BAD_CHAR ||
                 ((inside || atEnd) && (lexeme.type == L::INT_LIT || lexeme.type == L::FLOAT_LIT ||
                                        lexeme.type == L::CHAR_LIT))) {
        // `o.` before a digit is no member, `1.` is a number.
        return nowhere();
      } else {
        tokens_.push_back(lexeme);
      }
    }
    return true;
  }
  bool nowhere() {
    scope_.where = Scope::Nowhere;
    return false;
  }

  // One token: which construct, which braces, which names.
  void step() {
    const size_t t = type(at_);
    if (startsConstruct()) {
      scope_.construct = word(at_);
      scope_.given.clear();
      scope_.locals.clear();
      scope_.event = t == L::EVENT && type(at_ + 1) == L::IDENT ? word(at_ + 1) : StringRef();
      kind_ = t;
      depth_ = parens_ = 0;
      loops_.clear();
      return;
    }
    if (t == L::LBRACE) {
      ++depth_;
      return;
    }
    if (t == L::RBRACE) return closeBrace();
    parens_ += t == L::LPAREN;
    if (t == L::RPAREN && parens_ > 0) --parens_;
    if (t == L::SEMI && kind_ == L::CONST) kind_ = 0;
    if (kind_ == L::EVENT)
      handlerToken(t);
    else if (t == L::ASSIGN && depth_ == 1 && at_ > 0 && type(at_ - 1) == L::IDENT)
      scope_.given.push_back(word(at_ - 1));
  }

  bool startsConstruct() const {
    switch (type(at_)) {
      case L::CONTEXT:
      case L::PARTITION:
      case L::BOUNDARY:
      case L::TOBJECT:
      case L::EVENT:
      case L::CONST: return true;
      case L::HISTORY:  // the construct or, in a handler, the type
        return depth_ == 0 ? kind_ != L::EVENT || parens_ == 0
                           : type(at_ + 1) == L::IDENT && type(at_ + 2) == L::LBRACE;
      default: return false;
    }
  }

  void closeBrace() {
    if (depth_ > 0) --depth_;
    parens_ = 0;
    auto& locals = scope_.locals;
    while (!locals.empty() && locals.back().depth > depth_ && depth_ > 0) locals.pop_back();
    while (!loops_.empty() && loops_.back() > depth_) loops_.pop_back();
    if (depth_ > 0) return;
    kind_ = 0;
    locals.clear();
  }

  void handlerToken(size_t t) {
    if (t == L::FOR || t == L::WHILE || t == L::DO) loops_.push_back(depth_ + 1);
    if (t != L::IDENT || at_ == 0) return;
    const size_t next = type(at_ + 1);
    const bool declares = next == L::ASSIGN || next == L::SEMI || next == L::COMMA ||
                          next == L::COLON || next == L::RPAREN || next == L::LBRACE;
    if (!declares) return;
    size_t before = at_ - 1;
    bool isArray = false;
    while (before >= 2 && type(before) == L::RBRACK && type(before - 1) == L::LBRACK) {
      isArray = true;
      before -= 2;
    }
    const bool afterType = namesType(type(before)) && word(before).end() <= word(at_).begin();
    if (afterType && (before == 0 || type(before - 1) != L::DOT)) {
      scope_.locals.push_back({word(at_), word(before), isArray, depth_ + (parens_ > 0)});
      declared_ = at_;
    } else if (type(at_ - 1) == L::COMMA && parens_ == 0 && !scope_.locals.empty() &&
               sameStatement()) {
      // `int a = 1, b = 2;`
      LocalName next_ = scope_.locals.back();
      next_.name = word(at_);
      scope_.locals.push_back(next_);
      declared_ = at_;
    }
  }

  // Has no statement ended since the last declaration?
  bool sameStatement() const {
    for (size_t i = declared_; i < at_; ++i) {
      if (type(i) == L::SEMI || type(i) == L::LBRACE || type(i) == L::RBRACE) return false;
    }
    return true;
  }

  void place() {
    scope_.inLoop = !loops_.empty();
    if (kind_ == 0 || (depth_ == 0 && kind_ != L::EVENT && kind_ != L::CONST)) {
      // A name, or the brace behind it, is the author's own.
      const bool naming = kind_ != 0;
      scope_.where = naming || inString_ ? Scope::Nowhere : Scope::TopLevel;
    } else if (kind_ == L::CONST) {
      placeConstant();
    } else if (kind_ == L::EVENT) {
      placeEvent();
    } else {
      placeBody();
    }
    const size_t before = last();
    const bool literal = before >= L::FLOAT_LIT && before <= L::STRING_LIT;
    if (literal || before == L::TRUE || before == L::FALSE || before == L::NULL_LIT) {
      scope_.where = Scope::Nowhere;  // an operator may follow, no name
    }
    if (inString_ && scope_.where != Scope::TypeName && scope_.where != Scope::ElementType) {
      scope_.where = Scope::Nowhere;
    }
  }

  void placeConstant() {
    if (last() == L::CONST)
      scope_.where = Scope::FieldType;
    else
      scope_.where = namesType(last()) ? Scope::Nowhere : Scope::Expression;
  }

  void placeBody() {
    if (last() == L::INSTANCE) {
      scope_.where = Scope::FieldType;
      return;
    }
    if (last() == L::LBRACE || last() == L::SEMI) {
      scope_.where = Scope::Body;
      return;
    }
    size_t i = tokens_.size();
    while (i > 0 && type(i - 1) != L::ASSIGN && type(i - 1) != L::SEMI &&
           type(i - 1) != L::LBRACE) {
      --i;
    }
    if (i < 2 || type(i - 1) != L::ASSIGN || type(i - 2) != L::IDENT) {
      scope_.where = Scope::Nowhere;
      return;
    }
    scope_.property = word(i - 2);
    const bool first = i == tokens_.size();
    if (scope_.property == "type" && first)
      scope_.where = scope_.construct == "Context" ? Scope::TypeName : Scope::ElementType;
    else
      scope_.where = first ? Scope::Value : Scope::Expression;
  }

  void placeEvent() {
    if (last() == L::EVENT) {
      scope_.where = Scope::EventName;
    } else if (depth_ == 0) {
      const bool begins = last() == L::LPAREN || last() == L::COMMA || last() == L::FINAL;
      scope_.where = parens_ > 0 && begins ? Scope::ParameterType : Scope::Nowhere;
    } else if (last() == L::DOT) {
      scope_.where = Scope::Member;
      scope_.receiver = tokens_.size() > 1 ? receiver(tokens_.size() - 2) : '\0';
    } else if (namesType(last()) || last() == L::RBRACK) {
      scope_.where = Scope::Nowhere;  // the name of a local, or an operator
    } else {
      const bool begins =
          parens_ == 0 && (last() == L::LBRACE || last() == L::RBRACE || last() == L::SEMI ||
                           last() == L::ELSE || last() == L::DO || last() == L::RPAREN);
      scope_.where = begins || last() == L::RPAREN ? Scope::Statement : Scope::Expression;
    }
  }

  // The index of the bracket that opens what the one at `i` closes, or SIZE_MAX.
  size_t opening(size_t i, size_t open, size_t close) const {
    for (unsigned depth = 0; i != SIZE_MAX; --i) {
      depth += type(i) == close;
      if (type(i) == open && --depth == 0) return i;
    }
    return SIZE_MAX;
  }

  Receiver named(StringRef typeName, bool isArray) const {
    if (isArray) return 'A';
    if (typeName == "Object") return 'O';
    if (typeName == "Field") return 'f';
    if (typeName == "Method") return 'm';
    if (typeName == "Type") return 't';
    if (typeName == "History") return 'h';
    for (const OutlineItem& item : outline(analysis_)) {
      if (analysis_.text(item.name) != typeName) continue;
      if (item.kind == L::HISTORY) return 'h';
      if (item.kind == L::TOBJECT) return 'O';
    }
    return 0;
  }

  static Receiver result(char letter) { return letter == 'H' ? 'h' : letter; }

  // What the operand that ends with the token at `i` can be asked for; of a chain longer than anyone
  // writes, nothing.
  Receiver receiver(size_t i) const {
    static constexpr unsigned kMaxDepth = 100;
    if (chain_ == kMaxDepth) return 0;
    ++chain_;
    const Receiver out = operand(i);
    --chain_;
    return out;
  }

  Receiver operand(size_t i) const {
    switch (type(i)) {
      case L::RPAREN: return call(i);
      case L::RBRACK: {
        const size_t open = opening(i, L::LBRACK, L::RBRACK);
        return open == SIZE_MAX || open == 0 || receiver(open - 1) != 'A' ? '\0' : 'O';
      }
      case L::IDENT: {
        if (i > 0 && type(i - 1) == L::DOT) return 0;  // fields are primitive
        for (auto local = scope_.locals.rbegin(); local != scope_.locals.rend(); ++local) {
          if (local->name == word(i)) return named(local->type, local->isArray);
        }
        return 0;
      }
      default: return 0;
    }
  }

  Receiver call(size_t i) const {
    const size_t open = opening(i, L::LPAREN, L::RPAREN);
    if (open == SIZE_MAX || open + 1 >= i) return open == SIZE_MAX ? '\0' : function(open);
    if (open > 0 && type(open - 1) == L::IDENT) return function(open);
    // `((Object[]) o)`, `(o)`
    if (type(open + 1) == L::LPAREN && type(open + 2) != L::LPAREN) {
      const size_t close = open + 3;
      if (type(close) == L::RPAREN && close + 1 < i && type(open + 2) == L::IDENT)
        return named(word(open + 2), false);
      if (type(close) == L::LBRACK) return 'A';
    }
    // One operand, perhaps in parentheses of its own.
    const size_t first = type(i - 1) == L::RPAREN ? opening(i - 1, L::LPAREN, L::RPAREN) : i - 1;
    return first == open + 1 ? receiver(i - 1) : '\0';
  }

  Receiver function(size_t open) const {
    if (open == 0 || type(open - 1) != L::IDENT) return 0;
    const bool member = open > 1 && type(open - 2) == L::DOT;
    const Receiver of = member && open > 2 ? receiver(open - 3) : '\0';
    for (const sema::Signature& s : sema::signatures()) {
      if (word(open - 1) == s.name && s.receiver == of) return result(s.result);
    }
    return 0;
  }

  const Analysis& analysis_;
  const size_t offset_;
  Scope scope_;
  bool inString_ = false;
  mutable unsigned chain_ = 0;  // how deep receiver() is
  std::vector<Lexeme> tokens_;
  size_t at_ = 0, declared_ = 0;
  size_t kind_ = 0;  // of the construct around, by its first token; 0 outside
  unsigned depth_ = 0, parens_ = 0;
  std::vector<unsigned> loops_;  // by the depth of their bodies
};

}  // namespace

Scope scopeAt(const Analysis& analysis, size_t offset) { return Scanner(analysis, offset).run(); }

}  // namespace isl::lsp
