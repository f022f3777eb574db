#include "store/Sequence.h"

#include "store/Glob.h"

namespace isl {

int SequenceSet::add(const std::string& text, std::string& error) {
  for (size_t i = 0; i < patterns_.size(); i++) {
    if (patterns_[i].text == text) return static_cast<int>(i);
  }
  Pattern pattern;
  pattern.text = text;
  if (text.compare(0, 3, "re:") == 0) {
    error = "a `re:` sequence needs every method instrumented, which this runtime does not offer; "
            "write it as a list of elements with `*`";
    return -1;
  }
  std::string element;
  for (size_t i = 0; i <= text.size(); i++) {
    if (i == text.size() || text[i] == ',') {
      pattern.elements.push_back(element);
      element.clear();
    } else if (text[i] != ' ' && text[i] != '\t') {
      element += text[i];
    }
  }
  const std::string& last = pattern.elements.back();
  if (last == "?") {
    error = "a sequence that ends with `?` needs every method instrumented, which this runtime "
            "does not offer; end it with `*` or with the name of the allocating method";
    return -1;
  }
  if (patterns_.size() == 64) {
    error = "more than 64 different sequences in one agent; split the specs over several agents";
    return -1;
  }
  pattern.open = last == "*";
  patterns_.push_back(std::move(pattern));
  return static_cast<int>(patterns_.size() - 1);
}

int32_t SequenceSet::key(std::string_view dottedClass, std::string_view method) const {
  std::string name(dottedClass);
  name.append(1, '.').append(method);
  for (const Pattern& pattern : patterns_) {
    for (const std::string& element : pattern.elements) {
      if (element != "*" && element != "?" && globMatches(element, name)) return 0;
    }
  }
  return -1;
}

bool SequenceSet::matches(const Pattern& pattern, const std::vector<std::string>& frames) const {
  // Positions in the element list that are alive after each frame; `*` loops and is optional.
  const size_t n = pattern.elements.size();
  std::vector<bool> alive(n + 1, false), next;
  auto close = [&](std::vector<bool>& set) {
    for (size_t i = 0; i < n; i++) {
      if (set[i] && pattern.elements[i] == "*") set[i + 1] = true;
    }
  };
  alive[0] = true;
  close(alive);
  for (const std::string& frame : frames) {
    next.assign(n + 1, false);
    for (size_t i = 0; i < n; i++) {
      if (!alive[i]) continue;
      if (pattern.elements[i] == "*") {
        next[i] = true;
      } else if (pattern.elements[i] == "?" || globMatches(pattern.elements[i], frame)) {
        next[i + 1] = true;
      }
    }
    close(next);
    alive.swap(next);
  }
  return alive[n];
}

uint64_t SequenceSet::match(const std::vector<std::string>& frames) const {
  uint64_t bits = 0;
  for (size_t i = 0; i < patterns_.size(); i++) {
    if (matches(patterns_[i], frames)) bits |= uint64_t{1} << i;
  }
  return bits;
}

uint32_t SequenceSet::stateOf(uint64_t bits) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto [found, fresh] = ids_.emplace(bits, static_cast<uint32_t>(states_.size()));
  if (fresh) states_.push_back(bits);
  return found->second;
}

uint64_t SequenceSet::bitsOf(uint32_t state) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return state < states_.size() ? states_[state] : 0;
}

uint64_t SequenceSet::bitsAt(uint32_t state, std::string_view dottedClass, std::string_view method,
                             bool allocatesItself) const {
  uint64_t bits = bitsOf(state);
  std::string name(dottedClass);
  name.append(1, '.').append(method);
  for (size_t i = 0; i < patterns_.size(); i++) {
    const Pattern& pattern = patterns_[i];
    if (pattern.open) continue;
    if (!allocatesItself || !globMatches(pattern.elements.back(), name)) {
      bits &= ~(uint64_t{1} << i);
    }
  }
  return bits;
}

}  // namespace isl
