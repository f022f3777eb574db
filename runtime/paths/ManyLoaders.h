// Objects that have come with their class loaders: each loader brings a class, and the class has one of them in a static field.
// Where the objects of a site lie in static fields of classes of eight loaders of one type, none of these fields is where they
// pile up: what keeps the loaders is. A leak in one class of a bundle lies under one loader, however many bundles there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace isl {

class ManyLoaders {
 public:
  static constexpr size_t kMany = 8;

  void begin() { loaders_.clear(); }
  // An object of the target is held by a static field of a class that this loader, an object of the class `type`, has brought.
  void meet(size_t target, uint32_t type, uint64_t loader) {
    loaders_[{target, type}].insert(loader);
  }
  bool brought(size_t target, uint32_t type) const {
    const auto found = loaders_.find({target, type});
    return found != loaders_.end() && found->second.size() >= kMany;
  }

 private:
  std::map<std::pair<size_t, uint32_t>, std::set<uint64_t>> loaders_;  // by target and type
};

}  // namespace isl
