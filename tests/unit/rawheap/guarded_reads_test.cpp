// A bad read ends the work, not the process.
#include "rawheap/GuardedReads.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>

#include <thread>

#include "rawheap/Memory.h"

namespace isl::rawheap {
namespace {

volatile uint64_t sink;

TEST(GuardedReads, EndTheWorkAtABadRead) {
  GuardedReads guard;
  ASSERT_TRUE(guard.installed());
  for (int i = 0; i < 3; ++i) {
    Reason reason;
    volatile uint64_t bad = 0x1238;
    volatile bool after = false;
    EXPECT_FALSE(guard.run(reason, [&] {
      sink = loadWord(bad);
      after = true;
      return true;
    }));
    EXPECT_FALSE(after);
    EXPECT_STREQ(reason.text, "a read at 0x1238 failed");
  }
  Reason reason;
  EXPECT_TRUE(guard.run(reason, [] { return true; }));
  EXPECT_FALSE(guard.run(reason, [] { return false; }));
  EXPECT_FALSE(reason.given());
}

TEST(GuardedReads, LeaveTheSignalUnblocked) {
  GuardedReads guard;
  Reason reason;
  volatile uint64_t bad = 8;
  guard.run(reason, [&] { return (sink = loadWord(bad)) != 0; });
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  EXPECT_EQ(sigismember(&blocked, SIGSEGV), 0);
}

volatile uint64_t hits = 0;
volatile char* page = nullptr;
// As the VM's handler does: repairs the cause, and the access is done again.
void repair(int, siginfo_t*, void*) {
  hits = hits + 1;
  mprotect(const_cast<char*>(page), 4096, PROT_READ | PROT_WRITE);
}

TEST(GuardedReads, PassSignalsOfOthersOn) {
  page = static_cast<char*>(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  struct sigaction action = {}, before, now;
  action.sa_sigaction = repair;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
  hits = 0;
  {
    GuardedReads guard;
    Reason reason;
    EXPECT_TRUE(guard.run(reason, [] {
      std::thread([] { sink = static_cast<uint64_t>(page[0]); }).join();
      return true;
    }));
    EXPECT_EQ(hits, 1u);
    // On this thread, but outside of guarded work.
    mprotect(const_cast<char*>(page), 4096, PROT_NONE);
    sink = static_cast<uint64_t>(page[0]);
    EXPECT_EQ(hits, 2u);
  }
  sigaction(SIGSEGV, &before, &now);
  EXPECT_EQ(now.sa_sigaction, repair) << "the old handler is back";
  munmap(const_cast<char*>(page), 4096);
}

TEST(GuardedReads, AreForOnePassAtATime) {
  GuardedReads first;
  {
    GuardedReads second;
    EXPECT_FALSE(second.installed());
    Reason reason;
    EXPECT_FALSE(second.run(reason, [] { return true; }));
    EXPECT_NE(reason.text[0], '\0');
  }
  EXPECT_TRUE(first.installed());
  volatile uint64_t bad = 16;
  Reason reason;
  EXPECT_FALSE(first.run(reason, [&] { return (sink = loadWord(bad)) != 0; }));
}

}  // namespace
}  // namespace isl::rawheap
