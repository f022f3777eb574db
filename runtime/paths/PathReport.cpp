// The part of the path tracer that tells paths: edges by name, groups with their share.
#include <algorithm>

#include "paths/PathTracer.h"

namespace isl {

bool PathTracer::sameWay(const report::Path& a, const report::Path& b) {
  return a.root.name == b.root.name && a.root.kind == b.root.kind &&
         std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(),
                    [](const report::PathEdge& x, const report::PathEdge& y) {
                      return x.holderType == y.holderType && x.field == y.field;
                    });
}

void PathTracer::group(JNIEnv* jni, const std::vector<Sample>& samples,
                       std::vector<report::Path>& groups) {
  for (const Sample& sample : samples) {
    report::Path path = describe(jni, sample.node);
    auto same = std::find_if(groups.begin(), groups.end(),
                             [&](const report::Path& g) { return sameWay(g, path); });
    if (same == groups.end()) {
      same = groups.insert(groups.end(), std::move(path));
    } else {
      for (size_t i = 0; i < path.edges.size(); i++) {
        same->edges[i].repeats = std::max(same->edges[i].repeats, path.edges[i].repeats);
      }
    }
    same->share += sample.weight;
  }
}

// Weights are summed first and divided once: quotients need not sum up to 1.
void PathTracer::shareOut(std::vector<report::Path>& groups, double whole) {
  for (report::Path& group : groups) group.share = whole > 0 ? group.share / whole : 0;
  // A way that was followed to its root says more than a larger share of ways that were not.
  std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
    return a.truncated != b.truncated ? b.truncated : a.share > b.share;
  });
}

report::Path PathTracer::describe(JNIEnv* jni, uint32_t start) {
  report::Path path;
  path.truncated = true;
  path.root.kind = "unknown";
  std::unordered_map<uint32_t, bool> onPath;
  const Root* stackRoot = nullptr;
  std::vector<report::PathEdge> edgesToStackRoot;
  bool wasInRun = false;
  for (uint32_t node = start; onPath.emplace(node, true).second;) {
    auto found = steps_.find(node);
    if (found == steps_.end()) break;
    const Step& step = found->second;
    if (step.hasRoot) {
      describeRoot(jni, step.root, path.root);
      path.truncated = false;
      return path;
    }
    if (step.hasStackRoot && stackRoot == nullptr) {
      stackRoot = &step.stackRoot;
      edgesToStackRoot = path.edges;
    }
    if (step.parent == 0) {
      if (stackRoot == nullptr) path.truncated = !endsAtReference(jni, step, path.root);
      break;
    }
    const bool inRun = !step.element && step.parentClass == nodes_[node].classId;
    addEdge(jni, path, step, inRun && wasInRun);
    wasInRun = inRun;
    node = step.parent;
  }
  if (stackRoot != nullptr) {
    path.edges = std::move(edgesToStackRoot);
    describeRoot(jni, *stackRoot, path.root);
    path.truncated = false;
  }
  return path;
}

// Edges between objects of one class are told as one, with the holder that was found last.
void PathTracer::addEdge(JNIEnv* jni, report::Path& path, const Step& step, bool joins) {
  report::PathEdge edge = describeEdge(jni, step);
  edge.repeats = step.repeats;
  if (!joins) {
    path.edges.push_back(std::move(edge));
    return;
  }
  report::PathEdge& run = path.edges.back();
  edge.repeats += run.repeats;
  // "left|right": a tree is descended by several fields.
  size_t begin = 0;
  while (begin <= run.field.size()) {
    const size_t end = std::min(run.field.find('|', begin), run.field.size());
    const std::string field = run.field.substr(begin, end - begin);
    if (("|" + edge.field + "|").find("|" + field + "|") == std::string::npos) {
      edge.field = field < edge.field ? field + "|" + edge.field : edge.field + "|" + field;
    }
    begin = end + 1;
  }
  edge.alsoHeldBy.insert(edge.alsoHeldBy.begin(), run.alsoHeldBy.begin(), run.alsoHeldBy.end());
  std::vector<std::string> others;
  for (std::string& other : edge.alsoHeldBy) {
    const bool own = other.compare(0, edge.holderType.size() + 1, edge.holderType + ".") == 0;
    if (!own && others.size() < kMaxOthers &&
        std::find(others.begin(), others.end(), other) == others.end()) {
      others.push_back(std::move(other));
    }
  }
  edge.alsoHeldBy = std::move(others);
  run = std::move(edge);
}

report::PathEdge PathTracer::describeEdge(JNIEnv* jni, const Step& step) {
  report::PathEdge edge;
  const ClassRecord& holder = classes_[step.parentClass];
  edge.holderType = displayName(holder.signature);
  edge.field = step.element ? "[*]" : fieldName(jni, step.parentClass, step.index);
  if (!step.runFields.empty()) {
    std::vector<std::string> names;
    for (int32_t index : step.runFields) names.push_back(fieldName(jni, step.parentClass, index));
    std::sort(names.begin(), names.end());
    edge.field.clear();
    for (const std::string& name : names) edge.field += (edge.field.empty() ? "" : "|") + name;
  }
  for (const auto& [classId, index] : step.others) {
    edge.alsoHeldBy.push_back(displayName(classes_[classId].signature) + "." +
                              fieldName(jni, classId, index));
  }
  const Node& parent = nodes_[step.parent];
  if (holder.kind != ClassKind::Instance || !parent.hasWord) return edge;
  edge.holderId = plainOf(siteOf(parent.word));
  if (edge.holderId == kSiteInitializer) {
    edge.holderSite = "static initialiser";
    return edge;
  }
  const Site site = sites_.get(edge.holderId);
  if (site.className.empty()) return edge;
  edge.holderSite = std::string(site.sourceFile);
  if (site.line >= 0) edge.holderSite += ":" + std::to_string(site.line);
  std::string cls(site.className);
  std::replace(cls.begin(), cls.end(), '/', '.');
  edge.holderMethod = cls + "." + std::string(site.method);
  return edge;
}

std::string PathTracer::fieldName(JNIEnv* jni, uint32_t classId, int32_t index) {
  const auto& fields = classes_.fields(jvmti_, jni, classId);
  if (index >= 0 && static_cast<size_t>(index) < fields.size()) {
    return fields[static_cast<size_t>(index)].name;
  }
  return "?";
}

// Nothing strong refers to the object, but the referent of a Reference does: that is where it ends.
bool PathTracer::endsAtReference(JNIEnv* jni, const Step& step, report::PathRoot& root) {
  for (const auto& [classId, index] : step.links) {
    if (fieldName(jni, classId, index) != "referent") continue;
    root.kind = "reference";
    root.name = displayName(classes_[classId].signature);
    return true;
  }
  return false;
}

}  // namespace isl
