// What the codes of messages mean.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace isl {

struct Explanation {
  enum Shape : unsigned char { Spec, Check, Access };

  const char* code;                     // as in `E101`
  Shape shape;                          // how the examples stand in a program
  const char *meaning, *wrong, *right;  // no examples: both empty

  // "" or the handler that the examples stand in, for the tail of a heading.
  const char* where() const;
};

// The code with or without `ISL-`; null when there is none such.
const Explanation* explanationOf(llvm::StringRef code);

}  // namespace isl
