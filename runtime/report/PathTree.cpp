#include "report/PathTree.h"

#include <algorithm>

#include "report/Format.h"
#include "report/Wording.h"

namespace isl::report {
namespace {

struct Step {
  std::string label, detail;
};

// From the root to the objects.
std::vector<Step> stepsOf(const Path& path, Step object) {
  std::vector<Step> out = {
      {path.truncated ? "the root was not reached" : rootText(path.root), std::string()}};
  for (auto edge = path.edges.rbegin(); edge != path.edges.rend(); ++edge)
    out.push_back({holderField(*edge),
                   edge->holderSite.empty() ? std::string() : "allocated at " + edge->holderSite});
  out.push_back(std::move(object));
  // The tree is walked by recursion.
  constexpr size_t kMost = 64;
  if (out.size() > kMost) {
    const auto middle = out.begin() + kMost / 2;
    *middle = {counted(out.size() - kMost + 1, "more step"), std::string()};
    out.erase(middle + 1, out.end() - kMost / 2 + 1);
  }
  return out;
}

PathNode& childOf(PathNode& parent, const Step& step) {
  for (PathNode& child : parent.children)
    if (child.label == step.label && child.detail == step.detail) return child;
  PathNode node;
  node.label = step.label;
  node.detail = step.detail;
  parent.children.push_back(std::move(node));
  return parent.children.back();
}

void sortAll(PathNode& top) {
  std::vector<PathNode*> open = {&top};
  while (!open.empty()) {
    PathNode* const node = open.back();
    open.pop_back();
    std::stable_sort(
        node->children.begin(), node->children.end(),
        [](const PathNode& a, const PathNode& b) { return a.penaltyBytes > b.penaltyBytes; });
    for (PathNode& child : node->children) open.push_back(&child);
  }
}

}  // namespace

PathNode pathTree(const Spec& spec, const Finding& finding) {
  PathNode top;
  const std::string holder = holderText(finding.holder);
  const auto add = [&](const Path& path, double bytes, const Step& object) {
    PathNode* node = &top;
    node->penaltyBytes += bytes;
    bool found = false;
    for (const Step& step : stepsOf(path, object)) {
      node = &childOf(*node, step);
      node->penaltyBytes += bytes;
      if (!found) found = node->isHolder = node->isHolder || step.label == holder;
    }
  };
  for (const Site& site : spec.sites) {
    if (std::find(finding.sites.begin(), finding.sites.end(), site.rank) == finding.sites.end())
      continue;
    for (const Path& path : site.paths)
      add(path, path.share * static_cast<double>(site.penaltyBytes),
          {site.type.empty() ? "objects of unknown type" : site.type,
           "from " + siteMethod(site) + ", " + siteFile(site)});
  }
  for (const Path& path : finding.paths)
    add(path, static_cast<double>(finding.retainedBytes),
        {finding.type, "from " + findingPlace(finding)});
  sortAll(top);
  return top;
}

}  // namespace isl::report
