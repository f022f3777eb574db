// Everything that the compiler knows of one text.
#pragma once

#include <memory>
#include <string>

#include "Driver.h"
#include "lower/Plan.h"
#include "lsp/Lines.h"
#include "lsp/Symbols.h"
#include "parse/Lex.h"
#include "sema/Checker.h"

namespace isl::lsp {

// What texts are analysed with.
struct Settings {
  Settings() = default;
  explicit Settings(const DriverOptions& all) : options(all) { readClasses(); }

  DriverOptions options;          // those of the language and of warnings count
  std::set<std::string> classes;  // of the class path, as in `java/util/Map$Entry`

  // To be called when the class path has changed.
  void readClasses() { classes = sema::classesOf(options.classpath); }
};

class Analysis {
 public:
  // `path` names the text in the plan.
  Analysis(const std::string& text, const std::string& path, const Settings& settings);
  Analysis(const Analysis&) = delete;

  llvm::StringRef text() const { return text_; }
  const Lines& lines() const { return lines_; }
  // The text as tokens; those that the parser would see, in their order.
  const std::vector<parse::Lexeme>& lexemes() const { return lexemes_; }
  const std::vector<parse::Lexeme>& visible() const { return visible_; }

  // Sorted by place.
  const std::vector<Message>& messages() const { return diags_.messages(); }
  bool hasErrors() const { return diags_.hasErrors(); }

  // Null where the text has syntax errors.
  const ast::Program* program() const { return program_; }
  const sema::Model* model() const { return model_.get(); }
  const Symbols& symbols() const { return symbols_; }
  // Null where the text has errors.
  const lower::Plan* plan() const { return plan_.get(); }

  Span span(llvm::SMRange range) const;
  llvm::StringRef text(Span span) const { return text_.slice(span.begin, span.end); }
  llvm::json::Object range(Span span) const { return lines_.range(span); }
  llvm::json::Object range(llvm::SMRange range) const { return lines_.range(span(range)); }

 private:
  llvm::SourceMgr sources_;
  Diagnostics diags_;
  llvm::StringRef text_;
  Lines lines_;
  std::vector<parse::Lexeme> lexemes_, visible_;
  ast::Arena arena_;
  const ast::Program* program_ = nullptr;
  std::unique_ptr<sema::Model> model_;
  Symbols symbols_;
  std::unique_ptr<lower::Plan> plan_;
};

}  // namespace isl::lsp
