#include "Merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "llvm/Support/raw_ostream.h"

namespace isl::tool {

namespace json = llvm::json;

namespace {

int64_t integer(const json::Object& object, llvm::StringRef name) {
  return object.getInteger(name).getValueOr(0);
}

uint64_t number(const json::Object& object, llvm::StringRef name) {
  const json::Value* value = object.get(name);
  return value ? value->getAsUINT64().getValueOr(0) : 0;
}

std::string text(const json::Object& object, llvm::StringRef name) {
  return object.getString(name).getValueOr("").str();
}

// Keys made from a StringRef do not own their text, and the reports they come from go away: names that
// are no literals are copied.
json::Array& arrayOf(json::Object& object, llvm::StringRef name) {
  json::Value& value = object[name.str()];
  if (!value.getAsArray()) value = json::Array();
  return *value.getAsArray();
}

void addInteger(json::Object& object, llvm::StringRef name, int64_t by) {
  if (object.getInteger(name)) object[std::string(name)] = integer(object, name) + by;
}

// Counts of two lists of {KEY, count}, added up by key.
void addCounts(json::Array& into, const json::Array& from, llvm::StringRef key) {
  for (const json::Value& value : from) {
    const json::Object* item = value.getAsObject();
    if (!item) continue;
    const auto same = std::find_if(into.begin(), into.end(), [&](const json::Value& other) {
      return other.getAsObject() && text(*other.getAsObject(), key) == text(*item, key);
    });
    if (same == into.end())
      into.push_back(value);
    else
      (*same->getAsObject())["count"] =
          number(*same->getAsObject(), "count") + number(*item, "count");
  }
}

bool countList(llvm::StringRef name) {
  return name == "classesSkipped" || name == "methodsSkipped" || name == "caps";
}

void appendUnique(json::Array& into, const json::Array& from) {
  for (const json::Value& value : from) {
    if (std::find(into.begin(), into.end(), value) == into.end()) into.push_back(value);
  }
}

void mergeCoverage(json::Object& into, const json::Object& from) {
  for (const auto& [key, value] : from) {
    const llvm::StringRef name = key;
    const json::Array* list = value.getAsArray();
    if (!list && into.get(name) && value.getAsUINT64()) {
      into[std::string(name)] = number(into, name) + number(from, name);
    } else if (list && countList(name)) {
      addCounts(arrayOf(into, name), *list, name == "caps" ? "name" : "reason");
    } else if (list) {
      appendUnique(arrayOf(into, name), *list);
    } else if (!into.get(name)) {
      into[std::string(name)] = value;
    }
  }
}

// The JVMs of a report, merged or not, as entries of run.jvms.
json::Array jvmsOf(const json::Object& root) {
  const json::Object& run = *root.getObject("run");
  if (const json::Array* jvms = run.getArray("jvms")) return *jvms;
  json::Object jvm;
  for (const char* name : {"mainClass", "pid", "jvm", "collector", "wallMs", "complete"}) {
    if (const json::Value* value = run.get(name)) jvm[std::string(name)] = *value;
  }
  jvm["checks"] = static_cast<int64_t>(root.getArray("checks")->size());
  return json::Array{std::move(jvm)};
}

int rankOf(const json::Object& spec) {
  const std::string verdict = text(spec, "verdict");
  return verdict == "fail" ? 2 : verdict == "pass" ? 1 : 0;
}

bool moreDecisive(const json::Object& a, const json::Object& b) {
  if (rankOf(a) != rankOf(b)) return rankOf(a) > rankOf(b);
  return a.getNumber("sustainedVso").getValueOr(0) > b.getNumber("sustainedVso").getValueOr(0);
}

std::string siteIdentity(const json::Object& site) {
  return fmt::format("{}|{}|{}|{}|{}|{}", text(site, "class"), text(site, "method"),
                     text(site, "file"), site.getInteger("line").getValueOr(-1), text(site, "type"),
                     text(site, "via"));
}

// What all JVMs said about one spec.
class SpecMerger {
 public:
  void add(json::Object spec, const std::string& jvm, size_t jvms) {
    const std::string verdict = text(spec, "verdict");
    verdicts_[verdict] += jvms;
    sources_.insert(text(spec, "source"));
    addSites(*spec.getArray("sites"));
    spec["sites"] = json::Array();
    if (spec_.empty()) {
      spec_ = std::move(spec);
      decisiveJvm_ = jvm;
      return;
    }
    const bool better = moreDecisive(spec, spec_);
    if (better) {
      std::swap(spec, spec_);
      decisiveJvm_ = jvm;
    }
    addUp(spec);
  }

  // `notes` gets what does not fit together.
  json::Object finish(json::Array& notes, size_t jvms) {
    if (jvms > 1) spec_["verdictWhy"] = why();
    if (sources_.size() > 1) {
      notes.push_back(fmt::format("spec {} was compiled from different files: {}",
                                  text(spec_, "name"), fmt::join(sources_, ", ")));
    }
    std::vector<json::Object> sites;
    for (auto& [key, site] : sites_) sites.push_back(std::move(site));
    std::stable_sort(sites.begin(), sites.end(), [](const json::Object& a, const json::Object& b) {
      return number(a, "penaltyBytes") > number(b, "penaltyBytes");
    });
    json::Array& out = arrayOf(spec_, "sites");
    for (json::Object& site : sites) {
      site["rank"] = static_cast<int64_t>(out.size()) + 1;
      out.push_back(std::move(site));
    }
    return std::move(spec_);
  }

 private:
  void addSites(const json::Array& sites) {
    for (const json::Value& value : sites) {
      json::Object site = *value.getAsObject();
      const auto [place, fresh] = sites_.try_emplace(siteIdentity(site));
      if (fresh) {
        place->second = std::move(site);
        continue;
      }
      if (number(site, "penaltyBytes") > number(place->second, "penaltyBytes"))
        std::swap(site, place->second);
      joinSite(place->second, site);
    }
  }

  static void largestFirst(json::Array& list) {
    std::stable_sort(list.begin(), list.end(), [](const json::Value& a, const json::Value& b) {
      return number(*a.getAsObject(), "penaltyBytes") > number(*b.getAsObject(), "penaltyBytes");
    });
  }

  // A scope that ran in several JVMs keeps the numbers of the one with the largest penalty, like a site.
  static void joinScopes(json::Array& into, const json::Array& from) {
    for (const json::Value& value : from) {
      const json::Object* scope = value.getAsObject();
      if (!scope) continue;
      const auto same = std::find_if(into.begin(), into.end(), [&](const json::Value& other) {
        return text(*other.getAsObject(), "name") == text(*scope, "name");
      });
      if (same == into.end())
        into.push_back(value);
      else if (number(*scope, "penaltyBytes") > number(*same->getAsObject(), "penaltyBytes"))
        *same = value;
    }
    largestFirst(into);
  }

  // `other` is the same site in another JVM, with a smaller penalty.
  static void joinSite(json::Object& site, const json::Object& other) {
    json::Array& jvms = arrayOf(site, "jvms");
    for (const auto& [key, value] : other) {
      const llvm::StringRef name = key;
      const json::Array* list = value.getAsArray();
      if (!site.get(name))
        site[std::string(name)] = value;
      else if (list && name == "jvms")
        jvms.insert(jvms.end(), list->begin(), list->end());
      else if (list && name == "scopes")
        joinScopes(arrayOf(site, name), *list);
    }
    largestFirst(jvms);
  }

  // Adds the counts of `other`, which is not decisive, to spec_.
  void addUp(const json::Object& other) {
    for (const char* name : {"hiddenSites", "hiddenBytes", "asideSites", "asideBytes",
                             "initializerBytes", "unattributedArrayBytes"})
      if (spec_.get(name)) spec_[std::string(name)] = number(spec_, name) + number(other, name);
    for (const char* name : {"objects", "sitesAmplified"}) {
      json::Object* mine = spec_.getObject(name);
      const json::Object* theirs = other.getObject(name);
      if (!mine || !theirs) continue;
      for (const char* part : {"amplified", "cleared"})
        (*mine)[part] = number(*mine, part) + number(*theirs, part);
    }
    addHandlers(other);
    for (const auto& [name, value] : other) {
      const llvm::StringRef key = name;
      if (!spec_.get(key))
        spec_[std::string(key)] = value;
      else if (value.getAsArray() && key != "sites" && key != "handlers")
        appendUnique(arrayOf(spec_, key), *value.getAsArray());
    }
  }

  void addHandlers(const json::Object& other) {
    json::Array& mine = arrayOf(spec_, "handlers");
    const json::Array* theirs = other.getArray("handlers");
    for (size_t i = 0; theirs && i < theirs->size(); ++i) {
      const json::Object* from = (*theirs)[i].getAsObject();
      json::Object* into = i < mine.size() ? mine[i].getAsObject() : nullptr;
      if (!from || !into || text(*from, "event") != text(*into, "event")) continue;
      for (const char* part : {"count", "faults"})
        (*into)[part] = number(*into, part) + number(*from, part);
      if (text(*into, "firstFault").empty()) (*into)["firstFault"] = text(*from, "firstFault");
    }
  }

  std::string why() const {
    std::string out = text(spec_, "verdictWhy");
    // What a merged report says about its JVMs already ends its sentence: its counts are renewed.
    if (decisiveJvm_.empty())
      out = out.substr(0, out.find("; "));
    else
      out += " in " + decisiveJvm_;
    const auto jvmsWith = [&](const char* verdict) {
      const auto found = verdicts_.find(verdict);
      return found == verdicts_.end() ? size_t{0} : found->second;
    };
    size_t all = 0;
    for (const auto& [verdict, n] : verdicts_) all += n;
    if (jvmsWith("fail") > 1) out += fmt::format("; {} of {} JVMs failed", jvmsWith("fail"), all);
    if (jvmsWith("inconclusive") > 0)
      out +=
          fmt::format("; {} of {} JVMs ran too few checks to judge", jvmsWith("inconclusive"), all);
    return out;
  }

  json::Object spec_;
  std::string decisiveJvm_;
  std::map<std::string, size_t> verdicts_;
  std::set<std::string> sources_;
  std::map<std::string, json::Object> sites_;
};

// Moves one report's numbers of checks and JVMs behind those of the reports before it.
void renumber(json::Object& root, int64_t checks, int64_t jvms) {
  const bool merged = root.getObject("run")->getArray("jvms") != nullptr;
  for (json::Value& check : *root.getArray("checks")) {
    json::Object& one = *check.getAsObject();
    addInteger(one, "n", checks);
    one["jvm"] = (merged ? integer(one, "jvm") : 1) + jvms;
  }
  for (json::Value& value : *root.getArray("specs")) {
    json::Object& spec = *value.getAsObject();
    const int64_t sitesCheck = integer(spec, "sitesCheck");
    for (const char* name : {"maxVsoCheck", "sitesCheck"})
      if (integer(spec, name) > 0) addInteger(spec, name, checks);
    for (json::Value& each : *spec.getArray("sites")) {
      json::Object& site = *each.getAsObject();
      const int64_t own = integer(site, "check");
      if (own + sitesCheck > 0) site["check"] = (own > 0 ? own : sitesCheck) + checks;
      for (json::Value& point : arrayOf(site, "history"))
        if (point.getAsObject()) addInteger(*point.getAsObject(), "check", checks);
      json::Array& seen = arrayOf(site, "jvms");
      if (seen.empty())
        seen.push_back(json::Object{{"jvm", 1}, {"penaltyBytes", number(site, "penaltyBytes")}});
      for (json::Value& jvm : seen)
        if (jvm.getAsObject()) addInteger(*jvm.getAsObject(), "jvm", jvms);
    }
  }
}

// Empty for a merged report.
std::string nameOf(const json::Object& root) {
  const json::Object& run = *root.getObject("run");
  if (run.getArray("jvms")) return "";
  const std::string main = text(run, "mainClass");
  const bool jar = llvm::StringRef(main).endswith(".jar");
  return fmt::format("{} (pid {})", jar ? main.substr(main.rfind('/') + 1) : main,
                     integer(run, "pid"));
}

class Merger {
 public:
  void add(Loaded& report) {
    json::Object& root = report.json;
    json::Array jvms = jvmsOf(root);
    const std::string name = nameOf(root);
    renumber(root, lastCheck_, static_cast<int64_t>(jvms_.size()));
    for (json::Value& check : *root.getArray("checks")) {
      lastCheck_ = std::max(lastCheck_, integer(*check.getAsObject(), "n"));
      checks_.push_back(std::move(check));
    }
    for (json::Value& value : *root.getArray("specs")) {
      json::Object& spec = *value.getAsObject();
      const std::string key = text(spec, "name");
      if (specs_.count(key) == 0) order_.push_back(key);
      specs_[key].add(std::move(spec), name, jvms.size());
    }
    jvms_.insert(jvms_.end(), jvms.begin(), jvms.end());
    addRun(*root.getObject("run"));
    mergeCoverage(coverage_, *root.getObject("coverage"));
    addUnknown(root);
  }

  json::Object finish() {
    json::Array specs;
    json::Array& notes = arrayOf(coverage_, "notes");
    for (const std::string& name : order_)
      specs.push_back(specs_[name].finish(notes, jvms_.size()));
    run_["jvms"] = std::move(jvms_);
    out_["schemaVersion"] = kSchemaVersion;
    out_["run"] = std::move(run_);
    out_["coverage"] = std::move(coverage_);
    out_["checks"] = std::move(checks_);
    out_["specs"] = std::move(specs);
    return std::move(out_);
  }

 private:
  void addRun(const json::Object& run) {
    const bool first = run_.empty();
    for (const auto& [key, value] : run) {
      const llvm::StringRef name = key;
      if (name == "jvms") continue;
      if (first)
        run_[std::string(name)] = value;
      else if (name == "wallMs")
        run_[std::string(name)] = std::max<uint64_t>(number(run_, name), number(run, name));
      else if (name == "complete")
        run_[std::string(name)] =
            run_.getBoolean(name).getValueOr(false) && value == json::Value(true);
      else if (name == "mainClass" || name == "jvm" || name == "javaVersion" ||
               name == "collector" || name == "islVersion")
        joinText(run_, name, value.getAsString().getValueOr(""));
      else if (name == "options")
        keepCommon(*run_.getObject(name), value.getAsObject());
      else if (!run_.get(name))
        run_[std::string(name)] = value;
    }
    // A process id of one JVM would be taken for that of all.
    if (!first) run_["pid"] = 0;
  }

  // "A, B" when the JVMs differ; each name once.
  static void joinText(json::Object& into, llvm::StringRef name, llvm::StringRef more) {
    const std::string had = text(into, name);
    if (more.empty() ||
        fmt::format(", {}, ", had).find((", " + more + ", ").str()) != std::string::npos)
      return;
    into[std::string(name)] = had.empty() ? more.str() : had + ", " + more.str();
  }

  // Paths with a process id differ from JVM to JVM; an option that differs is left out. The object is made
  // anew: LLVM 14's json::Object brings an erased name back, with a dead value, when it is copied.
  static void keepCommon(json::Object& into, const json::Object* other) {
    json::Object kept;
    for (const auto& [name, value] : into) {
      const json::Value* theirs = other ? other->get(name) : nullptr;
      if (theirs && *theirs == value) kept[llvm::StringRef(name).str()] = value;
    }
    into = std::move(kept);
  }

  // Opened and checked as often as in all JVMs together.
  void addScopes(const json::Array& scopes) {
    json::Array& all = arrayOf(out_, "scopes");
    for (const json::Value& value : scopes) {
      const json::Object* scope = value.getAsObject();
      if (!scope) continue;
      const auto same = std::find_if(all.begin(), all.end(), [&](const json::Value& other) {
        return text(*other.getAsObject(), "name") == text(*scope, "name");
      });
      if (same == all.end()) {
        all.push_back(value);
        continue;
      }
      json::Object& sum = *same->getAsObject();
      for (const char* part : {"opened", "checks"})
        sum[part] = number(sum, part) + number(*scope, part);
    }
  }

  void addUnknown(json::Object& root) {
    if (const json::Array* scopes = root.getArray("scopes")) addScopes(*scopes);
    for (auto& [key, value] : root) {
      const llvm::StringRef name = key;
      if (name == "scopes") continue;
      if (name == "schemaVersion" || name == "run" || name == "coverage" || name == "checks" ||
          name == "specs")
        continue;
      if (!out_.get(name))
        out_[std::string(name)] = value;
      else if (value.getAsArray())
        appendUnique(arrayOf(out_, name), *value.getAsArray());
    }
  }

  json::Object out_, run_, coverage_;
  json::Array jvms_, checks_;
  int64_t lastCheck_ = 0;
  std::vector<std::string> order_;
  std::map<std::string, SpecMerger> specs_;
};

}  // namespace

json::Object mergeReports(std::vector<Loaded> reports) {
  Merger merger;
  for (Loaded& report : reports) merger.add(report);
  return merger.finish();
}

std::string toText(const json::Object& object) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  json::OStream json(stream, 2);
  json.value(json::Object(object));
  stream << "\n";
  return stream.str();
}

}  // namespace isl::tool
