#include "Collect.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>

#include "Merge.h"
#include "SourceLines.h"
#include "Strict.h"
#include "report/Format.h"

namespace isl::tool {

namespace {

Status writeViews(const RunFolder& folder, const report::Report& report) {
  constexpr uint32_t kTop = 20;
  const std::pair<const char*, std::string> views[] = {
      {"/report.json", report::toJson(report)},
      {"/report.txt", report::toText(report, kTop)},
      {"/report.html", report::toHtml(report, sourceLines({}))}};
  for (const auto& [name, content] : views) {
    Status written = report::writeFileAtomically(folder.directory() + name, content);
    if (!written) return written;
  }
  return {};
}

// `java -version` and the like: a JVM without a main class that ended before its first check. Start scripts
// call it; it has nothing to say, and must not look like a test run that was too short.
bool ranNoProgram(const report::Report& report, std::vector<JournalEntry>& journal) {
  if (!report.run.mainClass.empty() || !report.checks.empty()) return false;
  const auto pid = static_cast<long>(report.run.pid);
  for (JournalEntry& entry : journal) {
    if (entry.state == "watched" && entry.main.empty() && entry.pid == pid) entry.state = "idle";
  }
  return true;
}

// It saw less than it was to see, and more work is no advice for it.
void sayItWasCutShort(report::Report& report) {
  if (report.run.complete) return;
  for (report::Spec& spec : report.specs) {
    if (spec.verdict != "inconclusive") continue;
    spec.verdictWhy = fmt::format(
        "process {} was killed, crashed (hs_err_pid{}.log tells why) or still runs, and so far {}",
        report.run.pid, report.run.pid, spec.verdictWhy.substr(0, spec.verdictWhy.find(": ")));
  }
}

bool isAsserted(const report::Spec& spec) {
  return spec.maxAllowedVso > 0 || spec.maxAllowedPaperVso > 0 || spec.maxAllowedIdle > 0;
}

}  // namespace

// JVMs that outlive the command (forks of a build that was interrupted) get a moment to write their
// last report.
void waitForJvms(const RunFolder& folder) {
  for (int tenths = 0; tenths < 50; ++tenths) {
    const std::vector<JournalEntry> journal = folder.readJournal();
    const bool running = std::any_of(journal.begin(), journal.end(), [](const JournalEntry& entry) {
      return entry.state == "watched" && kill(static_cast<pid_t>(entry.pid), 0) == 0;
    });
    if (!running) return;
    usleep(100'000);
  }
}

Outcome collect(const RunFolder& folder, Baseline* baseline) {
  Outcome out;
  out.facts.directory = folder.directory();
  out.facts.journal = folder.readJournal();
  std::vector<report::Report> reports;
  for (const std::string& path : folder.reports()) {
    Result<Loaded> loaded = loadReport(path);
    if (loaded && ranNoProgram(loaded->report, out.facts.journal)) continue;
    const Status applied = !loaded    ? Status(loaded.error())
                           : baseline ? baseline->apply(*loaded)
                                      : Status();
    if (!applied) {
      out.facts.damaged.push_back(applied.message());
      continue;
    }
    if (std::string leftOut = leftOutOf(path, loaded->unknown); !leftOut.empty())
      out.facts.remarks.push_back(std::move(leftOut));
    out.facts.withReport.push_back(static_cast<long>(loaded->report.run.pid));
    if (!loaded->report.run.complete)
      out.facts.cutShort.push_back(static_cast<long>(loaded->report.run.pid));
    sayItWasCutShort(loaded->report);
    reports.push_back(std::move(loaded->report));
  }
  if (baseline) {
    for (std::string& remark : baseline->remarks()) out.facts.remarks.push_back(std::move(remark));
  }
  size_t watched = 0;
  for (const JournalEntry& entry : out.facts.journal) watched += entry.state == "watched" ? 1 : 0;
  out.lost = std::any_of(out.facts.journal.begin(), out.facts.journal.end(),
                         [](const JournalEntry& entry) { return entry.state == "lost"; });
  out.doubtful = !out.facts.damaged.empty() || reports.size() < watched || reports.empty();
  out.unseen = reports.empty();
  if (out.unseen) {
    fmt::print(stderr, "{}", summarize(nullptr, out.facts));
    return out;
  }
  out.metNothing = metNothing(reports);
  const report::Report report = mergeReports(std::move(reports));
  for (const report::Spec& spec : report.specs) {
    out.failed = out.failed || spec.verdict == "fail";
    const bool open = spec.verdict == "inconclusive";
    out.doubtful = out.doubtful || open;
    out.undecided = out.undecided || (open && isAsserted(spec));
  }
  out.written = writeViews(folder, report);
  fmt::print(stderr, "{}", summarize(&report, out.facts));
  return out;
}

bool sayMetNothing(const Outcome& outcome, const char* hint) {
  for (const std::string& what : outcome.metNothing)
    fmt::print(stderr, "isl: FAIL: {}{}\n", report::plainText(what), hint);
  return !outcome.metNothing.empty();
}

}  // namespace isl::tool
