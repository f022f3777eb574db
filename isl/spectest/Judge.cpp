#include "spectest/Judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "Finding.h"
#include "Formats.h"
#include "base/Text.h"
#include "report/Format.h"
#include "report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

namespace isl::tool {

namespace {

// What lies there, who holds it and which scopes it comes from.
std::string describe(const report::Site& site) {
  std::string text =
      fmt::format("{} of penalty, {} of {} ({} in the heap)", report::humanBytes(site.penaltyBytes),
                  report::counted(site.suspiciousObjects, "object"),
                  site.type.empty() ? "unknown type" : report::plainText(site.type),
                  report::humanBytes(site.liveBytes));
  for (const std::string& more : {describePath(site.paths), describeScopes(site)})
    if (!more.empty()) text += "; " + more;
  return text;
}

using llvm::StringRef;
using report::Path;
using report::Site;
using report::Spec;

bool heldBy(const Path& path, const std::string& wanted) {
  const bool edge = llvm::any_of(path.edges, [&](const report::PathEdge& each) {
    return isNamed(each.holderType, wanted) || isNamed(each.holderType + "." + each.field, wanted);
  });
  // A thread local's values are its threads'.
  const bool thread = wanted == "thread" && path.root.kind == "thread-local";
  return edge || isNamed(path.root.name, wanted) || path.root.kind == wanted || thread;
}

// The last `names` names of "java.util.HashMap.table".
std::string withoutPackage(const std::string& name, unsigned names) {
  size_t from = name.size();
  while (names-- > 0 && from != std::string::npos && from > 0) from = name.rfind('.', from - 1);
  return from == std::string::npos || from == 0 ? name : name.substr(from + 1);
}

bool isOfJdk(StringRef type) {
  return isJdkName({type.data(), type.size()}) || (!type.contains('.') && type.endswith("]"));
}

class Judging {
 public:
  Judging(const TestProgram& program, const TestHead& head, const report::Report& report)
      : program_(program), head_(head), report_(report),
        file_(llvm::sys::path::filename(program.path)) {}

  Judgement take() {
    for (const std::string& name : head_.specs) {
      const auto spec =
          llvm::find_if(report_.specs, [&](const Spec& each) { return each.name == name; });
      if (spec == report_.specs.end())
        complain(Complaint::Kind::Run, head_.at, name,
                 fmt::format("the report has no spec `{}`", name));
      else
        judge(*spec);
    }
    return std::move(out_);
  }

 private:
  void complain(Complaint::Kind kind, TextPlace at, std::string subject, std::string message) {
    out_.complaints.push_back({kind, at, std::move(subject), std::move(message)});
  }

  void judge(const Spec& spec) {
    if (spec.verdict != "pass" && spec.verdict != "fail") {
      inconclusive(spec);
      return;
    }
    if (const std::string nothing = report::trackedNothing(report_, spec); !nothing.empty()) {
      complain(Complaint::Kind::Run, head_.at, spec.name,
               fmt::format("`{}`: {}", spec.name, nothing));
      return;
    }
    if (spec.verdict == "fail") {
      for (const Site& site : spec.sites) judge(spec, site);
      if (spec.sites.empty())
        complain(Complaint::Kind::Run, head_.at, spec.name,
                 fmt::format("`{}` failed ({}) and names no site", spec.name, spec.verdictWhy));
    }
    if (head_.nothing) return;
    for (size_t i = 0; i < program_.expectations.size(); ++i) {
      const Expectation& each = program_.expectations[i];
      if (each.spec != spec.name) continue;
      const bool found = out_.met.count(i) > 0;
      const std::string subject = each.spec + " " + each.type;
      if (each.kind == Expectation::Kind::Must && !found && !wrongHolder_.count(i))
        complain(Complaint::Kind::Missing, each.at, subject,
                 fmt::format("`{}` found {} here: {}", spec.name,
                             each.type.empty() ? "nothing" : "no " + each.type, spec.verdictWhy));
      if (each.kind == Expectation::Kind::Todo && found)
        complain(Complaint::Kind::Todo, each.at, subject,
                 fmt::format("`{}` finds this now: write `expect:` for `todo-expect:`", spec.name));
    }
  }

  void inconclusive(const Spec& spec) {
    const size_t ran = report_.checks.size(), needed = size_t{2} * spec.window;
    complain(
        Complaint::Kind::Run, head_.at, spec.name,
        ran < needed
            ? fmt::format("`{}` has no verdict: {} ran, {} short of the {} that it needs; let "
                          "the program do more, or name a smaller step, as in `check=auto:64k`",
                          spec.name, report::counted(ran, "check"), needed - ran, needed)
            : fmt::format("`{}` has no verdict: {}", spec.name, spec.verdictWhy));
  }

  void judge(const Spec& spec, const Site& site) {
    const Place place = placeOf(site);
    Found finding{0, spec.name, withoutPackage(site.type, 1), withoutPackage(holderOf(site), 2)};
    if (place.file == file_ && place.line > 0) finding.line = static_cast<unsigned>(place.line);
    out_.found.push_back(finding);
    size_t near = program_.expectations.size();
    if (!head_.nothing) {
      for (size_t i = 0; i < program_.expectations.size(); ++i) {
        const Expectation& each = program_.expectations[i];
        if (!isPlaced(each, finding, site)) continue;
        const bool held = each.heldBy.empty() || llvm::any_of(site.paths, [&](const Path& path) {
                            return heldBy(path, each.heldBy);
                          });
        if (held) {
          out_.met.insert(i);
          return;
        }
        near = std::min(near, i);
      }
    }
    if (near < program_.expectations.size())
      wrongHolder(near, site);
    else
      unexpected(spec, site, finding);
  }

  static bool isPlaced(const Expectation& each, const Found& finding, const Site& site) {
    return each.spec == finding.spec && (each.line == 0 || each.line == finding.line) &&
           (each.type.empty() || isNamed(site.type, each.type));
  }

  void wrongHolder(size_t index, const Site& site) {
    const Expectation& each = program_.expectations[index];
    wrongHolder_.insert(index);
    const std::string path = describePath(site.paths);
    complain(Complaint::Kind::Holder, each.at, each.spec + " " + each.type,
             fmt::format("{} is not held by `{}`, but {}", site.type, each.heldBy,
                         path.empty() ? "no path is known" : path));
  }

  void unexpected(const Spec& spec, const Site& site, const Found& finding) {
    TextPlace at = head_.at;
    std::string where;
    if (finding.line > 0 && finding.line <= program_.lines.size())
      at = {finding.line, allocationIn(program_.lines[finding.line - 1])};
    else
      where = fmt::format(" in {} (`// expect@any: ...` speaks of it)", describePlace(site));
    complain(Complaint::Kind::Unexpected, at, fmt::format("{} {}{}", spec.name, site.type, where),
             fmt::format("`{}` finds{} {}{}", spec.name, where, describe(site),
                         site.via.empty() ? "" : "; made in " + site.via));
  }

  // The column of the first `new`, else of the first word.
  static unsigned allocationIn(StringRef line) {
    const size_t made = line.find("new ");
    const size_t column = made != StringRef::npos ? made : line.find_first_not_of(" \t");
    return column == StringRef::npos ? 1 : static_cast<unsigned>(column) + 1;
  }

  const TestProgram& program_;
  const TestHead& head_;
  const report::Report& report_;
  const std::string file_;
  std::set<size_t> wrongHolder_;
  Judgement out_;
};

}  // namespace

bool Found::operator<(const Found& other) const {
  return std::tie(line, spec, type, heldBy) <
         std::tie(other.line, other.spec, other.type, other.heldBy);
}

std::string holderOf(const Site& site) {
  if (site.paths.empty()) return "";
  const Path& path = site.paths.front();
  if (path.root.kind == "static" || path.root.kind == "thread-local") return path.root.name;
  const report::PathEdge* nearest = nullptr;
  for (const report::PathEdge& edge : path.edges) {
    if (edge.field == "[*]") continue;
    if (!isOfJdk(edge.holderType)) return edge.holderType + "." + edge.field;
    if (!nearest) nearest = &edge;
  }
  return nearest ? nearest->holderType + "." + nearest->field : path.root.kind;
}

const char* nameOf(Complaint::Kind kind) {
  switch (kind) {
    case Complaint::Kind::Mistake: return "bad comment";
    case Complaint::Kind::Run: return "no answer";
    case Complaint::Kind::Missing: return "missing";
    case Complaint::Kind::Unexpected: return "unexpected";
    case Complaint::Kind::Holder: return "wrong holder";
    case Complaint::Kind::Todo: return "found now";
  }
  return "";
}

Judgement judge(const TestProgram& program, const TestHead& head, const report::Report& report) {
  return Judging(program, head, report).take();
}

}  // namespace isl::tool
