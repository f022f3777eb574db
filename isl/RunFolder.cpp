#include "RunFolder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "report/Report.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;

// The file itself stays: removing it would let two runs lock two files of one name.
RunFolder::~RunFolder() {
  if (lock_ >= 0) close(lock_);
}

static std::string absolute(const std::string& directory) {
  llvm::SmallString<256> path(directory);
  fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

Status RunFolder::reopen(const std::string& directory) {
  directory_ = absolute(directory);
  if (fs::exists(directory_ + "/jvms")) return {};
  return Error{
      fmt::format("{} is no report folder: `isl prepare --report-dir` makes one", directory_)};
}

Status RunFolder::open(const std::string& directory) {
  directory_ = absolute(directory);
  if (directory_.find(',') != std::string::npos)
    return Error{fmt::format(
        "the report folder {} has a comma in its name, which separates agent options", directory_)};
  const bool fresh = !fs::exists(directory_);
  if (std::error_code error = fs::create_directories(directory_ + "/jvms"))
    return Error{fmt::format("cannot make the report folder {}: {}", directory_, error.message())};
  const std::string file = directory_ + "/jvms/.lock";
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0)
    return Error{
        fmt::format("cannot write in the report folder {}: {}", directory_, strerror(errno))};
  // Version control, and checks of a build that go by it (licence headers), leave the reports alone.
  // Never in a folder that was there: it may hold files of the user.
  if (fresh) {
    Status written = report::writeFileAtomically(directory_ + "/.gitignore", "*\n");
    if (!written) return written;
  }
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0)
    return Error{fmt::format(
        "another `isl run` uses the report folder {}: give this one its own with --report-dir",
        directory_)};
  for (const std::string& old : reports()) {
    fs::remove(old);
    fs::remove(old + ".lock");
  }
  fs::remove(journal());
  for (const char* name : {"/report.json", "/report.html", "/report.txt"})
    fs::remove(directory_ + name);
  return hasRoom();
}

// On a full disk the JVMs could not even say that they ran: nothing would have been watched, and nothing fails.
Status RunFolder::hasRoom() const {
  constexpr size_t kJournalAndReport =
      size_t{64} << 10;  // a report has 20 KiB at least, and is written beside the last
  const std::string probe = directory_ + "/jvms/.room";
  const Status written = report::writeFileAtomically(probe, std::string(kJournalAndReport, ' '));
  fs::remove(probe);
  return written;
}

std::string RunFolder::reportPattern() const {
  std::string out;
  for (char c : directory_) out += c == '%' ? "%%" : std::string(1, c);
  return out + "/jvms/isl-%h-%p-%t.json";
}

std::string RunFolder::journal() const { return directory_ + "/jvms/journal.txt"; }

std::vector<std::string> RunFolder::reports() const {
  std::vector<std::string> out;
  std::error_code error;
  for (fs::directory_iterator it(directory_ + "/jvms", error), end; !error && it != end;
       it.increment(error)) {
    const llvm::StringRef name = llvm::sys::path::filename(it->path());
    if (name.startswith("isl-") && name.endswith(".json")) out.push_back(it->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<JournalEntry> RunFolder::readJournal() const {
  std::vector<JournalEntry> out;
  auto buffer = llvm::MemoryBuffer::getFile(journal());
  if (!buffer) return out;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines) {
    JournalEntry entry;
    const auto [state, rest] = line.split(' ');
    const auto [pid, main] = rest.split(' ');
    entry.state = state.str();
    if (pid.getAsInteger(10, entry.pid)) continue;
    entry.main = main.str();
    out.push_back(std::move(entry));
  }
  return out;
}

void RunFolder::note(const std::string& state, const std::string& main) const {
  std::error_code error;
  llvm::raw_fd_ostream file(journal(), error, llvm::sys::fs::OF_Append);
  if (!error) file << state << ' ' << getpid() << ' ' << main << '\n';
}

}  // namespace isl::tool
