#include "lsp/Analysis.h"

#include "parse/Parser.h"
#include "sema/Jdk.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace isl::lsp {

static llvm::StringRef keep(llvm::SourceMgr& sources, const std::string& text,
                            const std::string& path) {
  unsigned id = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, path), {});
  return sources.getMemoryBuffer(id)->getBuffer();
}

Analysis::Analysis(const std::string& text, const std::string& path, const Settings& settings)
    : diags_(sources_), text_(keep(sources_, text, path)), lines_(text_),
      lexemes_(parse::lexemes(text_)) {
  const DriverOptions& options = settings.options;
  for (const parse::Lexeme& lexeme : lexemes_) {
    if (lexeme.isVisible()) visible_.push_back(lexeme);
  }
  diags_.options = options.diags;
  program_ = parse::parse(diags_, sources_.getMainFileID(), arena_);
  if (program_) {
    sema::Options language;
    language.defines = options.defines;
    language.strict = options.strict;
    language.paper = options.paper;
    language.classpath = options.classpath;
    language.classes = &settings.classes;
    language.jdk = sema::JdkClasses::installed();
    model_ = sema::analyze(*program_, language, diags_);
    symbols_ = Symbols(*program_, *model_, text_);
  }
  if (model_ && !diags_.hasErrors()) {
    lower::Options lowering;
    lowering.name = llvm::sys::path::stem(path).str();
    lowering.source = path;
    lowering.paper = options.paper;
    plan_ = lower::lower(*model_, lowering);
    lower::remarks(*plan_, diags_);
  }
  diags_.sort();
}

Span Analysis::span(llvm::SMRange range) const {
  if (!range.isValid()) return {};
  return {static_cast<size_t>(range.Start.getPointer() - text_.data()),
          static_cast<size_t>(range.End.getPointer() - text_.data())};
}

}  // namespace isl::lsp
