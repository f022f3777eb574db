// A bad read of the VM's memory must end the pass, not the program: SIGSEGV and SIGBUS of the marking thread jump out
// of the guarded work, those of other threads go to the handlers that were there (the VM's own).
//
// The handlers are installed while one of these lives and put back after. One at a time in a process. Signals that
// another library's handler installed meanwhile would be undone at the end; nothing does that at a safepoint.
#pragma once

#include <csetjmp>
#include <cstdint>

#include "rawheap/Reason.h"

namespace isl::rawheap {

class GuardedReads {
 public:
  GuardedReads();
  ~GuardedReads();
  GuardedReads(const GuardedReads&) = delete;
  GuardedReads& operator=(const GuardedReads&) = delete;

  // False: the handlers could not be installed, or another pass has them.
  bool installed() const { return installed_; }

  // Runs `work` (bool()) on this thread and returns what it does; a bad read in it gives a reason with the address and
  // returns false. No destructor of a frame inside runs then: the work owns nothing on its stack.
  template <typename Work>
  bool run(Reason& reason, Work&& work) {
    if (!installed_) return reason.give("the handler of bad reads could not be installed");
    sigjmp_buf back;
    // Not volatile: nothing of this frame changes between here and the jump.
    if (sigsetjmp(back, 0) != 0)
      return reason.give("a read at 0x%llx failed",
                         static_cast<unsigned long long>(faultAddress()));
    enter(&back);
    const bool done = work();
    leave();
    return done;
  }

 private:
  static void enter(sigjmp_buf* back);
  static void leave();
  static uint64_t faultAddress();

  bool installed_ = false;
};

}  // namespace isl::rawheap
