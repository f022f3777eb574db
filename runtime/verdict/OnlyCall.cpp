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

}  // namespace

SourceLine onlyCallInto(const SiteTable& sites, std::string_view holder,
                        const std::function<bool(const std::string& className)>& isOf) {
  SourceLine found;
  const std::string_view own = outermost(holder);
  for (uint32_t id = kFirstSite; id < sites.size(); id++) {
    const Site site = sites.get(id);
    if (site.kind != SiteKind::LibraryCall || outermost(site.className) != own) continue;
    const size_t dot = site.target.rfind('.');
    if (dot == std::string_view::npos || !puts(site.target.substr(dot + 1))) continue;
    const SourceLine line = {dotted(site.className) + "." + std::string(site.method),
                             std::string(site.sourceFile), site.line};
    if (line.method == found.method && line.line == found.line) continue;
    if (!isOf(dotted(site.target.substr(0, dot)))) continue;
    if (found.line >= 0) return {};
    found = line;
  }
  return found;
}

}  // namespace isl
