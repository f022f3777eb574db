#include "report/FileWriter.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "report/Report.h"

namespace isl::report {
namespace {

std::string directoryOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// A pipe that nobody reads must not hold up the exit.
constexpr int kWaitForReaderMs = 2000, kWaitForRoomMs = 5000, kStepMs = 20;

// 0 or errno.
int writeAll(int fd, const std::string& content) {
  const char* from = content.data();
  size_t left = content.size();
  while (left > 0) {
    const ssize_t written = write(fd, from, left);
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) return errno;
      pollfd room{fd, POLLOUT, 0};
      if (poll(&room, 1, kWaitForRoomMs) == 0) return ETIMEDOUT;
      continue;
    }
    from += written;
    left -= static_cast<size_t>(written);
  }
  return 0;
}

// A descriptor, or -errno.
int openInPlace(const std::string& path) {
  for (int waited = 0;; waited += kStepMs) {
    const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0) return fd;
    if (errno != ENXIO || waited >= kWaitForReaderMs) return -errno;
    usleep(kStepMs * 1000);
  }
}

int writeInPlace(const std::string& path, const std::string& content) {
  const int fd = openInPlace(path);
  if (fd < 0) return -fd;
  const int error = writeAll(fd, content);
  return close(fd) != 0 && error == 0 ? errno : error;
}

int writeTemporary(const std::string& temporary, const std::string& content) {
  // 0666 and the umask: a report is read by others than the one who ran the program.
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  int error = writeAll(fd, content);
  if (error == 0 && fsync(fd) != 0) error = errno;
  if (close(fd) != 0 && error == 0) error = errno;
  if (error != 0) unlink(temporary.c_str());
  return error;
}

// Makes the rename itself durable. Some file systems refuse it; the content is safe already.
void syncDirectory(const std::string& directory) {
  const int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

int replace(const std::string& path, const std::string& content) {
  static std::atomic<unsigned> serial{0};
  const std::string temporary =
      path + ".tmp-" + std::to_string(getpid()) + "-" + std::to_string(serial++);
  int error = writeTemporary(temporary, content);
  if (error == EEXIST) {
    // Left by a killed process with the same pid (containers begin at 1 again).
    unlink(temporary.c_str());
    error = writeTemporary(temporary, content);
  }
  if (error != 0) return error;
  if (rename(temporary.c_str(), path.c_str()) != 0) {
    error = errno;
    unlink(temporary.c_str());
    return error;
  }
  syncDirectory(directoryOf(path));
  return 0;
}

int writeTo(const std::string& path, const std::string& content) {
  struct stat info {};
  if (stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return EISDIR;
    // A rename would replace the device or pipe by a file.
    if (!S_ISREG(info.st_mode)) return writeInPlace(path, content);
    // Likewise a symbolic link: its target is what the user named.
    if (char* real = realpath(path.c_str(), nullptr)) {
      const std::string target(real);
      free(real);
      return replace(target, content);
    }
  }
  return replace(path, content);
}

std::string adviceFor(const std::string& path, int error) {
  const std::string directory = "`" + directoryOf(path) + "`";
  switch (error) {
    case ENOENT:
      return "the directory " + directory + " does not exist: create it or name another path";
    case ENOTDIR:
      return "a part of " + directory + " is a file, not a directory: name another path";
    case EISDIR: return "it is a directory: name a file in it";
    case EACCES:
    case EPERM:
      return "this user may not write in " + directory + ": change its rights or name another path";
    case EROFS: return directory + " is on a read-only file system: name a path on another one";
    case ENOSPC:
      return "the disk of " + directory +
             " is full: free some space or name a path on another disk";
    case EFBIG: return "it passes the limit on file sizes: raise the limit (ulimit -f)";
    case EDQUOT:
      return "the disk quota in " + directory + " is used up: free some space or name another path";
    case ENAMETOOLONG: return "the name is too long: name a shorter path";
    case EMFILE:
    case ENFILE: return "too many files are open: raise the limit (ulimit -n)";
    case ENXIO: return "nobody reads it: start its reader first or name a file";
    case ETIMEDOUT: return "its reader stopped reading: name a file";
    default: return "check the path or name another one";
  }
}

}  // namespace

std::string explainWriteError(const std::string& path, int error) {
  // What was there before is whole: the new text goes to a temporary file first.
  struct stat info {};
  const bool kept = stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
  return "cannot write the report to `" + path + "` (" + strerror(error) +
         "): " + adviceFor(path, error) + (kept ? "; the earlier report stays as it is" : "");
}

Status writeFileAtomically(const std::string& path, const std::string& content) {
  const int error = path.empty() ? ENOENT : writeTo(path, content);
  if (error == 0) return {};
  return Error{explainWriteError(path, error)};
}

}  // namespace isl::report
