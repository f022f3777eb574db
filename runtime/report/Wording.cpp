#include "report/Wording.h"

#include <algorithm>

#include "report/Format.h"

namespace isl::report {
namespace {

const char* rootKind(const std::string& kind) {
  if (kind == "static") return "static field";
  if (kind == "stack") return "stack of";
  if (kind == "jni-global") return "JNI global reference";
  if (kind == "jni-local") return "JNI local reference";
  if (kind == "monitor") return "monitor held by";
  if (kind == "thread") return "thread";
  if (kind == "thread-local") return "thread local";
  if (kind == "system-class") return "system class";
  if (kind == "reference") return "nothing strong, only a";
  if (kind == "cleaner") return "cleaner";
  if (kind == "unknown") return "unknown root";
  return nullptr;
}

// The name of a lambda's class has numbers that are others in each run.
std::string madeText(const std::string& type) {
  const size_t lambda = type.find("$$Lambda");
  return lambda == std::string::npos ? plainText(type)
                                     : "a lambda of " + plainText(type.substr(0, lambda));
}

void leftOutBySpec(const Spec& spec, std::vector<std::string>& out) {
  const std::string name = plainText(spec.name) + ": ";
  if (spec.hiddenSites || spec.hiddenBytes)
    out.push_back(name + counted(spec.hiddenSites, "site") + " with " +
                  exactBytes(spec.hiddenBytes) +
                  " of stale objects below the `min-site` threshold (`min-site=0,0` shows them)");
  if (spec.asideSites)
    out.push_back(name + counted(spec.asideSites, "site") + " with " + exactBytes(spec.asideBytes) +
                  " of stale objects in classes that the option `aside` names");
  if (spec.initializerBytes)
    out.push_back(name + exactBytes(spec.initializerBytes) +
                  " of stale objects allocated under static initialisers");
  if (spec.unattributedArrayBytes)
    out.push_back(name + exactBytes(spec.unattributedArrayBytes) +
                  " of arrays without an owner to tell when they were last used");
  for (const Handler& handler : spec.handlers)
    if (handler.faults)
      out.push_back(name + plainText(handler.event) + " failed " + counted(handler.faults, "time") +
                    " in " + counted(handler.count, "call") +
                    (handler.firstFault.empty() ? std::string()
                                                : ", first: " + plainText(handler.firstFault)));
}

void leftOutByReason(const std::vector<Skipped>& skipped, const char* one, const char* many,
                     std::vector<std::string>& out) {
  for (const Skipped& item : skipped)
    if (item.count)
      out.push_back(counted(item.count, one, many) +
                    " not instrumented: " + plainText(item.reason));
}

// A jar's file name: build tools start forks from jars in long temporary paths.
std::string mainName(const std::string& mainClass) {
  const size_t slash = mainClass.rfind('/');
  const bool jar = mainClass.size() > 4 && mainClass.compare(mainClass.size() - 4, 4, ".jar") == 0;
  return plainText(jar && slash != std::string::npos ? mainClass.substr(slash + 1) : mainClass);
}

}  // namespace

std::string jvmName(const std::string& mainClass, const std::string& member, uint64_t pid) {
  return (member.empty() ? mainName(mainClass) : plainText(member)) + " (pid " +
         std::to_string(pid) + ")";
}

namespace {

std::string mergedRunLine(const RunInfo& run) {
  std::string text = counted(run.jvms.size(), "JVM") + ": ";
  constexpr size_t kNamed = 4;
  for (size_t i = 0; i < run.jvms.size() && i < kNamed; ++i) {
    text += (i ? ", " : "") + jvmName(run.jvms[i].mainClass, run.jvms[i].member, run.jvms[i].pid);
  }
  if (run.jvms.size() > kNamed) text += ", ...";
  size_t open = 0;
  for (const Jvm& jvm : run.jvms) open += jvm.complete ? 0 : 1;
  if (open)
    text += "; " + counted(open, "report") + " not complete: the JVM was killed or still runs";
  return text;
}

}  // namespace

std::string verdictWord(const Spec& spec) {
  std::string word = plainText(spec.verdict);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return word.empty() ? "INCONCLUSIVE" : word;
}

// Those of one JVM have numbers, also those that were left out.
static std::string checksText(const Report& report) {
  const size_t ran = report.checks.size();
  const size_t due = report.run.jvms.size() > 1 || ran == 0 ? ran : report.checks.back().n;
  return due > ran ? std::to_string(ran) + " of " + counted(due, "check") : counted(ran, "check");
}

std::string verdictNumbers(const Report& report, const Spec& spec) {
  std::string text = "rated VSO " + vsoText(spec.ratedVso);
  for (const VerdictCount& count : spec.verdicts) {
    if (count.verdict == "inconclusive" && count.ratedVso > spec.ratedVso)
      text += " (up to " + vsoText(count.ratedVso) + " in JVMs that could not be judged)";
  }
  text += ", ";
  text +=
      spec.maxAllowedVso > 0 ? "limit " + vsoText(spec.maxAllowedVso) : "no limit (max-vso) given";
  if (spec.defect == "growth") {
    text += "; idle " + percent(spec.idleShare);
    if (spec.maxAllowedIdle > 0) text += ", limit " + percent(spec.maxAllowedIdle);
    if (spec.startUpShare > 0) text += "; start-up " + percent(spec.startUpShare);
  }
  text += "; paper's VSO " + vsoText(spec.maxVso) + " at most";
  if (spec.maxVsoCheck) text += " (check " + std::to_string(spec.maxVsoCheck) + ")";
  text += ", " + vsoText(spec.sustainedVso) + " sustained";
  if (spec.maxAllowedPaperVso > 0) text += ", limit " + vsoText(spec.maxAllowedPaperVso);
  text += "; " + checksText(report);
  return report.run.jvms.empty() ? text : text + " in " + counted(report.run.jvms.size(), "JVM");
}

bool areThreads(const Holder& holder) {
  return holder.kind == "thread" && holder.field.empty() && !holder.className.empty();
}

std::string holderText(const Holder& holder) {
  const std::string name =
      plainText(holder.className) + (holder.field.empty()          ? ""
                                     : holder.field.front() == '[' ? " " + plainText(holder.field)
                                                                   : "." + plainText(holder.field));
  if (holder.className.empty()) {
    if (holder.kind == "jni-global" || holder.kind == "jni-local")
      return std::string("a ") + rootKind(holder.kind);
    return holder.kind == "monitor" ? "a held monitor" : "an unknown holder";
  }
  if (areThreads(holder))
    return "threads that have not ended" +
           (holder.className == "java.lang.Thread" ? "" : " (" + name + ")");
  if (holder.kind == "field") return name;
  if (holder.kind == "reference")
    return holder.field.empty() ? "a reference of class " + name : name;
  if (holder.kind == "stack") return "a variable of " + name + "()";
  const char* const known = rootKind(holder.kind);
  return (known ? known : plainText(holder.kind)) + (" " + name);
}

std::string findingHead(const Finding& finding) {
  if (finding.kind == "churn")
    return "churn: " + plainText(finding.type) + ", about " + counted(finding.objects, "object") +
           ", died young: " + humanBytes(finding.retainedBytes) + ", " + percent(finding.share) +
           " of all that was allocated";
  const std::string held =
      areThreads(finding.holder)
          ? ""
          : " holds " + (finding.type.empty() ? "objects" : madeText(finding.type)) +
                (finding.full.empty() ? "" : " full of " + madeText(finding.full));
  const std::string& own = finding.holder.ownField;
  const std::string reached = own.empty() ? "" : ", reached from " + plainText(own) + ",";
  const bool unseen = finding.holder.kind == "unknown" && finding.holder.className.empty();
  const std::string text =
      plainText(finding.kind) + ": " +
      (unseen ? held.substr(std::string(" holds ").size()) + ", whose holder was not seen"
              : holderText(finding.holder) + reached + held) +
      ": " + counted(finding.objects, "object") +
      (finding.liveObjects > 0 ? " (of " + std::to_string(finding.liveObjects) + " live)" : "");
  return text + ", " + humanBytes(finding.retainedBytes) +
         (finding.holder.kind == "unknown" ? " in all" : " under that holder") +
         (finding.type == "java.nio.DirectByteBuffer" ? ", besides what they have outside the heap"
                                                      : "");
}

static std::string placeVerb(const Finding& finding) {
  if (finding.kind == "churn") return "allocated at ";
  if (finding.makes.empty()) return "put there at ";
  return finding.makes == finding.type ? "made at " : madeText(finding.makes) + " made at ";
}

std::string findingOrigin(const Finding& finding) {
  std::string text = placeVerb(finding) + findingPlace(finding);
  const std::string caller = findingCaller(finding);
  if (caller.empty()) return text;
  if (finding.callerMakes.empty()) return text + ", called from " + caller;
  return text + ", with " + madeText(finding.callerMakes) + " made at " + caller;
}

Place findingLine(const Finding& finding) {
  if (finding.callerLine == 0) return {finding.className, finding.file, finding.line};
  const size_t dot = finding.callerMethod.rfind('.');
  return {finding.callerMethod.substr(0, dot), finding.callerFile,
          static_cast<int32_t>(finding.callerLine)};
}

std::string findingCaller(const Finding& finding) {
  if (finding.callerLine == 0) return {};
  return plainText(finding.callerFile) + ":" + std::to_string(finding.callerLine) + " (" +
         plainText(finding.callerMethod) + ")";
}

std::string findingPlace(const Finding& finding) {
  if (finding.className == "(static initialiser)") return "a static initialiser";
  if (finding.className == "(unknown)") return "a place in code that was not rewritten";
  std::string text = plainText(finding.className);
  if (!finding.method.empty()) text += "." + plainText(finding.method);
  if (!finding.file.empty()) {
    std::string at = plainText(finding.file);
    if (finding.line >= 0) at += ":" + std::to_string(finding.line);
    text = at + " (" + text + ")";
  }
  return finding.via.empty() ? text : text + ", by " + plainText(finding.via);
}

std::string growthText(const std::string& growth, const Trend& trend) {
  std::string text = plainText(growth);
  const bool churn = growth.empty() && trend.slope > 0;
  if (growth != "growing" && !churn) return text;
  const std::string per = trend.per == "units"            ? "1,000 units"
                          : trend.per == "allocatedBytes" ? "MiB allocated"
                                                          : "check";
  const auto amount = [](double bytes) {
    return humanBytes(static_cast<uint64_t>(std::max(0.0, bytes)));
  };
  if (churn) return amount(trend.slope) + " per " + per;
  // Between most checks nothing came, as of tests of which the last leave it behind.
  const bool late = trend.slope < 1 && trend.secondHalf >= 1;
  text += " by " + amount(late ? trend.secondHalf : trend.slope) + " per " + per;
  if (late) text += " in the second half";
  text += " (first half " + amount(trend.firstHalf) + ", second " + amount(trend.secondHalf);
  if (trend.lastToFirst > 0) text += "; last / first " + fixed(trend.lastToFirst, 1);
  return text + "; " + counted(trend.samples, "check") + ")";
}

std::string growthText(const Finding& finding) {
  std::string growth = growthText(finding.growth, finding.trend);
  if (!finding.because.empty()) growth += ": " + plainText(finding.because);
  if (finding.aside.empty()) return growth;
  return "no leak: " + plainText(finding.aside) + (growth.empty() ? "" : "; " + growth);
}

std::string vsoSentence(const Report& report) {
  double worst = 1;
  for (const Spec& spec : report.specs) worst = std::max(worst, spec.maxVso);
  const std::string head =
      "VSO (virtual space overhead) = (live bytes + penalty bytes) / live bytes: ";
  if (worst < 1.005) return head + "1.00x means that no live object showed the symptom for long";
  return head + "1.00x means no symptom, " + vsoText(worst) +
         " means that the penalties of suspicious objects added up to " + fixed(worst - 1, 1) +
         " times the live heap";
}

std::string holderField(const PathEdge& edge) {
  const std::string type = edge.holderType.empty() ? "unknown type" : plainText(edge.holderType);
  const std::string times = edge.repeats > 1 ? " x " + std::to_string(edge.repeats) : "";
  if (edge.field.empty()) return type + times;
  return type + (edge.field[0] == '[' ? " " : ".") + plainText(edge.field) + times;
}

std::string rootText(const PathRoot& root) {
  const char* const known = rootKind(root.kind);
  std::string text = known ? known : plainText(root.kind.empty() ? "unknown root" : root.kind);
  if (!root.name.empty()) text += " " + plainText(root.name);
  return text;
}

std::string siteFile(const Site& site) {
  if (site.file.empty()) return "unknown file";
  if (site.line < 0) return plainText(site.file) + " (no line number)";
  return plainText(site.file) + ": " + std::to_string(site.line);
}

std::string siteMethod(const Site& site) {
  if (site.className.empty()) return "unknown";
  return plainText(site.className) + (site.method.empty() ? "" : "." + plainText(site.method));
}

std::string pressureText(const Pressure& pressure) {
  if (pressure.uselessCollections == 0) return "";
  return std::to_string(pressure.uselessCollections) + " of " +
         counted(pressure.fullCollections, "full collection", "full collections") +
         " left under 10 % of " + humanBytes(pressure.heapBytes) + " free; " +
         humanMs(pressure.highMs) + " under pressure, that is until one left over 20 %";
}

std::string readyText(const RunInfo& run) {
  if (run.ready.empty()) return "";
  std::string text = "after " + humanBytes(run.readyBytes) + " of allocation";
  if (run.readyCheck != 0) text += ", at check " + std::to_string(run.readyCheck);
  return text + ": " + plainText(run.ready);
}

std::string runLine(const RunInfo& run) {
  if (!run.jvms.empty()) return mergedRunLine(run);
  std::string text = run.mainClass.empty() ? "program" : mainName(run.mainClass);
  if (!run.member.empty()) text += " " + plainText(run.member);
  if (run.pid) text += " (pid " + std::to_string(run.pid) + ")";
  text += ", " + plainText(run.jvm);
  if (!run.collector.empty()) text += ", " + plainText(run.collector) + " collector";
  text += ", " + humanMs(run.wallMs);
  if (!run.complete) text += "; not complete: written while the program was still running";
  return text;
}

const Check* sitesCheck(const Report& report, const Spec& spec) {
  if (report.checks.empty()) return nullptr;
  for (const Check& check : report.checks)
    if (check.n == spec.sitesCheck) return &check;
  return &report.checks.back();
}

std::string figuresText(const Report& report, const Spec& spec) {
  const Check* const check = sitesCheck(report, spec);
  if (spec.findings.empty() || check == nullptr || report.run.jvms.size() > 1) return {};
  const Check& end = report.checks.back();
  const bool units = check->units > 0;
  const auto part = [&](const auto& sight) {
    return units ? static_cast<double>(sight.units) / static_cast<double>(end.units)
                 : static_cast<double>(sight.allocatedBytes) /
                       static_cast<double>(std::max<uint64_t>(end.allocatedBytes, 1));
  };
  if (8 * part(*check) >= 7) return {};
  std::string text = "objects and sizes are as of " + percent(part(*check)) +
                     " of the program's work (check " + std::to_string(check->n) + ")";
  if (report.looks.empty() || part(report.looks.back()) <= part(*check)) return text;
  const Look& last = report.looks.back();
  return text + ", when the heap had " + humanBytes(check->liveBytes) + "; at " +
         percent(part(last)) + " it had " + humanBytes(last.liveBytes);
}

const Check* siteCheck(const Report& report, const Spec& spec, const Site& site) {
  for (const Check& check : report.checks)
    if (site.check && check.n == site.check) return &check;
  return sitesCheck(report, spec);
}

std::string jvmsText(const Report& report, const std::vector<SiteJvm>& jvms) {
  if (jvms.empty()) return {};
  const size_t index = jvms.front().jvm;
  if (index == 0 || index > report.run.jvms.size()) return {};
  const Jvm& jvm = report.run.jvms[index - 1];
  std::string text = jvmName(jvm.mainClass, jvm.member, jvm.pid);
  const size_t others = jvms.size() - 1;
  if (others) text += ", and in " + counted(others, "other JVM");
  return text;
}

double liveShare(const Check* check, const Site& site) {
  if (!check || check->liveBytes == 0) return -1;
  return static_cast<double>(site.liveBytes) / static_cast<double>(check->liveBytes);
}

std::string explainedPlace(const ExplainedSite& site) {
  std::string text = plainText(site.className) + "." + plainText(site.method);
  if (site.line >= 0) text += ":" + std::to_string(site.line);
  if (!site.allocates.empty()) text += ", allocates " + plainText(site.allocates);
  return text;
}

namespace {

constexpr size_t kFewSites = 10;

bool isTold(const Explanation& explanation, const ExplainedSite& site) {
  return explanation.sites.size() <= kFewSites || site.looksAlive > 0 || site.looks == 0;
}

}  // namespace

std::vector<const ExplainedSite*> explainedSites(const Explanation& explanation) {
  std::vector<const ExplainedSite*> told;
  for (const ExplainedSite& site : explanation.sites)
    if (isTold(explanation, site)) told.push_back(&site);
  return told;
}

std::string deadSites(const Explanation& explanation) {
  const size_t dead = explanation.sites.size() - explainedSites(explanation).size();
  if (dead == 0) return {};
  return counted(dead, "more site") +
         (dead == 1 ? " matches: no object of it" : " match: no object of them") +
         " was alive at any of the " + std::to_string(explanation.sites.front().looks) +
         " looks at the heap (the JSON report names " + (dead == 1 ? "it)" : "them)");
}

std::string nothingAsked(const Explanation& explanation) {
  std::string text = "no such site was instrumented";
  if (explanation.near.empty())
    return text + ": no class of this name was loaded, or it was excluded, or the method makes "
                  "arrays only, "
                  "which belong to the objects that own them";
  for (size_t i = 0; i < explanation.near.size(); ++i)
    text += (i == 0 ? "; near names: " : ", ") + plainText(explanation.near[i]);
  return text;
}

namespace {

// What a note with this code says of a spec, or empty.
std::string noted(const Report& report, const char* code, const std::string& spec) {
  const std::string head = std::string(code) + " spec " + spec + ": ";
  for (const std::string& note : report.coverage.notes)
    if (note.compare(0, head.size(), head) == 0) return note.substr(head.size());
  return "";
}

}  // namespace

bool diedBetweenChecks(const Report& report, const std::string& spec) {
  return !noted(report, "R814", spec).empty();
}

bool wasExercised(const Report& report, const Spec& spec) {
  const auto& handlers = spec.handlers;
  return handlers.empty() || diedBetweenChecks(report, spec.name) ||
         std::any_of(handlers.begin(), handlers.end(),
                     [](const Handler& handler) { return handler.count > 0; });
}

std::string verdictWord(const Report& report, const Spec& spec) {
  const bool idle = spec.verdict == "pass" && !wasExercised(report, spec);
  return idle ? "NOT EXERCISED" : verdictWord(spec);
}

std::string trackedNothing(const Report& report, const Spec& spec) {
  if (spec.objects.amplified > 0) return "";
  const std::string why = noted(report, "R801", spec.name);
  if (why.empty()) return "";
  const bool many = report.run.jvms.size() > 1;
  return (many ? "in some JVMs nothing was tracked: " : "nothing was tracked: ") + why;
}

std::vector<std::string> leftOut(const Report& report) {
  std::vector<std::string> out;
  for (const Spec& spec : report.specs) leftOutBySpec(spec, out);
  for (const NamedCount& cap : report.coverage.caps)
    if (cap.count)
      out.push_back("limit reached " + counted(cap.count, "time") + ": " + plainText(cap.name));
  leftOutByReason(report.coverage.classesSkipped, "class", "classes", out);
  leftOutByReason(report.coverage.methodsSkipped, "method", "methods", out);
  for (const std::string& note : report.coverage.notes) out.push_back(plainText(note));
  return out;
}

}  // namespace isl::report
