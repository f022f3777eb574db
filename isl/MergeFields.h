// Two described structs as one, each field by the rule that its description gives (runtime/report/
// Field.h). "Into" is the first of the two: the decisive one where one decides.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "report/FieldWriter.h"
#include "report/Fields.h"

namespace isl::tool {

// Structs of which one of the two decides: what has no rule is the decisive one's. Every field of any
// other needs a rule.
template <typename T>
constexpr bool kOneDecides = false;
template <>
inline constexpr bool kOneDecides<report::Spec> = true;
template <>
inline constexpr bool kOneDecides<report::Handler> = true;

template <typename T>
void mergeFields(T& into, const T& from);

// Visits two structs: are they the same where the description says `Key`?
template <typename T>
class KeyComparer {
 public:
  KeyComparer(const T& a, const T& b) : a_(a), b_(b) {}
  template <typename M, typename Rule = report::merge::Keep>
  void operator()(const report::Field&, M T::*member, Rule = {}) {
    if constexpr (std::is_same_v<Rule, report::merge::Key>)
      same_ = same_ && a_.*member == b_.*member;
  }
  bool same() const { return same_; }

 private:
  const T& a_;
  const T& b_;
  bool same_ = true;
};

template <typename T>
bool sameKey(const T& a, const T& b) {
  KeyComparer<T> keys(a, b);
  report::visitFields<T>(keys);
  return keys.same();
}

// Two values are the same when they are written alike.
template <typename M>
bool isSame(const M& a, const M& b) {
  if constexpr (report::kIsDescribed<M>)
    return report::jsonText(a) == report::jsonText(b);
  else
    return a == b;
}

void join(report::merge::Names, std::string& into, const std::string& from);
void join(report::merge::Shared, report::RunOptions& into, const report::RunOptions& from);

template <typename M>
void join(report::merge::Keep, M&, const M&) {}
template <typename M>
void join(report::merge::ByHand, M&, const M&) {}
template <typename M>
void join(report::merge::Key, M&, const M&) {}

template <typename M>
void join(report::merge::Sum, M& into, const M& from) {
  static_assert(std::is_arithmetic_v<M>);
  into += from;
}

template <typename M>
void join(report::merge::Max, M& into, const M& from) {
  into = std::max(into, from);
}

inline void join(report::merge::Both, bool& into, bool from) { into = into && from; }

template <typename M>
void join(report::merge::OfOne, M& into, const M&) {
  into = M();
}

template <typename M>
void join(report::merge::FirstSet, M& into, const M& from) {
  if (report::isUnset(into)) into = from;
}

template <typename M>
void join(report::merge::Fields, M& into, const M& from) {
  mergeFields(into, from);
}

template <typename M>
void join(report::merge::Append, std::vector<M>& into, const std::vector<M>& from) {
  into.insert(into.end(), from.begin(), from.end());
}

template <typename M>
void join(report::merge::Union, std::vector<M>& into, const std::vector<M>& from) {
  for (const M& item : from) {
    const auto same = [&](const M& other) { return isSame(other, item); };
    if (std::none_of(into.begin(), into.end(), same)) into.push_back(item);
  }
}

template <typename M>
void join(report::merge::ByKey, std::vector<M>& into, const std::vector<M>& from) {
  for (const M& item : from) {
    const auto place = std::find_if(into.begin(), into.end(),
                                    [&](const M& other) { return sameKey(other, item); });
    if (place == into.end())
      into.push_back(item);
    else
      mergeFields(*place, item);
  }
}

template <typename M>
void join(report::merge::ByPlace, std::vector<M>& into, const std::vector<M>& from) {
  for (size_t i = 0; i < std::min(into.size(), from.size()); ++i) {
    if (sameKey(into[i], from[i])) mergeFields(into[i], from[i]);
  }
}

template <typename T>
class FieldMerger {
 public:
  FieldMerger(T& into, const T& from) : into_(into), from_(from) {}
  template <typename M, typename Rule = report::merge::Keep>
  void operator()(const report::Field&, M T::*member, Rule rule = {}) {
    static_assert(kOneDecides<T> || !std::is_same_v<Rule, report::merge::Keep>,
                  "say in report/Fields.h how this field of several JVMs becomes one");
    join(rule, into_.*member, from_.*member);
  }

 private:
  T& into_;
  const T& from_;
};

template <typename T>
void mergeFields(T& into, const T& from) {
  FieldMerger<T> merger(into, from);
  report::visitFields<T>(merger);
}

}  // namespace isl::tool
