#include "Finding.h"

#include <algorithm>
#include <cctype>

#include "report/Format.h"
#include "report/Wording.h"

namespace isl::tool {

using report::Path;
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

std::string pathKey(const Path& path) {
  std::string key;
  for (const report::PathEdge& edge : path.edges) {
    if (!key.empty()) key += " <- ";
    key += withoutNumbers(edge.holderType) + "." + edge.field;
  }
  if (!key.empty()) key += " <- ";
  if (path.truncated) return key + "...";
  key += path.root.kind;
  // Threads and frames differ from run to run; a static field is a name of the program.
  if (path.root.kind == "static" || path.root.kind == "system-class") key += " " + path.root.name;
  return key;
}

std::vector<std::string> pathKeys(const Site& site) {
  std::vector<std::string> keys;
  for (const Path& path : site.paths) {
    std::string key = pathKey(path);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(std::move(key));
  }
  return keys;
}

Place placeOf(const Site& site) {
  if (site.line >= 0 && !site.file.empty()) return {site.className, site.file, site.line};
  if (site.callerLine >= 0 && !site.callerFile.empty()) {
    const size_t dot = site.callerMethod.rfind('.');
    return {site.callerMethod.substr(0, dot), site.callerFile, site.callerLine};
  }
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

std::string describePath(const Site& site) {
  if (site.paths.empty()) return {};
  const Path& path = site.paths.front();
  std::string text = "held by ";
  for (const report::PathEdge& edge : path.edges) text += report::holderField(edge) + " <= ";
  return text + (path.truncated ? "... (the root was not reached)" : report::rootText(path.root));
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
