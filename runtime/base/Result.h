// What a function that can fail gives back: its value, or one sentence that says what is wrong.
// No exceptions: whoever asks for a value that is not there has a bug, and the assertion says so.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace isl {

struct Error {
  std::string message;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return held_.index() == 0; }
  T& operator*() { return value(); }
  const T& operator*() const { return const_cast<Result*>(this)->value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &const_cast<Result*>(this)->value(); }

  const Error& error() const {
    const Error* const error = std::get_if<1>(&held_);
    assert(error && "a result that is fine has no error");
    return *error;
  }
  const std::string& message() const { return error().message; }

 private:
  T& value() {
    T* const value = std::get_if<0>(&held_);
    assert(value && "the error of a result was not looked at");
    return *value;
  }

  std::variant<T, Error> held_;
};

// A result without a value.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_.has_value(); }
  const Error& error() const {
    assert(error_ && "a status that is fine has no error");
    return *error_;
  }
  const std::string& message() const { return error().message; }

 private:
  std::optional<Error> error_;
};

}  // namespace isl
