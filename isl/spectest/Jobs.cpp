#include "spectest/Jobs.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>

extern char** environ;

namespace isl::tool {

namespace {

using Clock = std::chrono::steady_clock;

struct Running {
  pid_t pid;
  size_t job;
  Clock::time_point until;
};

// 0 when it could not be started.
pid_t start(const Job& job) {
  std::vector<char*> words;
  for (const std::string& word : job.command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, job.out.c_str(), kWrite, 0644);
  posix_spawn_file_actions_addopen(&files, 2, job.err.c_str(), kWrite, 0644);
  pid_t pid = 0;
  const int failed = posix_spawn(&pid, words[0], &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  return failed == 0 ? pid : 0;
}

}  // namespace

std::vector<JobResult> runJobs(const std::vector<Job>& jobs, unsigned width,
                               const std::function<void(size_t)>& ended) {
  std::vector<JobResult> results(jobs.size());
  std::vector<Running> running;
  size_t next = 0;
  while (next < jobs.size() || !running.empty()) {
    while (next < jobs.size() && running.size() < width) {
      const pid_t pid = start(jobs[next]);
      if (pid > 0) {
        running.push_back({pid, next, Clock::now() + std::chrono::seconds(jobs[next].seconds)});
      } else {
        results[next].status = 127;
        ended(next);
      }
      ++next;
    }
    for (size_t i = 0; i < running.size();) {
      Running& each = running[i];
      JobResult& result = results[each.job];
      if (!result.tooLong && Clock::now() > each.until) {
        result.tooLong = true;
        kill(each.pid, SIGKILL);
      }
      int status = 0;
      if (waitpid(each.pid, &status, WNOHANG) != each.pid) {
        ++i;
        continue;
      }
      result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
      ended(each.job);
      running.erase(running.begin() + static_cast<ptrdiff_t>(i));
    }
    usleep(5'000);
  }
  return results;
}

}  // namespace isl::tool
