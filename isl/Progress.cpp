#include "Progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "ReportFile.h"
#include "report/Format.h"
#include "llvm/Support/FileSystem.h"

namespace isl::tool {

Progress::Progress(const RunFolder& folder, bool quiet, unsigned seconds)
    : folder_(folder), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0),
      interval_(seconds > 0 ? seconds
                : terminal_ ? 2
                            : 60) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

// Only reports that changed are read again.
void Progress::refresh() {
  for (const std::string& path : folder_.reports()) {
    llvm::sys::fs::file_status status;
    if (llvm::sys::fs::status(path, status)) continue;
    Seen& seen = seen_[path];
    const int64_t stamp = status.getLastModificationTime().time_since_epoch().count();
    if (stamp == seen.stamp) continue;
    const Result<Loaded> loaded = loadReport(path);
    if (!loaded) continue;  // said at the end, if it stays so
    const report::Report& report = loaded->report;
    seen = Seen();
    seen.stamp = stamp;
    seen.checks = report.checks.size();
    for (const report::Check& check : report.checks) {
      seen.costMs += check.costMs;
      seen.slowestMs = std::max(seen.slowestMs, check.costMs);
      for (const report::CheckSpec& spec : check.specs) seen.vso[spec.spec] = spec.vso;
    }
  }
}

std::string Progress::status() {
  refresh();
  size_t checks = 0;
  double costMs = 0, slowestMs = 0;
  std::map<std::string, double> worst;
  for (const auto& [path, seen] : seen_) {
    checks += seen.checks;
    costMs += seen.costMs;
    slowestMs = std::max(slowestMs, seen.slowestMs);
    for (const auto& [spec, vso] : seen.vso) worst[spec] = std::max(worst[spec], vso);
  }
  if (checks == 0) return "no check yet";
  std::string text =
      fmt::format("{}, {} ({:.1f} s, slowest {:.1f} s)", report::counted(seen_.size(), "JVM"),
                  report::counted(checks, "check"), costMs / 1000, slowestMs / 1000);
  for (const auto& [spec, vso] : worst)
    text += fmt::format(", {} VSO {:.2f}", report::plainText(spec), vso);
  return text;
}

void Progress::tick() {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < interval_) return;
  last_ = now;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  std::string text = fmt::format("isl: {}:{:02} {}", seconds / 60, seconds % 60, status());
  if (!terminal_) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  winsize size{};
  const size_t width =
      ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1U : 79U;
  if (text.size() > width) text.resize(width);
  // The cursor goes back to the first column, so that the command's next line takes this one's place.
  fmt::print(stderr, "\r\x1b[K{}\r", text);
  drawn_ = true;
}

}  // namespace isl::tool
