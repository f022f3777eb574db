// Why the heap cannot be read directly: one sentence, lower case, without a full stop. Empty: it can.
#pragma once

#include <cstdarg>
#include <cstdio>

namespace isl::rawheap {

// Plain memory, so that it may be written while the world is stopped. The first reason stays: what follows from it
// tells the user less.
struct Reason {
  char text[240] = "";

  bool given() const { return text[0] != '\0'; }
  void clear() { text[0] = '\0'; }

  // Returns false, so that `return reason.give(...)` reports and fails.
  __attribute__((format(printf, 2, 3))) bool give(const char* format, ...) {
    if (given()) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return false;
  }
};

}  // namespace isl::rawheap
