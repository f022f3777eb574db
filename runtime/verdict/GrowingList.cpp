#include "verdict/GrowingList.h"

#include <optional>
#include <set>

#include "verdict/HolderChoice.h"

namespace isl {
namespace {

// Their elements lie in their arrays, without a node of their own.
bool isList(const std::string& type) {
  static const std::set<std::string> known = {"java.util.ArrayList",
                                              "java.util.ArrayDeque",
                                              "java.util.IdentityHashMap",
                                              "java.util.PriorityQueue",
                                              "java.util.Vector",
                                              "java.util.Stack",
                                              "java.util.concurrent.CopyOnWriteArrayList",
                                              "java.util.concurrent.PriorityBlockingQueue"};
  return known.count(type) != 0;
}

}  // namespace

std::string growingListOn(const report::Path& way, const report::Holder& holder,
                          const std::string& type) {
  const std::optional<size_t> at = holderOn(way, holder);
  if (!at) return {};
  for (size_t i = *at; i > 0; i--) {
    const report::PathEdge& edge = way.edges[i - 1];
    if (isList(edge.holderType)) return edge.holderType;
    // What wraps the list, or a set that has it.
    if (edge.holderType.rfind("java.util.", 0) != 0) return {};
  }
  return isList(type) ? type : "";
}

}  // namespace isl
