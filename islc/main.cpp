#include "Driver.h"
#include "format/Format.h"
#include "lsp/Server.h"
#include "llvm/Support/raw_ostream.h"

static int runCompiler(int argc, char** argv) {
  if (argc > 1 && llvm::StringRef(argv[1]) == "fmt") return isl::format::run(argc - 2, argv + 2);
  isl::DriverOptions options;
  int status = isl::parseArguments(argc, argv, options);
  if (status >= 0) return status;
  return options.lsp ? isl::lsp::serve(options, argv[0]) : isl::runDriver(options, argv[0]);
}

int main(int argc, char** argv) {
  const int status = runCompiler(argc, argv);
  llvm::raw_fd_ostream& out = llvm::outs();
  out.flush();
  if (!out.has_error()) return status;
  llvm::errs() << "islc: error: cannot write to standard output: " << out.error().message() << "\n";
  out.clear_error();  // or LLVM aborts
  return 2;
}
