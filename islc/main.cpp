#include "Driver.h"
#include "format/Format.h"

int main(int argc, char** argv) {
  if (argc > 1 && llvm::StringRef(argv[1]) == "fmt") return isl::format::run(argc - 2, argv + 2);
  isl::DriverOptions options;
  int status = isl::parseArguments(argc, argv, options);
  return status >= 0 ? status : isl::runDriver(options, argv[0]);
}
