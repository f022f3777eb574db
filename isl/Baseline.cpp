#include "Baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "Finding.h"
#include "Merge.h"
#include "llvm/Support/MemoryBuffer.h"

namespace isl::tool {

namespace json = llvm::json;

namespace {

constexpr size_t kSustainedSpan = 20;  // as the agent's

std::string field(const json::Object& object, const char* name) {
  return object.getString(name).getValueOr("").str();
}

std::string readEntry(const json::Object& in, const std::string& today, BaselineEntry& out) {
  out.spec = field(in, "spec");
  out.site = field(in, "site");
  out.where = field(in, "where");
  out.reason = field(in, "reason");
  out.expires = field(in, "expires");
  if (out.spec.empty() || out.site.empty()) return "has no `spec` or no `site`";
  if (out.reason.empty()) return "has no `reason`: say why the finding is accepted";
  if (!out.expires.empty() && !isDate(out.expires))
    return fmt::format("has the bad date `{}`: write YYYY-MM-DD", out.expires);
  if (const json::Array* paths = in.getArray("paths")) {
    for (const json::Value& path : *paths)
      out.paths.push_back(path.getAsString().getValueOr("").str());
  }
  out.usable = out.expires.empty() || out.expires >= today;
  return {};
}

bool covers(const BaselineEntry& entry, const report::Site& site) {
  if (entry.paths.empty() || site.paths.empty()) return true;
  const std::string main = pathKey(site.paths.front());
  return std::find(entry.paths.begin(), entry.paths.end(), main) != entry.paths.end();
}

// Penalty of a site at check `n`; its history holds some of the checks, in order.
double penaltyAt(const json::Object& site, double n) {
  double lastCheck = 0, lastPenalty = 0;
  const json::Array* history = site.getArray("history");
  for (size_t i = 0; history && i < history->size(); ++i) {
    const json::Object* point = (*history)[i].getAsObject();
    if (!point) continue;
    const double check = point->getNumber("check").getValueOr(0);
    const double penalty = point->getNumber("penaltyBytes").getValueOr(0);
    if (check >= n) {
      const double part = check > lastCheck ? (n - lastCheck) / (check - lastCheck) : 1;
      return lastPenalty + part * (penalty - lastPenalty);
    }
    lastCheck = check;
    lastPenalty = penalty;
  }
  return lastPenalty;
}

// VSO at each check without the accepted sites of a spec.
std::vector<double> vsoWithout(const json::Object& root, const std::string& spec,
                               const std::vector<const json::Object*>& accepted) {
  std::vector<double> out;
  for (const json::Value& value : *root.getArray("checks")) {
    const json::Object& check = *value.getAsObject();
    for (const json::Value& each : *check.getArray("specs")) {
      const json::Object* one = each.getAsObject();
      if (!one || field(*one, "spec") != spec) continue;
      const double penalty = one->getNumber("penaltyBytes").getValueOr(0);
      double kept = penalty;
      for (const json::Object* site : accepted)
        kept -= penaltyAt(*site, check.getNumber("n").getValueOr(0));
      const double share = penalty > 0 ? std::max(kept, 0.0) / penalty : 0;
      out.push_back(1 + (one->getNumber("vso").getValueOr(1) - 1) * share);
    }
  }
  return out;
}

// A failed spec passes when what is left of its VSO is within the limit, by the agent's own rule.
void decideAgain(const json::Object& root, json::Object& spec,
                 const std::vector<const json::Object*>& accepted) {
  const std::vector<double> vso = vsoWithout(root, field(spec, "name"), accepted);
  const bool held = vso.size() >= kSustainedSpan;
  const double rest = held ? heldFor(vso, kSustainedSpan)
                           : (vso.empty() ? 1 : *std::max_element(vso.begin(), vso.end()));
  const double limit = spec.getNumber("maxAllowedVso").getValueOr(0);
  const char* const kind = held ? "sustained" : "maximum";
  const std::string count =
      accepted.size() == 1 ? "accepted site" : fmt::format("{} accepted sites", accepted.size());
  if (rest > limit) {
    spec["verdictWhy"] =
        fmt::format("without the {} the {} VSO is {:.2f}, still over the allowed {:.2f}", count,
                    kind, rest, limit);
    return;
  }
  spec["verdict"] = "pass";
  spec["verdictWhy"] = fmt::format("without the {} the {} VSO is {:.2f}, within the allowed {:.2f}",
                                   count, kind, rest, limit);
}

}  // namespace

double heldFor(const std::vector<double>& values, size_t span) {
  double best = 0;
  for (size_t i = 0; span > 0 && i + span <= values.size(); ++i) {
    const auto from = values.begin() + static_cast<ptrdiff_t>(i);
    best = std::max(best, *std::min_element(from, from + static_cast<ptrdiff_t>(span)));
  }
  return best;
}

std::string today() {
  const time_t now = time(nullptr);
  tm local{};
  localtime_r(&now, &local);
  char text[16];
  return std::string(text, strftime(text, sizeof text, "%Y-%m-%d", &local));
}

bool isDate(const std::string& text) {
  int year = 0, month = 0, day = 0, used = 0;
  if (text.size() != 10 || sscanf(text.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3 ||
      used != 10)
    return false;
  tm date{};
  date.tm_year = year - 1900;
  date.tm_mon = month - 1;
  date.tm_mday = day;
  date.tm_hour = 12;
  return timegm(&date) != -1 && date.tm_mon == month - 1 && date.tm_mday == day;
}

std::string Baseline::load(const std::string& path, const std::string& day) {
  path_ = path;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return fmt::format("cannot read the baseline {}: {}", path, buffer.getError().message());
  llvm::Expected<json::Value> parsed = json::parse((*buffer)->getBuffer());
  if (!parsed)
    return fmt::format("{}: this is not JSON ({})", path, llvm::toString(parsed.takeError()));
  const json::Object* root = parsed->getAsObject();
  if (!root || field(*root, "kind") != "isl-baseline" || !root->getArray("entries"))
    return fmt::format("{}: this is no baseline: write one with `isl baseline REPORT... -o FILE`",
                       path);
  if (root->getInteger("schemaVersion").getValueOr(0) > kSchemaVersion)
    return fmt::format("{}: the baseline was written by a newer isl: use that one", path);
  for (const json::Value& value : *root->getArray("entries")) {
    BaselineEntry entry;
    const json::Object* object = value.getAsObject();
    const std::string wrong = object ? readEntry(*object, day, entry) : "is no object";
    if (!wrong.empty()) return fmt::format("{}: entry {} {}", path, entries_.size() + 1, wrong);
    entries_.push_back(std::move(entry));
  }
  return {};
}

BaselineEntry* Baseline::find(const std::string& spec, const report::Site& site) {
  const std::string key = siteKey(site);
  for (BaselineEntry& entry : entries_) {
    if (entry.spec == spec && entry.site == key) return &entry;
  }
  return nullptr;
}

std::string Baseline::apply(Loaded& loaded) {
  const report::Report report = readReport(loaded.json);
  if (!report.run.jvms.empty())
    return fmt::format("{}: a baseline is applied to the reports of single JVMs, and this one is "
                       "merged: name those it "
                       "was made of (jvms/isl-*.json beside it)",
                       loaded.path);
  json::Array& specs = *loaded.json.getArray("specs");
  for (size_t s = 0; s < specs.size(); ++s) {
    json::Object& spec = *specs[s].getAsObject();
    json::Array& sites = *spec.getArray("sites");
    std::vector<const json::Object*> accepted;
    for (size_t i = 0; i < sites.size(); ++i) {
      BaselineEntry* entry = find(report.specs[s].name, report.specs[s].sites[i]);
      if (!entry || !entry->usable || !covers(*entry, report.specs[s].sites[i])) continue;
      entry->used++;
      (*sites[i].getAsObject())["accepted"] = entry->reason;
      accepted.push_back(sites[i].getAsObject());
    }
    if (report.specs[s].verdict == "fail" && !accepted.empty())
      decideAgain(loaded.json, spec, accepted);
  }
  return {};
}

std::vector<std::string> Baseline::remarks() const {
  std::vector<std::string> out;
  for (const BaselineEntry& entry : entries_) {
    const std::string what = fmt::format("{}: entry for {} ({})", path_, entry.site, entry.spec);
    if (!entry.usable)
      out.push_back(
          fmt::format("{} expired on {}: repair the site or renew the entry", what, entry.expires));
    else if (entry.used == 0)
      out.push_back(fmt::format("{} accepted nothing: remove it if the site was repaired", what));
  }
  return out;
}

void Baseline::accept(const report::Report& report, const std::string& only,
                      const std::string& reason, const std::string& expires) {
  for (const report::Spec& spec : report.specs) {
    if (!only.empty() && spec.name != only) continue;
    for (const report::Site& site : spec.sites) {
      BaselineEntry* entry = find(spec.name, site);
      if (!entry) {
        entries_.push_back({spec.name, siteKey(site), {}, describePlace(site), reason, expires});
        entry = &entries_.back();
        added_++;
      }
      entry->used++;
      for (const std::string& key : pathKeys(site)) {
        if (std::find(entry->paths.begin(), entry->paths.end(), key) == entry->paths.end())
          entry->paths.push_back(key);
      }
    }
  }
}

size_t Baseline::prune() {
  const size_t before = entries_.size();
  entries_.erase(std::remove_if(entries_.begin(), entries_.end(),
                                [](const BaselineEntry& entry) { return entry.used == 0; }),
                 entries_.end());
  return before - entries_.size();
}

std::string Baseline::toJson() const {
  json::Array entries;
  for (const BaselineEntry& entry : entries_) {
    entries.push_back(json::Object{{"spec", entry.spec},
                                   {"site", entry.site},
                                   {"paths", json::Array(entry.paths)},
                                   {"where", entry.where},
                                   {"reason", entry.reason},
                                   {"expires", entry.expires}});
  }
  return toText(json::Object{{"kind", "isl-baseline"},
                             {"schemaVersion", kSchemaVersion},
                             {"entries", std::move(entries)}});
}

}  // namespace isl::tool
