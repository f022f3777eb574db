// The last word on a process's exit status, where the C library lets one have it. glibc has on_exit; musl has
// nothing that tells a handler the status, so there an agent reports and leaves the status as it is.
#pragma once

namespace isl {

// Has `handler(status, argument)` called when the process exits, before handlers registered earlier. `argument` must
// live until then. Returns false where the C library has no such call: the handler is never called. Any thread.
bool atExitWithStatus(void (*handler)(int status, void* argument), void* argument);

}  // namespace isl
