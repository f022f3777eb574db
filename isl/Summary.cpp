#include "Summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "Finding.h"
#include "base/LibraryTypes.h"
#include "report/Format.h"
#include "report/Wording.h"

namespace isl::tool {

using report::counted;
using report::Finding;
using report::plainText;
using report::Report;
using report::Spec;

namespace {

constexpr size_t kFindings = 3;  // of each spec; what is there twice is told once

void line(std::string& out, const std::string& text) { out += "isl: " + text + "\n"; }

void finding(std::string& out, const Report& report, const Spec& spec, const Finding& one,
             size_t number) {
  line(out, fmt::format("  {}. {}", number, report::findingHead(one)));
  line(out, "     " + report::findingOrigin(one));
  std::string growth = report::growthText(one);
  if (const std::string jvms = report::jvmsText(report, one.jvms);
      !jvms.empty() && report.run.jvms.size() > 1)
    growth += (growth.empty() ? "in " : "; in ") + jvms;
  if (!growth.empty()) line(out, "     " + growth);
  for (const std::string& more : describeWays(spec, one)) line(out, "     " + more);
}

// What was told already, by the name it was told by, as "1 of leak". What a field of an object holds and the object that is full
// of it are one.
class Told {
 public:
  struct First {
    std::string name, number;
    bool leak = false;
  };

  // Of the same thing; else this is the first, told as `number`.
  std::optional<First> before(const Spec& spec, const Finding& finding, const std::string& number) {
    const bool table = !finding.full.empty();
    const std::string holder = findingKey(spec, finding);
    std::string object = table                            ? finding.type
                         : finding.holder.kind == "field" ? finding.holder.className
                                                          : std::string();
    if (!object.empty()) object += " " + finding.kind;
    const auto same = byHolder_.find(holder);
    // What one spec calls idle another may find a leak: that is told.
    if (same != byHolder_.end() && (same->second.leak || finding.kind != "leak"))
      return same->second;
    const auto& others = table ? byOwner_ : byTable_;
    const auto other = others.find(object);
    if (other != others.end()) return other->second;
    const First first = {report::holderText(finding.holder), number, finding.kind == "leak"};
    byHolder_[holder] = first;
    if (!object.empty()) (table ? byTable_ : byOwner_).emplace(object, first);
    return {};
  }

 private:
  std::map<std::string, First> byHolder_;
  std::map<std::string, First> byOwner_, byTable_;  // by the class of the object, and kind
};

// What the JDK keeps for itself, and no line of the program's leads there.
bool isOfJdk(const Finding& finding) {
  return finding.kind == "idle" && finding.callerLine == 0 && !finding.holder.className.empty() &&
         isLibraryType(finding.holder.className) && isLibraryType(finding.className);
}

void spec(std::string& out, const Report& report, const Spec& one, Told& told) {
  line(out, fmt::format("{} {}: {}", report::verdictWord(report, one), plainText(one.name),
                        report::verdictNumbers(report, one)));
  if (!one.verdictWhy.empty()) line(out, "  " + plainText(one.verdictWhy));
  for (const std::string& more :
       {report::trackedNothing(report, one), report::figuresText(report, one)})
    if (!more.empty()) line(out, "  " + plainText(more));
  size_t accepted = 0, shown = 0;
  for (const Finding& each : one.findings) {
    if (!each.accepted.empty())
      accepted++;
    else if (shown < kFindings && each.kind != "start-up" && !isOfJdk(each)) {
      // those two are no reason to change a line
      const std::string number = fmt::format("{} of {}", ++shown, plainText(one.name));
      if (const auto first = told.before(one, each, number))
        line(out, fmt::format("  {}. {}: {}, as {}", shown, plainText(each.kind), first->name,
                              first->number));
      else
        finding(out, report, one, each, shown);
    }
  }
  const size_t more = one.findings.size() - accepted - shown;
  const char* const what = accepted + shown > 0 ? "more finding" : "finding";
  if (more > 0) line(out, fmt::format("  {} in the report", counted(more, what)));
  if (accepted > 0)
    line(out, fmt::format("  {} accepted by the baseline", counted(accepted, "finding")));
}

// A passed one may be told last.
void closing(std::string& out, const std::vector<const Spec*>& specs) {
  std::string failed;
  size_t count = 0;
  for (const Spec* each : specs) {
    if (each->verdict != "fail") continue;
    failed += (count++ == 0 ? "" : ", ") + plainText(each->name);
  }
  if (count > 0 && count < specs.size()) line(out, "FAIL by " + failed);
}

// "Launcher, Main (2)"
std::string shortNames(const std::vector<const JournalEntry*>& entries) {
  std::map<std::string, size_t> names;
  for (const JournalEntry* entry : entries) {
    // Why it was left out follows in brackets.
    const size_t why = entry->main.find(" (");
    const std::string main = entry->main.substr(0, why);
    const bool jar = main.size() > 4 && main.compare(main.size() - 4, 4, ".jar") == 0;
    std::string name = main.substr(main.rfind('/') + 1);
    if (!jar) name = name.substr(name.rfind('.') + 1);
    if (why != std::string::npos) name += entry->main.substr(why);
    names[name.empty() ? "unnamed" : plainText(name)]++;
  }
  std::string out;
  for (const auto& [name, number] : names) {
    out += (out.empty() ? "" : ", ") + name;
    if (number > 1) out += fmt::format(" ({})", number);
  }
  return out;
}

// Why nothing was watched although JVMs ran; the likely reason.
std::string whyNothing(const std::vector<const JournalEntry*>& leftOut) {
  const bool daemon = std::any_of(leftOut.begin(), leftOut.end(), [](const JournalEntry* entry) {
    return entry->main.find("org.gradle") != std::string::npos ||
           entry->main.find("mvnd") != std::string::npos;
  });
  const bool mode = std::any_of(leftOut.begin(), leftOut.end(), [](const JournalEntry* entry) {
    return entry->main.find(" (") != std::string::npos && entry->main.back() == ')';
  });
  if (mode)
    return "nothing was watched: the agent does not work in such a JVM; leave that option out, or "
           "take another JVM, to have the program watched";
  if (daemon)
    return "nothing was watched: a daemon that was running before starts its workers without the "
           "agent (stop it, or use "
           "gradle --no-daemon), or no test ran (gradle cleanTest test)";
  return "nothing was watched: tests that run inside the build tool's own JVM (forkCount=0) need "
         "--all-jvms or --only-main";
}

void jvms(std::string& out, const RunFacts& facts) {
  std::vector<const JournalEntry*> watched, leftOut, refused, silent, lost, cut;
  const auto isOf = [](const std::vector<long>& pids, const JournalEntry& entry) {
    return std::find(pids.begin(), pids.end(), entry.pid) != pids.end();
  };
  for (const JournalEntry& entry : facts.journal) {
    if (entry.state == "idle") continue;
    (entry.state == "watched"   ? watched
     : entry.state == "refused" ? refused
     : entry.state == "lost"    ? lost
                                : leftOut)
        .push_back(&entry);
    if (entry.state != "watched") continue;
    if (!isOf(facts.withReport, entry)) silent.push_back(&entry);
    if (isOf(facts.cutShort, entry)) cut.push_back(&entry);
  }
  const auto wasLost = [&](const JournalEntry* entry) {
    return std::any_of(lost.begin(), lost.end(),
                       [entry](const JournalEntry* other) { return other->pid == entry->pid; });
  };
  for (std::vector<const JournalEntry*>* each : {&silent, &cut})
    each->erase(std::remove_if(each->begin(), each->end(), wasLost), each->end());
  std::string text = counted(watched.size(), "JVM") + " watched";
  if (!leftOut.empty())
    text += fmt::format(", {} left out: {}", leftOut.size(), shortNames(leftOut));
  if (!watched.empty() || !leftOut.empty()) line(out, text);
  if (!refused.empty())
    line(out, fmt::format("{} refused by the agent, which said why above: {}",
                          counted(refused.size(), "JVM"), shortNames(refused)));
  if (!lost.empty())
    line(out, fmt::format("the last report of {} could not be written, which said why above: {}; "
                          "what is shown of it is older than its end",
                          counted(lost.size(), "JVM"), shortNames(lost)));
  if (!silent.empty())
    line(out, fmt::format("{} left no report, killed before the first check: {}",
                          counted(silent.size(), "JVM"), shortNames(silent)));
  if (!cut.empty())
    line(out, fmt::format("{} killed, crashed or still running, told as of the last check: {}",
                          counted(cut.size(), "JVM"), shortNames(cut)));
  if (watched.empty() && refused.empty() && !leftOut.empty()) line(out, whyNothing(leftOut));
  if (watched.empty() && refused.empty() && leftOut.empty())
    line(out, "nothing was watched: the command started no JVM that runs a program, or one that "
              "did not see JAVA_TOOL_OPTIONS");
}

}  // namespace

std::string summarize(const Report* merged, const RunFacts& facts) {
  std::string out;
  std::vector<const Spec*> specs;
  if (merged) {
    for (const Spec& each : merged->specs) specs.push_back(&each);
    std::stable_partition(specs.begin(), specs.end(),
                          [](const Spec* each) { return each->verdict == "fail"; });
    Told told;
    for (const Spec* each : specs) spec(out, *merged, *each, told);
    for (const std::string& text : report::outlookTexts(*merged)) line(out, text);
    for (const std::string& text : report::mostHeldTexts(*merged)) line(out, text);
  }
  jvms(out, facts);
  for (const std::string& message : facts.damaged) line(out, "not counted: " + message);
  for (const std::string& remark : facts.remarks) line(out, remark);
  if (merged) closing(out, specs);
  if (merged)
    line(out, fmt::format("report: {}/report.html (also .txt and .json)", facts.directory));
  return out;
}

}  // namespace isl::tool
