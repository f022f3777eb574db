#include "parse/Foreign.h"

#include "IslLexer.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::parse {

using grammar::IslLexer;

namespace {

// Two tokens without a space between them, where no spec can have them, and what was meant.
struct Pair {
  size_t first, second;
  const char* meant;
};
constexpr Pair kOperators[] = {
    {IslLexer::EQ, IslLexer::ASSIGN, "=="},  // ===
    {IslLexer::NE, IslLexer::ASSIGN, "!="},  // !==
    {IslLexer::LT, IslLexer::GT, "!="},      // <>
    {IslLexer::ASSIGN, IslLexer::GT, ">="},   {IslLexer::ASSIGN, IslLexer::LT, "<="},
    {IslLexer::COLON, IslLexer::ASSIGN, "="},
};

class Reporter {
 public:
  Reporter(const std::vector<antlr4::Token*>& tokens, const Source& source, Diagnostics& diags)
      : tokens_(tokens), source_(source), diags_(diags) {}

  void run() {
    int depth = 0;
    for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const size_t type = tokens_[i]->getType();
      depth += type == IslLexer::LBRACE;
      depth -= type == IslLexer::RBRACE;
      operators(i);
      if (type != IslLexer::IDENT) continue;
      if (depth <= 0 && beginsConstruct(i))
        construct(i);
      else if (tokens_[i + 1]->getType() == IslLexer::LPAREN)
        elseIf(i);
    }
  }

 private:
  void operators(size_t i) {
    const llvm::SMRange first = source_.range(tokens_[i]), second = source_.range(tokens_[i + 1]);
    if (first.End != second.Start) return;
    for (const Pair& each : kOperators) {
      if (tokens_[i]->getType() != each.first || tokens_[i + 1]->getType() != each.second) continue;
      const llvm::SMRange both(first.Start, second.End);
      diags_.report(Diag::WordOperator, both, {source_.text(both).str(), each.meant})
          .replace(both, each.meant);
    }
  }

  bool isPrimitive(size_t i) const {
    const size_t type = tokens_[i]->getType();
    return type >= IslLexer::BOOLEAN && type <= IslLexer::DOUBLE;
  }

  // A name behind a name or before a type, where only a construct can begin.
  bool beginsConstruct(size_t i) const {
    if (tokens_[i + 1]->getType() != IslLexer::IDENT && !isPrimitive(i + 1)) return false;
    if (i == 0) return true;
    const size_t before = tokens_[i - 1]->getType();
    return before == IslLexer::RBRACE || before == IslLexer::SEMI;
  }

  void construct(size_t i) {
    const llvm::SMRange range = source_.range(tokens_[i]);
    std::vector<std::string> words = {"Context",  "History", "Partition",
                                      "Boundary", "TObject", "Event"};
    if (isPrimitive(i + 1)) words = {"const"};
    const std::string near = nearest(source_.text(range), words);
    if (!near.empty()) report(range, near);
  }

  // There are no functions of one's own: this is no call.
  void elseIf(size_t i) {
    const llvm::SMRange range = source_.range(tokens_[i]);
    const std::string word = source_.text(range).lower();
    if (word == "elseif" || word == "elsif" || word == "elif") report(range, "else if");
  }

  void report(llvm::SMRange range, const std::string& meant) {
    diags_.report(Diag::ForeignWord, range, {source_.text(range).str(), meant})
        .replace(range, meant);
  }

  const std::vector<antlr4::Token*>& tokens_;
  const Source& source_;
  Diagnostics& diags_;
};

}  // namespace

void reportForeign(const std::vector<antlr4::Token*>& tokens, const Source& source,
                   Diagnostics& diags) {
  Reporter(tokens, source, diags).run();
}

}  // namespace isl::parse
