// The one list of a report's fields: the writer, the reader, merging and the schema
// (docs/report.schema.json) follow it, and docs/report.md is tested against it. To add a field, add
// the member to Report.h and a line here; a member without a line does not compile.
#pragma once

#include "report/Field.h"
#include "report/PathFields.h"
#include "report/PressureFields.h"
#include "report/Report.h"
#include "report/RunFields.h"

namespace isl::report {

template <typename V>
constexpr void describe(V& v, Of<Coverage>) {
  using namespace merge;
  v(Field("classesSeen", "classes"), &Coverage::classesSeen, Sum());
  v(Field("classesInstrumented", "classes"), &Coverage::classesInstrumented, Sum());
  v(Field("classesRepeated", "classes whose name another loader had brought before"),
    &Coverage::classesRepeated, Sum());
  v(Field("classesSkipped", "classes by reason"), &Coverage::classesSkipped, ByKey());
  v(Field("methodsInstrumented", "methods"), &Coverage::methodsInstrumented, Sum());
  v(Field("methodsSkipped", "methods by reason"), &Coverage::methodsSkipped, ByKey());
  v(Field("accessSites", "field accesses and calls that could need a touch"),
    &Coverage::accessSites, Sum());
  v(Field("touches", "touches inserted"), &Coverage::touches, Sum());
  v(Field("births", "allocation sites instrumented"), &Coverage::births, Sum());
  v(Field("libraryCalls", "calls from the program into the JDK that are charged"),
    &Coverage::libraryCalls, Sum());
  v(Field("eventSites", "places that log an event for handlers that run for each one"),
    &Coverage::eventSites, Sum());
  v(Field("classBytes", "class files that the rewriter read").bytes(), &Coverage::classBytes,
    Sum());
  v(Field("rewriteMs", "CPU time of rewriting them").ms(), &Coverage::rewriteMs, Sum());
  v(Field("caps", "limits that were hit"), &Coverage::caps, ByKey());
  v(Field("notes", "what the reader should know about this run"), &Coverage::notes, Union());
}

template <typename V>
constexpr void describe(V& v, Of<CheckSpec>) {
  v(Field("spec", "name of the spec"), &CheckSpec::spec);
  v(Field("penaltyBytes", "sum of all penalties").bytes(), &CheckSpec::penaltyBytes);
  v(Field("vso", "(liveBytes + penaltyBytes) / liveBytes").vso(), &CheckSpec::vso);
  v(Field("suspiciousBytes", "live objects that have a penalty").bytes(),
    &CheckSpec::suspiciousBytes);
  v(Field("trackedBytes",
          "live objects that the spec tracks; the live heap where it takes any, or keeps a record "
          "of each")
        .bytes(),
    &CheckSpec::trackedBytes);
}

template <typename V>
constexpr void describe(V& v, Of<Check>) {
  v(Field("n", "number of the check").from(1), &Check::n);
  v(Field("cause", "why it ran").oneOf("auto|alloc|gc|interval|manual|exit"), &Check::cause);
  v(Field("atMs", "since the start of the VM").ms(), &Check::atMs);
  v(Field("liveBytes", "the live heap").bytes(), &Check::liveBytes);
  v(Field("liveObjects", "live objects"), &Check::liveObjects);
  v(Field("foreignBytes", "part of liveBytes that is not the program's, 0 before it was measured")
        .bytes(),
    &Check::foreignBytes);
  v(Field("softBytes",
          "part of liveBytes that only soft references lead to or that hangs on dead weak ones, 0 "
          "where JVMTI walks")
        .bytes(),
    &Check::softBytes);
  v(Field("costMs", "that the check took, its collection included").ms(), &Check::costMs);
  v(Field("units", "of work so far, 0 when nothing counts them"), &Check::units);
  v(Field("allocatedBytes", "by the program so far, 0 when nothing measures them").bytes(),
    &Check::allocatedBytes);
  v(Field("cpuMs", "CPU time of the program so far, without checks and looks").whenSet().ms(),
    &Check::cpuMs);
  v(Field("tasks", "of a data engine, begun so far").whenSet(), &Check::tasks);
  v(Field("groups", "of records with one key, begun so far").whenSet(), &Check::groups);
  v(Field("records", "read so far").whenSet(), &Check::records);
  v(Field("jvm", "merged reports only: whose check, from 1").whenSet().from(1), &Check::jvm);
  v(Field("specs", "one per spec").essential(), &Check::specs);
}

template <typename V>
constexpr void describe(V& v, Of<Look>) {
  v(Field("units", "of work so far, 0 when nothing counts them"), &Look::units);
  v(Field("allocatedBytes", "by the program so far").bytes(), &Look::allocatedBytes);
  v(Field("liveBytes", "the live heap").bytes(), &Look::liveBytes);
  v(Field("softBytes", "part of liveBytes, as of a check").bytes(), &Look::softBytes);
  v(Field("cpuMs", "as of a check").whenSet().ms(), &Look::cpuMs);
  v(Field("jvm", "merged reports only: whose, from 1").whenSet().from(1), &Look::jvm);
}

template <typename V>
constexpr void describe(V& v, Of<Trend>) {
  v(Field("per", "of what the slopes tell the bytes: 1,000 units, a MiB allocated, a check")
        .oneOf("units|allocatedBytes|checks|"),
    &Trend::per);
  v(Field("samples", "checks between which work was done"), &Trend::samples);
  v(Field("slope", "bytes that it gains, over all"), &Trend::slope);
  v(Field("firstHalf", "likewise, in the first half of the work"), &Trend::firstHalf);
  v(Field("secondHalf", "likewise, in the second half"), &Trend::secondHalf);
  v(Field("lastToFirst", "bytes at the last check for each at the first"), &Trend::lastToFirst);
}

template <typename V>
constexpr void describe(V& v, Of<SiteWork>) {
  v(Field("per", "what tells the work").oneOf("records|units|allocatedBytes|"), &SiteWork::per);
  v(Field("growth", "over all the work").oneOf("constant|bounded|linear|worse|unclear|"),
    &SiteWork::growth);
  v(Field("offset", "bytes = offset + factor x work^exponent"), &SiteWork::offset);
  v(Field("factor", "0: no curve fits"), &SiteWork::factor);
  v(Field("exponent", "1: a straight line"), &SiteWork::exponent);
  v(Field("determination", "R squared of the curve"), &SiteWork::determination);
  v(Field("recordBytes", "most that it gained while one record, or unit, was the latest").bytes(),
    &SiteWork::recordBytes);
  v(Field("groupBytes", "likewise one group").bytes(), &SiteWork::groupBytes);
  v(Field("taskBytes", "likewise one task; all the work where none is counted").bytes(),
    &SiteWork::taskBytes);
}

template <typename V>
constexpr void describe(V& v, Of<SitePoint>) {
  v(Field("check", "number of the check"), &SitePoint::check);
  v(Field("penaltyBytes", "sum of the penalties").bytes(), &SitePoint::penaltyBytes);
  v(Field("liveBytes", "live suspicious objects").bytes(), &SitePoint::liveBytes);
}

template <typename V>
constexpr void describe(V& v, Of<ScopeShare>) {
  v(Field("name", "name of the scope"), &ScopeShare::name);
  v(Field("suspiciousObjects", "live objects with a penalty"), &ScopeShare::suspiciousObjects);
  v(Field("penaltyBytes", "sum of their penalties").bytes(), &ScopeShare::penaltyBytes);
}

template <typename V>
constexpr void describe(V& v, Of<ContextShare>) {
  v(Field("context", "number of the calling contexts, below i"), &ContextShare::context);
  v(Field("suspiciousObjects", "live objects with a penalty"), &ContextShare::suspiciousObjects);
  v(Field("penaltyBytes", "sum of their penalties").bytes(), &ContextShare::penaltyBytes);
}

template <typename V>
constexpr void describe(V& v, Of<SiteJvm>) {
  v(Field("jvm", "place in run.jvms, from 1").from(1), &SiteJvm::jvm);
  v(Field("penaltyBytes", "penalty in that JVM").bytes(), &SiteJvm::penaltyBytes);
}

// Of a site that several JVMs reported, the one with the largest penalty is kept; isl/Merge.cpp joins
// to it what the others say.
template <typename V>
constexpr void describe(V& v, Of<Site>) {
  v(Field("rank", "place in the list, from 1"), &Site::rank);
  v(Field("id", "allocation site, as in holderId"), &Site::id);
  v(Field("class", "dotted binary name of the allocating class"), &Site::className);
  v(Field("method", "allocating method"), &Site::method);
  v(Field("file", "source file, empty when unknown"), &Site::file);
  v(Field("line", "source line, -1 when unknown").from(-1), &Site::line);
  v(Field("type", "type of the objects"), &Site::type);
  v(Field("via", "library method that allocated for this site, or empty"), &Site::via);
  v(Field("callerMethod",
          "nearest calling method with a source line, when the site's class has none; or empty"),
    &Site::callerMethod);
  v(Field("callerFile", "source file of callerMethod, or empty"), &Site::callerFile);
  v(Field("callerLine", "source line of the call, -1 when unknown").from(-1), &Site::callerLine);
  v(Field("suspiciousObjects", "live objects with a penalty"), &Site::suspiciousObjects);
  v(Field("penaltyBytes", "sum of their penalties").bytes(), &Site::penaltyBytes);
  v(Field("liveBytes", "that they occupy").bytes(), &Site::liveBytes);
  v(Field("arrayBytes", "part of liveBytes in arrays that the objects own").bytes(),
    &Site::arrayBytes);
  v(Field("startUpBytes", "part of liveBytes: not used since the program became ready").bytes(),
    &Site::startUpBytes);
  v(Field("growth", "with the program's work").oneOf("growing|bounded|constant|unclear|"),
    &Site::growth);
  v(Field("trend", "the evidence for growth"), &Site::trend);
  v(Field("work", "bytes against the data of a job; isl adds it"), &Site::work);
  v(Field("history", "growth over the checks, at most 240 points"), &Site::history);
  v(Field("paths", "groups of reference paths, largest share first"), &Site::paths);
  v(Field("scopes", "the part that was allocated in each scope, largest penalty first"),
    &Site::scopes, merge::ByHand());
  v(Field("contexts", "only of specs with `kind = context[i]`: the part that was allocated under "
                      "each number of calling contexts, largest penalty first")
        .whenSet(),
    &Site::contexts);
  v(Field("check", "merged reports only: check that the numbers are from").whenSet().from(1),
    &Site::check);
  v(Field("jvms", "merged reports only: every JVM that reported the site, largest penalty first")
        .whenSet(),
    &Site::jvms, merge::ByHand());
  v(Field("accepted", "reason of the baseline entry that accepts the site; absent when none does")
        .whenSet(),
    &Site::accepted);
}

template <typename V>
constexpr void describe(V& v, Of<Holder>) {
  v(Field("kind", "field of an object, or the root that holds it all")
        .oneOf("field|static|stack|jni-global|jni-local|monitor|thread|thread-local|system-class|"
               "cleaner|reference|unknown|"),
    &Holder::kind);
  v(Field("class", "class of the field; of a stack that of the method"), &Holder::className);
  v(Field("field", "field to clear; of a stack the method"), &Holder::field);
  v(Field("allocated", "FILE:LINE where the holder was allocated, empty when unknown"),
    &Holder::allocated);
  v(Field("ownField", "the program's own that leads to a library's; absent: none known").whenSet(),
    &Holder::ownField);
}

// Of a finding that several JVMs reported, the one with the most bytes is kept (isl/Merge.cpp).
template <typename V>
constexpr void describe(V& v, Of<Finding>) {
  v(Field("rank", "1 is what grows most").from(1), &Finding::rank);
  v(Field("kind",
          "leak: it grows with the work; idle: it does not; start-up: nor was it used since the "
          "program became ready; defect: the spec counts both; churn: it died young")
        .oneOf("leak|idle|start-up|defect|unclear|churn"),
    &Finding::kind);
  v(Field("holder", "what is to be cleared"), &Finding::holder);
  v(Field("type", "of the objects that pile up, or of the tables that fill"), &Finding::type);
  v(Field("full", "of a table that fills: the type of what it is full of, or empty"),
    &Finding::full);
  v(Field("class", "of the line that puts them there"), &Finding::className);
  v(Field("method", "likewise"), &Finding::method);
  v(Field("file", "likewise, empty when unknown"), &Finding::file);
  v(Field("line", "likewise, -1 when unknown").from(-1), &Finding::line);
  v(Field("via", "the call that it makes, or empty"), &Finding::via);
  v(Field("makes", "where what puts them there was not seen: the type of what that line makes, "
                   "they themselves or what hangs on them")
        .whenSet(),
    &Finding::makes);
  v(Field("callerMethod", "of a line of a library or of a constructor: the nearest line of the "
                          "program's own code that "
                          "leads there")
        .whenSet(),
    &Finding::callerMethod);
  v(Field("callerFile", "likewise").whenSet(), &Finding::callerFile);
  v(Field("callerLine", "likewise, from 1").whenSet().from(1), &Finding::callerLine);
  v(Field("callerMakes", "where no such call was seen: the type of what that line makes, which is "
                         "put there or hangs on it")
        .whenSet(),
    &Finding::callerMakes);
  v(Field("objects", "suspicious ones of this type"), &Finding::objects);
  v(Field("liveObjects", "all live ones of this type; absent where they are hardly more").whenSet(),
    &Finding::liveObjects);
  v(Field("retainedBytes", "bytes under the holder, as a sample of the heap tells").bytes(),
    &Finding::retainedBytes);
  v(Field("penaltyBytes", "sum of their penalties").bytes(), &Finding::penaltyBytes);
  v(Field("share",
          "of what the live heap gained where it grows, of churn that of all allocated bytes, "
          "else of the live heap")
        .share(),
    &Finding::share);
  v(Field("growth", "with the program's work").oneOf("growing|bounded|constant|unclear|"),
    &Finding::growth);
  v(Field("because", "what told that; absent where it is the trend alone").whenSet(),
    &Finding::because);
  v(Field("trend", "the evidence for growth"), &Finding::trend);
  v(Field("aside", "why it is no leak though it may grow; absent when nothing sets it apart")
        .whenSet(),
    &Finding::aside);
  v(Field("sites", "ranks of its sites, first that of `type`"), &Finding::sites, merge::ByHand());
  v(Field("paths", "where it has no sites, how most of it is held").whenSet(), &Finding::paths);
  v(Field("jvms", "merged reports only: every JVM that reported it, most bytes first").whenSet(),
    &Finding::jvms, merge::ByHand());
  v(Field("accepted", "reason of the baseline entry that accepts it; absent when none does")
        .whenSet(),
    &Finding::accepted);
}

template <typename V>
constexpr void describe(V& v, Of<ProfileSite>) {
  v(Field("class", "as of a site"), &ProfileSite::className, merge::ByHand());
  v(Field("method", "as of a site"), &ProfileSite::method, merge::ByHand());
  v(Field("type", "as of a site"), &ProfileSite::type, merge::ByHand());
  v(Field("via", "as of a site"), &ProfileSite::via, merge::ByHand());
  v(Field("objects", "live objects with a penalty"), &ProfileSite::objects, merge::Sum());
  v(Field("liveBytes", "that they occupy").bytes(), &ProfileSite::liveBytes, merge::Sum());
}

// isl/Merge.cpp joins sites of one name.
template <typename V>
constexpr void describe(V& v, Of<Profile>) {
  v(Field("liveBytes", "the live heap at the check of the sites").bytes(), &Profile::liveBytes,
    merge::Sum());
  v(Field("sites", "every site that counts, those beyond `top` included"), &Profile::sites,
    merge::ByHand());
}

template <typename V>
constexpr void describe(V& v, Of<Handler>) {
  using namespace merge;
  v(Field("event", "name of the handler"), &Handler::event, Key());
  v(Field("mode", "where the handler ran").oneOf("deferred|java|native|summary"), &Handler::mode);
  v(Field("count", "native: events; deferred and java: objects that were used since the check "
                   "before, summed over the walks"),
    &Handler::count, Sum());
  v(Field("faults", "runs that failed, such as a division by zero"), &Handler::faults, Sum());
  v(Field("why", "why this mode"), &Handler::why);
  v(Field("firstFault", "text of the first fault, or empty"), &Handler::firstFault, FirstSet());
}

template <typename V>
constexpr void describe(V& v, Of<Amplified>) {
  v(Field("amplified", "how many ever were"), &Amplified::amplified, merge::Sum());
  v(Field("cleared", "of these, cleared later"), &Amplified::cleared, merge::Sum());
}

template <typename V>
constexpr void describe(V& v, Of<VerdictCount>) {
  v(Field("verdict", "as of the spec").oneOf("pass|fail|inconclusive"), &VerdictCount::verdict,
    merge::Key());
  v(Field("jvms", "how many JVMs came to it"), &VerdictCount::jvms, merge::Sum());
  v(Field("ratedVso", "the highest of theirs").vso(), &VerdictCount::ratedVso, merge::Max());
  v(Field("allocatedBytes", "by them all, up to their last checks"), &VerdictCount::allocatedBytes,
    merge::Sum());
}

// Of the same spec in several JVMs, the one with the worst verdict is kept.
template <typename V>
constexpr void describe(V& v, Of<Spec>) {
  using namespace merge;
  v(Field("name", "name of the spec").essential(), &Spec::name);
  v(Field("source", "file of the spec"), &Spec::source);
  v(Field("maxVso", "highest VSO of all checks").vso(), &Spec::maxVso);
  v(Field("maxVsoCheck", "check of maxVso, 0 when none ran"), &Spec::maxVsoCheck);
  v(Field("sustainedVso", "highest VSO held for 20 checks in a row").vso(), &Spec::sustainedVso);
  v(Field("severity", "of the program's memory, over all checks, that lay there with the symptom")
        .share(),
    &Spec::severity);
  v(Field("window", "checks: size of the spec's history"), &Spec::window);
  v(Field("defect", "what the spec calls one: growth with the work, presence, or churn")
        .oneOf("growth|presence|churn|"),
    &Spec::defect);
  v(Field("ratedVso", "what max-vso limits: of defects, with a penalty of 20 checks").vso(),
    &Spec::ratedVso);
  v(Field("idleShare", "of the live heap that is idle").share(), &Spec::idleShare);
  v(Field("startUpShare", "of the live heap that is of the start-up").share(), &Spec::startUpShare);
  v(Field("maxAllowedVso", "limit of ratedVso, null when there is none").vso().orNull(),
    &Spec::maxAllowedVso);
  v(Field("maxAllowedPaperVso", "limit of sustainedVso, null when there is none").vso().orNull(),
    &Spec::maxAllowedPaperVso);
  v(Field("maxAllowedIdle", "limit of idleShare, null when there is none").share().orNull(),
    &Spec::maxAllowedIdle);
  v(Field("verdict", "of the assertion").oneOf("pass|fail|inconclusive").essential(),
    &Spec::verdict);
  v(Field("verdictWhy", "one sentence"), &Spec::verdictWhy);
  v(Field("verdicts", "merged reports only: what its JVMs came to").whenSet(), &Spec::verdicts,
    ByKey());
  v(Field("objects", "TO and FO: objects that were amplified"), &Spec::objects, merge::Fields());
  v(Field("sitesAmplified", "TS and FS: sites that allocated objects of TO and FO"),
    &Spec::sitesAmplified, merge::Fields());
  v(Field("hiddenSites", "sites below min-site"), &Spec::hiddenSites, Sum());
  v(Field("hiddenBytes", "stale objects at hidden sites").bytes(), &Spec::hiddenBytes, Sum());
  v(Field("asideSites", "sites of classes that the option aside names"), &Spec::asideSites, Sum());
  v(Field("asideBytes", "stale objects at such sites, not counted").bytes(), &Spec::asideBytes,
    Sum());
  v(Field("initializerBytes", "stale objects from static initialisers, not counted").bytes(),
    &Spec::initializerBytes, Sum());
  v(Field("unattributedArrayBytes", "arrays without a known owner, not counted").bytes(),
    &Spec::unattributedArrayBytes, Sum());
  v(Field("handlers", "one per handler of the spec"), &Spec::handlers, ByPlace());
  v(Field("sitesCheck", "check that the sites' numbers are from, 0 when none ran"),
    &Spec::sitesCheck);
  v(Field("findings", "ranked by growth, then by bytes"), &Spec::findings, ByHand());
  v(Field("sites", "growing ones first, then by penalty").essential(), &Spec::sites, ByHand());
  v(Field("profile", "all sites in short, by which reports are compared"), &Spec::profile,
    ByHand());
}

template <typename V>
constexpr void describe(V& v, Of<Scope>) {
  v(Field("name", "name of the scope"), &Scope::name, merge::Key());
  v(Field("opened", "times that it was opened"), &Scope::opened, merge::Sum());
  v(Field("checks", "checks that ran while it was open"), &Scope::checks, merge::Sum());
}

template <typename V>
constexpr void describe(V& v, Of<SiteEvidence>) {
  v(Field("spec", "name of the spec"), &SiteEvidence::spec);
  v(Field("status", "the answer in a word")
        .oneOf("flagged|cleared|below-min-site|set-aside|never-suspicious|not-tracked|never-alive|"
               "no-check"),
    &SiteEvidence::status);
  v(Field("why", "one sentence"), &SiteEvidence::why);
  v(Field("suspiciousObjects", "at most, at one check"), &SiteEvidence::suspiciousObjects);
  v(Field("suspiciousBytes", "at most, at one check").bytes(), &SiteEvidence::suspiciousBytes);
  v(Field("suspiciousLooks", "looks at the heap that found suspicious objects"),
    &SiteEvidence::suspiciousLooks);
  v(Field("clearedObjects", "suspicious objects that were used again"),
    &SiteEvidence::clearedObjects);
  v(Field("clearedChecks", "checks that saw it, the first 20"), &SiteEvidence::clearedChecks);
}

template <typename V>
constexpr void describe(V& v, Of<ExplainedSite>) {
  v(Field("id", "allocation site"), &ExplainedSite::id);
  v(Field("class", "dotted binary name of the allocating class"), &ExplainedSite::className);
  v(Field("method", "allocating method"), &ExplainedSite::method);
  v(Field("file", "source file, empty when unknown"), &ExplainedSite::file);
  v(Field("line", "source line, -1 when unknown").from(-1), &ExplainedSite::line);
  v(Field("allocates",
          "class of the objects; `in` and the method of the JDK under which they are made; `the "
          "result of` and the name of a lambda, a clone or a reflective call"),
    &ExplainedSite::allocates);
  v(Field("looks", "walks over the heap"), &ExplainedSite::looks);
  v(Field("looksAlive", "of these, with objects of the site"), &ExplainedSite::looksAlive);
  v(Field("objects", "alive at one check, at most"), &ExplainedSite::objects);
  v(Field("longestUntouched", "checks that an object had not been touched, at most"),
    &ExplainedSite::longestUntouched);
  v(Field("longestUntouchedCheck", "check of longestUntouched"),
    &ExplainedSite::longestUntouchedCheck);
  v(Field("lastTouched", "check after the last touch of an object, 0 when none was alive"),
    &ExplainedSite::lastTouched);
  v(Field("specs", "one per spec"), &ExplainedSite::specs);
}

template <typename V>
constexpr void describe(V& v, Of<Explanation>) {
  v(Field("asked", "CLASS.method[:line] as given"), &Explanation::asked);
  v(Field("sites", "instrumented sites that match"), &Explanation::sites);
  v(Field("near", "when none matches: instrumented sites with such names"), &Explanation::near);
}

template <typename V>
constexpr void describe(V& v, Of<Outlook>) {
  v(Field("per", "what the work is told in").oneOf("records|units|allocatedBytes|"), &Outlook::per);
  v(Field("growth", "of the live heap with the work")
        .oneOf("constant|bounded|linear|worse|unclear"),
    &Outlook::growth);
  v(Field("cause", "by what the heap runs full, empty where it does not")
        .oneOf("task|group|hot-key|record|large-record|start|"),
    &Outlook::cause);
  v(Field("causeFrom", "the guilty record is a later one, and none after causeAt"),
    &Outlook::causeFrom);
  v(Field("causeAt", "number of the guilty record, or of the group; 0: none"), &Outlook::causeAt);
  v(Field("offset", "a in a + b * work^c, the live heap"), &Outlook::offset);
  v(Field("factor", "b; 0: no curve fits"), &Outlook::factor);
  v(Field("exponent", "c"), &Outlook::exponent);
  v(Field("determination", "R squared of the curve"), &Outlook::determination);
  v(Field("samples", "checks that it was fitted to"), &Outlook::samples);
  v(Field("at", "work so far"), &Outlook::at);
  v(Field("liveBytes", "the live heap by then").bytes(), &Outlook::liveBytes);
  v(Field("heapBytes", "that the heap may grow to").bytes(), &Outlook::heapBytes);
  v(Field("fullAt", "work at which the heap is full, 0: not foretold"), &Outlook::fullAt);
  v(Field("neighbours", "merged reports only: members like this one whose ends foretell fullAt, "
                        "absent where its own curve does")
        .whenSet(),
    &Outlook::neighbours);
  v(Field("jvm", "merged reports only: place in run.jvms, from 1").whenSet().from(1),
    &Outlook::jvm);
}

template <typename V>
constexpr void describe(V& v, Of<Report>) {
  v(Field("schemaVersion", "of this format").always(kSchemaVersion).essential(),
    &Report::schemaVersion, merge::Key());
  v(Field("run", "the VM and the options").essential(), &Report::run, merge::Fields());
  v(Field("coverage", "what was instrumented, and what was not").essential(), &Report::coverage,
    merge::Fields());
  v(Field("checks", "in the order of time").essential(), &Report::checks, merge::Append());
  v(Field("looks", "at the live heap, where checks were left out").whenSet(), &Report::looks,
    merge::Append());
  v(Field("specs", "one per spec in the agent").essential(), &Report::specs, merge::ByHand());
  v(Field("pressure", "full collections that were of no use"), &Report::pressure, merge::Fields());
  v(Field("scopes", "parts of the run that the program marked with isl.Amplifier, such as tests, "
                    "in the order of their first opening; empty without scopes=on"),
    &Report::scopes, merge::ByKey());
  v(Field("explanations", "one per site of the option explain"), &Report::explanations,
    merge::Union());
  v(Field("outlook", "how each live heap goes with the work; isl writes it, the agent does not")
        .whenSet(),
    &Report::outlook, merge::Append());
}

}  // namespace isl::report
