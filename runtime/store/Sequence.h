// Call sequences of contexts (requirement Q-45): comma-separated elements, outermost frame first;
// `*` any number of frames, `?` exactly one, otherwise a glob over "pkg.Class.method", with "(descriptor)"
// behind it if wanted; the whole stack must match. "re:" and a POSIX extended regular expression, as the
// compiler makes it: over the frames' names, joined with commas.
//
// Two ways to know which patterns hold. Usually only the methods that an element names are instrumented:
// at their entry the whole stack is matched once, and until the next such entry the frames above are
// unnamed ones, which only a trailing `*` accepts. A pattern whose last element names a method holds for
// allocations in that method itself. Where that does not tell (wantsStacks) the stack is walked at each
// allocation instead.
#pragma once

#include <regex.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace isl {

// A method on a stack: "pkg.Class.method", and "(I)V".
struct SequenceFrame {
  std::string name, descriptor;
};

class SequenceSet {
 public:
  SequenceSet() = default;
  SequenceSet(const SequenceSet&) = delete;
  SequenceSet& operator=(const SequenceSet&) = delete;
  ~SequenceSet();

  // Adds a pattern and returns its index; equal patterns share one. At most 64. -1: `error` says what is
  // wrong with it or, if that is empty, it holds for every stack.
  int add(const std::string& pattern, std::string& error);

  bool empty() const { return patterns_.empty(); }
  size_t size() const { return patterns_.size(); }

  // 0 when some pattern names the method (dotted class), else -1: the key given to enterSeq. A method
  // that cannot have calls at its entry and exits (`bracketed` false: constructors, native methods) makes
  // the set want stacks if it is named.
  int32_t key(std::string_view dottedClass, std::string_view method, std::string_view descriptor,
              bool bracketed = true) const;

  // Must the stack be walked at each allocation? Turns true at most once.
  bool wantsStacks() const { return wantsStacks_.load(std::memory_order_relaxed); }

  // Matches a whole stack, outermost first. Bit i = pattern i.
  uint64_t match(const std::vector<SequenceFrame>& frames) const;

  // Small ids for bit sets, as kept in Thread.$islSeq; 0 = the empty set. `atAllocation`: the stack was
  // that of an allocation, not that of an entry. Thread-safe.
  uint32_t stateOf(uint64_t bits, bool atAllocation);

  // Patterns that hold for an allocation at a site of the given method under `state`.
  uint64_t bitsAt(uint32_t state, std::string_view dottedClass, std::string_view method,
                  bool allocatesItself) const;

 private:
  enum class Kind : uint8_t { AnyFrames, OneFrame, Glob };
  struct Element {
    Kind kind = Kind::Glob;
    std::string glob;
    bool matches(std::string_view name, std::string_view descriptor) const;
  };
  struct Pattern {
    std::string text;
    std::vector<Element> elements;  // none: a regular expression
    regex_t regex{};
    bool open = false;  // ends with `*`
  };
  static bool parse(const std::string& text, Pattern& pattern, std::string& error);
  static bool needsStacks(const Pattern& pattern);
  static bool matches(const Pattern& pattern, const std::vector<SequenceFrame>& frames);

  std::deque<Pattern> patterns_;
  mutable std::atomic<bool> wantsStacks_{false};
  mutable std::mutex mutex_;
  struct State {
    uint64_t bits = 0;
    bool atAllocation = false;
  };
  std::vector<State> states_ = {State{}};
  std::map<std::pair<uint64_t, bool>, uint32_t> ids_;
};

}  // namespace isl
