// isl compare: which of many members of one kind is not like the others.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "Args.h"
#include "Commands.h"
#include "Finding.h"
#include "Profiles.h"
#include "report/Format.h"
#include "report/Wording.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
using report::Report;
using report::Spec;

namespace {

const char* const kHelp = R"(usage: isl compare REPORT|DIR...
       isl compare --last N REPORT|DIR...

Members of one kind beside each other: executors of a job, forks of a build, shards of a service. Says who
differs from the majority, and by which allocation sites. What is compared is which share of its live heap
each site holds with the symptom. Members are of one kind when their main class is; a kind has to have
four that made twice as many checks as the spec's window. DIR is the folder of an `isl run`: its JVMs are the members.

  --last N     compare the last N, oldest first, as releases: a DIR is one member, its report.json. The
               exit status speaks of the newest alone
  --help

exit status: 0 nobody differs, 1 somebody does (--last: the newest holds more than before), 2 it cannot
be said: fewer than four members, or a report cannot be read
)";

struct Member {
  std::string name;
  Report report;
};

// The reports that an argument stands for.
Result<std::vector<std::string>> pathsOf(const std::string& argument, bool releases) {
  if (!fs::is_directory(argument)) return std::vector<std::string>{argument};
  if (releases) return std::vector<std::string>{argument + "/report.json"};
  std::vector<std::string> out;
  const std::string folder = fs::is_directory(argument + "/jvms") ? argument + "/jvms" : argument;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (llvm::sys::path::extension(it->path()) == ".json") out.push_back(it->path());
  }
  if (out.empty())
    return Error{fmt::format("{} holds no reports: give the folder of an `isl run`", argument)};
  std::sort(out.begin(), out.end());
  return out;
}

// File names tell the JVMs of one folder apart, folders those of releases.
std::string nameOf(const std::string& path) {
  const llvm::StringRef file = llvm::sys::path::filename(path);
  if (file == "report.json") return llvm::sys::path::parent_path(path).str();
  return llvm::sys::path::stem(path).str();
}

Result<std::vector<Member>> membersOf(const Args& args) {
  std::vector<Member> out;
  for (const std::string& argument : args.positional()) {
    const Result<std::vector<std::string>> paths = pathsOf(argument, args.has("--last"));
    if (!paths) return paths.error();
    for (const std::string& path : *paths) {
      Result<Loaded> loaded = openReport(path);
      if (!loaded) return loaded.error();
      const std::string& member = loaded->report.run.member;
      out.push_back({member.empty() ? nameOf(path) : member, std::move(loaded->report)});
    }
  }
  return out;
}

using Kind = std::vector<const Member*>;

// By main class, in the order in which they come.
std::vector<std::pair<std::string, Kind>> kindsOf(const std::vector<Member>& members,
                                                  bool releases) {
  std::vector<std::pair<std::string, Kind>> out;
  for (const Member& member : members) {
    const std::string name = releases ? "releases" : member.report.run.mainClass;
    auto kind =
        std::find_if(out.begin(), out.end(), [&](const auto& k) { return k.first == name; });
    if (kind == out.end()) kind = out.insert(out.end(), {name, {}});
    kind->second.push_back(&member);
  }
  return out;
}

const Spec* find(const Report& report, const std::string& name) {
  for (const Spec& spec : report.specs)
    if (spec.name == name) return &spec;
  return nullptr;
}

// With fewer checks a verdict is inconclusive, and nothing may have been idle long enough to be in the profile.
bool sawEnough(const Report& report, const Spec& spec) {
  return report.checks.size() >= size_t{2} * spec.window;
}

std::vector<std::string> specsOf(const Kind& kind) {
  std::vector<std::string> out;
  for (const Member* member : kind) {
    for (const Spec& spec : member->report.specs)
      if (std::find(out.begin(), out.end(), spec.name) == out.end()) out.push_back(spec.name);
  }
  return out;
}

std::string describe(const OddSite& site) {
  return fmt::format("    {} {}: {} of the live heap ({}), {} in the others\n",
                     site.share > site.usualShare ? "more" : "less", report::plainText(site.key),
                     report::percent(site.share),
                     report::humanBytes(static_cast<uint64_t>(site.bytes)),
                     report::percent(site.usualShare));
}

double medianRated(const Kind& members, size_t without, const std::string& spec) {
  std::vector<double> rated;
  for (size_t i = 0; i < members.size(); ++i)
    if (i != without) rated.push_back(find(members[i]->report, spec)->ratedVso);
  const auto middle = rated.begin() + static_cast<long>(rated.size() / 2);
  std::nth_element(rated.begin(), middle, rated.end());
  return *middle;
}

bool hasFinding(const Spec& spec, const std::string& key) {
  return std::any_of(spec.findings.begin(), spec.findings.end(),
                     [&](const auto& finding) { return findingKey(spec, finding) == key; });
}

// The findings of one member that most others do not have; all members have the spec.
std::string ownFindings(const Kind& members, size_t at, const std::string& name) {
  const Spec& spec = *find(members[at]->report, name);
  std::string out;
  for (const report::Finding& finding : spec.findings) {
    const std::string key = findingKey(spec, finding);
    const auto with = std::count_if(members.begin(), members.end(), [&](const Member* member) {
      return hasFinding(*find(member->report, name), key);
    });
    if (2 * static_cast<size_t>(with) > members.size()) continue;
    out +=
        fmt::format("    {}; {}\n", report::findingHead(finding), report::findingOrigin(finding));
  }
  return out;
}

// Members in the order of time, of which the odd ones are a beginning or an end: where it changed.
std::optional<size_t> changedAt(const Comparison& found, size_t members) {
  const size_t odd = found.odd.size();
  if (odd == 0 || odd == members) return {};
  if (found.odd.front().member == members - odd) return members - odd;
  if (found.odd.back().member == odd - 1) return odd;
  return {};
}

class Comparer {
 public:
  explicit Comparer(bool releases) : releases_(releases) {}

  void compare(const std::string& kind, const Kind& members) {
    for (const std::string& spec : specsOf(members)) compareSpec(kind, members, spec);
    if (specsOf(members).empty()) sayTooFew(kind, "any spec", members.size());
  }
  const std::string& text() const { return text_; }
  int status() const { return odd_ ? 1 : compared_ ? 0 : 2; }

 private:
  void sayTooFew(const std::string& kind, const std::string& spec, size_t members) {
    text_ += fmt::format("{}: {} of {}: at least {} are needed to say who differs\n",
                         report::plainText(spec), report::counted(members, "member"),
                         report::plainText(kind), kLeastMembers);
  }

  void sayUnjudged(const std::string& kind, const std::string& spec, const Kind& unjudged) {
    if (unjudged.empty()) return;
    std::vector<std::string> names;
    for (const Member* member : unjudged) names.push_back(report::plainText(member->name));
    text_ += fmt::format("{}: {} of {} ran too few checks to be compared: {}\n",
                         report::plainText(spec), report::counted(unjudged.size(), "member"),
                         report::plainText(kind), fmt::join(names, ", "));
  }

  void compareSpec(const std::string& kind, const Kind& members, const std::string& name) {
    std::vector<SiteProfile> profiles;
    Kind with, unjudged;
    for (const Member* member : members) {
      const Spec* const spec = find(member->report, name);
      if (!spec) continue;
      if (!sawEnough(member->report, *spec)) {
        unjudged.push_back(member);
        continue;
      }
      profiles.push_back(profileOf(member->report, *spec));
      with.push_back(member);
    }
    sayUnjudged(kind, name, unjudged);
    if (with.size() < kLeastMembers) return sayTooFew(kind, name, with.size());
    compared_ = true;
    const Comparison found = compareProfiles(profiles);
    text_ +=
        fmt::format("{}: {} of {}, {}\n", report::plainText(name),
                    report::counted(with.size(), "member"), report::plainText(kind),
                    found.odd.empty() ? "nobody differs"
                                      : fmt::format("{} differ{} from the others", found.odd.size(),
                                                    found.odd.size() == 1 ? "s" : ""));
    for (const OddMember& odd : found.odd) {
      text_ += fmt::format("  {}: distance {:.2f}, {:.2f} at most in one like the others; "
                           "rated VSO {:.2f}, {:.2f} in the others\n",
                           report::plainText(with[odd.member]->name), odd.distance, found.limit,
                           find(with[odd.member]->report, name)->ratedVso,
                           medianRated(with, odd.member, name));
      text_ += ownFindings(with, odd.member, name);
      constexpr size_t kShown = 3;
      for (size_t i = 0; i < std::min(kShown, odd.sites.size()); ++i)
        text_ += describe(odd.sites[i]);
      if (odd.sites.size() > kShown)
        text_ +=
            fmt::format("    and {} more\n", report::counted(odd.sites.size() - kShown, "site"));
    }
    if (releases_)
      judgeReleases(found, with);
    else
      odd_ = odd_ || !found.odd.empty();
  }

  void judgeReleases(const Comparison& found, const Kind& members) {
    if (const std::optional<size_t> at = changedAt(found, members.size()))
      text_ += fmt::format("  changed with {}\n", report::plainText(members[*at]->name));
    const bool newest = !found.odd.empty() && found.odd.back().member == members.size() - 1;
    odd_ = odd_ || (newest && found.odd.back().holdsMore());
  }

  bool releases_;
  bool odd_ = false, compared_ = false;
  std::string text_;
};

}  // namespace

int compareCommand(const Words& words) {
  Args args;
  const std::vector<OptionSpec> options = {{"--last", true}, {"--help", false}, {"-h", false}};
  if (const Status parsed = args.parse(words, options, false); !parsed)
    return usage("compare", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  if (args.positional().empty()) return usage("compare", "no report given");
  unsigned last = 0;
  if (args.has("--last") &&
      (llvm::StringRef(args.value("--last")).getAsInteger(10, last) || last < kLeastMembers))
    return usage("compare", fmt::format("bad --last `{}`: it is a number of releases, {} or more",
                                        args.value("--last"), kLeastMembers));
  Result<std::vector<Member>> members = membersOf(args);
  if (!members) return fail(members.message());
  if (last > 0 && members->size() > last)
    members->erase(members->begin(), members->end() - static_cast<long>(last));
  Comparer comparer(last > 0);
  for (const auto& [kind, each] : kindsOf(*members, last > 0)) comparer.compare(kind, each);
  if (const int status = print(comparer.text()); status != 0) return status;
  return comparer.status();
}

}  // namespace isl::tool
