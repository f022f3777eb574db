// The number of members of an aggregate, counted by the compiler.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace isl::report {
namespace arity {

struct Anything {
  template <typename T>
  operator T() const;
};

template <typename T, typename Places, typename = void>
struct Takes : std::false_type {};

template <typename T, size_t... place>
struct Takes<T, std::index_sequence<place...>,
             std::void_t<decltype(T{(static_cast<void>(place), Anything())...})>> : std::true_type {
};

}  // namespace arity

// An aggregate can be made from up to as many values as it has members, and from no more.
template <typename T, size_t known = 0>
constexpr size_t arityOf() {
  static_assert(std::is_aggregate_v<T>);
  if constexpr (arity::Takes<T, std::make_index_sequence<known + 1>>::value)
    return arityOf<T, known + 1>();
  else
    return known;
}

}  // namespace isl::report
