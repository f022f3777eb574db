// A report that uses every field, as a leaking program gives it.
#pragma once

#include "report/Report.h"

namespace isl::report::test {

inline Path examplePath() {
  Path path;
  path.share = 0.87;
  path.root = {"static", "org.apache.xalan.IteratorPool.pool"};
  path.edges = {{"org.apache.xml.utils.ObjectStack", "m_map", 5573, "XPathContext.java:920",
                 "org.apache.xpath.XPathContext.<init>"},
                {"java.lang.Object[]", "[*]", 0, "", ""},
                {"java.util.ArrayList", "elementData", 5557, "TransformerImpl.java:402",
                 "org.apache.xalan.transformer.TransformerImpl.<init>"}};
  return path;
}

inline Site exampleSite() {
  Site site;
  site.rank = 1;
  site.id = 5561;
  site.className = "org.apache.xml.utils.ObjectVector";
  site.method = "<init>";
  site.file = "ObjectVector.java";
  site.line = 106;
  site.type = "java.lang.Object[]";
  site.via = "java.util.Arrays.copyOf";
  site.suspiciousObjects = 27;
  site.penaltyBytes = 14173056;
  site.liveBytes = 524928;
  site.arrayBytes = 65536;
  site.growth = "growing";
  site.trend = {"allocatedBytes", 3, 2048, 2000, 2100, 256};
  site.history = {{1, 0, 0}, {2, 4096, 2048}, {3, 14173056, 524928}};
  site.paths = {examplePath()};
  Path cut;
  cut.share = 0.13;
  cut.truncated = true;
  cut.root = {"unknown", ""};
  site.paths.push_back(cut);
  site.scopes = {{"StylesheetTest.reuses()", 20, 12000000}, {"StylesheetTest.first()", 7, 2173056}};
  return site;
}

inline Finding exampleFinding() {
  Finding finding;
  finding.rank = 1;
  finding.kind = "leak";
  finding.holder = {"static", "org.apache.xalan.IteratorPool", "pool", "", ""};
  finding.type = "java.lang.Object[]";
  finding.className = "org.apache.xml.utils.ObjectVector";
  finding.method = "<init>";
  finding.file = "ObjectVector.java";
  finding.line = 106;
  finding.via = "java.util.Arrays.copyOf";
  finding.objects = 27;
  finding.retainedBytes = 524928;
  finding.penaltyBytes = 14173056;
  finding.share = 0.94;
  finding.growth = "growing";
  finding.trend = {"allocatedBytes", 3, 2048, 2000, 2100, 256};
  finding.sites = {1};
  return finding;
}

inline Spec exampleSpec() {
  Spec spec;
  spec.name = "leak";
  spec.source = "leak.isl";
  spec.maxVso = 23.1;
  spec.sustainedVso = 19.8;
  spec.severity = 0.62;
  spec.maxVsoCheck = 3;
  spec.window = 10;
  spec.maxAllowedVso = 15;
  spec.verdict = "fail";
  spec.verdictWhy = "the rated VSO 19.80 is over the allowed 15.00";
  spec.sitesCheck = 3;
  spec.objects = {100, 4};
  spec.sitesAmplified = {7, 1};
  spec.hiddenSites = 5;
  spec.hiddenBytes = 10240;
  spec.initializerBytes = 2048;
  spec.unattributedArrayBytes = 512;
  spec.handlers = {{"on_rw", "deferred", 1000, 0, "idempotent within an epoch", ""},
                   {"on_reachedOnce", "native", 300, 2, "", "division by zero at leak.isl:12"}};
  spec.defect = "growth";
  spec.ratedVso = 19.8;
  spec.idleShare = 0.25;
  spec.findings = {exampleFinding()};
  spec.sites = {exampleSite()};
  return spec;
}

inline std::vector<Explanation> exampleExplanations() {
  ExplainedSite site;
  site.id = 77;
  site.className = "org.apache.xalan.Cache";
  site.method = "load";
  site.file = "Cache.java";
  site.line = 42;
  site.allocates = "org.apache.xalan.Cache$Entry";
  site.looks = site.looksAlive = 3;
  site.objects = 12;
  site.longestUntouched = 7;
  site.longestUntouchedCheck = 2;
  site.lastTouched = 3;
  site.specs = {{"leak",
                 "never-suspicious",
                 "the one untouched longest had not been used for 7 checks",
                 5,
                 400,
                 2,
                 5,
                 {2, 3}}};
  return {{"*.Cache.load:42", {site}, {}}, {"Cash.load", {}, {"org.apache.xalan.Cache.load:42"}}};
}

inline Report exampleReport() {
  Report report;
  report.run.islVersion = "0.1.0";
  report.run.jvm = "OpenJDK 64-Bit Server VM 17.0.15+6";
  report.run.javaVersion = "17.0.15";
  report.run.collector = "G1";
  report.run.mainClass = "ListLeak";
  report.run.command = "ListLeak --rounds 3";
  report.run.host = "machine-1";
  report.run.startedAt = "2026-11-23T12:00:00Z";
  report.run.options = {{"max-vso", "leak:15"}, {"top", "20"}};
  report.run.pid = 4711;
  report.run.wallMs = 12345;
  report.run.complete = true;
  report.coverage.classesSeen = 1200;
  report.coverage.classesInstrumented = 1190;
  report.coverage.classesSkipped = {{"excluded by option", 9}, {"malformed", 1}};
  report.coverage.methodsInstrumented = 9000;
  report.coverage.methodsSkipped = {{"would no longer be compiled", 3}};
  report.coverage.accessSites = 70000;
  report.coverage.touches = 65000;
  report.coverage.births = 12000;
  report.coverage.libraryCalls = 800;
  report.coverage.eventSites = 70;
  report.coverage.classBytes = 4'000'000;
  report.coverage.rewriteMs = 31.25;
  report.coverage.caps = {{"site ids", 2}};
  report.coverage.notes = {"R803 fewer checks than twice the window"};
  for (uint32_t n = 1; n <= 3; ++n)
    report.checks.push_back({n,
                             n == 3 ? "exit" : "alloc",
                             n * 1000,
                             16932864,
                             250000,
                             12.5,
                             {{"leak", n * 1000000, n == 3 ? 23.1 : 1.5 * n, n * 10000}},
                             1048576});
  report.specs = {exampleSpec()};
  report.pressure = {"", 67108864, 40, 14, 2, 3100, {{9000, 120, 1048576, 12100, 0}}};
  report.scopes = {{"StylesheetTest.first()", 1, 0}, {"StylesheetTest.reuses()", 2, 3}};
  report.explanations = exampleExplanations();
  return report;
}

}  // namespace isl::report::test
