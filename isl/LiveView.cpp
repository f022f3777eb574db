#include "LiveView.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/Format.h"
#include "report/Wording.h"
#include "verdict/Findings.h"

namespace isl::tool {

using report::Finding;
using report::Report;
using report::Spec;

namespace {

struct LiveFinding {
  const Report* report;
  const Spec* spec;
  const Finding* finding;
};

std::vector<LiveFinding> findingsOf(const std::vector<Report>& reports) {
  std::vector<LiveFinding> out;
  for (const Report& report : reports) {
    for (const Spec& spec : report.specs)
      for (const Finding& finding : spec.findings) out.push_back({&report, &spec, &finding});
  }
  std::stable_sort(out.begin(), out.end(), [](const LiveFinding& a, const LiveFinding& b) {
    return outranks(*a.finding, *b.finding);
  });
  return out;
}

std::string jvmName(const Report& report) {
  return report::jvmName(report.run.mainClass, report.run.member, report.run.pid);
}

double lastVso(const Report& report, const Spec& spec) {
  if (report.checks.empty()) return 1;
  for (const report::CheckSpec& each : report.checks.back().specs)
    if (each.spec == spec.name) return each.vso;
  return 1;
}

uint64_t liveBytes(const Report& report) {
  return report.checks.empty() ? 0 : report.checks.back().liveBytes;
}

std::string label(const std::string& text) {
  std::string out;
  for (const char c : report::plainText(text)) {
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

// The lines of one metric stand together under its head.
class Metric {
 public:
  Metric(const char* name, const char* type, const char* help)
      : name_(name), text_(fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help)) {}
  void add(const Report& report, const std::string& labels, double value) {
    text_ += fmt::format("{}{{jvm=\"{}\"{}}} {}\n", name_, label(jvmName(report)), labels, value);
  }
  const std::string& text() const { return text_; }

 private:
  const char* name_;
  std::string text_;
};

std::string specLabel(const Spec& spec) { return fmt::format(",spec=\"{}\"", label(spec.name)); }

}  // namespace

double unitsPerSecond(const Report& report) {
  constexpr uint64_t kSpanMs = 10'000;
  if (report.checks.empty() || report.checks.back().units == 0) return -1;
  const report::Check& last = report.checks.back();
  // Counted from 0 again when a better clock came: Spark's tasks after Netty's messages.
  auto since = report.checks.end() - 1;
  while (since != report.checks.begin() && (since - 1)->units <= since->units &&
         (since - 1)->atMs + kSpanMs >= last.atMs)
    --since;
  const bool alone = since->atMs == last.atMs;
  const uint64_t fromMs = alone ? 0 : since->atMs, units = alone ? 0 : since->units;
  if (last.atMs == fromMs) return -1;
  return static_cast<double>(last.units - units) * 1000 / static_cast<double>(last.atMs - fromMs);
}

std::string liveTable(const std::vector<Report>& reports, size_t findings) {
  if (reports.empty()) return "no report yet: a JVM writes its first one after its first check\n";
  std::string out = fmt::format("{:<44} {:<16} {:>6} {:>9} {:>9} {:>10} {:>9}\n", "JVM", "spec",
                                "checks", "rated VSO", "VSO now", "live heap", "units/s");
  for (const Report& report : reports) {
    const double rate = unitsPerSecond(report);
    for (const Spec& spec : report.specs)
      out += fmt::format("{:<44} {:<16} {:>6} {:>9.2f} {:>9.2f} {:>10} {:>9}\n", jvmName(report),
                         report::plainText(spec.name), report.checks.size(), spec.ratedVso,
                         lastVso(report, spec), report::humanBytes(liveBytes(report)),
                         rate < 0 ? "-" : fmt::format("{:.1f}", rate));
  }
  for (const Report& report : reports) {
    const std::vector<std::string> outlook = report::outlookTexts(report);
    if (!outlook.empty()) out += fmt::format("{}: {}\n", jvmName(report), outlook.front());
  }
  const std::vector<LiveFinding> all = findingsOf(reports);
  for (size_t i = 0; i < std::min(findings, all.size()); ++i) {
    const auto& [report, spec, finding] = all[i];
    out += fmt::format("{}; {}; {}; in {}\n", report::findingHead(*finding),
                       report::growthText(finding->growth, finding->trend),
                       report::findingOrigin(*finding), jvmName(*report));
  }
  if (all.size() > findings)
    out += fmt::format("and {} more\n", report::counted(all.size() - findings, "finding"));
  return out;
}

std::string prometheusText(const std::vector<Report>& reports) {
  Metric vso("isl_vso_ratio", "gauge", "VSO at the last check");
  Metric rated("isl_rated_vso_ratio", "gauge", "rated VSO, which max-vso limits");
  Metric live("isl_live_bytes", "gauge", "live heap at the last check");
  Metric checks("isl_checks_total", "counter", "checks of the heap");
  Metric units("isl_units_total", "counter", "units of work");
  Metric full("isl_heap_full_work", "gauge",
              "work at which the heap will be full: records, units or bytes allocated");
  Metric work("isl_work", "gauge", "work so far, in the same measure");
  Metric findings("isl_findings", "gauge", "findings by kind");
  Metric retained("isl_finding_retained_bytes", "gauge", "suspicious bytes under a holder");
  for (const Report& report : reports) {
    live.add(report, "", static_cast<double>(liveBytes(report)));
    checks.add(report, "", static_cast<double>(report.checks.size()));
    if (!report.checks.empty() && report.checks.back().units > 0)
      units.add(report, "", static_cast<double>(report.checks.back().units));
    for (const report::Outlook& outlook : report.outlook) {
      if (outlook.fullAt == 0) continue;
      const std::string per = fmt::format(",per=\"{}\"", label(outlook.per));
      full.add(report, per, static_cast<double>(outlook.fullAt));
      work.add(report, per, static_cast<double>(outlook.at));
    }
    for (const Spec& spec : report.specs) {
      vso.add(report, specLabel(spec), lastVso(report, spec));
      rated.add(report, specLabel(spec), spec.ratedVso);
      for (const char* kind : {"leak", "idle", "start-up", "defect", "unclear", "churn"})
        findings.add(report, fmt::format("{},kind=\"{}\"", specLabel(spec), kind),
                     static_cast<double>(std::count_if(
                         spec.findings.begin(), spec.findings.end(),
                         [&](const Finding& finding) { return finding.kind == kind; })));
    }
  }
  for (const auto& [report, spec, finding] : findingsOf(reports))
    retained.add(*report,
                 fmt::format("{},rank=\"{}\",kind=\"{}\",growth=\"{}\",holder=\"{}\",place=\"{}\"",
                             specLabel(*spec), finding->rank, label(finding->kind),
                             label(finding->growth), label(report::holderText(finding->holder)),
                             label(report::findingPlace(*finding))),
                 static_cast<double>(finding->retainedBytes));
  std::string out;
  for (const Metric* metric :
       {&vso, &rated, &live, &checks, &units, &full, &work, &findings, &retained})
    out += metric->text();
  return out;
}

std::string reportFolderIn(const std::string& text) {
  const size_t agent = text.find("-agentpath:");
  if (agent == std::string::npos) return {};
  size_t at = std::string::npos;
  for (const char* before : {"=report=", ",report="}) at = std::min(at, text.find(before, agent));
  if (at == std::string::npos) return {};
  const size_t begin = at + std::string("=report=").size();
  const size_t end = std::min(text.find_first_of(std::string(",\0\" ", 4), begin), text.size());
  const size_t slash = text.rfind('/', end);
  if (slash == std::string::npos || slash < begin) return ".";
  std::string out;
  for (size_t i = begin; i < slash; ++i) {
    out += text[i];
    if (text[i] == '%' && i + 1 < slash && text[i + 1] == '%') ++i;
  }
  return out.empty() ? "/" : out;
}

}  // namespace isl::tool
