// What a class says about lines that are not its own (SourceDebugExtension, JSR 45). Kotlin's compiler numbers the code of inlined
// functions from behind the last line of the file on, and names the line of each call in the stratum "KotlinDebug".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace isl {

class SourceMap {
 public:
  SourceMap() = default;
  // Any text; what is malformed in it is left out.
  explicit SourceMap(std::string_view extension);

  // The line of the call for a line of inlined code; every other line as it is.
  int32_t callLine(int32_t line) const;

 private:
  struct Rows {
    int32_t first = 0, last = 0;  // lines of the class
    int32_t calledFrom = 0;       // the line for the first of them
    int32_t each = 1;             // so many of them for each further line
  };
  void add(std::string_view row);

  std::vector<Rows> rows_;
};

}  // namespace isl
