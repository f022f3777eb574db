#include "verdict/FindingGroups.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/LibraryTypes.h"
#include "trend/Populations.h"
#include "verdict/HolderChoice.h"

namespace isl {
namespace {

// What piles up grows in number, or comes in numbers like those of the site's own objects; a holder is one for many.
std::set<std::string> pilingTypes(const FindingInputs& in, const report::Site& with) {
  std::set<std::string> out = in.growingTypes;
  for (const report::Site& site : *in.sites) {
    if (2 * site.suspiciousObjects >= with.suspiciousObjects) out.insert(site.type);
  }
  return out;
}

// Of types that grow in number one may still hold fewer objects than such a type has come to have.
const std::set<std::string>& typesGrowing(const FindingInputs& in, const report::Site& with) {
  static const std::set<std::string> none;
  return with.suspiciousObjects < Populations::kLeastGrowth ? none : in.growingTypes;
}

// Threads that pile up are many, and each has a few objects of a site: three locks of a pool, say. More would let any
// number be near a multiple of the threads' own.
constexpr uint64_t kLeastThreads = 8, kMostOfThread = 8;
// Some begin or end while the world is stopped: such a part of the objects may lack or be too many.
constexpr uint64_t kNearly = 32;

constexpr char kThread[] = "java.lang.Thread";

// Threads that somebody has started and that have not ended.
struct Threads {
  std::string type;
  uint64_t count = 0;                  // 0: none were seen
  const report::Site* site = nullptr;  // null: they are no site
};

// Whose names end the ways to the objects; none: other ways lead there, too.
std::set<std::string> holdingThreads(const report::Site& site) {
  std::set<std::string> names;
  for (const report::Path& path : site.paths) {
    if (path.root.kind != "thread") return {};
    names.insert(path.root.name);
  }
  return names;
}

// The most of them. Where they are no site, as each runs now and then, what several hold one each tells how many there are.
Threads threadsOf(const FindingInputs& in) {
  Threads most;
  for (const report::Site& site : *in.sites) {
    if (isThread(site) && site.suspiciousObjects > most.count)
      most = {site.type, site.suspiciousObjects, &site};
  }
  if (most.site != nullptr || in.growingTypes.count(kThread) == 0) return most;
  const uint64_t live = in.evidence->objectsOf(kThread);
  for (const report::Site& site : *in.sites) {
    const uint64_t count = site.suspiciousObjects;
    if (count > most.count && count <= live && holdingThreads(site).size() > 1)
      most = {kThread, count, nullptr};
  }
  return most;
}

// Of what threads hold the same number for each of many: the threads themselves pile up. Few paths are sampled, of a small
// site one, so that the number alone tells.
bool comesWithThreads(const report::Site& site, const Threads& threads) {
  if (threads.count < kLeastThreads || site.paths.empty()) return false;
  if (&site == threads.site) return true;
  const std::set<std::string> names = holdingThreads(site);
  if (names.empty()) return false;
  const uint64_t many = threads.count;
  const uint64_t each = (site.suspiciousObjects + many / 2) / many, even = each * many;
  const uint64_t off =
      std::max(even, site.suspiciousObjects) - std::min(even, site.suspiciousObjects);
  const bool ofMany = names.size() > 1 || site.paths.size() == 1;
  return ofMany && each > 0 && each <= kMostOfThread && off <= even / kNearly;
}

// See HolderFacts.
std::set<std::string> typesFilled(const FindingInputs& in, const report::Site& tables) {
  std::set<std::string> out;
  if (!in.followsTables || tables.paths.empty()) return out;
  for (const report::PathEdge& edge : tables.paths.front().edges) {
    if (isLibraryType(edge.holderType) || in.growingTypes.count(edge.holderType) != 0) continue;
    const uint64_t objects = in.evidence->objectsOf(edge.holderType);
    if (objects > 0 && objects <= 2 * tables.suspiciousObjects) out.insert(edge.holderType);
  }
  return out;
}

// Objects that have others of their class, and pile up besides, or keep but a little each: of such no one has all.
struct Heads {
  std::set<std::string> fields, nested;  // see HolderFacts
};

Heads headsOf(const std::vector<report::Site>& sites) {
  std::vector<const report::Site*> growing;
  for (const report::Site& site : sites) {
    if (site.growth == nameOf(Shape::Growing)) growing.push_back(&site);
  }
  Heads out;
  std::set<std::string> little;
  for (const report::Site* site : growing) {
    out.fields.merge(headsOn(*site));
    little.merge(keepingLittle(*site));
  }
  for (const std::string& field : out.fields) {
    const std::string type = field.substr(0, field.rfind('.'));
    const bool pilesUp = std::any_of(growing.begin(), growing.end(), [&](const report::Site* site) {
      return site->type == type && liesBeside(*site, out.fields);
    });
    if (pilesUp || little.count(field) != 0) out.nested.insert(type);
  }
  return out;
}

ChosenHolder chosenOf(const FindingInputs& in, const report::Site& site, const Threads& threads,
                      const Heads& heads, const HolderFacts::IsCollection& isCollection) {
  ChosenHolder out = holderOf(site, {typesGrowing(in, site), pilingTypes(in, site), heads.fields,
                                     heads.nested, typesFilled(in, site), isCollection});
  const bool atRoot = !site.paths.empty() && out.depth == site.paths.front().edges.size();
  if (atRoot && comesWithThreads(site, threads)) out.holder = {"thread", threads.type, "", "", ""};
  return out;
}

}  // namespace

bool isThread(const report::Site& site) {
  return !site.paths.empty() && site.paths.front().edges.empty() &&
         site.paths.front().root.kind == "thread";
}

std::vector<FindingGroup> groupsOf(const FindingInputs& in) {
  const std::vector<report::Site>& sites = *in.sites;
  const Threads threads = threadsOf(in);
  std::vector<FindingGroup> out;
  std::map<std::string, size_t> byHolder;
  const Heads heads = headsOf(sites);
  // To find a class by its name takes long, and few hold what many sites have.
  std::map<std::string, bool> asked;
  const auto isCollection = [&](const std::string& type) {
    const auto [known, fresh] = asked.try_emplace(type, false);
    if (fresh) known->second = in.evidence->isCollection(type);
    return known->second;
  };
  for (size_t i = 0; i < sites.size(); i++) {
    const ChosenHolder chosen = chosenOf(in, sites[i], threads, heads, isCollection);
    const std::string key = holderKey(chosen.holder);
    // What died was held by nobody: there the line is the finding.
    const size_t own = in.allocatedBytes > 0 ? sites[i].id : i;
    const auto [place, fresh] =
        byHolder.try_emplace(key.empty() ? "#" + std::to_string(own) : key, out.size());
    if (fresh) out.push_back({chosen.holder, {}});
    out[place->second].members.push_back({i, chosen.depth});
  }
  return out;
}

}  // namespace isl
