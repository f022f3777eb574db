#include "verdict/OwnField.h"

#include <algorithm>
#include <optional>

#include "verdict/HolderChoice.h"

namespace isl {

std::string ownFieldOver(const report::Path& path, const report::Holder& holder,
                         const std::function<bool(const std::string& className)>& isOwn) {
  const std::optional<size_t> at = holderOn(path, holder);
  if (holder.kind != "field" || !at || isOwn(holder.className)) return {};
  const auto own = std::find_if(
      path.edges.begin() + static_cast<std::ptrdiff_t>(*at) + 1, path.edges.end(),
      [&](const report::PathEdge& edge) { return !isCaptured(edge) && isOwn(edge.holderType); });
  if (own != path.edges.end()) return own->holderType + "." + own->field;
  if (path.truncated || path.root.kind != "static") return {};
  return isOwn(path.root.name.substr(0, path.root.name.rfind('.'))) ? path.root.name
                                                                    : std::string();
}

}  // namespace isl
