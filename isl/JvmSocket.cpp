#include "JvmSocket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace isl::tool {

namespace {

namespace fs = llvm::sys::fs;

constexpr size_t kLongestArgument = 1023;  // of HotSpot's reader, without its end
constexpr int kWaitTenths = 100;

std::string contentOf(const std::string& file) {
  auto buffer = llvm::MemoryBuffer::getFileAsStream(file);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

// The last word of a line of /proc/PID/status.
std::string entryOf(const std::string& status, const std::string& name) {
  llvm::SmallVector<llvm::StringRef, 64> lines;
  llvm::StringRef(status).split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines) {
    if (!line.consume_front(name + ":")) continue;
    llvm::SmallVector<llvm::StringRef, 4> words;
    llvm::SplitString(line, words);
    return words.empty() ? "" : words.back().str();
  }
  return "";
}

bool sameFiles(const std::string& a, const std::string& b) {
  char link[2][128] = {};
  return readlink(a.c_str(), link[0], sizeof link[0] - 1) > 0 &&
         readlink(b.c_str(), link[1], sizeof link[1] - 1) > 0 && strcmp(link[0], link[1]) == 0;
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  const int fd_;
};

// A JVM listens from the first request on: a file with its number beside it, and the signal that makes it look.
Status openDoor(const JvmProcess& jvm, const std::string& socket) {
  if (fs::exists(socket)) return {};
  const std::string file = fmt::format("/proc/{}/root/tmp/.attach_pid{}", jvm.pid, jvm.inside);
  if (const Descriptor made(open(file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
      made.get() < 0) {
    return Error{
        fmt::format("cannot make {}: {}; attach as the user of the JVM", file, strerror(errno))};
  }
  bool open = kill(static_cast<pid_t>(jvm.pid), SIGQUIT) == 0;
  const int error = errno;
  for (int tenths = 0; open && tenths < kWaitTenths && !fs::exists(socket); tenths++) {
    usleep(100'000);
  }
  fs::remove(file);
  if (!open) return Error{fmt::format("cannot signal process {}: {}", jvm.pid, strerror(error))};
  if (fs::exists(socket)) return {};
  return Error{fmt::format(
      "JVM {} does not answer within 10 s: it is stopped, too busy, or was started with "
      "-XX:+DisableAttachMechanism",
      jvm.pid)};
}

bool sendAll(int fd, const std::string& text) {
  size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t n = send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<size_t>(n);
  }
  return true;
}

std::string receiveAll(int fd) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    text.append(buffer, static_cast<size_t>(n));
  }
}

}  // namespace

Result<JvmProcess> findJvm(const std::string& pid, const std::string& proc) {
  JvmProcess jvm;
  if (llvm::StringRef(pid).getAsInteger(10, jvm.pid) || jvm.pid <= 0)
    return Error{fmt::format("`{}` is no process id", pid)};
  const std::string own = proc + "/" + pid;
  const std::string status = contentOf(own + "/status");
  if (status.empty()) return Error{fmt::format("there is no process {}", pid)};
  const std::string maps = contentOf(own + "/maps");
  if (maps.empty())
    return Error{fmt::format("process {} may not be looked at: attach as its user", pid)};
  jvm.hasJvm = maps.find("/libjvm.so") != std::string::npos;
  if (llvm::StringRef(entryOf(status, "NSpid")).getAsInteger(10, jvm.inside)) jvm.inside = jvm.pid;
  uint64_t caught = 0;
  llvm::StringRef(entryOf(status, "SigCgt")).getAsInteger(16, caught);
  jvm.catchesQuit = (caught >> (SIGQUIT - 1) & 1) != 0;
  jvm.sharesFiles = sameFiles(own + "/ns/mnt", proc + "/self/ns/mnt");
  return jvm;
}

Status readAnswer(const std::string& answer) {
  const auto [status, text] = llvm::StringRef(answer).split('\n');
  if (answer.empty()) return Error{"the JVM closed the connection without an answer"};
  if (status.trim() == "0" && (text.trim() == "return code: 0" || text.trim() == "0")) return {};
  const std::string words = text.trim().str();
  if (text.contains("Dynamic agent loading is not enabled"))
    return Error{"the JVM was started with -XX:-EnableDynamicAgentLoading: agents are given at its "
                 "start only"};
  return Error{fmt::format("the JVM did not take the agent: {}",
                           words.empty() ? "status " + status.str() : words)};
}

Status loadThrough(const std::string& path, const std::string& agent, const std::string& options) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    return Error{fmt::format("the path of the JVM's socket {} is too long", path)};
  memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const Descriptor door(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (door.get() < 0 ||
      connect(door.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return Error{fmt::format("cannot connect to {}: {}", path, strerror(errno))};
  std::string request;
  for (const std::string& part :
       {std::string("1"), std::string("load"), agent, std::string("true"), options}) {
    request += part + '\0';
  }
  if (!sendAll(door.get(), request))
    return Error{fmt::format("cannot write to {}: {}", path, strerror(errno))};
  return readAnswer(receiveAll(door.get()));
}

Status loadAgent(const JvmProcess& jvm, const std::string& agent, const std::string& options) {
  if (agent.size() > kLongestArgument || options.size() > kLongestArgument)
    return Error{fmt::format(
        "the agent's path or its options are longer than {} bytes, which the JVM does not read: "
        "choose a shorter --report-dir",
        kLongestArgument)};
  const std::string socket = fmt::format("/proc/{}/root/tmp/.java_pid{}", jvm.pid, jvm.inside);
  if (Status open = openDoor(jvm, socket); !open) return open;
  return loadThrough(socket, agent, options);
}

}  // namespace isl::tool
