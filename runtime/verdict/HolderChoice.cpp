#include "verdict/HolderChoice.h"

#include <algorithm>
#include <map>

#include "base/LibraryTypes.h"

namespace isl {
namespace {

bool startsWith(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

// "main: com.acme.Main.run" -> class and method.
void nameFrame(const std::string& root, report::Holder& holder) {
  const size_t thread = root.rfind(": ");
  if (thread == std::string::npos) return;
  const std::string frame = root.substr(thread + 2);
  const size_t dot = frame.rfind('.');
  if (dot == std::string::npos) return;
  holder.className = frame.substr(0, dot);
  holder.field = frame.substr(dot + 1);
}

std::string fieldOf(const report::PathEdge& edge) { return edge.holderType + "." + edge.field; }

report::Holder fieldHolder(const report::PathEdge& edge) {
  return {"field", edge.holderType, edge.field, edge.holderSite, {}};
}

// A thread that works for a pool holds it: the pool's queue is what can be cleared.
const report::PathEdge* poolOf(const report::Path& path) {
  const auto isQueue = [](const report::PathEdge& edge) {
    return edge.field == "workQueue" && startsWith(edge.holderType, "java.util.concurrent.");
  };
  const auto found = std::find_if(path.edges.begin(), path.edges.end(), isQueue);
  return path.root.kind == "thread" && found != path.edges.end() ? &*found : nullptr;
}

report::Holder rootHolder(const report::Path& path) {
  if (const report::PathEdge* pool = poolOf(path)) return fieldHolder(*pool);
  report::Holder out;
  out.kind = path.root.kind.empty() ? "unknown" : path.root.kind;
  if (out.kind == "static" || out.kind == "thread-local") {
    const size_t dot = path.root.name.rfind('.');
    if (dot == std::string::npos) return out;
    out.className = path.root.name.substr(0, dot);
    out.field = path.root.name.substr(dot + 1);
    return out;
  }
  if (out.kind == "stack" || out.kind == "jni-local") nameFrame(path.root.name, out);
  if (out.className.empty() && !path.edges.empty()) {
    out.className = path.edges.back().holderType;
    out.field = path.edges.back().field;
  }
  return out;
}

// A subclass of a collection is one. A component or a model of a user interface is the program's, whose listeners it can remove.
bool isLibraryField(const report::PathEdge& edge) {
  return !edge.declaredIn.empty() && isLibraryType(edge.declaredIn) &&
         !startsWith(edge.declaredIn, "javax.swing.") && !startsWith(edge.declaredIn, "java.awt.");
}

// "<class>", "<class loader>": no field that a program could clear, and of many classes each has one object.
bool isOfVm(const report::PathEdge& edge) { return edge.field.rfind('<', 0) == 0; }

// Is it nested in the outermost class of the other? "LocalCache$Segment" is in that of "LocalCache".
bool isNestedIn(const std::string& type, const std::string& other) {
  return startsWith(type, (other.substr(0, other.find('$', 1)) + "$").c_str());
}

bool isArrayOf(const std::string& array, const std::string& type) { return array == type + "[]"; }

// A collection that is none of a language's library: an Object[] takes whatever its class is asked to keep, and an array of nodes
// whose class is nested in its own is a table of these.
bool isTable(const report::Path& path, size_t at) {
  if (at == 0) return false;
  const std::string& array = path.edges[at - 1].holderType;
  return array == "java.lang.Object[]" ||
         (!array.empty() && array.back() == ']' && isNestedIn(array, path.edges[at].holderType));
}

// A set that keeps what it has in a map, say, or a hash table of another language's: who has it can let it go.
bool isCollection(const report::Path& path, size_t at, const HolderFacts& facts) {
  if (at == 0 || at >= path.edges.size() || facts.isCollection == nullptr) return false;
  return (isLibraryType(path.edges[at - 1].holderType) || isTable(path, at)) &&
         facts.isCollection(path.edges[at].holderType);
}

bool isProgramsStatic(const report::PathRoot& root) {
  return root.kind == "static" && !isLibraryType(root.name);
}

// Its class is nested in that of an object above, which has an array of such: a part of that, as the segments of a cache are.
bool isPart(const report::Path& path, size_t at) {
  if (at + 2 >= path.edges.size()) return false;
  const std::string& type = path.edges[at].holderType;
  return isArrayOf(path.edges[at + 1].holderType, type) &&
         isNestedIn(type, path.edges[at + 2].holderType);
}

double halfOf(const report::Site& site, const report::Path& path) {
  return path.share * static_cast<double>(site.liveBytes) / 2;
}

// The edge of the nearest object that alone keeps at least half of the site's bytes on this path; the number of edges:
// none does, or it was not measured.
size_t firstKeeper(const report::Site& site, const report::Path& path) {
  // Of one table its bytes count what it holds, which others may hold as well.
  if (site.suspiciousObjects == 1) return 0;
  const double half = halfOf(site, path);
  const auto keeps = [half](const report::PathEdge& edge) {
    return edge.retainedBytes > 0 && static_cast<double>(edge.retainedBytes) >= half;
  };
  return static_cast<size_t>(std::find_if(path.edges.begin(), path.edges.end(), keeps) -
                             path.edges.begin());
}

// A collection in one field, and further up it comes by another: an actor is a child of another one, and has its own mail.
bool collectsAsWell(const report::Path& path, size_t at, const report::PathEdge& above) {
  return at > 0 && isLibraryType(path.edges[at - 1].holderType) &&
         path.edges[at].field != above.field;
}

// Where what grows lies in collections of a class whose own objects do not become more, these are no nodes.
bool isNodeUnder(const report::Site& site, const report::Path& path, size_t at,
                 const report::PathEdge& above, const std::set<std::string>& growing) {
  const bool collects = site.growth == "growing" && growing.count(above.holderType) == 0 &&
                        collectsAsWell(path, at, above);
  return path.edges[at].holderType == above.holderType && !collects;
}

// Nodes of a list or tree: a class that comes twice. Of those that keep the rest the last is the holder itself.
std::set<std::string> nodesOf(const report::Site& site, const report::Path& path, bool untilLast,
                              const std::set<std::string>& growing) {
  std::set<std::string> nodes;
  std::map<std::string, size_t> met;
  for (size_t i = 0; i < path.edges.size(); i++) {
    const report::PathEdge& edge = path.edges[i];
    const auto [first, fresh] = met.emplace(edge.holderType, i);
    const bool again = !fresh && isNodeUnder(site, path, first->second, edge, growing);
    if (edge.repeats > 1 || (again && !untilLast)) nodes.insert(edge.holderType);
  }
  return nodes;
}

bool comesAgain(const report::Site& site, const report::Path& path, size_t at,
                const std::set<std::string>& growing) {
  return std::any_of(
      path.edges.begin() + static_cast<std::ptrdiff_t>(at) + 1, path.edges.end(),
      [&](const report::PathEdge& above) { return isNodeUnder(site, path, at, above, growing); });
}

// From so many objects on one field cannot hold them one by one.
constexpr uint64_t kMany = 8;

// Is there an array, a collection or a chain of nodes between the objects and this field, so that it may hold many?
bool mayHoldMany(const report::Path& path, size_t at) {
  std::set<std::string> met;
  for (size_t i = 0; i <= at; i++) {
    const report::PathEdge& edge = path.edges[i];
    if (edge.repeats > 1 || isLibraryType(edge.holderType)) return true;
    if (!met.insert(edge.holderType).second) return true;
  }
  return false;
}

// One object of many that has the others in a collection of its own: its class comes below as well, by another field.
bool holdsItsLike(const report::Site& site, const report::Path& path, size_t at) {
  const report::PathEdge& edge = path.edges[at];
  if (at == 0 || !isLibraryType(path.edges[at - 1].holderType)) return false;
  bool below = site.type == edge.holderType;
  for (size_t i = 0; i < at; i++) {
    if (path.edges[i].holderType != edge.holderType) continue;
    if (path.edges[i].field == edge.field) return false;
    below = true;
  }
  return below;
}

}  // namespace

bool isCaptured(const report::PathEdge& edge) {
  return edge.holderType.find("$$Lambda") != std::string::npos;
}

std::set<std::string> headsOn(const report::Site& site) {
  std::set<std::string> heads;
  if (site.paths.empty()) return heads;
  const report::Path& path = site.paths.front();
  for (size_t i = 0; i < path.edges.size(); i++) {
    if (holdsItsLike(site, path, i)) heads.insert(fieldOf(path.edges[i]));
  }
  return heads;
}

bool liesBeside(const report::Site& site, const std::set<std::string>& heads) {
  if (site.paths.empty() || site.paths.front().truncated) return false;
  const std::vector<report::PathEdge>& edges = site.paths.front().edges;
  return std::none_of(edges.begin(), edges.end(), [&](const report::PathEdge& edge) {
    return heads.count(fieldOf(edge)) != 0;
  });
}

std::set<std::string> keepingLittle(const report::Site& site) {
  std::set<std::string> out;
  if (site.paths.empty() || site.suspiciousObjects == 1) return out;
  const report::Path& path = site.paths.front();
  const double half = halfOf(site, path);
  for (const report::PathEdge& edge : path.edges) {
    if (edge.retainedBytes == 0) continue;
    if (static_cast<double>(edge.retainedBytes) < half)
      out.insert(fieldOf(edge));
    else
      out.erase(fieldOf(edge));
  }
  return out;
}

ChosenHolder holderOf(const report::Site& site, const HolderFacts& facts) {
  ChosenHolder out;
  out.holder.kind = "unknown";
  if (site.paths.empty()) return out;
  const report::Path& path = site.paths.front();
  const size_t keeper = firstKeeper(site, path);
  const bool measured = keeper < path.edges.size();
  std::set<std::string> passed = nodesOf(site, path, measured, facts.growing);
  // Such a one may keep half of a small site.
  passed.insert(facts.growing.begin(), facts.growing.end());
  if (!measured) passed.insert(facts.piling.begin(), facts.piling.end());
  const auto mayHold = [&](size_t i) {
    const report::PathEdge& edge = path.edges[i];
    if (isLibraryType(edge.holderType) || isLibraryField(edge) || isCaptured(edge)) return false;
    if (isOfVm(edge)) return false;
    if (isPart(path, i)) return false;
    if (!measured && site.suspiciousObjects >= kMany && !mayHoldMany(path, i)) return false;
    if (comesAgain(site, path, i, facts.growing))
      return !measured && passed.count(edge.holderType) == 0;
    const bool head = holdsItsLike(site, path, i) || facts.heads.count(fieldOf(edge)) != 0;
    return passed.count(edge.holderType) == 0 || (head && facts.nested.count(edge.holderType) == 0);
  };
  const auto firstFrom = [&](size_t from) {
    while (from < path.edges.size() && !mayHold(from)) from++;
    return from;
  };
  size_t at = firstFrom(measured ? keeper : 0);
  const size_t nearest = firstFrom(0);
  if (nearest < at && facts.filled.count(path.edges[nearest].holderType) != 0) at = nearest;
  // Of a collection that the program brings along its owner, where that is another object: of a class that says it is one
  // beyond what has it among others.
  const bool collection = isCollection(path, at, facts);
  const size_t owner = collection ? firstFrom(at + 1) : at + 1;
  if (owner < path.edges.size()) {
    const bool another = !isNestedIn(path.edges[owner].holderType, path.edges[at].holderType);
    if (another && mayHold(owner) && (collection || isTable(path, at))) at = owner;
  } else if (collection && !path.truncated && isProgramsStatic(path.root)) {
    at = path.edges.size();
  }
  if (at < path.edges.size()) {
    out.depth = at;
    out.holder = fieldHolder(path.edges[at]);
    return out;
  }
  out.depth = path.edges.size();
  if (!path.truncated) out.holder = rootHolder(path);
  return out;
}

std::optional<size_t> holderOn(const report::Path& path, const report::Holder& holder) {
  if (holder.kind == "field") {
    for (size_t i = path.edges.size(); i > 0; i--) {
      const report::PathEdge& edge = path.edges[i - 1];
      if (edge.field == holder.field && edge.holderType == holder.className) return i - 1;
    }
    return {};
  }
  const std::string key = holderKey(holder);
  if (key.empty() || path.truncated || holderKey(rootHolder(path)) != key) return {};
  return path.edges.size();
}

std::string holderKey(const report::Holder& holder) {
  if (holder.className.empty()) return {};
  return holder.kind + " " + holder.className + "." + holder.field;
}

}  // namespace isl
