#include <fmt/format.h>

#include <algorithm>

#include "Finding.h"
#include "Formats.h"
#include "report/Format.h"
#include "report/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::tool {

namespace json = llvm::json;
using report::Finding;
using report::Report;
using report::Spec;

namespace {

json::Object message(const std::string& text) {
  return json::Object{{"text", report::plainText(text)}};
}

std::string uri(const std::string& path) {
  std::string out;
  for (char c : path) {
    const bool plain = llvm::isAlnum(c) || llvm::StringRef("/._-~$").contains(c);
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

json::Object location(const std::string& path, int64_t line) {
  json::Object physical{
      {"artifactLocation", json::Object{{"uri", uri(path)}, {"uriBaseId", "%SRCROOT%"}}}};
  physical["region"] = json::Object{{"startLine", line}};
  return json::Object{{"physicalLocation", std::move(physical)}};
}

// Names the finding without lines, so that it is the same one after an edit above it.
std::string fingerprint(const Spec& spec, const Finding& finding) {
  llvm::SHA256 hash;
  hash.update(spec.name + "\n" + findingKey(spec, finding));
  return llvm::toHex(hash.final(), true).substr(0, 32);
}

json::Object result(const Spec& spec, int64_t rule, const Finding& finding,
                    const SourceFinder& sources) {
  // Viewers, GitHub's among them, show a result at its file and line: without debug information it points
  // at the top of the file that would hold the class.
  const Place place = report::findingLine(finding);
  json::Object where = location(sources.pathOf(place), std::max(place.line, 1));
  where["logicalLocations"] = json::Array{json::Object{
      {"fullyQualifiedName", report::plainText(finding.className + "." + finding.method)},
      {"kind", "function"}}};
  json::Object out{
      {"ruleId", report::plainText(spec.name)},
      {"ruleIndex", rule},
      {"level", spec.verdict == "fail" && isDefect(finding) ? "error" : "note"},
      {"message", message(describeFinding(spec, finding))},
      {"locations", json::Array{std::move(where)}},
      {"partialFingerprints", json::Object{{"islFinding/v2", fingerprint(spec, finding)}}},
      {"properties", json::Object{{"kind", report::plainText(finding.kind)},
                                  {"retainedBytes", static_cast<int64_t>(finding.retainedBytes)},
                                  {"share", finding.share},
                                  {"objects", static_cast<int64_t>(finding.objects)}}}};
  if (!finding.accepted.empty()) {
    out["suppressions"] = json::Array{
        json::Object{{"kind", "external"}, {"justification", report::plainText(finding.accepted)}}};
  }
  return out;
}

json::Object rule(const Spec& spec) {
  json::Object out{
      {"id", report::plainText(spec.name)},
      {"shortDescription", message("ISL spec " + spec.name)},
      {"fullDescription",
       message(fmt::format("Objects that show the symptom of the spec {} and what holds them.",
                           spec.name))},
      {"help",
       message(fmt::format(
           "The message of a result says what holds the objects: the path, read from the left, "
           "leads from them to a root. Release them there, or accept the finding with isl "
           "baseline."))},
      {"defaultConfiguration", json::Object{{"level", "error"}}}};
  out["properties"] = json::Object{{"verdict", report::plainText(spec.verdict)},
                                   {"ratedVso", spec.ratedVso},
                                   {"maxVso", spec.maxVso},
                                   {"sustainedVso", spec.sustainedVso}};
  return out;
}

std::string toText(const json::Value& value) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  json::OStream json(stream, 2);
  json.value(value);
  stream << "\n";
  return stream.str();
}

}  // namespace

std::string toSarif(const Report& report, const SourceFinder& sources) {
  json::Array rules, results;
  for (const Spec& spec : report.specs) {
    const auto index = static_cast<int64_t>(rules.size());
    rules.push_back(rule(spec));
    for (const Finding& finding : spec.findings)
      results.push_back(result(spec, index, finding, sources));
  }
  json::Object driver{{"name", "ISL"}, {"version", ISL_VERSION}, {"rules", std::move(rules)}};
  // executionSuccessful is about the analysis: a report that is there was written by a run that worked.
  json::Object run{
      {"tool", json::Object{{"driver", std::move(driver)}}},
      {"columnKind", "utf16CodeUnits"},
      {"originalUriBaseIds",
       json::Object{
           {"%SRCROOT%", json::Object{{"description", message("The root of the source tree.")}}}}},
      {"invocations", json::Array{json::Object{{"executionSuccessful", true}}}},
      {"results", std::move(results)}};
  return toText(json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                             {"version", "2.1.0"},
                             {"runs", json::Array{std::move(run)}}});
}

}  // namespace isl::tool
