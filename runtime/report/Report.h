// The report as data. Filled by the agent at checks and at exit; JSON, text and HTML are views.
// Passive; every size is in bytes unless the name says otherwise; times in ms since VM start. How each
// member is called in JSON, and what it means there, stands in Fields.h: a member that is added here
// and not there does not compile.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/Result.h"

namespace isl::report {

inline constexpr uint32_t kSchemaVersion = 1;

struct NamedCount {
  std::string name;
  uint64_t count = 0;
};

// Classes or methods that were left as they are.
struct Skipped {
  std::string reason;
  uint64_t count = 0;
};

// One JVM of a merged report.
struct Jvm {
  std::string mainClass, jvm, collector;
  std::string member;
  uint64_t pid = 0, wallMs = 0;
  bool complete = false;
  uint32_t checks = 0;
};

using RunOptions = std::vector<std::pair<std::string, std::string>>;

struct RunInfo {
  std::string islVersion, jvm, javaVersion, collector, mainClass;
  std::string member;   // what the engine that started it calls it, or empty
  std::string command;  // main class and arguments, what looks like a secret left out
  std::string host;
  std::string startedAt;  // of the VM, "2027-01-31T12:00:00Z"
  RunOptions options;     // as given or defaulted
  uint64_t pid = 0, wallMs = 0;
  bool complete = false;  // false: written while the program was still running
  // When the program was ready: what told it, or empty; the first check from there on, and what was allocated before.
  std::string ready;
  uint32_t readyCheck = 0;
  uint64_t readyBytes = 0;
  std::vector<Jvm> jvms;  // merged reports only; elsewhere a JVM is named by its place here, from 1
};

struct Coverage {
  uint64_t classesSeen = 0, classesInstrumented = 0;
  uint64_t classesRepeated = 0;  // whose name another loader had brought before
  std::vector<Skipped> classesSkipped;
  uint64_t methodsInstrumented = 0;
  std::vector<Skipped> methodsSkipped;
  uint64_t accessSites = 0, touches = 0, births = 0, libraryCalls = 0, eventSites = 0;
  uint64_t classBytes = 0;         // of the class files that the rewriter read
  double rewriteMs = 0;            // CPU time that it took for them
  std::vector<NamedCount> caps;    // every limit that was hit
  std::vector<std::string> notes;  // R801.. messages: type never loaded, too few checks, ...
};

struct CheckSpec {
  std::string spec;
  uint64_t penaltyBytes = 0;
  double vso = 1.0;
  uint64_t suspiciousBytes = 0;  // live bytes of the objects with a penalty
  uint64_t trackedBytes = 0;  // live bytes that the spec looks at: its objects', or the live heap
};

struct Check {
  uint32_t n = 0;
  std::string cause;  // alloc, gc, interval, manual, exit
  uint64_t atMs = 0, liveBytes = 0, liveObjects = 0;
  double costMs = 0;  // collection, walk and paths
  std::vector<CheckSpec> specs;
  uint64_t foreignBytes =
      0;  // part of liveBytes that is not the program's (the VM's, the JDK's own)
  // Part of liveBytes that only soft references lead to, or that hangs on weak ones which wait for a collection; 0 where JVMTI
  // walks.
  uint64_t softBytes = 0;
  uint32_t jvm = 0;             // of a merged report: whose check; 0 in the report of one JVM
  uint64_t units = 0;           // of work so far, 0 when nothing counts them
  uint64_t allocatedBytes = 0;  // by the program so far, 0 when nothing measures them
  uint64_t tasks = 0, groups = 0, records = 0;  // begun so far, 0 when nothing counts them
  // CPU time of the program so far, without what checks and looks took; 0: not known.
  double cpuMs = 0;
};

// How much lived between two checks, where another check would have been too dear, or none was due as the program worked on
// without allocation.
struct Look {
  uint64_t units = 0, allocatedBytes = 0;  // all as of a Check
  uint64_t liveBytes = 0, softBytes = 0;
  double cpuMs = 0;
  uint32_t jvm = 0;
};

struct PathEdge {
  std::string holderType;               // "java.lang.Object[]", "java.util.ArrayList"
  std::string field;                    // "elementData", "[*]"; of a run also "left|right"
  uint32_t holderId = 0;                // allocation site of the holder, 0 when unknown
  std::string holderSite;               // "ListLeak.java:3", empty when unknown
  std::string holderMethod;             // "ListLeak.main", empty when unknown
  std::vector<std::string> alsoHeldBy;  // other fields that refer to the held object, a few
  // Edges of a run between objects of one class (a linked list), told as one; of a group the longest.
  uint32_t repeats = 1;
  // Live bytes that only the holder leads to, itself included; 0: others lead to the objects too, or not measured.
  uint64_t retainedBytes = 0;
  std::string declaredIn;  // superclass of the holder that declares the field, or empty
  // What says how much the holder may keep, or for how long, a field or method of its own, as of a cache; empty: nothing. And how
  // many entries those are, or how long each is kept; 0: not known.
  std::string boundedBy;
  uint64_t bound = 0, keptMs = 0;
};

struct PathRoot {
  // static, stack, jni-global, jni-local, monitor, thread, thread-local, system-class, cleaner (of java.lang.ref.Cleaner),
  // reference (no root: only a soft reference or the like), unknown
  std::string kind;
  std::string name;  // "ListLeak.kept", "main: ListLeak.main"
};

struct Path {
  double share = 0;  // of the penalty of the site's sampled objects, 0..1
  PathRoot root;
  bool truncated = false;       // the root was not reached
  std::vector<PathEdge> edges;  // from the direct holder towards the root
  uint64_t retainedBytes = 0;   // likewise of the object at its beginning, here and below
  std::string boundedBy;
  uint64_t bound = 0, keptMs = 0;
};

// How the bytes of a site or finding go with the program's work. Slopes are bytes per 1,000 units, per
// MiB allocated, or per check, whatever `per` says.
struct Trend {
  std::string per;       // units, allocatedBytes, checks
  uint32_t samples = 0;  // checks between which work was done
  double slope = 0, firstHalf = 0, secondHalf = 0;
  double lastToFirst = 0;  // bytes of the last sample for each of the first
};

// How the bytes of a site go with the data of a job: isl/SiteWork.h. The agent has none.
struct SiteWork {
  std::string per;     // what tells the work: records, units, allocatedBytes
  std::string growth;  // over all of it: constant, bounded, linear, worse, unclear
  // bytes = offset + factor * work^exponent, and R^2; factor 0: no curve fits.
  double offset = 0, factor = 0, exponent = 0, determination = 0;
  // The most that came to be while one record (or unit), group, task was the latest. Without tasks all is one.
  uint64_t recordBytes = 0, groupBytes = 0, taskBytes = 0;
};

struct SitePoint {
  uint32_t check = 0;
  uint64_t penaltyBytes = 0, liveBytes = 0;  // liveBytes: of the suspicious objects
};

// The part of a site that was allocated in a scope.
struct ScopeShare {
  std::string name;
  uint64_t suspiciousObjects = 0, penaltyBytes = 0;
};

// The part of a site that was allocated under one number of calling contexts (`kind = context[i]`).
struct ContextShare {
  uint32_t context = 0;
  uint64_t suspiciousObjects = 0, penaltyBytes = 0;
};

// What one JVM of a merged report said about a site.
struct SiteJvm {
  uint32_t jvm = 0;
  uint64_t penaltyBytes = 0;
};

struct Site {
  uint32_t rank = 0, id = 0;
  std::string className, method, file;  // dotted binary class name
  int32_t line = -1;
  std::string type;  // of the objects
  std::string via;   // library frame as detail, or empty
  // Nearest caller with a source line, for sites whose class was compiled without line numbers; from
  // sampled allocations, empty when none was seen.
  std::string callerMethod, callerFile;
  int32_t callerLine = -1;
  uint64_t suspiciousObjects = 0, penaltyBytes = 0, liveBytes = 0;
  uint64_t arrayBytes = 0;         // part of liveBytes: arrays that the objects own
  uint64_t startUpBytes = 0;       // part of liveBytes: not used since the program became ready
  std::string growth;              // growing, bounded, constant, unclear
  Trend trend;                     // the evidence
  SiteWork work;                   // by the data
  std::vector<SitePoint> history;  // growth over the checks
  std::vector<Path> paths;
  std::vector<ScopeShare> scopes;      // largest penalty first
  std::vector<ContextShare> contexts;  // likewise; empty unless the spec tells contexts apart
  // Merged reports: the numbers are of the JVM with the largest penalty, at this check; 0 otherwise.
  uint32_t check = 0;
  std::vector<SiteJvm> jvms;  // every JVM that reported the site, largest penalty first
  std::string accepted;       // reason of the baseline entry that accepts the site, or empty
};

// The place at which a finding is cleared: what holds all that piles up.
struct Holder {
  std::string kind;  // field (of an object), a kind of root (static, stack, thread, ...), unknown
  std::string className, field;  // of a stack the method whose variable it is
  std::string allocated;         // FILE:LINE where the holder was allocated, empty when unknown
  // Of a library's field the nearest one of the program's own code that leads there, "shop.Templates.COMPILED", or empty.
  std::string ownField;
};

// One leak, or one set of idle memory, however many sites it comes from.
struct Finding {
  uint32_t rank = 0;
  std::string kind;  // leak, idle, start-up, defect, unclear, churn
  Holder holder;
  std::string type;  // of the objects that pile up, or of the tables that fill
  std::string full;  // of a table that fills: the type of what it is full of, as far as known
  // The program's line that puts them there, or fills the table: the call into the collection where it is known, else
  // their allocation.
  std::string className, method, file;
  int32_t line = -1;
  std::string via;  // the call, or empty
  // Empty: that line puts them there. Else nobody saw what does, and it makes objects of this type.
  std::string makes;
  // Where that line is a library's or a constructor's: the nearest line of the program's own code that leads there,
  // "LeakingClient.order", as far as sampled allocations tell.
  std::string callerMethod, callerFile;
  uint32_t callerLine = 0;  // 0: none is known
  // Empty: that line was seen to call. Else nobody saw it, but it makes objects of this type, which hang on the others.
  std::string callerMakes;
  uint64_t objects = 0;      // of `type`, suspicious; where nearly all are, all
  uint64_t liveObjects = 0;  // all of that type, wherever they are; 0: hardly more, or not known
  uint64_t retainedBytes =
      0;  // under the holder, as a sample of the heap tells; no less than what is suspicious
  uint64_t penaltyBytes = 0;
  double share = 0;     // see the rated VSO: of what the heap gained, or of the heap
  std::string growth;   // as of a site
  std::string because;  // what told that, where the trend alone does not; or empty
  Trend trend;
  std::string aside;            // why it is no leak though it may grow, or empty
  std::vector<uint32_t> sites;  // their ranks, largest first
  std::vector<Path> paths;      // where there are none: how most of it is held
  std::vector<SiteJvm> jvms;    // merged reports: every JVM that reported it
  std::string accepted;         // reason of the baseline entry that accepts it, or empty
};

// A site without its evidence.
struct ProfileSite {
  std::string className, method, type, via;  // as of Site
  uint64_t objects = 0, liveBytes = 0;       // suspicious
};

// Every site that counts, also those that `top` leaves out: what reports are compared by.
struct Profile {
  uint64_t liveBytes = 0;  // the live heap at the check of the sites
  std::vector<ProfileSite> sites;
};

struct Handler {
  std::string event, mode;
  uint64_t count = 0, faults = 0;
  std::string why, firstFault;
};

struct Amplified {
  uint64_t amplified = 0, cleared = 0;
};

// Of JVMs with the same verdict.
struct VerdictCount {
  std::string verdict;  // as of a spec
  uint64_t jvms = 0;
  double ratedVso = 1.0;        // the highest of theirs
  uint64_t allocatedBytes = 0;  // by them all, up to their last checks
};

struct Spec {
  std::string name, source;
  double maxVso = 1.0, sustainedVso = 1.0, severity = 0.0;
  uint32_t maxVsoCheck = 0, window = 1;
  uint32_t sitesCheck = 0;  // check that the sites' numbers are from; 0: no check ran
  std::string defect;       // what the spec calls a defect: growth, presence, churn
  double ratedVso = 1.0;    // what max-vso limits, see docs/report.md
  double idleShare = 0.0;   // of the live heap: findings that are idle
  double startUpShare = 0;  // likewise: findings that are of the start-up
  // Limits; 0: no assertion (null in JSON).
  double maxAllowedVso = 0, maxAllowedPaperVso = 0, maxAllowedIdle = 0;
  std::string verdict;                        // pass, fail, inconclusive
  std::string verdictWhy;                     // one sentence
  std::vector<VerdictCount> verdicts;         // merged reports: of all JVMs, by name
  Amplified objects;                          // TO, FO
  Amplified sitesAmplified;                   // TS, FS
  uint64_t hiddenSites = 0, hiddenBytes = 0;  // below min-site
  uint64_t asideSites = 0, asideBytes = 0;    // of classes that `aside` names
  uint64_t initializerBytes = 0;  // stale, allocated under static initialisers, not counted
  uint64_t unattributedArrayBytes = 0;
  std::vector<Handler> handlers;
  std::vector<Finding> findings;
  std::vector<Site> sites;
  Profile profile;
};

// A full collection that left next to nothing of the heap free.
struct UselessCollection {
  uint64_t atMs = 0, pauseMs = 0, freeBytes = 0;
  uint64_t relievedMs = 0;  // when one left enough again; 0: none did
  uint32_t jvm = 0;         // of a merged report: whose; 0 in the report of one JVM
};

// Nothing more fitted into the heap (see check/Pressure.h), and the work by then.
struct OutOfMemory {
  uint64_t atMs = 0, allocatedBytes = 0, units = 0, tasks = 0, groups = 0, records = 0;
  uint32_t jvm = 0;  // of a merged report: whose; 0 in the report of one JVM
};

// Who held most of the live heap at the check at which it was fullest (see verdict/MostHeld.h).
struct MostHeld {
  uint32_t check = 0;
  uint64_t liveBytes = 0;              // of the whole heap
  double share = 0;                    // of these
  std::string kind, className, field;  // as of a Holder
  std::string type;                    // of most of what is held
  uint32_t jvm = 0;                    // of a merged report: whose; 0 in the report of one JVM
};

// Long and useless collections, see check/Pressure.h.
struct Pressure {
  std::string unknown;     // why nothing is known of them, or empty
  uint64_t heapBytes = 0;  // that the heap may grow to
  uint64_t collections = 0, fullCollections = 0, uselessCollections = 0;
  uint64_t highMs = 0;                     // time under pressure
  std::vector<UselessCollection> useless;  // the first of them
  std::vector<OutOfMemory> outOfMemory;    // the last of each JVM
  std::vector<MostHeld> mostHeld;          // of a heap that was an eighth full or more
};

// A test or another part of the run that the program marked (isl.Amplifier.begin and end).
struct Scope {
  std::string name;
  uint64_t opened = 0;  // times
  uint64_t checks = 0;  // that ran while it was open
};

// Why a site that `explain` asked for was flagged by a spec, or why not.
struct SiteEvidence {
  std::string spec;
  std::string
      status;  // flagged, cleared, below-min-site, set-aside, never-suspicious, not-tracked, never-alive, no-check
  std::string why;                                      // one sentence
  uint64_t suspiciousObjects = 0, suspiciousBytes = 0;  // at most, at one check
  uint32_t suspiciousLooks = 0;
  uint64_t clearedObjects = 0;          // suspicious ones that were used again
  std::vector<uint32_t> clearedChecks;  // when that was seen, the first 20
};

struct ExplainedSite {
  uint32_t id = 0;
  std::string className, method, file;
  int32_t line = -1;
  std::string allocates;  // class, or "in " and the method of the JDK under which they are made
  uint32_t looks = 0,
           looksAlive = 0;  // walks over the heap, and how many found objects of the site
  uint64_t objects = 0;     // alive at one check, at most
  uint32_t longestUntouched = 0, longestUntouchedCheck = 0;  // in checks
  uint32_t lastTouched = 0;                                  // check after the last touch
  std::vector<SiteEvidence> specs;
};

struct Explanation {
  std::string asked;  // CLASS.method[:line]
  std::vector<ExplainedSite> sites;
  std::vector<std::string> near;  // when no site matched: instrumented ones with such names
};

// How the live heap of one JVM goes with its work, and when it will fill the heap: isl/Outlook.h. The agent has none.
struct Outlook {
  std::string per;     // what the work is told in: records, units, allocatedBytes
  std::string growth;  // constant, bounded, linear, worse, unclear
  // Where the heap runs full: task, group, hot-key, record, large-record, start; else empty.
  std::string cause;
  uint64_t causeFrom = 0,
           causeAt = 0;  // the guilty record lies between them; of a group its number
  // bytes = offset + factor * work^exponent, and R^2; factor 0: no curve fits.
  double offset = 0, factor = 0, exponent = 0, determination = 0;
  uint32_t samples = 0;
  uint64_t at = 0, liveBytes = 0,
           heapBytes = 0;   // the work so far, the live heap by then, the limit
  uint64_t fullAt = 0;      // work at which the heap is full, 0: not foretold
  uint32_t neighbours = 0;  // of a merged report: members whose mean foretells it, 0: its own curve
  uint32_t jvm = 0;         // of a merged report: whose; 0 in the report of one JVM
};

struct Report {
  uint32_t schemaVersion = kSchemaVersion;
  RunInfo run;
  Coverage coverage;
  std::vector<Check> checks;
  std::vector<Look> looks;  // in the order of time
  std::vector<Spec> specs;
  Pressure pressure;
  std::vector<Scope> scopes;  // in the order of their first opening
  std::vector<Explanation> explanations;
  std::vector<Outlook> outlook;  // one for each JVM
};

// Renders the report. toText: the verdict first, then at most `top` sites a spec, then what was not
// observed. toHtml: one self-contained page. Strings may hold any bytes, the JVM's modified UTF-8
// included: what is not text is replaced, never passed on.
std::string toJson(const Report& report);
std::string toText(const Report& report, uint32_t top);
// The lines around the place of a finding, for the page.
struct SourceText {
  uint32_t first = 1;  // number of the first line
  std::vector<std::string> lines;
};
// Empty `lines`: the source is not there.
using SourceLookup =
    std::function<SourceText(const std::string& className, const std::string& file, int32_t line)>;
std::string toHtml(const Report& report, const SourceLookup& sources = {});

// Writes `content` to `path` atomically (temporary file in the same directory, fsync, rename): a
// reader sees the old file or the new one, also when the program is killed in between. A path that
// is no regular file (a pipe, /dev/null) is written in place.
// An error names the path, the reason and what to do.
Status writeFileAtomically(const std::string& path, const std::string& content);

}  // namespace isl::report
