#include "verdict/OnlyCall.h"

#include <set>

#include "verdict/LineOf.h"

namespace isl {
namespace {

bool puts(std::string_view method) {
  static const std::set<std::string_view> known = {
      "add",       "addAll", "addElement", "addFirst", "addIfAbsent",     "addLast",    "offer",
      "offerLast", "push",   "offerFirst", "put",      "computeIfAbsent", "putIfAbsent"};
  return known.count(method) != 0;
}

bool keeps(std::string_view method) {
  for (const std::string_view verb : {"add", "register", "schedule", "set"})
    if (method.substr(0, verb.size()) == verb) return true;
  return puts(method);
}

// What it calls, without the class; of an allocation empty.
std::string_view calledBy(const Site& site) {
  const size_t dot = site.target.rfind('.');
  if (site.kind != SiteKind::LibraryCall || dot == std::string_view::npos) return {};
  return site.target.substr(dot + 1);
}

}  // namespace

KeepingLines::KeepingLines(const SiteTable& sites) {
  for (uint32_t id = kFirstSite; id < sites.size(); id++) {
    const Site site = sites.get(id);
    if (keeps(calledBy(site))) lines_.insert({site.className, site.method, site.line});
  }
}

SourceLine onlyCallInto(const SiteTable& sites, std::string_view holder,
                        const std::function<bool(const std::string& className)>& isOf) {
  SourceLine found;
  const std::string_view own = outermost(holder);
  for (uint32_t id = kFirstSite; id < sites.size(); id++) {
    const Site site = sites.get(id);
    const std::string_view called = calledBy(site);
    if (!puts(called) || outermost(site.className) != own) continue;
    const SourceLine line = {dotted(site.className) + "." + std::string(site.method),
                             std::string(site.sourceFile), site.line};
    if (line.method == found.method && line.line == found.line) continue;
    if (!isOf(dotted(site.target.substr(0, site.target.size() - called.size() - 1)))) continue;
    if (found.line >= 0) return {};
    found = line;
  }
  return found;
}

}  // namespace isl
