// How one field of a report is described, and what visits descriptions.
//
// A described struct has a function beside it that shows each of its fields to a visitor, in the
// order in which JSON has them:
//
//   template <typename V>
//   constexpr void describe(V& v, Of<Scope>) {
//     v(Field("name", "name of the scope"), &Scope::name, merge::Key());
//     v(Field("opened", "times that it was opened"), &Scope::opened, merge::Sum());
//   }
//
// The visitor has `template <typename M, typename T, typename Rule = merge::Keep>
// void operator()(const Field&, M T::*, Rule = {})`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "report/Arity.h"

namespace isl::report {

template <typename T>
struct Of {};

enum class Unit : uint8_t {
  kNone,
  kBytes,
  kMs,
  kVso,    // a ratio from 1
  kShare,  // from 0 to 1
};

// Name, meaning and bounds of a field. The bounds are for the schema: a reader takes what fits the
// member, so that a report with an odd value can still be looked at.
class Field {
 public:
  constexpr Field(const char* name, const char* meaning) : name_(name), meaning_(meaning) {}

  constexpr Field bytes() const { return in(Unit::kBytes); }
  constexpr Field ms() const { return in(Unit::kMs); }
  constexpr Field vso() const { return in(Unit::kVso); }
  constexpr Field share() const { return in(Unit::kShare); }
  // Least value of an integer, where it is not 0.
  constexpr Field from(int64_t least) const {
    Field out = *this;
    out.least_ = least;
    return out;
  }
  constexpr Field always(int64_t value) const {
    Field out = from(value);
    out.constant_ = true;
    return out;
  }
  // The strings that it can hold: "pass|fail".
  constexpr Field oneOf(const char* words) const {
    Field out = *this;
    out.words_ = words;
    return out;
  }
  // Left out while it has no content. Every other field is always written.
  constexpr Field whenSet() const {
    Field out = *this;
    out.whenSet_ = true;
    return out;
  }
  // 0 means that there is none, and is written as null.
  constexpr Field orNull() const {
    Field out = *this;
    out.nullable_ = true;
    return out;
  }
  // A file without it is no report. Any other field may be missing, for later versions add fields.
  constexpr Field essential() const {
    Field out = *this;
    out.essential_ = true;
    return out;
  }

  constexpr const char* name() const { return name_; }
  constexpr const char* meaning() const { return meaning_; }
  constexpr Unit unit() const { return unit_; }
  constexpr int64_t least() const { return least_; }
  constexpr const char* words() const { return words_; }  // null: any string
  constexpr bool isConstant() const { return constant_; }
  constexpr bool isWhenSet() const { return whenSet_; }
  constexpr bool isNullable() const { return nullable_; }
  constexpr bool isEssential() const { return essential_; }

 private:
  constexpr Field in(Unit unit) const {
    Field out = *this;
    out.unit_ = unit;
    return out;
  }

  const char* name_;
  const char* meaning_;
  const char* words_ = nullptr;
  int64_t least_ = 0;
  Unit unit_ = Unit::kNone;
  bool constant_ = false, whenSet_ = false, nullable_ = false, essential_ = false;
};

// How the reports of several JVMs become one (isl/MergeFields.h). "The first" is the decisive one
// where one of the two decides.
namespace merge {
struct Keep {};      // of the first
struct Key {};       // the same in both: it tells which elements of two lists belong together
struct Sum {};       // numbers added up, of a struct each
struct Max {};       // the larger number
struct Both {};      // true when it is in both
struct Names {};     // "A, B": each name once
struct Shared {};    // the options that are the same in both
struct OfOne {};     // says something of one JVM only: none for several
struct FirstSet {};  // the first that is not empty
struct Fields {};    // each field of the struct by its own rule
struct Append {};    // a list after the other
struct Union {};     // likewise, without what is there already
struct ByKey {};     // lists: elements with equal keys are merged, the others appended
struct ByPlace {};   // lists: elements with equal keys at the same place are merged
struct ByHand {};    // what merges the struct looks after it
}  // namespace merge

class FieldCounter {
 public:
  template <typename M, typename T, typename Rule = merge::Keep>
  constexpr void operator()(const Field&, M T::*, Rule = {}) {
    ++count_;
  }
  constexpr size_t count() const { return count_; }

 private:
  size_t count_ = 0;
};

template <typename T, typename = void>
struct IsDescribed : std::false_type {};
template <typename T>
struct IsDescribed<T, std::void_t<decltype(describe(std::declval<FieldCounter&>(), Of<T>()))>>
    : std::true_type {};
template <typename T>
constexpr bool kIsDescribed = IsDescribed<T>::value;

template <typename T>
constexpr size_t fieldsOf() {
  FieldCounter counter;
  describe(counter, Of<T>());
  return counter.count();
}

// Shows the fields of T to the visitor. (That no member is described twice is a unit test's.)
template <typename T, typename V>
constexpr void visitFields(V& visitor) {
  static_assert(fieldsOf<T>() == arityOf<T>(), "a member of T has no line in its description");
  describe(visitor, Of<T>());
}

}  // namespace isl::report
