#include "verdict/Contents.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/LibraryTypes.h"
#include "verdict/HolderChoice.h"

namespace isl {
namespace {

// The key with most bytes.
template <typename Key>
Key mostOf(const std::map<Key, double>& shares) {
  const auto most =
      std::max_element(shares.begin(), shares.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == shares.end() ? Key{} : most->first;
}

template <typename Key>
double sumOf(const std::map<Key, double>& shares) {
  double sum = 0;
  for (const auto& each : shares) sum += each.second;
  return sum;
}

bool isOfNumbers(const std::string& array) {
  static const std::set<std::string> known = {"boolean[]", "byte[]",  "char[]", "short[]",
                                              "int[]",     "float[]", "long[]", "double[]"};
  return known.count(array) != 0;
}

// The edge of the table next below the holder; none: -1.
int tableOn(const report::Path& path, const report::Holder& holder, const std::string& table) {
  int at = static_cast<int>(holderOn(path, holder).value_or(0)) - 1;
  while (at >= 0 && path.edges[static_cast<size_t>(at)].holderType != table) at--;
  return at;
}

}  // namespace

Contents contentsOf(const std::vector<report::Path>& heap, const report::Holder& holder,
                    const std::string& table, const std::function<bool(uint32_t site)>& puts) {
  std::map<std::pair<std::string, uint32_t>, double> own, nodes;
  std::map<uint32_t, double> calls;
  double numbers = 0;
  for (const report::Path& path : heap) {
    const int at = tableOn(path, holder, table);
    bool foundOwn = false, foundNode = false;
    if (at == 1 && isOfNumbers(path.edges.front().holderType)) numbers += path.share;
    for (int i = at - 1; i >= 0; i--) {
      const report::PathEdge& edge = path.edges[static_cast<size_t>(i)];
      if (edge.holderType.back() == ']' || edge.holderType == table) continue;
      // What the program's own objects have of collections is theirs.
      if (!foundOwn && edge.holderId != 0 && puts(edge.holderId))
        calls[edge.holderId] += path.share;
      auto& kind = isLibraryType(edge.holderType) ? nodes : own;
      bool& found = &kind == &own ? foundOwn : foundNode;
      if (!found) kind[{edge.holderType, edge.holderId}] += path.share;
      found = true;
    }
  }
  const auto& found = own.empty() ? nodes : own;
  if (numbers > sumOf(found)) return {};
  const auto [type, site] = mostOf(found);
  const uint32_t call = mostOf(calls);
  return {type, call != 0 ? call : site};
}

}  // namespace isl
