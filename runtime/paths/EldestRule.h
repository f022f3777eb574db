// What a `removeEldestEntry` compares the size of its map with: how many entries the map may keep. Read from the method's
// code, rewritten or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isl {

struct EldestRule {
  enum class Kind : uint8_t {
    Unknown,  // it decides by something else, or calls what does
    Never,    // it removes none
    Number,
    Field
  };
  // Internal names and descriptors.
  struct Step {
    std::string owner, name, type;
  };

  Kind kind = Kind::Unknown;
  int32_t number = 0;     // Kind::Number
  std::vector<Step> way;  // Kind::Field: from the map to an int, as `this$0`, `max`

  // `pool`: the class's constants, behind their count; `code`: the method's instructions. As JVMTI gives them.
  static EldestRule of(uint16_t constants, const std::vector<uint8_t>& pool,
                       const std::vector<uint8_t>& code);
};

}  // namespace isl
