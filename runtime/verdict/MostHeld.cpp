#include "verdict/MostHeld.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/LibraryTypes.h"
#include "verdict/HolderChoice.h"

namespace isl {
namespace {

constexpr double kMost = 0.5;  // more than all the rest
constexpr uint64_t kMany = 8;  // objects: of fewer one holder each may well be

using Paths = std::vector<const report::Path*>;

// The first edge of a path is the object itself.
size_t referencesOf(const report::Path& path) { return path.edges.size() - 1; }

// Of "thread: package.Class.method" each side.
std::string threadOf(const report::PathRoot& root) {
  return root.kind == "stack" ? root.name.substr(0, root.name.rfind(": ")) : root.name;
}

bool isLibraryFrame(const report::PathRoot& root) {
  const size_t at = root.name.rfind(": ");
  return at == std::string::npos || isLibraryType(root.name.substr(at + 2));
}

// The step so far below the root; 0 is the root. Frames of a thread are one: what a method has a collection do holds parts
// of that as well for a while.
std::string stepOf(const report::Path& path, size_t depth) {
  if (depth == 0) return path.root.kind + ' ' + threadOf(path.root);
  const report::PathEdge& edge = path.edges[path.edges.size() - depth];
  return edge.holderType + ' ' + edge.field;
}

double shareOf(const Paths& paths) {
  double sum = 0;
  for (const report::Path* path : paths) sum += path->share;
  return sum;
}

// Those that go on by the same step and have most.
Paths mostAt(const Paths& paths, size_t depth) {
  std::map<std::string, Paths> bySteps;
  for (const report::Path* path : paths) {
    if (depth <= referencesOf(*path)) bySteps[stepOf(*path, depth)].push_back(path);
  }
  for (auto& [step, same] : bySteps) {
    if (shareOf(same) > kMost) return std::move(same);
  }
  return {};
}

template <typename Key>
std::string mostBy(const Paths& paths, Key&& key) {
  std::map<std::string, double> shares;
  for (const report::Path* path : paths) shares[key(*path)] += path->share;
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  return std::max_element(shares.begin(), shares.end(), less)->first;
}

// The root that stands for all: of the frames the program's own that holds most.
const report::PathRoot& rootOf(const Paths& paths) {
  Paths own;
  for (const report::Path* path : paths) {
    if (path->root.kind == "stack" && !isLibraryFrame(path->root)) own.push_back(path);
  }
  if (own.empty()) return paths.front()->root;
  const std::string most = mostBy(own, [](const report::Path& path) { return path.root.name; });
  return (*std::find_if(own.begin(), own.end(),
                        [&](const report::Path* path) { return path->root.name == most; }))
      ->root;
}

// What most of the heap has in common, from the roots down: those that go on by the step at each depth.
std::vector<Paths> waysInCommon(const std::vector<report::Path>& heap) {
  Paths held;
  for (const report::Path& path : heap) {
    if (!path.edges.empty()) held.push_back(&path);
  }
  std::vector<Paths> byDepth;
  for (Paths next; !(next = mostAt(held, byDepth.size())).empty(); byDepth.push_back(held))
    held = std::move(next);
  return byDepth;
}

// As a way to one site, which all of them have come by.
report::Site commonOf(const std::vector<Paths>& byDepth) {
  report::Site common;
  common.paths.push_back(*byDepth.back().front());
  common.paths.front().root = rootOf(byDepth.front());
  std::vector<report::PathEdge>& edges = common.paths.front().edges;
  edges.erase(edges.begin(), edges.end() - static_cast<std::ptrdiff_t>(byDepth.size() - 1));
  return common;
}

std::string typeOf(const Paths& held) {
  return mostBy(held, [](const report::Path& path) { return path.edges.front().holderType; });
}

// Of arrays whose they are.
std::string ownerTypeOf(const Paths& held) {
  return mostBy(held, [](const report::Path& path) {
    const auto own = std::find_if(path.edges.begin(), path.edges.end(), [](const auto& edge) {
      return edge.holderType.empty() || edge.holderType.back() != ']';
    });
    return own == path.edges.end() ? std::string() : own->holderType;
  });
}

}  // namespace

std::optional<report::MostHeld>
mostHeld(const std::vector<report::Path>& heap, std::set<std::string> growing,
         const std::function<uint64_t(const std::string& type)>& objectsOf) {
  const std::vector<Paths> byDepth = waysInCommon(heap);
  if (byDepth.empty()) return {};
  const report::Site common = commonOf(byDepth);
  const size_t edges = common.paths.front().edges.size();
  const auto isOneOfThem = [&](const report::Holder& holder, const Paths& held) {
    if (objectsOf == nullptr || holder.kind != "field") return false;
    const uint64_t objects = objectsOf(ownerTypeOf(held));
    return objects >= kMany && 2 * objectsOf(holder.className) >= objects;
  };
  for (;;) {
    const ChosenHolder chosen = holderOf(common, {growing});
    const Paths& held = byDepth[edges - chosen.depth];
    const report::Holder& holder = chosen.holder;
    if (isOneOfThem(holder, held) && growing.insert(holder.className).second) continue;
    report::MostHeld out;
    out.share = shareOf(held);
    out.kind = holder.kind;
    out.className = holder.className;
    out.field = holder.field;
    out.type = typeOf(held);
    return out;
  }
}

}  // namespace isl
