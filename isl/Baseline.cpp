#include "Baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "Finding.h"
#include "JsonFile.h"
#include "report/FieldWriter.h"

namespace isl::tool {

namespace json = llvm::json;
using report::Site;

namespace {

constexpr size_t kSustainedSpan = 20;  // as the agent's

// What is wrong with an entry; empty when nothing is.
std::string wrongWith(const BaselineEntry& entry) {
  if (entry.spec.empty() || entry.site.empty()) return "has no `spec` or no `site`";
  if (entry.reason.empty()) return "has no `reason`: say why the finding is accepted";
  if (!entry.expires.empty() && !isDate(entry.expires))
    return fmt::format("has the bad date `{}`: write YYYY-MM-DD", entry.expires);
  return {};
}

bool covers(const BaselineEntry& entry, const Site& site) {
  if (entry.paths.empty() || site.paths.empty()) return true;
  const std::string main = pathKey(site.paths.front());
  return std::find(entry.paths.begin(), entry.paths.end(), main) != entry.paths.end();
}

// Penalty of a site at check `n`; its history holds some of the checks, in order.
double penaltyAt(const Site& site, double n) {
  double lastCheck = 0, lastPenalty = 0;
  for (const report::SitePoint& point : site.history) {
    const auto penalty = static_cast<double>(point.penaltyBytes);
    if (point.check >= n) {
      const double part = point.check > lastCheck ? (n - lastCheck) / (point.check - lastCheck) : 1;
      return lastPenalty + part * (penalty - lastPenalty);
    }
    lastCheck = point.check;
    lastPenalty = penalty;
  }
  return lastPenalty;
}

// VSO at each check without the accepted sites of a spec.
std::vector<double> vsoWithout(const std::vector<report::Check>& checks, const std::string& spec,
                               const std::vector<const Site*>& accepted) {
  std::vector<double> out;
  for (const report::Check& check : checks) {
    for (const report::CheckSpec& one : check.specs) {
      if (one.spec != spec) continue;
      const auto penalty = static_cast<double>(one.penaltyBytes);
      double kept = penalty;
      for (const Site* site : accepted) kept -= penaltyAt(*site, check.n);
      const double share = penalty > 0 ? std::max(kept, 0.0) / penalty : 0;
      out.push_back(1 + (one.vso - 1) * share);
    }
  }
  return out;
}

// A failed spec passes when what is left of its VSO is within the limit, by the agent's own rule.
void decideAgain(const std::vector<report::Check>& checks, report::Spec& spec,
                 const std::vector<const Site*>& accepted) {
  const std::vector<double> vso = vsoWithout(checks, spec.name, accepted);
  const bool held = vso.size() >= kSustainedSpan;
  const double rest = held ? heldFor(vso, kSustainedSpan)
                           : (vso.empty() ? 1 : *std::max_element(vso.begin(), vso.end()));
  const bool over = rest > spec.maxAllowedVso;
  const std::string count =
      accepted.size() == 1 ? "accepted site" : fmt::format("{} accepted sites", accepted.size());
  spec.verdictWhy = fmt::format("without the {} the {} VSO is {:.2f}, {} the allowed {:.2f}", count,
                                held ? "sustained" : "maximum", rest,
                                over ? "still over" : "within", spec.maxAllowedVso);
  if (!over) spec.verdict = "pass";
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

Status Baseline::load(const std::string& path, const std::string& day) {
  path_ = path;
  const Result<std::string> text = readText(path);
  if (!text) return Error{fmt::format("cannot read the baseline {}: {}", path, text.message())};
  const Result<json::Value> parsed = parseJson(*text);
  if (!parsed) return Error{fmt::format("{}: {}", path, parsed.message())};
  const json::Object* root = parsed->getAsObject();
  const BaselineFile fresh;
  if (!root || root->getString("kind") != llvm::StringRef(fresh.kind))
    return Error{fmt::format(
        "{}: this is no baseline: write one with `isl baseline REPORT... -o FILE`", path)};
  if (root->getInteger("schemaVersion").getValueOr(0) > fresh.schemaVersion)
    return Error{fmt::format("{}: the baseline was written by a newer isl: use that one", path)};
  JsonReader reader;
  Result<BaselineFile> file = reader.read<BaselineFile>(*parsed);
  if (!file)
    return Error{fmt::format("{}: this baseline is damaged: {}: write it again with `isl baseline "
                             "REPORT... -o FILE`",
                             path, file.message())};
  leftOut_ = leftOutOf(path, reader.unknown());
  for (BaselineEntry& entry : file->entries) {
    if (const std::string wrong = wrongWith(entry); !wrong.empty())
      return Error{fmt::format("{}: entry {} {}", path, entries_.size() + 1, wrong)};
    const bool expired = !entry.expires.empty() && entry.expires < day;
    entries_.push_back({std::move(entry), expired});
  }
  return {};
}

Baseline::Entry* Baseline::find(const std::string& spec, const Site& site) {
  const std::string key = siteKey(site);
  for (Entry& entry : entries_) {
    if (entry.said.spec == spec && entry.said.site == key) return &entry;
  }
  return nullptr;
}

Status Baseline::apply(Loaded& loaded) {
  if (!loaded.report.run.jvms.empty())
    return Error{fmt::format("{}: a baseline is applied to the reports of single JVMs, and this "
                             "one is merged: name those it was made of (jvms/isl-*.json beside it)",
                             loaded.path)};
  for (report::Spec& spec : loaded.report.specs) {
    std::vector<const Site*> accepted;
    for (Site& site : spec.sites) {
      Entry* const entry = find(spec.name, site);
      if (!entry || entry->expired || !covers(entry->said, site)) continue;
      entry->used++;
      site.accepted = entry->said.reason;
      accepted.push_back(&site);
    }
    if (spec.verdict == "fail" && !accepted.empty())
      decideAgain(loaded.report.checks, spec, accepted);
  }
  return {};
}

std::vector<std::string> Baseline::remarks() const {
  std::vector<std::string> out;
  if (!leftOut_.empty()) out.push_back(leftOut_);
  for (const Entry& entry : entries_) {
    const std::string what =
        fmt::format("{}: entry for {} ({})", path_, entry.said.site, entry.said.spec);
    if (entry.expired)
      out.push_back(fmt::format("{} expired on {}: repair the site or renew the entry", what,
                                entry.said.expires));
    else if (entry.used == 0)
      out.push_back(fmt::format("{} accepted nothing: remove it if the site was repaired", what));
  }
  return out;
}

void Baseline::accept(const report::Report& report, const std::string& only,
                      const std::string& reason, const std::string& expires) {
  for (const report::Spec& spec : report.specs) {
    if (!only.empty() && spec.name != only) continue;
    if (spec.name.empty()) continue;  // load() refuses an entry without: the report was edited
    for (const Site& site : spec.sites) {
      Entry* entry = find(spec.name, site);
      if (!entry) {
        entries_.push_back({{expires, {}, reason, siteKey(site), spec.name, describePlace(site)}});
        entry = &entries_.back();
        added_++;
      }
      entry->used++;
      std::vector<std::string>& paths = entry->said.paths;
      for (const std::string& key : pathKeys(site)) {
        if (std::find(paths.begin(), paths.end(), key) == paths.end()) paths.push_back(key);
      }
    }
  }
}

size_t Baseline::prune() {
  const size_t before = entries_.size();
  entries_.erase(std::remove_if(entries_.begin(), entries_.end(),
                                [](const Entry& entry) { return entry.used == 0; }),
                 entries_.end());
  return before - entries_.size();
}

std::string Baseline::toJson() const {
  BaselineFile file;
  for (const Entry& entry : entries_) file.entries.push_back(entry.said);
  return report::jsonText(file);
}

}  // namespace isl::tool
