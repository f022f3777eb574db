// How values of agent options are written: sizes, durations, shares, names and paths. Each function
// is false, or says what is wrong, where a text has not the form; then the value stays as it was.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isl {

template <typename T>
bool parseNumber(std::string_view text, T& value) {
  const char* const end = text.data() + text.size();
  T number{};
  const auto result = std::from_chars(text.data(), end, number);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) return false;
  value = number;
  return true;
}

// 4096, 64k, 64m, 2g; powers of 1024 as in -Xmx.
bool parseSize(std::string_view text, uint64_t& bytes);
// 500ms, 2s, 1m. A bare number is refused: readers disagree whether it means ms or s.
bool parseDuration(std::string_view text, uint64_t& ms);
// 0.01 or 1%.
bool parseShare(std::string_view text, double& share);
// Letters, digits, `_`, `-` and `.`, no digit first.
bool isName(std::string_view text);
// The path that option `key` names, with %p, %t, %h and %% replaced.
std::string expandPath(std::string_view key, std::string_view path, std::string& out);

// As short as parseSize() and parseNumber() read it.
std::string shortSize(uint64_t bytes);
std::string shortNumber(double value);

// In backquotes, as messages name what was given.
std::string quoted(std::string_view text);
// " did you mean `Y`?" when one name is near enough to be a slip of the hand, else empty.
std::string didYouMean(const std::vector<std::string_view>& names, std::string_view given);

}  // namespace isl
