#include "verdict/OwnMaker.h"

#include <algorithm>
#include <map>

#include "verdict/HolderChoice.h"

namespace isl {
namespace {

class Votes {
 public:
  Votes(const OwnMakerInputs& in, const report::Holder& holder) : in_(in), holder_(holder) {}

  // A way to objects of so many bytes; `objects`: their own site, where it is one that may be told.
  void add(const report::Path& way, double bytes, const report::Site* objects) {
    const std::optional<size_t> at = holderOn(way, holder_);
    if (!at) return;
    bool many = false;
    for (size_t i = *at; i > 0; i--) {
      const report::PathEdge& edge = way.edges[i - 1];
      if (many && edge.holderId != 0 && vote(in_.placeOf(edge.holderId), edge.holderType, bytes))
        return;
      many = many || edge.repeats > 1 || edge.holderType.back() == ']';
    }
    if (many && objects != nullptr) vote(*objects, objects->type, bytes);
  }

  std::optional<report::Site> most() const {
    const auto found =
        std::max_element(bytes_.begin(), bytes_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (found == bytes_.end()) return {};
    return places_.at(found->first);
  }

 private:
  bool vote(report::Site place, const std::string& type, double bytes) {
    if (place.line < 0 || place.file.empty() || !in_.isOwn(place.className)) return false;
    place.type = type;
    const std::string key = place.className + "." + place.method + ":" + std::to_string(place.line);
    bytes_[key] += bytes;
    places_.try_emplace(key, std::move(place));
    return true;
  }

  const OwnMakerInputs& in_;
  const report::Holder& holder_;
  std::map<std::string, double> bytes_;
  std::map<std::string, report::Site> places_;
};

}  // namespace

std::optional<report::Site> ownMakerOf(const OwnMakerInputs& in, const report::Finding& finding) {
  Votes votes(in, finding.holder);
  for (const report::Site& site : *in.sites) {
    if (std::find(finding.sites.begin(), finding.sites.end(), site.rank) == finding.sites.end())
      continue;
    const bool asMany = 2 * site.suspiciousObjects >= finding.objects;
    for (const report::Path& way : site.paths)
      votes.add(way, way.share * static_cast<double>(site.liveBytes), asMany ? &site : nullptr);
  }
  if (const auto found = votes.most()) return found;
  for (const report::Path& way : *in.heap) votes.add(way, way.share, nullptr);
  return votes.most();
}

}  // namespace isl
