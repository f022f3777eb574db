#include "spectest/Results.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "Formats.h"
#include "report/Format.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::tool {

namespace {

bool isFine(const TestRun& run) { return run.judgement.complaints.empty(); }

std::string runsText(const Grouped& group) {
  if (group.runs.empty()) return "";
  const std::string times =
      group.times < group.of ? fmt::format("; {} of {} runs", group.times, group.of) : "";
  return fmt::format(" [{}{}]", fmt::join(group.runs, "; "), times);
}

// The line and a caret below it; tabs stay, so that the caret stands where it belongs.
std::string excerpt(const TestProgram& program, TextPlace at) {
  if (at.line == 0 || at.line > program.lines.size()) return "";
  const std::string& line = program.lines[at.line - 1];
  std::string blank;
  for (size_t i = 0; i + 1 < at.column && i < line.size(); ++i)
    blank += line[i] == '\t' ? '\t' : ' ';
  std::string shown = line;
  while (!shown.empty() && (shown.back() == '\r' || shown.back() == ' ')) shown.pop_back();
  return shown + "\n" + blank + "^\n";
}

std::string placeText(const TestProgram& program, TextPlace at) {
  return at.line == 0 ? program.path : fmt::format("{}:{}:{}", program.path, at.line, at.column);
}

size_t runsLike(const Suite& suite, const TestRun& run) {
  return static_cast<size_t>(llvm::count_if(suite.runs, [&](const TestRun& other) {
    return other.program == run.program && other.head == run.head &&
           describeRun(other) == describeRun(run);
  }));
}

std::string caseOf(const Suite& suite, const TestRun& run) {
  const TestProgram& program = suite.programs[run.program];
  const TestHead& head = program.heads[run.head];
  std::string name = fmt::format("{}", fmt::join(head.specs, ", "));
  if (!head.args.empty()) name += fmt::format(" {}", fmt::join(head.args, ","));
  name += fmt::format(" [{}]", describeRun(run));
  if (run.turn > 0) name += fmt::format(" {}", run.turn + 1);
  std::string body;
  for (const Complaint& each : run.judgement.complaints) {
    const std::string text =
        fmt::format("{}: {}: {}", placeText(program, each.at), nameOf(each.kind), each.message);
    body += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                        escapeXml(nameOf(each.kind)), escapeXml(each.message), escapeXml(text));
  }
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n{}    </testcase>\n",
      escapeXml(program.path), escapeXml(name), static_cast<double>(run.wallMs) / 1000, body);
}

}  // namespace

std::vector<Grouped> complaintsOf(const Suite& suite) {
  std::vector<Grouped> out;
  for (size_t p = 0; p < suite.programs.size(); ++p) {
    const size_t begin = out.size();
    for (const Mistake& mistake : suite.programs[p].mistakes)
      out.push_back({p, {Complaint::Kind::Mistake, mistake.at, "", mistake.message}, {}, 0, 0});
    std::map<std::tuple<Complaint::Kind, unsigned, unsigned, std::string>, size_t> places;
    for (const TestRun& run : suite.runs) {
      if (run.program != p) continue;
      for (const Complaint& each : run.judgement.complaints) {
        const auto [at, fresh] = places.try_emplace(
            std::make_tuple(each.kind, each.at.line, each.at.column, each.subject), out.size());
        if (fresh) out.push_back({p, each, {}, 0, 0});
        Grouped& group = out[at->second];
        group.times++;
        const std::string name = describeRun(run);
        if (!llvm::is_contained(group.runs, name)) {
          group.runs.push_back(name);
          group.of += runsLike(suite, run);
        }
      }
    }
    std::stable_sort(out.begin() + static_cast<ptrdiff_t>(begin), out.end(),
                     [](const Grouped& a, const Grouped& b) {
                       return std::tie(a.first.at.line, a.first.at.column) <
                              std::tie(b.first.at.line, b.first.at.column);
                     });
  }
  return out;
}

std::string toText(const Suite& suite, const std::vector<Grouped>& complaints) {
  std::string out;
  for (const Grouped& each : complaints) {
    const TestProgram& program = suite.programs[each.program];
    out += fmt::format("{}: {}: {}{}\n{}", placeText(program, each.first.at),
                       nameOf(each.first.kind), report::plainText(each.first.message),
                       runsText(each), excerpt(program, each.first.at));
  }
  const auto fine = static_cast<size_t>(llvm::count_if(suite.runs, isFine));
  out += fmt::format("{} of {} as the comments say\n", fine,
                     report::counted(suite.runs.size(), "run"));
  return out;
}

std::string toJunit(const Suite& suite) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"isl test\">\n";
  for (size_t p = 0; p < suite.programs.size(); ++p) {
    const TestProgram& program = suite.programs[p];
    std::string cases;
    size_t all = 0, failed = 0;
    for (const Mistake& mistake : program.mistakes) {
      all++;
      failed++;
      cases +=
          fmt::format("    <testcase classname=\"{}\" name=\"line {}\" time=\"0\">\n"
                      "      <failure type=\"bad comment\" message=\"{}\"/>\n    </testcase>\n",
                      escapeXml(program.path), mistake.at.line, escapeXml(mistake.message));
    }
    for (const TestRun& run : suite.runs) {
      if (run.program != p) continue;
      all++;
      failed += isFine(run) ? 0 : 1;
      cases += caseOf(suite, run);
    }
    out += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n"
        "{}  </testsuite>\n",
        escapeXml(program.path), all, failed, cases);
  }
  return out + "</testsuites>\n";
}

std::string toGithub(const Suite& suite, const std::vector<Grouped>& complaints) {
  std::string out;
  for (const Grouped& each : complaints) {
    const TestProgram& program = suite.programs[each.program];
    out += "::error file=" + escapeCommand(program.path, true);
    if (each.first.at.line > 0)
      out += fmt::format(",line={},col={}", each.first.at.line, each.first.at.column);
    out += fmt::format(",title={}::{}\n",
                       escapeCommand(std::string("isl test, ") + nameOf(each.first.kind), true),
                       escapeCommand(each.first.message + runsText(each), false));
  }
  return out;
}

}  // namespace isl::tool
