// Sentences and judgements that the text view and the page share, so that they never disagree.
#pragma once

#include <string>
#include <vector>

#include "report/Report.h"

namespace isl::report {

// "FAIL", "PASS", "INCONCLUSIVE"; a verdict that is none of ours is shown as it is.
std::string verdictWord(const Spec& spec);
// The same, but for a spec that passes without having met anything: "NOT EXERCISED".
std::string verdictWord(const Report& report, const Spec& spec);
// Did a handler of the spec run, or did all that it tracks die before a check? True of a report that does not tell.
bool wasExercised(const Report& report, const Spec& spec);
// "rated VSO 21.0x, limit 4.0x; idle 3 %; paper's VSO 23.1x at most (check 41), ...; 60 checks"
std::string verdictNumbers(const Report& report, const Spec& spec);
// Had the program objects of the spec, none of which was alive at a check?
bool diedBetweenChecks(const Report& report, const std::string& spec);
// "nothing was tracked: no loaded class matches type ..."; empty: something was. In a merged report it may have been so in
// some of the JVMs only, and the sentence says that.
std::string trackedNothing(const Report& report, const Spec& spec);
// Is it the threads themselves, each with what it holds?
bool areThreads(const Holder& holder);
// "static field Journal.entries", "com.acme.Cache.map", "a variable of Main.run()"
std::string holderText(const Holder& holder);
// "leak: static field Journal.entries holds Journal$Entry: 4100 objects, 580 KiB under that holder"
std::string findingHead(const Finding& finding);
// "Journal.java:12 (Journal.note), by java.util.HashMap.put"
std::string findingPlace(const Finding& finding);
// Where a reader is sent.
struct Place {
  std::string className, file;
  int32_t line = -1;
};
// The line, or the program's own that calls a library's.
Place findingLine(const Finding& finding);
// "LeakingClient.java:17 (LeakingClient.order)": the own line that calls a library's; empty: none is known.
std::string findingCaller(const Finding& finding);
// "put there at " and the place, or "made at " where what puts them there was not seen; "allocated at " of churn
std::string findingOrigin(const Finding& finding);
// "growing by 38 KiB per MiB allocated (first half 38 KiB, ...)"; of churn "38 KiB per 1,000 units" or nothing
std::string growthText(const std::string& growth, const Trend& trend);
// Likewise of a finding, and why it is no leak all the same.
std::string growthText(const Finding& finding);
// What VSO means, with this report's worst number as the example.
std::string vsoSentence(const Report& report);
// "java.util.ArrayList.elementData", "java.lang.Object[] [*]"
std::string holderField(const PathEdge& edge);
// "static field ListLeak.kept", "stack of main: ListLeak.main"
std::string rootText(const PathRoot& root);
// "ListLeak.java: 8", "ListLeak.java (no line number)", "unknown place"
std::string siteFile(const Site& site);
std::string siteMethod(const Site& site);
// "12 of 14 full collections left under 10 % of 57.5 MiB free; 3.4 s until ..."; empty when all were of use.
std::string pressureText(const Pressure& pressure);
// "after 12.3 MiB of allocation, at check 5: its first unit of work"; empty when the program never was.
std::string readyText(const RunInfo& run);
// "the heap of 1.00 GiB is full at about record 310,000 (now 120,000): ..." for each JVM where it is, or was, the soonest
// first. Empty: the heap has room.
std::vector<std::string> outlookTexts(const Report& report);
// "linear, 48.8 KiB per 1,000 records (R squared 0.999); at most 3.0 KiB within a group, 5.0 MiB over the task"; empty where
// nothing was gained.
std::string workText(const SiteWork& work);
// Of the JVMs that outlookTexts() names: who held most of the heap, a line each.
std::vector<std::string> mostHeldTexts(const Report& report);
// And what grows there, where findings do not stand beside it.
std::vector<std::string> outlookWithCause(const Report& report);
// Program, VM, collector and time; one line.
std::string runLine(const RunInfo& run);

// "com.acme.Main (pid 12)", "app-7/executor-1 (pid 13)"
std::string jvmName(const std::string& mainClass, const std::string& member, uint64_t pid);

// The check that a spec's sites are from; null when none ran.
const Check* sitesCheck(const Report& report, const Spec& spec);
// Where an eighth of the work or more came after that check: "objects and sizes are as of 10.2 % of the program's work (check 65),
// when the heap had 21.9 MiB; at 98.6 % it had 178.8 MiB". Else empty, as without a finding or of several JVMs.
std::string figuresText(const Report& report, const Spec& spec);
// The check that a site's numbers are from: the spec's, in a merged report the site's own.
const Check* siteCheck(const Report& report, const Spec& spec, const Site& site);
// In a merged report: "ForkedBooter (pid 12), and in 3 other JVMs"; empty in the report of one JVM.
std::string jvmsText(const Report& report, const std::vector<SiteJvm>& jvms);
// Real bytes of the site as a share of the live heap at that check; negative when unknown.
double liveShare(const Check* check, const Site& site);

// "Leak.make:23 (Leak.java: 23), allocates Leak$Item"
std::string explainedPlace(const ExplainedSite& site);
// Those that are told one by one: all of a few, of many only those that had live objects.
std::vector<const ExplainedSite*> explainedSites(const Explanation& explanation);
// What to say of the others; empty: there are none.
std::string deadSites(const Explanation& explanation);
// What to say when `explain` named no instrumented site.
std::string nothingAsked(const Explanation& explanation);

// What the numbers of the report leave out, one sentence an entry; empty: nothing is known to be.
std::vector<std::string> leftOut(const Report& report);

}  // namespace isl::report
