// isl report, isl merge, isl baseline: from report files to one text.
#include <fmt/format.h>

#include "Args.h"
#include "Baseline.h"
#include "Commands.h"
#include "Formats.h"
#include "Merge.h"
#include "Schema.h"
#include "SourceLines.h"
#include "report/Format.h"
#include "llvm/Support/FileSystem.h"

namespace isl::tool {

namespace {

const char* const kReportHelp = R"(usage: isl report [options] REPORT...
       isl report --schema

Shows a report; several are merged first.

  --format FORMAT      text (default), html, json, junit, sarif, github
  -o FILE              to a file instead of standard output
  --baseline FILE      mark accepted findings and decide the verdict without them
  --top K              findings and sites of each spec in the text (default 20)
  --source-root DIR    where sources lie, for html, sarif and github; repeat it (default: .)
  --schema             print the JSON schema of the reports of this version
  --help

exit status: 0, 2 when a report cannot be read
)";

const char* const kMergeHelp = R"(usage: isl merge [--baseline FILE] REPORT... -o FILE

Makes one report of those of many JVMs. VSO and verdict of a spec are those of its worst JVM.

exit status: 0, 2 when a report cannot be read
)";

const char* const kBaselineHelp = R"(usage: isl baseline [options] REPORT... -o FILE

Accepts the findings in the reports: `isl run --baseline FILE` and `isl report --baseline FILE` take
them for known. A finding is known by its holder, not by lines. An existing FILE is kept and added to.

  --reason TEXT          why they are accepted; needed for new entries
  --expires YYYY-MM-DD   the last day on which the new entries count
  --spec NAME            findings of this spec only
  --prune                drop entries that are in none of the reports
  --help

exit status: 0, 2 when a file cannot be read or written
)";

Result<std::vector<report::Report>> loadAll(const std::vector<std::string>& paths,
                                            Baseline* baseline) {
  std::vector<report::Report> out;
  for (const std::string& path : paths) {
    Result<Loaded> loaded = openReport(path);
    if (!loaded) return loaded.error();
    if (baseline) {
      if (const Status applied = baseline->apply(*loaded); !applied) return applied.error();
    }
    out.push_back(std::move(loaded->report));
  }
  return out;
}

// One report as it is, several as one.
report::Report joined(std::vector<report::Report> reports) {
  return reports.size() == 1 ? std::move(reports[0]) : mergeReports(std::move(reports));
}

int deliver(const std::string& text, const std::string& file) {
  if (file.empty() || file == "-") return print(text);
  const Status written = report::writeFileAtomically(file, text);
  return written ? 0 : fail(written.message());
}

std::string render(const report::Report& report, const std::string& format, uint32_t top,
                   const std::vector<std::string>& roots) {
  if (format == "json") return report::toJson(report);
  if (format == "text") return report::toText(report, top);
  if (format == "html") return report::toHtml(report, sourceLines(roots));
  if (format == "junit") return toJunit(report);
  const SourceFinder sources(roots.empty() ? std::vector<std::string>{"."} : roots);
  return format == "sarif" ? toSarif(report, sources) : toGithub(report, sources);
}

bool knownFormat(llvm::StringRef format) {
  for (const char* known : {"text", "html", "json", "junit", "sarif", "github"}) {
    if (format == known) return true;
  }
  return false;
}

Status loadBaseline(const Args& args, Baseline& baseline) {
  return args.has("--baseline") ? baseline.load(args.value("--baseline"), today()) : Status();
}

void sayRemarks(const Args& args, const Baseline& baseline) {
  if (!args.has("--baseline")) return;
  for (const std::string& remark : baseline.remarks()) fmt::print(stderr, "isl: {}\n", remark);
}

}  // namespace

int reportCommand(const Words& words) {
  Args args;
  const std::vector<OptionSpec> options = {
      {"--format", true},      {"-o", true},        {"--baseline", true}, {"--top", true},
      {"--source-root", true}, {"--schema", false}, {"--help", false},    {"-h", false}};
  if (const Status parsed = args.parse(words, options, false); !parsed)
    return usage("report", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kReportHelp);
  if (args.has("--schema")) return print(reportSchema());
  const std::string format = args.value("--format", "text");
  if (!knownFormat(format))
    return usage(
        "report",
        fmt::format("unknown format `{}`: text, html, json, junit, sarif or github", format));
  unsigned top = 20;
  if (llvm::StringRef(args.value("--top", "20")).getAsInteger(10, top) || top == 0)
    return usage("report", fmt::format("bad --top `{}`: it is a number of sites, 1 or more",
                                       args.value("--top")));
  if (args.positional().empty()) return usage("report", "no report given");
  Baseline baseline;
  if (const Status loaded = loadBaseline(args, baseline); !loaded) return fail(loaded.message());
  auto reports = loadAll(args.positional(), args.has("--baseline") ? &baseline : nullptr);
  if (!reports) return fail(reports.message());
  const report::Report report = joined(std::move(*reports));
  sayRemarks(args, baseline);
  return deliver(render(report, format, top, args.values("--source-root")), args.value("-o"));
}

int mergeCommand(const Words& words) {
  Args args;
  const std::vector<OptionSpec> options = {
      {"-o", true}, {"--baseline", true}, {"--help", false}, {"-h", false}};
  if (const Status parsed = args.parse(words, options, false); !parsed)
    return usage("merge", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kMergeHelp);
  if (args.positional().empty()) return usage("merge", "no report given");
  if (!args.has("-o"))
    return usage("merge", "no output given, add -o FILE (`-o -` for standard output)");
  Baseline baseline;
  if (const Status loaded = loadBaseline(args, baseline); !loaded) return fail(loaded.message());
  auto reports = loadAll(args.positional(), args.has("--baseline") ? &baseline : nullptr);
  if (!reports) return fail(reports.message());
  sayRemarks(args, baseline);
  return deliver(report::toJson(mergeReports(std::move(*reports))), args.value("-o"));
}

int baselineCommand(const Words& words) {
  Args args;
  const std::vector<OptionSpec> options = {
      {"-o", true},       {"--reason", true}, {"--expires", true}, {"--spec", true},
      {"--prune", false}, {"--help", false},  {"-h", false}};
  if (const Status parsed = args.parse(words, options, false); !parsed)
    return usage("baseline", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kBaselineHelp);
  if (args.positional().empty()) return usage("baseline", "no report given");
  const std::string file = args.value("-o"), expires = args.value("--expires");
  if (file.empty()) return usage("baseline", "no output given, add -o FILE");
  if (!expires.empty() && !isDate(expires))
    return usage("baseline", fmt::format("bad --expires `{}`: write YYYY-MM-DD", expires));
  Baseline baseline;
  if (llvm::sys::fs::exists(file)) {
    if (const Status loaded = baseline.load(file, today()); !loaded) return fail(loaded.message());
    if (!baseline.leftOut().empty()) warn(baseline.leftOut());
  }
  const auto reports = loadAll(args.positional(), nullptr);
  if (!reports) return fail(reports.message());
  for (const report::Report& report : *reports)
    baseline.accept(report, args.value("--spec"), args.value("--reason"), expires);
  if (baseline.added() > 0 && args.value("--reason").empty())
    return usage("baseline", fmt::format("{} not accepted yet: say why with --reason TEXT",
                                         report::counted(baseline.added(), "finding")));
  const size_t dropped = args.has("--prune") ? baseline.prune() : 0;
  const Status written = report::writeFileAtomically(file, baseline.toJson());
  if (!written) return fail(written.message());
  fmt::print(stderr, "isl: {}: {}, {} new, {} dropped\n", file,
             report::counted(baseline.size(), "entry", "entries"), baseline.added(), dropped);
  return 0;
}

}  // namespace isl::tool
