#include "store/Sequence.h"

#include <algorithm>

#include "base/Glob.h"

namespace isl {

SequenceSet::~SequenceSet() {
  for (Pattern& pattern : patterns_) {
    if (pattern.elements.empty()) regfree(&pattern.regex);
  }
}

// A glob with a `(` is over the descriptor too; behind its `)` it may leave the return type away.
bool SequenceSet::Element::matches(std::string_view name, std::string_view descriptor) const {
  if (kind != Kind::Glob) return false;
  if (glob.find('(') == std::string::npos) return globMatches(glob, name);
  std::string text(name);
  text.append(glob.back() == ')' ? descriptor.substr(0, descriptor.find(')') + 1) : descriptor);
  return globMatches(glob, text);
}

bool SequenceSet::parse(const std::string& text, Pattern& pattern, std::string& error) {
  if (text.compare(0, 3, "re:") == 0) {
    const std::string whole = "^(" + text.substr(3) + ")$";
    const int status = regcomp(&pattern.regex, whole.c_str(), REG_EXTENDED | REG_NOSUB);
    if (status == 0) return true;
    char why[128];
    regerror(status, &pattern.regex, why, sizeof why);
    error = "the regular expression of its sequence is not valid: " + std::string(why);
    return false;
  }
  std::string element;
  for (size_t i = 0; i <= text.size(); i++) {
    if (i == text.size() || text[i] == ',') {
      const Kind kind = element == "*"   ? Kind::AnyFrames
                        : element == "?" ? Kind::OneFrame
                                         : Kind::Glob;
      pattern.elements.push_back({kind, element});
      element.clear();
    } else if (text[i] != ' ' && text[i] != '\t') {
      element += text[i];
    }
  }
  pattern.open = pattern.elements.back().kind == Kind::AnyFrames;
  return true;
}

// Can an entry of a named method not tell whether the pattern holds for what is allocated later on?
bool SequenceSet::needsStacks(const Pattern& pattern) {
  if (pattern.elements.empty()) return true;
  bool named = false;
  for (auto e = pattern.elements.rbegin(); e != pattern.elements.rend() && !named; ++e) {
    if (e->kind == Kind::OneFrame) return true;  // above the last named frame any frame counts
    named = e->kind == Kind::Glob;
  }
  // The site of an allocation does not tell the descriptor of its method.
  return !pattern.open && pattern.elements.back().glob.find('(') != std::string::npos;
}

int SequenceSet::add(const std::string& text, std::string& error) {
  for (size_t i = 0; i < patterns_.size(); i++) {
    if (patterns_[i].text == text) return static_cast<int>(i);
  }
  if (patterns_.size() == 64) {
    error = "more than 64 different sequences in one agent; split the specs over several agents";
    return -1;
  }
  Pattern pattern;
  pattern.text = text;
  if (!parse(text, pattern, error)) return -1;
  const bool all = !pattern.elements.empty() &&
                   std::all_of(pattern.elements.begin(), pattern.elements.end(),
                               [](const Element& e) { return e.kind == Kind::AnyFrames; });
  if (all) return -1;
  if (needsStacks(pattern)) wantsStacks_.store(true);
  patterns_.push_back(std::move(pattern));
  return static_cast<int>(patterns_.size() - 1);
}

int32_t SequenceSet::key(std::string_view dottedClass, std::string_view method,
                         std::string_view descriptor, bool bracketed) const {
  std::string name(dottedClass);
  name.append(1, '.').append(method);
  for (const Pattern& pattern : patterns_) {
    for (const Element& element : pattern.elements) {
      if (!element.matches(name, descriptor)) continue;
      if (bracketed) return 0;
      wantsStacks_.store(true);
      return -1;
    }
  }
  return -1;
}

bool SequenceSet::matches(const Pattern& pattern, const std::vector<SequenceFrame>& frames) {
  if (pattern.elements.empty()) {
    std::string joined;
    for (const SequenceFrame& frame : frames) {
      if (!joined.empty()) joined += ',';
      joined += frame.name;
    }
    return regexec(&pattern.regex, joined.c_str(), 0, nullptr, 0) == 0;
  }
  // Positions in the element list that are alive after each frame; `*` loops and is optional.
  const size_t n = pattern.elements.size();
  std::vector<bool> alive(n + 1, false), next;
  auto close = [&](std::vector<bool>& set) {
    for (size_t i = 0; i < n; i++) {
      if (set[i] && pattern.elements[i].kind == Kind::AnyFrames) set[i + 1] = true;
    }
  };
  alive[0] = true;
  close(alive);
  for (const SequenceFrame& frame : frames) {
    next.assign(n + 1, false);
    for (size_t i = 0; i < n; i++) {
      if (!alive[i]) continue;
      const Element& element = pattern.elements[i];
      if (element.kind == Kind::AnyFrames) {
        next[i] = true;
      } else if (element.kind == Kind::OneFrame || element.matches(frame.name, frame.descriptor)) {
        next[i + 1] = true;
      }
    }
    close(next);
    alive.swap(next);
  }
  return alive[n];
}

uint64_t SequenceSet::match(const std::vector<SequenceFrame>& frames) const {
  uint64_t bits = 0;
  for (size_t i = 0; i < patterns_.size(); i++) {
    if (matches(patterns_[i], frames)) bits |= uint64_t{1} << i;
  }
  return bits;
}

uint32_t SequenceSet::stateOf(uint64_t bits, bool atAllocation) {
  if (bits == 0) return 0;
  std::lock_guard<std::mutex> lock(mutex_);
  auto [found, fresh] =
      ids_.emplace(std::make_pair(bits, atAllocation), static_cast<uint32_t>(states_.size()));
  if (fresh) states_.push_back({bits, atAllocation});
  return found->second;
}

uint64_t SequenceSet::bitsAt(uint32_t state, std::string_view dottedClass, std::string_view method,
                             bool allocatesItself) const {
  uint64_t bits = 0;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (state >= states_.size()) return 0;
    bits = states_[state].bits;
    if (states_[state].atAllocation) return bits;
  }
  std::string name(dottedClass);
  name.append(1, '.').append(method);
  for (size_t i = 0; i < patterns_.size(); i++) {
    const Pattern& pattern = patterns_[i];
    if (pattern.open || pattern.elements.empty()) continue;
    if (!allocatesItself || !pattern.elements.back().matches(name, {})) bits &= ~(uint64_t{1} << i);
  }
  return bits;
}

}  // namespace isl
