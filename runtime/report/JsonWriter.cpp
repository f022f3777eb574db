// The JSON artefact: names as docs/report.schema.json fixes them.
#include <map>
#include <type_traits>

#include "report/Format.h"
#include "report/Report.h"

namespace isl::report {
namespace {

// Indented JSON text; commas and nesting are its only state, so output is valid by construction as
// long as begin and end are paired.
class Json {
 public:
  std::string take() {
    out_ += '\n';
    return std::move(out_);
  }

  void key(std::string_view name) {
    next();
    string(name);
    out_ += ": ";
    afterKey_ = true;
  }
  void begin(char bracket) {
    next();
    out_ += bracket;
    ++depth_;
    first_ = true;
  }
  void end(char bracket) {
    --depth_;
    if (!first_) newLine();
    out_ += bracket;
    first_ = false;
  }

  void value(std::string_view text) {
    next();
    string(text);
  }
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(bool flag) { raw(flag ? "true" : "false"); }
  void value(double number) { raw(exact(number)); }
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  void value(T number) {
    raw(std::to_string(number));
  }
  void null() { raw("null"); }

  template <typename T>
  void field(std::string_view name, const T& content) {
    key(name);
    value(content);
  }
  template <typename List, typename Each>
  void array(std::string_view name, const List& list, Each each) {
    key(name);
    begin('[');
    for (const auto& item : list) each(*this, item);
    end(']');
  }

 private:
  void raw(std::string_view text) {
    next();
    out_ += text;
  }
  void newLine() {
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }
  void next() {
    if (afterKey_) {
      afterKey_ = false;
      return;
    }
    if (!first_) out_ += ',';
    if (depth_ > 0) newLine();
    first_ = false;
  }
  void string(std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    out_ += '"';
    while (!text.empty()) {
      const uint32_t c = nextCodePoint(text);
      if (c == '"' || c == '\\') {
        out_ += '\\';
        out_ += static_cast<char>(c);
      } else if (c == '\n') {
        out_ += "\\n";
      } else if (c == '\t') {
        out_ += "\\t";
      } else if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029) {
        // U+2028 and U+2029 end a line in older JavaScript; the rest would reach terminals.
        out_ += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) out_ += kHex[c >> shift & 15];
      } else {
        appendUtf8(out_, c);
      }
    }
    out_ += '"';
  }

  std::string out_;
  size_t depth_ = 0;
  bool first_ = true, afterKey_ = false;
};

void writeCounts(Json& json, std::string_view name, std::string_view nameKey,
                 const std::vector<NamedCount>& counts) {
  json.array(name, counts, [&](Json& j, const NamedCount& item) {
    j.begin('{');
    j.field(nameKey, item.name);
    j.field("count", item.count);
    j.end('}');
  });
}

// A key of an object must be unique; a repeated option (`max-vso`) becomes one value.
void writeOptions(Json& json, const std::vector<std::pair<std::string, std::string>>& options) {
  std::map<std::string, std::string> merged;
  for (const auto& [name, value] : options) {
    const auto [place, fresh] = merged.emplace(name, value);
    if (!fresh) place->second += ";" + value;
  }
  json.key("options");
  json.begin('{');
  for (const auto& [name, value] : merged) json.field(name, value);
  json.end('}');
}

void writeJvm(Json& json, const Jvm& jvm) {
  json.begin('{');
  json.field("mainClass", jvm.mainClass);
  json.field("pid", jvm.pid);
  json.field("jvm", jvm.jvm);
  json.field("collector", jvm.collector);
  json.field("wallMs", jvm.wallMs);
  json.field("complete", jvm.complete);
  json.field("checks", jvm.checks);
  json.end('}');
}

void writeRun(Json& json, const RunInfo& run) {
  json.key("run");
  json.begin('{');
  json.field("islVersion", run.islVersion);
  json.field("jvm", run.jvm);
  json.field("javaVersion", run.javaVersion);
  json.field("collector", run.collector);
  json.field("mainClass", run.mainClass);
  writeOptions(json, run.options);
  json.field("pid", run.pid);
  json.field("wallMs", run.wallMs);
  json.field("complete", run.complete);
  if (!run.jvms.empty()) json.array("jvms", run.jvms, writeJvm);
  json.end('}');
}

void writeCoverage(Json& json, const Coverage& coverage) {
  json.key("coverage");
  json.begin('{');
  json.field("classesSeen", coverage.classesSeen);
  json.field("classesInstrumented", coverage.classesInstrumented);
  writeCounts(json, "classesSkipped", "reason", coverage.classesSkipped);
  json.field("methodsInstrumented", coverage.methodsInstrumented);
  writeCounts(json, "methodsSkipped", "reason", coverage.methodsSkipped);
  json.field("accessSites", coverage.accessSites);
  json.field("touches", coverage.touches);
  json.field("births", coverage.births);
  json.field("libraryCalls", coverage.libraryCalls);
  json.field("eventSites", coverage.eventSites);
  json.field("classBytes", coverage.classBytes);
  json.field("rewriteMs", coverage.rewriteMs);
  writeCounts(json, "caps", "name", coverage.caps);
  json.array("notes", coverage.notes, [](Json& j, const std::string& note) { j.value(note); });
  json.end('}');
}

void writeCheck(Json& json, const Check& check) {
  json.begin('{');
  json.field("n", check.n);
  json.field("cause", check.cause);
  json.field("atMs", check.atMs);
  json.field("liveBytes", check.liveBytes);
  json.field("liveObjects", check.liveObjects);
  json.field("foreignBytes", check.foreignBytes);
  json.field("costMs", check.costMs);
  if (check.jvm) json.field("jvm", check.jvm);
  json.array("specs", check.specs, [](Json& j, const CheckSpec& spec) {
    j.begin('{');
    j.field("spec", spec.spec);
    j.field("penaltyBytes", spec.penaltyBytes);
    j.field("vso", spec.vso);
    j.field("suspiciousBytes", spec.suspiciousBytes);
    j.end('}');
  });
  json.end('}');
}

void writePath(Json& json, const Path& path) {
  json.begin('{');
  json.field("share", path.share);
  json.key("root");
  json.begin('{');
  json.field("kind", path.root.kind);
  json.field("name", path.root.name);
  json.end('}');
  json.field("truncated", path.truncated);
  json.array("edges", path.edges, [](Json& j, const PathEdge& edge) {
    j.begin('{');
    j.field("holderType", edge.holderType);
    j.field("field", edge.field);
    j.field("repeats", edge.repeats);
    j.field("holderId", edge.holderId);
    j.field("holderSite", edge.holderSite);
    j.field("holderMethod", edge.holderMethod);
    j.array("alsoHeldBy", edge.alsoHeldBy,
            [](Json& k, const std::string& holder) { k.value(holder); });
    j.end('}');
  });
  json.end('}');
}

void writeSite(Json& json, const Site& site) {
  json.begin('{');
  json.field("rank", site.rank);
  json.field("id", site.id);
  json.field("class", site.className);
  json.field("method", site.method);
  json.field("file", site.file);
  json.field("line", site.line);
  json.field("type", site.type);
  json.field("via", site.via);
  json.field("callerMethod", site.callerMethod);
  json.field("callerFile", site.callerFile);
  json.field("callerLine", site.callerLine);
  json.field("suspiciousObjects", site.suspiciousObjects);
  json.field("penaltyBytes", site.penaltyBytes);
  json.field("liveBytes", site.liveBytes);
  json.field("arrayBytes", site.arrayBytes);
  json.field("growth", site.growth);
  json.array("history", site.history, [](Json& j, const SitePoint& point) {
    j.begin('{');
    j.field("check", point.check);
    j.field("penaltyBytes", point.penaltyBytes);
    j.field("liveBytes", point.liveBytes);
    j.end('}');
  });
  json.array("paths", site.paths, writePath);
  json.array("scopes", site.scopes, [](Json& j, const ScopeShare& share) {
    j.begin('{');
    j.field("name", share.name);
    j.field("suspiciousObjects", share.suspiciousObjects);
    j.field("penaltyBytes", share.penaltyBytes);
    j.end('}');
  });
  if (!site.contexts.empty()) {
    json.array("contexts", site.contexts, [](Json& j, const ContextShare& share) {
      j.begin('{');
      j.field("context", share.context);
      j.field("suspiciousObjects", share.suspiciousObjects);
      j.field("penaltyBytes", share.penaltyBytes);
      j.end('}');
    });
  }
  if (site.check) json.field("check", site.check);
  if (!site.jvms.empty()) {
    json.array("jvms", site.jvms, [](Json& j, const SiteJvm& one) {
      j.begin('{');
      j.field("jvm", one.jvm);
      j.field("penaltyBytes", one.penaltyBytes);
      j.end('}');
    });
  }
  if (!site.accepted.empty()) json.field("accepted", site.accepted);
  json.end('}');
}

void writeHandler(Json& json, const Handler& handler) {
  json.begin('{');
  json.field("event", handler.event);
  json.field("mode", handler.mode);
  json.field("count", handler.count);
  json.field("faults", handler.faults);
  json.field("why", handler.why);
  json.field("firstFault", handler.firstFault);
  json.end('}');
}

void writeTwoCounts(Json& json, std::string_view name, uint64_t amplified, uint64_t cleared) {
  json.key(name);
  json.begin('{');
  json.field("amplified", amplified);
  json.field("cleared", cleared);
  json.end('}');
}

void writeEvidence(Json& json, const SiteEvidence& evidence) {
  json.begin('{');
  json.field("spec", evidence.spec);
  json.field("status", evidence.status);
  json.field("why", evidence.why);
  json.field("suspiciousObjects", evidence.suspiciousObjects);
  json.field("suspiciousBytes", evidence.suspiciousBytes);
  json.field("suspiciousLooks", evidence.suspiciousLooks);
  json.field("clearedObjects", evidence.clearedObjects);
  json.array("clearedChecks", evidence.clearedChecks, [](Json& j, uint32_t n) { j.value(n); });
  json.end('}');
}

void writeExplanation(Json& json, const Explanation& explanation) {
  json.begin('{');
  json.field("asked", explanation.asked);
  json.array("sites", explanation.sites, [](Json& j, const ExplainedSite& site) {
    j.begin('{');
    j.field("id", site.id);
    j.field("class", site.className);
    j.field("method", site.method);
    j.field("file", site.file);
    j.field("line", site.line);
    j.field("allocates", site.allocates);
    j.field("looks", site.looks);
    j.field("looksAlive", site.looksAlive);
    j.field("objects", site.objects);
    j.field("longestUntouched", site.longestUntouched);
    j.field("longestUntouchedCheck", site.longestUntouchedCheck);
    j.field("lastTouched", site.lastTouched);
    j.array("specs", site.specs, writeEvidence);
    j.end('}');
  });
  json.array("near", explanation.near, [](Json& j, const std::string& name) { j.value(name); });
  json.end('}');
}

void writeSpec(Json& json, const Spec& spec, uint32_t lastCheck) {
  json.begin('{');
  json.field("name", spec.name);
  json.field("source", spec.source);
  json.field("maxVso", spec.maxVso);
  json.field("maxVsoCheck", spec.maxVsoCheck);
  json.field("sustainedVso", spec.sustainedVso);
  json.field("severity", spec.severity);
  json.field("window", spec.window);
  json.key("maxAllowedVso");
  if (spec.maxAllowedVso > 0)
    json.value(spec.maxAllowedVso);
  else
    json.null();
  json.field("verdict", spec.verdict);
  json.field("verdictWhy", spec.verdictWhy);
  writeTwoCounts(json, "objects", spec.objectsAmplified, spec.objectsCleared);
  writeTwoCounts(json, "sitesAmplified", spec.sitesAmplified, spec.sitesCleared);
  json.field("hiddenSites", spec.hiddenSites);
  json.field("hiddenBytes", spec.hiddenBytes);
  json.field("asideSites", spec.asideSites);
  json.field("asideBytes", spec.asideBytes);
  json.field("initializerBytes", spec.initializerBytes);
  json.field("unattributedArrayBytes", spec.unattributedArrayBytes);
  json.array("handlers", spec.handlers, writeHandler);
  json.field("sitesCheck", spec.sitesCheck ? spec.sitesCheck : lastCheck);
  json.array("sites", spec.sites, writeSite);
  json.end('}');
}

}  // namespace

std::string toJson(const Report& report) {
  const uint32_t lastCheck = report.checks.empty() ? 0 : report.checks.back().n;
  Json json;
  json.begin('{');
  json.field("schemaVersion", report.schemaVersion);
  writeRun(json, report.run);
  writeCoverage(json, report.coverage);
  json.array("checks", report.checks, writeCheck);
  json.array("specs", report.specs,
             [&](Json& j, const Spec& spec) { writeSpec(j, spec, lastCheck); });
  json.array("scopes", report.scopes, [](Json& j, const Scope& scope) {
    j.begin('{');
    j.field("name", scope.name);
    j.field("opened", scope.opened);
    j.field("checks", scope.checks);
    j.end('}');
  });
  json.array("explanations", report.explanations, writeExplanation);
  json.end('}');
  return json.take();
}

}  // namespace isl::report
