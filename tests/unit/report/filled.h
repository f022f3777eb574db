// Reports in which every field says something, found by visiting the description: no field is named
// here, so that none can be forgotten.
#pragma once

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "report/FieldWriter.h"
#include "report/Fields.h"

namespace isl::report::test {

class Filler {
 public:
  // Lists get `length` elements.
  explicit Filler(uint32_t seed, size_t length = 2) : random_(seed), length_(length) {}

  template <typename T>
  T fill() {
    T out;
    Object<T> visitor{*this, out};
    visitFields<T>(visitor);
    return out;
  }

 private:
  template <typename T>
  struct Object {
    Filler& filler;
    T& out;
    template <typename M, typename Rule = merge::Keep>
    void operator()(const Field& field, M T::*member, Rule = {}) {
      if (!field.isConstant()) filler.value(field, out.*member);
    }
  };

  template <typename M>
  void value(const Field& field, M& out) {
    if constexpr (kIsDescribed<M>) {
      out = fill<M>();
    } else if constexpr (std::is_same_v<M, bool>) {
      out = !out;
    } else if constexpr (std::is_same_v<M, double>) {
      const double part = std::uniform_real_distribution<double>(0.001, 0.999)(random_);
      out = field.unit() == Unit::kShare ? part : 1 + 100 * part;
    } else if constexpr (std::is_integral_v<M>) {
      const M standard = out, least = static_cast<M>(field.least());
      // The JSON of LLVM 14 has no integers beyond those of 64 bits with a sign.
      constexpr uint64_t kMost = std::min<uint64_t>(std::numeric_limits<M>::max(),
                                                    std::numeric_limits<int64_t>::max() - 1);
      std::uniform_int_distribution<M> any(least, static_cast<M>(kMost));
      while (out == standard || isUnset(out)) out = any(random_);
    }
  }
  void value(const Field& field, std::string& out) {
    if (field.words()) {
      out = word(field.words());
      return;
    }
    static const char* const kOdd[] = {"\"", "\\", "\n",     "\x01",   "<b>",    "é",      "\u2028",
                                       "😀",  "; ", "\u202e", "\u2067", "\ufffe", "\uffff", "\x7f"};
    out = std::to_string(++texts_) + kOdd[random_() % std::size(kOdd)];
  }
  void value(const Field&, RunOptions& out) {
    for (size_t i = 0; i < length_; ++i)
      out.emplace_back("option" + std::to_string(i), std::to_string(random_()));
  }
  template <typename M>
  void value(const Field& field, std::vector<M>& out) {
    for (size_t i = 0; i < length_; ++i) value(field, out.emplace_back());
  }

  // One of "a|b|", not the empty one.
  std::string word(const std::string& words) {
    std::vector<std::string> all(1);
    for (char c : words) {
      if (c == '|')
        all.emplace_back();
      else
        all.back() += c;
    }
    std::string out;
    while (out.empty()) out = all[random_() % all.size()];
    return out;
  }

  std::mt19937 random_;
  size_t length_;
  unsigned texts_ = 0;
};

// Names the fields that still have the default of their member: a filled report has none.
class DefaultFinder {
 public:
  template <typename T>
  static std::vector<std::string> find(const T& object) {
    DefaultFinder finder;
    finder.object(object);
    return finder.found_;
  }

 private:
  template <typename T>
  struct Object {
    DefaultFinder& finder;
    const T& seen;
    const T standard = T();
    template <typename M, typename Rule = merge::Keep>
    void operator()(const Field& field, M T::*member, Rule = {}) {
      if (!field.isConstant()) finder.value(field, seen.*member, standard.*member);
    }
  };

  template <typename T>
  void object(const T& seen) {
    Object<T> visitor{*this, seen};
    visitFields<T>(visitor);
  }
  template <typename M>
  void value(const Field& field, const M& seen, const M& standard) {
    if constexpr (kIsDescribed<M>)
      object(seen);
    else if (seen == standard)
      found_.emplace_back(field.name());
  }
  template <typename M>
  void value(const Field& field, const std::vector<M>& seen, const std::vector<M>&) {
    if (seen.empty()) found_.emplace_back(field.name());
    for (const M& item : seen) value(field, item, M());
  }

  std::vector<std::string> found_;
};

}  // namespace isl::report::test
