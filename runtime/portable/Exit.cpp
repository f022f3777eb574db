#include "portable/Exit.h"

// Weak, so that the loader of a C library without it leaves null and does not refuse the agent.
extern "C" int on_exit(void (*)(int, void*), void*) __attribute__((weak));

namespace isl {

bool atExitWithStatus(void (*handler)(int, void*), void* argument) {
  return on_exit != nullptr && on_exit(handler, argument) == 0;
}

}  // namespace isl
