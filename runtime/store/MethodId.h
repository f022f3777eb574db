// The number of a method: the same in every run, and equal for equal methods of all loaders (requirement Q-41).
#pragma once

#include <cstdint>
#include <string_view>

namespace isl {

// FNV-1a of "class.name(descriptor)", the class by its internal name.
inline int32_t stableMethodId(std::string_view cls, std::string_view name,
                              std::string_view descriptor) {
  uint32_t hash = 2166136261u;
  for (std::string_view part : {cls, std::string_view("."), name, descriptor}) {
    for (char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  }
  return static_cast<int32_t>(hash);
}

}  // namespace isl
