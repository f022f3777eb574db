#include "Driver.h"

int main(int argc, char** argv) {
  isl::DriverOptions options;
  int status = isl::parseArguments(argc, argv, options);
  return status >= 0 ? status : isl::runDriver(options, argv[0]);
}
