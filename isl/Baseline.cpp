#include "Baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "Finding.h"
#include "JsonFile.h"
#include "report/FieldWriter.h"
#include "report/Format.h"
#include "report/Wording.h"
#include "verdict/HolderChoice.h"
#include "verdict/Verdict.h"

namespace isl::tool {

namespace json = llvm::json;
using report::Site;

namespace {

// What is wrong with an entry; empty when nothing is.
std::string wrongWith(const BaselineEntry& entry) {
  if (entry.spec.empty() || (entry.holder.empty() && entry.sites.empty()))
    return "has no `spec`, or neither `holder` nor `sites`";
  if (entry.reason.empty()) return "has no `reason`: say why the finding is accepted";
  if (!entry.expires.empty() && !isDate(entry.expires))
    return fmt::format("has the bad date `{}`: write YYYY-MM-DD", entry.expires);
  return {};
}

// Site keys of a finding, largest site first.
std::vector<std::string> siteKeysOf(const report::Spec& spec, const report::Finding& finding) {
  std::vector<std::string> out;
  for (const Site* site : sitesOf(spec, finding)) {
    std::string key = siteKey(*site);
    if (std::find(out.begin(), out.end(), key) == out.end()) out.push_back(std::move(key));
  }
  return out;
}

// A finding is known by its holder. A run that did not find the holder, as a path can be cut, is known by what piles
// up there.
bool covers(const BaselineEntry& entry, const report::Spec& spec, const report::Finding& finding) {
  if (entry.spec != spec.name) return false;
  const bool known = !holderKey(finding.holder).empty();
  if (known && !entry.holder.empty()) return entry.holder == findingKey(spec, finding);
  const std::vector<std::string> keys = siteKeysOf(spec, finding);
  return !keys.empty() &&
         std::find(entry.sites.begin(), entry.sites.end(), keys.front()) != entry.sites.end();
}

}  // namespace

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
  if (root->getInteger("schemaVersion").getValueOr(0) < fresh.schemaVersion)
    return Error{fmt::format(
        "{}: the baseline names sites, as an older isl did, and no findings: write it again",
        path)};
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

Baseline::Entry* Baseline::find(const report::Spec& spec, const report::Finding& finding) {
  for (Entry& entry : entries_) {
    if (covers(entry.said, spec, finding)) return &entry;
  }
  return nullptr;
}

Status Baseline::apply(Loaded& loaded) {
  if (loaded.report.run.jvms.size() > 1)
    return Error{fmt::format("{}: a baseline is applied to the reports of single JVMs, and this "
                             "one is merged: name those it was made of (jvms/isl-*.json beside it)",
                             loaded.path)};
  for (report::Spec& spec : loaded.report.specs) {
    size_t accepted = 0;
    for (report::Finding& finding : spec.findings) {
      Entry* const entry = find(spec, finding);
      if (!entry || entry->expired) continue;
      entry->used++;
      finding.accepted = entry->said.reason;
      for (Site& site : spec.sites) {
        if (std::find(finding.sites.begin(), finding.sites.end(), site.rank) != finding.sites.end())
          site.accepted = entry->said.reason;
      }
      accepted++;
    }
    if (accepted == 0) continue;
    decideVerdict(spec, loaded.report.checks, tooDearOf(loaded.report), loaded.report.looks,
                  toldBeside(loaded.report.specs, spec));
    spec.verdictWhy = fmt::format("without {}: {}", report::counted(accepted, "accepted finding"),
                                  spec.verdictWhy);
  }
  return {};
}

std::vector<std::string> Baseline::remarks() const {
  std::vector<std::string> out;
  if (!leftOut_.empty()) out.push_back(leftOut_);
  for (const Entry& entry : entries_) {
    const std::string what = fmt::format(
        "{}: entry for {} ({})", path_,
        entry.said.holder.empty() ? entry.said.sites.front() : entry.said.holder, entry.said.spec);
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
    for (const report::Finding& finding : spec.findings) {
      Entry* entry = find(spec, finding);
      const std::vector<std::string> keys = siteKeysOf(spec, finding);
      const bool known = !holderKey(finding.holder).empty();
      // Nothing would recognise it: another hand has changed the report.
      if (!entry && !known && keys.empty()) continue;
      if (!entry) {
        entries_.push_back({{expires,
                             known ? findingKey(spec, finding) : "",
                             reason,
                             {},
                             spec.name,
                             report::findingPlace(finding)}});
        entry = &entries_.back();
        added_++;
      }
      entry->used++;
      std::vector<std::string>& sites = entry->said.sites;
      for (const std::string& key : keys) {
        if (std::find(sites.begin(), sites.end(), key) == sites.end()) sites.push_back(key);
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
