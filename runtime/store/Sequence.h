// Call sequences of contexts (requirement Q-45): comma-separated elements, outermost frame first;
// `*` any number of frames, `?` exactly one, otherwise a glob over "pkg.Class.method"; the whole
// stack must match.
//
// Only methods that an element names are instrumented. At their entry the whole stack is matched
// once; until the next such entry the frames above are unnamed ones, which only a trailing `*`
// accepts. A pattern whose last element names a method holds for allocations in that method itself.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace isl {

class SequenceSet {
 public:
  // Adds a pattern; `error` says why it cannot be observed at run time (then -1 is returned).
  // Equal patterns share one index. At most 64.
  int add(const std::string& pattern, std::string& error);

  bool empty() const { return patterns_.empty(); }

  // 0 when some pattern names the method (dotted class), else -1: the key given to enterSeq.
  int32_t key(std::string_view dottedClass, std::string_view method) const;

  // Matches a whole stack, outermost first, "pkg.Class.method" each. Bit i = pattern i.
  uint64_t match(const std::vector<std::string>& frames) const;

  // Small ids for bit sets, as kept in Thread.$islSeq; 0 = the empty set. Thread-safe.
  uint32_t stateOf(uint64_t bits);
  uint64_t bitsOf(uint32_t state) const;

  // Patterns that hold for an allocation at a site of the given method under `state`.
  uint64_t bitsAt(uint32_t state, std::string_view dottedClass, std::string_view method,
                  bool allocatesItself) const;

 private:
  struct Pattern {
    std::string text;
    std::vector<std::string> elements;
    bool open = false;  // ends with `*`
  };
  bool matches(const Pattern& pattern, const std::vector<std::string>& frames) const;

  std::vector<Pattern> patterns_;
  mutable std::mutex mutex_;
  std::vector<uint64_t> states_ = {0};
  std::unordered_map<uint64_t, uint32_t> ids_ = {{0, 0}};
};

}  // namespace isl
