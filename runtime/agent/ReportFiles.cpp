#include "agent/ReportFiles.h"

#include <unistd.h>

#include "agent/JvmFilter.h"
#include "base/Log.h"
#include "verdict/Verdict.h"

namespace isl {

static constexpr uint64_t kSnapshotEveryMs = 2000;  // how old the report on disk may get
static constexpr double kSnapshotPart = 100;        // so many times its own CPU time

Status ReportFiles::claim() {
  std::string* const paths[] = {&options_.report, &options_.text, &options_.html};
  const auto isFile = [](const std::string& path) { return !path.empty() && path != "stderr"; };
  for (std::string* path : paths) {
    if (!isFile(*path)) continue;
    Status writable = report::checkWritable(*path);
    if (!writable) return writable;
  }
  for (size_t i = 0; i < 3; i++) {
    if (!isFile(*paths[i])) continue;
    const std::string wanted = *paths[i];
    *paths[i] = claims_[i].claim(wanted);
    if (*paths[i] != wanted) {
      logLine(LogLevel::Warn,
              "%s is being written by another process: this one writes %s (give every "
              "process its own path with %%p)",
              wanted.c_str(), paths[i]->c_str());
    }
  }
  return {};
}

void ReportFiles::release() {
  for (report::PathClaim& claim : claims_) claim.release();
}

bool ReportFiles::isFresh(uint64_t nowMs, double cpuMs) const {
  return lastWriteMs_ != 0 && (nowMs - lastWriteMs_ < kSnapshotEveryMs || cpuMs < nextCpuMs_);
}

void ReportFiles::wroteAt(uint64_t nowMs, double cpuMs, double tookMs) {
  lastWriteMs_ = nowMs;
  nextCpuMs_ = cpuMs + kSnapshotPart * tookMs;
}

bool ReportFiles::write(const report::Report& report) {
  return writeView(options_.report, report::toJson(report));
}

void ReportFiles::noteLoss(const std::string& command) {
  if (noteInJournal(options_, "lost", command)) return;
  unlink(options_.report.c_str());
  noteInJournal(options_, "lost", command);
}

bool ReportFiles::writeView(const std::string& path, const std::string& content) {
  const Status written = report::writeFileAtomically(path, content);
  const std::string error = written ? "" : written.message();
  // Tried again with every snapshot; said once.
  if (!written && error != lastError_) logLine(LogLevel::Error, "%s", error.c_str());
  lastError_ = error;
  return static_cast<bool>(written);
}

void ReportFiles::announce(const report::Report& report) {
  const std::string text = report::toText(report, options_.top);
  if (options_.text == "stderr")
    sayOnStderr(text);
  else if (!options_.text.empty())
    writeView(options_.text, text);
  if (!options_.html.empty()) writeView(options_.html, report::toHtml(report));
  if (options_.strict) {
    for (const std::string& failure : strictFailures(report)) {
      failed_ = true;
      sayOnStderr("isl: strict: " + failure + "\n");
    }
  }
  for (const report::Spec& spec : report.specs) {
    if (spec.verdict != "fail") continue;
    if (options_.exitCode == 0) continue;  // whoever reads the report decides, and says so
    failed_ = true;
    if (options_.text != "stderr") {
      sayOnStderr("isl: spec " + spec.name + " failed: " + spec.verdictWhy +
                  "; report: " + options_.report + "\n");
    }
  }
}

}  // namespace isl
