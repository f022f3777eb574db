// JSON -> report::Report, the inverse of runtime/report/JsonWriter.cpp.
#include "ReportFile.h"

namespace isl::tool {

namespace json = llvm::json;
using namespace isl::report;

namespace {

// One JSON object; every getter gives the default when the field is absent or of another type.
class Fields {
 public:
  explicit Fields(const json::Object* object) : object_(object ? object : &empty()) {}
  explicit Fields(const json::Value& value) : Fields(value.getAsObject()) {}

  std::string text(llvm::StringRef name) const {
    return object_->getString(name).getValueOr("").str();
  }
  double number(llvm::StringRef name) const { return object_->getNumber(name).getValueOr(0); }
  bool flag(llvm::StringRef name) const { return object_->getBoolean(name).getValueOr(false); }
  uint64_t count(llvm::StringRef name) const {
    const json::Value* value = object_->get(name);
    if (!value) return 0;
    if (const auto exact = value->getAsUINT64()) return *exact;
    const double rough = value->getAsNumber().getValueOr(0);
    return rough > 0 && rough < 1.8e19 ? static_cast<uint64_t>(rough) : 0;
  }
  uint32_t small(llvm::StringRef name) const { return static_cast<uint32_t>(count(name)); }
  int32_t line(llvm::StringRef name) const {
    return static_cast<int32_t>(object_->getInteger(name).getValueOr(-1));
  }
  Fields object(llvm::StringRef name) const { return Fields(object_->getObject(name)); }
  const json::Object& raw() const { return *object_; }

  template <typename T, typename Read>
  std::vector<T> list(llvm::StringRef name, Read read) const {
    std::vector<T> out;
    if (const json::Array* array = object_->getArray(name)) {
      for (const json::Value& item : *array) out.push_back(read(Fields(item)));
    }
    return out;
  }
  std::vector<std::string> texts(llvm::StringRef name) const {
    std::vector<std::string> out;
    if (const json::Array* array = object_->getArray(name)) {
      for (const json::Value& item : *array) out.push_back(item.getAsString().getValueOr("").str());
    }
    return out;
  }
  std::vector<uint32_t> numbers(llvm::StringRef name) const {
    std::vector<uint32_t> out;
    if (const json::Array* array = object_->getArray(name)) {
      for (const json::Value& item : *array)
        out.push_back(static_cast<uint32_t>(item.getAsInteger().getValueOr(0)));
    }
    return out;
  }

 private:
  static const json::Object& empty() {
    static const json::Object none;
    return none;
  }
  const json::Object* object_;
};

std::vector<NamedCount> counts(const Fields& in, llvm::StringRef list, llvm::StringRef nameKey) {
  return in.list<NamedCount>(list, [&](const Fields& item) {
    return NamedCount{item.text(nameKey), item.count("count")};
  });
}

Jvm readJvm(const Fields& in) {
  Jvm out;
  out.mainClass = in.text("mainClass");
  out.jvm = in.text("jvm");
  out.collector = in.text("collector");
  out.pid = in.count("pid");
  out.wallMs = in.count("wallMs");
  out.complete = in.flag("complete");
  out.checks = in.small("checks");
  return out;
}

RunInfo readRun(const Fields& in) {
  RunInfo out;
  out.islVersion = in.text("islVersion");
  out.jvm = in.text("jvm");
  out.javaVersion = in.text("javaVersion");
  out.collector = in.text("collector");
  out.mainClass = in.text("mainClass");
  for (const auto& [name, value] : in.object("options").raw())
    out.options.emplace_back(llvm::StringRef(name).str(), value.getAsString().getValueOr("").str());
  out.pid = in.count("pid");
  out.wallMs = in.count("wallMs");
  out.complete = in.flag("complete");
  out.jvms = in.list<Jvm>("jvms", readJvm);
  return out;
}

Coverage readCoverage(const Fields& in) {
  Coverage out;
  out.classesSeen = in.count("classesSeen");
  out.classesInstrumented = in.count("classesInstrumented");
  out.classesSkipped = counts(in, "classesSkipped", "reason");
  out.methodsInstrumented = in.count("methodsInstrumented");
  out.methodsSkipped = counts(in, "methodsSkipped", "reason");
  out.accessSites = in.count("accessSites");
  out.touches = in.count("touches");
  out.births = in.count("births");
  out.libraryCalls = in.count("libraryCalls");
  out.eventSites = in.count("eventSites");
  out.classBytes = in.count("classBytes");
  out.rewriteMs = in.number("rewriteMs");
  out.caps = counts(in, "caps", "name");
  out.notes = in.texts("notes");
  return out;
}

Check readCheck(const Fields& in) {
  Check out;
  out.n = in.small("n");
  out.cause = in.text("cause");
  out.atMs = in.count("atMs");
  out.liveBytes = in.count("liveBytes");
  out.liveObjects = in.count("liveObjects");
  out.costMs = in.number("costMs");
  out.foreignBytes = in.count("foreignBytes");
  out.jvm = in.small("jvm");
  out.specs = in.list<CheckSpec>("specs", [](const Fields& spec) {
    return CheckSpec{spec.text("spec"), spec.count("penaltyBytes"), spec.number("vso"),
                     spec.count("suspiciousBytes")};
  });
  return out;
}

Path readPath(const Fields& in) {
  Path out;
  out.share = in.number("share");
  out.root = {in.object("root").text("kind"), in.object("root").text("name")};
  out.truncated = in.flag("truncated");
  out.edges = in.list<PathEdge>("edges", [](const Fields& edge) {
    PathEdge one;
    one.holderType = edge.text("holderType");
    one.field = edge.text("field");
    one.holderId = edge.small("holderId");
    one.holderSite = edge.text("holderSite");
    one.holderMethod = edge.text("holderMethod");
    one.alsoHeldBy = edge.texts("alsoHeldBy");
    return one;
  });
  return out;
}

Site readSite(const Fields& in) {
  Site out;
  out.rank = in.small("rank");
  out.id = in.small("id");
  out.className = in.text("class");
  out.method = in.text("method");
  out.file = in.text("file");
  out.line = in.line("line");
  out.type = in.text("type");
  out.via = in.text("via");
  out.callerMethod = in.text("callerMethod");
  out.callerFile = in.text("callerFile");
  out.callerLine = in.line("callerLine");
  out.suspiciousObjects = in.count("suspiciousObjects");
  out.penaltyBytes = in.count("penaltyBytes");
  out.liveBytes = in.count("liveBytes");
  out.arrayBytes = in.count("arrayBytes");
  out.growth = in.text("growth");
  out.history = in.list<SitePoint>("history", [](const Fields& one) {
    return SitePoint{one.small("check"), one.count("penaltyBytes"), one.count("liveBytes")};
  });
  out.paths = in.list<Path>("paths", readPath);
  out.scopes = in.list<ScopeShare>("scopes", [](const Fields& one) {
    return ScopeShare{one.text("name"), one.count("suspiciousObjects"), one.count("penaltyBytes")};
  });
  out.contexts = in.list<ContextShare>("contexts", [](const Fields& one) {
    return ContextShare{one.small("context"), one.count("suspiciousObjects"),
                        one.count("penaltyBytes")};
  });
  out.check = in.small("check");
  out.jvms = in.list<SiteJvm>("jvms", [](const Fields& one) {
    return SiteJvm{one.small("jvm"), one.count("penaltyBytes")};
  });
  out.accepted = in.text("accepted");
  return out;
}

Spec readSpec(const Fields& in) {
  Spec out;
  out.name = in.text("name");
  out.source = in.text("source");
  out.maxVso = in.number("maxVso");
  out.maxVsoCheck = in.small("maxVsoCheck");
  out.sustainedVso = in.number("sustainedVso");
  out.severity = in.number("severity");
  out.window = in.small("window");
  out.sitesCheck = in.small("sitesCheck");
  out.maxAllowedVso = in.number("maxAllowedVso");
  out.verdict = in.text("verdict");
  out.verdictWhy = in.text("verdictWhy");
  out.objectsAmplified = in.object("objects").count("amplified");
  out.objectsCleared = in.object("objects").count("cleared");
  out.sitesAmplified = in.object("sitesAmplified").count("amplified");
  out.sitesCleared = in.object("sitesAmplified").count("cleared");
  out.hiddenSites = in.count("hiddenSites");
  out.hiddenBytes = in.count("hiddenBytes");
  out.asideSites = in.count("asideSites");
  out.asideBytes = in.count("asideBytes");
  out.initializerBytes = in.count("initializerBytes");
  out.unattributedArrayBytes = in.count("unattributedArrayBytes");
  out.handlers = in.list<Handler>("handlers", [](const Fields& one) {
    return Handler{one.text("event"),   one.text("mode"), one.count("count"),
                   one.count("faults"), one.text("why"),  one.text("firstFault")};
  });
  out.sites = in.list<Site>("sites", readSite);
  return out;
}

SiteEvidence readEvidence(const Fields& in) {
  SiteEvidence out;
  out.spec = in.text("spec");
  out.status = in.text("status");
  out.why = in.text("why");
  out.suspiciousObjects = in.count("suspiciousObjects");
  out.suspiciousBytes = in.count("suspiciousBytes");
  out.suspiciousLooks = in.small("suspiciousLooks");
  out.clearedObjects = in.count("clearedObjects");
  out.clearedChecks = in.numbers("clearedChecks");
  return out;
}

ExplainedSite readExplained(const Fields& in) {
  ExplainedSite out;
  out.id = in.small("id");
  out.className = in.text("class");
  out.method = in.text("method");
  out.file = in.text("file");
  out.line = in.line("line");
  out.allocates = in.text("allocates");
  out.looks = in.small("looks");
  out.looksAlive = in.small("looksAlive");
  out.objects = in.count("objects");
  out.longestUntouched = in.small("longestUntouched");
  out.longestUntouchedCheck = in.small("longestUntouchedCheck");
  out.lastTouched = in.small("lastTouched");
  out.specs = in.list<SiteEvidence>("specs", readEvidence);
  return out;
}

}  // namespace

Report readReport(const json::Object& root) {
  const Fields in(&root);
  Report out;
  out.schemaVersion = in.small("schemaVersion");
  out.run = readRun(in.object("run"));
  out.coverage = readCoverage(in.object("coverage"));
  out.checks = in.list<Check>("checks", readCheck);
  out.specs = in.list<Spec>("specs", readSpec);
  out.scopes = in.list<Scope>("scopes", [](const Fields& one) {
    return Scope{one.text("name"), one.count("opened"), one.count("checks")};
  });
  out.explanations = in.list<Explanation>("explanations", [](const Fields& one) {
    return Explanation{one.text("asked"), one.list<ExplainedSite>("sites", readExplained),
                       one.texts("near")};
  });
  return out;
}

}  // namespace isl::tool
