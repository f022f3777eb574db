// Values of literals, checked (E104, E105, E106, E111).
#pragma once

#include <string>

#include "Diagnostics.h"

namespace isl::parse {

struct IntValue {
  int64_t value = 0;
  bool isLong = false;
};
// `negated`: the literal is the operand of a unary minus (2147483648 is fine then).
IntValue parseInt(llvm::StringRef text, bool negated, llvm::SMRange range, Diagnostics& diags);

struct FloatValue {
  double value = 0;
  bool isFloat = false;
};
FloatValue parseFloat(llvm::StringRef text, llvm::SMRange range, Diagnostics& diags);

// The text between the quotes with escapes replaced, UTF-8.
std::string parseString(llvm::StringRef quoted, llvm::SMRange range, Diagnostics& diags);
// `forString`: a string can stand here, and was perhaps meant.
uint16_t parseChar(llvm::StringRef quoted, llvm::SMRange range, bool forString, Diagnostics& diags);

}  // namespace isl::parse
