#include "report/OutputPath.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "report/FileWriter.h"

namespace isl::report {
namespace {

// Another process may have removed the lock file between our open and our lock.
bool stillThere(int fd, const std::string& path) {
  struct stat opened {
  }, named{};
  return fstat(fd, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

bool isSpecial(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

std::string withProcessId(const std::string& path) {
  const size_t slash = path.rfind('/');
  const size_t name = slash == std::string::npos ? 0 : slash + 1;
  size_t dot = path.rfind('.');
  if (dot == std::string::npos || dot <= name) dot = path.size();
  return path.substr(0, dot) + "-" + std::to_string(getpid()) + path.substr(dot);
}

Status checkWritable(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return Error{explainWriteError(path, EISDIR)};
    // A pipe must not be opened before there is something to say.
    if (!S_ISREG(info.st_mode)) {
      if (access(path.c_str(), W_OK) == 0) return {};
      return Error{explainWriteError(path, errno)};
    }
  }
  const std::string probe = path + ".try-" + std::to_string(getpid());
  const int fd = open(probe.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return Error{explainWriteError(path, errno)};
  close(fd);
  unlink(probe.c_str());
  return {};
}

// False when another process holds it. A file system without locks cannot tell: the path is taken.
bool PathClaim::take(const std::string& path) {
  lockPath_ = path + ".lock";
  for (int attempt = 0; attempt < 100; attempt++) {
    fd_ = open(lockPath_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0) return true;
    if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      const bool held = errno == EWOULDBLOCK;
      close(fd_);
      fd_ = -1;
      return !held;
    }
    if (stillThere(fd_, lockPath_)) return true;
    close(fd_);
    fd_ = -1;
  }
  return false;
}

std::string PathClaim::claim(const std::string& path) {
  release();
  if (isSpecial(path) || take(path)) return path;
  const std::string own = withProcessId(path);
  take(own);
  return own;
}

void PathClaim::release() {
  if (fd_ < 0) return;
  unlink(lockPath_.c_str());
  close(fd_);
  fd_ = -1;
}

}  // namespace isl::report
