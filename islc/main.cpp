#include "Driver.h"
#include "format/Format.h"
#include "lsp/Server.h"

int main(int argc, char** argv) {
  if (argc > 1 && llvm::StringRef(argv[1]) == "fmt") return isl::format::run(argc - 2, argv + 2);
  isl::DriverOptions options;
  int status = isl::parseArguments(argc, argv, options);
  if (status >= 0) return status;
  return options.lsp ? isl::lsp::serve(options, argv[0]) : isl::runDriver(options, argv[0]);
}
