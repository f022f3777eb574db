// ANTLR's error recovery with the compiler's own words: none of ANTLR's messages is ever shown.
#pragma once

#include "parse/Source.h"

namespace isl::parse {

class ErrorStrategy : public antlr4::DefaultErrorStrategy {
 public:
  ErrorStrategy(Diagnostics& diags, const Source& source) : diags_(diags), source_(source) {}

 protected:
  void sync(antlr4::Parser* parser) override;
  void reportNoViableAlternative(antlr4::Parser* parser,
                                 const antlr4::NoViableAltException& e) override;
  void reportInputMismatch(antlr4::Parser* parser,
                           const antlr4::InputMismatchException& e) override;
  void reportUnwantedToken(antlr4::Parser* parser) override;
  void reportMissingToken(antlr4::Parser* parser) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;

 private:
  void report(antlr4::Parser* parser, antlr4::Token* token,
              const antlr4::misc::IntervalSet& expected);
  llvm::SMRange behindPrevious(antlr4::Parser* parser, antlr4::Token* token) const;
  bool isEcho(antlr4::Token* token);
  bool reportWordOperator(antlr4::Parser* parser, antlr4::Token* token);
  antlr4::Token* takeReserved(antlr4::Parser* parser, antlr4::Token* token);
  std::string describe(antlr4::Token* token) const;

  Diagnostics& diags_;
  const Source& source_;
  size_t lastLine_ = 0;  // of the last error
};

}  // namespace isl::parse
