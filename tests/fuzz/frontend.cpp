// The whole front end on any input: parse, check, plan, print and generate. Nothing may crash,
// hang or read out of bounds, and what is accepted must go through every later stage.
#include "codegen/Codegen.h"
#include "lower/Plan.h"
#include "parse/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace isl;
  llvm::SourceMgr sources;
  Diagnostics diags(sources);
  diags.options.perf = true;
  diags.options.disabled.clear();
  llvm::StringRef text(reinterpret_cast<const char*>(data), size);
  unsigned buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "fuzz.isl"), {});
  ast::Arena arena;
  std::string out;
  llvm::raw_string_ostream os(out);
  const ast::Program* program = parse::parse(diags, buffer, arena);
#ifndef ISL_FUZZ_PARSER
  if (program) {
    sema::Options options;
    options.strict = true;
    auto model = sema::analyze(*program, options, diags);
    if (!diags.hasErrors()) {
      lower::Options lowering;
      lowering.name = "fuzz";
      lowering.paper = size % 2 != 0;
      auto plan = lower::lower(*model, lowering);
      lower::remarks(*plan, diags);
      lower::print(*plan, os);
      const lower::Plan* plans[] = {plan.get()};
      os << codegen::emit(plans, {}, diags);
    }
  }
  printSarif(diags, os);
#else
  if (program) ast::dump(*program, os);
#endif
  diags.print(os);
  return 0;
}
