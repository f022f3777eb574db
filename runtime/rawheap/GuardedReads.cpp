#include "rawheap/GuardedReads.h"

#include <pthread.h>
#include <signal.h>
#include <ucontext.h>

#include <atomic>

namespace isl::rawheap {
namespace {

// Globals, because a handler has no other arguments; a thread-local one might allocate when first touched.
std::atomic<bool> taken{false};
std::atomic<sigjmp_buf*> target{nullptr};
std::atomic<pthread_t> marker{};
std::atomic<uint64_t> faultAt{0};
struct sigaction before[2];

void passOn(int signal, siginfo_t* info, void* context) {
  const struct sigaction& old = before[signal == SIGSEGV ? 0 : 1];
  if ((old.sa_flags & SA_SIGINFO) != 0) {
    old.sa_sigaction(signal, info, context);
  } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
    old.sa_handler(signal);
  } else {
    // By default the process ends: the access is done again with the default in force.
    sigaction(signal, &old, nullptr);
  }
}

void onSignal(int signal, siginfo_t* info, void* context) {
  sigjmp_buf* const back = target.load();
  if (back == nullptr || pthread_equal(marker.load(), pthread_self()) == 0)
    return passOn(signal, info, context);
  target.store(nullptr);
  faultAt.store(reinterpret_cast<uint64_t>(info->si_addr));
  // The jump leaves blocked what is blocked during the handler.
  pthread_sigmask(SIG_SETMASK, &static_cast<const ucontext_t*>(context)->uc_sigmask, nullptr);
  siglongjmp(*back, 1);
}

// With the flags and the mask of the handler that was there, which may get the signal.
bool replace(int signal, struct sigaction& old) {
  if (sigaction(signal, nullptr, &old) != 0) return false;
  struct sigaction action = old;
  action.sa_sigaction = onSignal;
  action.sa_flags |= SA_SIGINFO;
  return sigaction(signal, &action, nullptr) == 0;
}

}  // namespace

GuardedReads::GuardedReads() {
  if (taken.exchange(true)) return;
  if (!replace(SIGSEGV, before[0])) {
    taken.store(false);
  } else if (!replace(SIGBUS, before[1])) {
    sigaction(SIGSEGV, &before[0], nullptr);
    taken.store(false);
  } else {
    installed_ = true;
  }
}

GuardedReads::~GuardedReads() {
  if (!installed_) return;
  sigaction(SIGSEGV, &before[0], nullptr);
  sigaction(SIGBUS, &before[1], nullptr);
  taken.store(false);
}

void GuardedReads::enter(sigjmp_buf* back) {
  marker.store(pthread_self());
  target.store(back);
}

void GuardedReads::leave() { target.store(nullptr); }

uint64_t GuardedReads::faultAddress() { return faultAt.load(); }

}  // namespace isl::rawheap
