#include "Child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace isl::tool {

namespace {

// Blocks the signals that isl waits for, so that none is lost between two waits.
class WaitedSignals {
 public:
  WaitedSignals() {
    sigemptyset(&set_);
    for (int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&set_, signal);
    sigprocmask(SIG_BLOCK, &set_, &before_);
  }
  ~WaitedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  WaitedSignals(const WaitedSignals&) = delete;
  WaitedSignals& operator=(const WaitedSignals&) = delete;

  const sigset_t& set() const { return set_; }
  const sigset_t& before() const { return before_; }

 private:
  sigset_t set_, before_;
};

[[noreturn]] void execute(const std::vector<std::string>& command, const sigset_t& mask,
                          int report) {
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  const int error = errno;
  // Nothing can be done about a failed write: the parent sees the exit status then.
  if (write(report, &error, sizeof error) < 0) _exit(127);
  _exit(error == ENOENT ? 127 : 126);
}

int shellStatus(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

ChildResult notStarted(const std::string& command, int error) {
  ChildResult result;
  result.status = error == ENOENT ? 127 : 126;
  result.error = fmt::format("cannot run `{}`: {}", command, strerror(error));
  return result;
}

ChildResult await(pid_t child, const WaitedSignals& signals, const std::function<void()>& tick) {
  ChildResult result;
  const timespec half{0, 500'000'000};
  for (;;) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      result.status = shellStatus(status);
      return result;
    }
    siginfo_t info{};
    const int signal = sigtimedwait(&signals.set(), &info, &half);
    if (signal < 0) {
      tick();
    } else if (signal != SIGCHLD) {
      result.signal = signal;
      // The terminal signals the whole foreground group, the command included.
      if (info.si_code != SI_KERNEL) kill(child, signal);
    }
  }
}

}  // namespace

ChildResult runChild(const std::vector<std::string>& command, const std::function<void()>& tick) {
  const WaitedSignals signals;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return notStarted(command[0], errno);
  const pid_t child = fork();
  if (child == 0) execute(command, signals.before(), ends[1]);
  const int forkError = errno;
  close(ends[1]);
  int error = 0;
  const ssize_t got = child > 0 ? read(ends[0], &error, sizeof error) : 0;
  close(ends[0]);
  if (child < 0) return notStarted(command[0], forkError);
  if (got == sizeof error) {
    waitpid(child, nullptr, 0);
    return notStarted(command[0], error);
  }
  return await(child, signals, tick);
}

}  // namespace isl::tool
