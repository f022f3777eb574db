#include "Finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "report/Format.h"
#include "report/Wording.h"
#include "verdict/HolderChoice.h"

namespace isl::tool {

using report::Site;

namespace {

// lambda$note$3 -> lambda$note, Main$$Lambda/0x00007f -> Main$$Lambda
std::string withoutNumbers(const std::string& name) {
  const size_t generated = name.find("$$Lambda");
  if (generated != std::string::npos) return name.substr(0, generated + 8);
  if (name.find("lambda$") == std::string::npos) return name;
  size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1]))) --end;
  return end > 0 && end < name.size() && name[end - 1] == '$' ? name.substr(0, end - 1) : name;
}

}  // namespace

std::string siteKey(const Site& site) {
  std::string key = withoutNumbers(site.className) + "." + withoutNumbers(site.method) + " -> " +
                    withoutNumbers(site.type);
  if (!site.via.empty()) key += " via " + site.via;
  return key;
}

std::vector<const Site*> sitesOf(const report::Spec& spec, const report::Finding& finding) {
  std::vector<const Site*> out;
  for (const uint32_t rank : finding.sites) {
    for (const Site& site : spec.sites) {
      if (site.rank == rank) out.push_back(&site);
    }
  }
  return out;
}

std::string findingKey(const report::Spec& spec, const report::Finding& finding) {
  const std::string holder = withoutNumbers(holderKey(finding.holder));
  if (!holder.empty()) return holder;
  const std::vector<const Site*> sites = sitesOf(spec, finding);
  return sites.empty() ? finding.type : siteKey(*sites.front());
}

bool isDefect(const report::Finding& finding) {
  return finding.kind == "leak" || finding.kind == "defect" || finding.kind == "churn";
}

std::string describeFinding(const report::Spec& spec, const report::Finding& finding) {
  std::string text = report::findingHead(finding);
  const std::string growth = report::growthText(finding);
  if (!growth.empty()) text += "; " + growth;
  text += "; " + report::findingOrigin(finding);
  for (const std::string& more : describeWays(spec, finding)) text += "; " + more;
  return text;
}

Place placeOf(const Site& site) {
  // A caller is named where the JDK allocates, or where a class has no lines: it is the program's place.
  if (site.callerLine >= 0 && !site.callerFile.empty()) {
    const size_t dot = site.callerMethod.rfind('.');
    return {site.callerMethod.substr(0, dot), site.callerFile, site.callerLine};
  }
  if (site.line >= 0 && !site.file.empty()) return {site.className, site.file, site.line};
  return {site.className, site.file, -1};
}

std::string describePlace(const Site& site) {
  const Place place = placeOf(site);
  const std::string method = report::siteMethod(site);
  if (place.file.empty()) return method;
  std::string text = report::plainText(place.file);
  if (place.line >= 0) text += ":" + std::to_string(place.line);
  return text + " (" + method + ")";
}

namespace {

// "shop.web" of "shop.web.Orders.add"; empty: a class without a package.
std::string packageOf(const std::string& className) {
  const size_t dot = className.rfind('.');
  return dot == std::string::npos ? "" : className.substr(0, dot);
}

// That of the program's own line, if the finding knows one.
std::string ownPackage(const report::Finding& finding) {
  const size_t method = finding.callerMethod.rfind('.');
  return finding.callerLine == 0 || method == std::string::npos
             ? packageOf(finding.className)
             : packageOf(finding.callerMethod.substr(0, method));
}

}  // namespace

std::string describePath(const std::vector<report::Path>& paths, const std::string& package) {
  constexpr size_t kShown = 12, kOwn = 3;  // the report has them all
  if (paths.empty()) return {};
  const report::Path& path = paths.front();
  std::string text = "held by ";
  size_t out = 0, own = 0;
  for (size_t i = 0; i < path.edges.size(); ++i) {
    const report::PathEdge& edge = path.edges[i];
    const bool middle = i >= kShown / 2 && i + kShown / 2 < path.edges.size();
    const bool shown =
        !middle || (!package.empty() && own < kOwn && packageOf(edge.holderType) == package);
    if (!shown) {
      out++;
      continue;
    }
    own += middle ? 1 : 0;
    if (out > 0) text += fmt::format("... ({} more) <= ", out);
    text += report::holderField(edge) + " <= ";
    out = 0;
  }
  return text + (path.truncated ? "... (the root was not reached)" : report::rootText(path.root));
}

// The way of one of the things that hang on the object that is told is the way of that object from there on.
static std::vector<report::Path> waysOf(const Site& site, const report::Finding& finding) {
  std::vector<report::Path> ways = site.paths;
  if (ways.empty() || site.type == finding.type) return ways;
  std::vector<report::PathEdge>& edges = ways.front().edges;
  const std::optional<size_t> holder = holderOn(ways.front(), finding.holder);
  const auto end = holder ? edges.begin() + static_cast<std::ptrdiff_t>(*holder) : edges.end();
  const auto last =
      std::find_if(std::make_reverse_iterator(end), edges.rend(),
                   [&](const report::PathEdge& edge) { return edge.holderType == finding.type; });
  edges.erase(edges.begin(), last.base());
  return ways;
}

std::vector<std::string> describeWays(const report::Spec& spec, const report::Finding& finding) {
  const std::vector<const Site*> sites = sitesOf(spec, finding);
  const std::string package = ownPackage(finding);
  std::vector<std::string> out = {describePath(finding.paths, package)};
  if (!sites.empty())
    out = {describePath(waysOf(*sites.front(), finding), package), describeScopes(*sites.front())};
  out.erase(std::remove(out.begin(), out.end(), std::string()), out.end());
  return out;
}

std::string describeScopes(const Site& site) {
  constexpr size_t kShown = 3;
  std::string text;
  for (size_t i = 0; i < site.scopes.size() && i < kShown; ++i) {
    const report::ScopeShare& scope = site.scopes[i];
    text += (i ? ", " : "allocated in ") + report::plainText(scope.name);
    if (site.penaltyBytes > 0)
      text += " (" +
              report::percent(static_cast<double>(scope.penaltyBytes) /
                              static_cast<double>(site.penaltyBytes)) +
              ")";
  }
  return site.scopes.size() > kShown ? text + ", ..." : text;
}

}  // namespace isl::tool
