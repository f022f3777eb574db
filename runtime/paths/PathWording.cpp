#include "paths/PathWording.h"

#include <algorithm>
#include <vector>

#include "base/Text.h"

namespace isl {
namespace {

// "left|right": a tree is descended by several fields. Those of `more` that `fields` lacks are added.
std::string joinFields(std::string fields, const std::string& more) {
  for (const std::string_view part : split(more, '|')) {
    const std::string field(part);
    if (("|" + fields + "|").find("|" + field + "|") != std::string::npos) continue;
    fields = field < fields ? field + "|" + fields : fields + "|" + field;
  }
  return fields;
}

}  // namespace

report::Path PathWording::describe(JNIEnv* jni, const Way& way) {
  report::Path path;
  bool wasInRun = false;
  for (const WayEdge& from : way.edges) {
    const bool inRun = !from.element && from.holderClass == from.heldClass;
    report::PathEdge edge = describeEdge(jni, from);
    if (inRun && wasInRun) {
      join(std::move(edge), path.edges.back());
    } else {
      path.edges.push_back(std::move(edge));
    }
    wasInRun = inRun;
  }
  if (way.atRoot) {
    path.root = roots_.describe(jni, way.root);
    return path;
  }
  if (way.referenceClass != 0) {
    path.root = {way.behindCleaner ? "cleaner" : "reference", typeName(way.referenceClass)};
    return path;
  }
  path.root.kind = "unknown";
  path.truncated = true;
  // Nothing strong refers to the object, but the referent of a Reference does: that is where it ends.
  for (const FieldRef& link : way.links) {
    if (fieldName(jni, link) != "referent") continue;
    path.root = {"reference", typeName(link.classId)};
    path.truncated = false;
    break;
  }
  return path;
}

// Edges between objects of one class are told as one, with the holder that was found last.
void PathWording::join(report::PathEdge edge, report::PathEdge& run) {
  edge.repeats += run.repeats;
  edge.field = joinFields(std::move(edge.field), run.field);
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

report::PathEdge PathWording::describeEdge(JNIEnv* jni, const WayEdge& from) {
  report::PathEdge edge;
  edge.repeats = from.repeats;
  edge.retainedBytes = from.retainedBytes;
  edge.bound = from.bound;
  edge.keptMs = from.keptMs;
  edge.boundedBy = from.boundedBy;
  edge.holderType = typeName(from.holderClass);
  edge.declaredIn = from.declaredIn;
  edge.field = from.element             ? "[*]"
               : from.fieldName.empty() ? fieldName(jni, {from.holderClass, from.index})
                                        : from.fieldName;
  if (!from.runFields.empty()) {
    std::vector<std::string> names;
    for (int32_t index : from.runFields) names.push_back(fieldName(jni, {from.holderClass, index}));
    std::sort(names.begin(), names.end());
    edge.field.clear();
    for (const std::string& name : names) edge.field += (edge.field.empty() ? "" : "|") + name;
  }
  for (const FieldRef& other : from.others) {
    edge.alsoHeldBy.push_back(typeName(other.classId) + "." + fieldName(jni, other));
  }
  if (classes_[from.holderClass].kind == ClassKind::Instance) nameSite(from, edge);
  return edge;
}

void PathWording::nameSite(const WayEdge& from, report::PathEdge& edge) const {
  if (from.holderSite == kSiteUnknown) return;
  const uint32_t id = scopes_ == nullptr ? from.holderSite : scopes_->plainOf(from.holderSite);
  const Site site = sites_.get(id);
  if (id >= kFirstSite && site.className.empty()) return;  // no place is known
  edge.holderId = id;
  if (id == kSiteInitializer) {
    edge.holderSite = "a static initialiser";
    return;
  }
  if (site.className.empty()) return;
  edge.holderSite = std::string(site.sourceFile);
  if (site.line >= 0) edge.holderSite += ":" + std::to_string(site.line);
  edge.holderMethod = dotted(site.className) + "." + std::string(site.method);
}

std::string PathWording::fieldName(JNIEnv* jni, const FieldRef& field) {
  return classes_.fieldName(jvmti_, jni, field.classId, field.index);
}

}  // namespace isl
