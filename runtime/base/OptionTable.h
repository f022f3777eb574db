// The list of agent options. A row is all that an option needs besides its member of Options: parser,
// did-you-mean, report, help and the tests of the documents derive from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/Options.h"

namespace isl {

enum class Given : uint8_t {
  Once,
  Repeatedly,  // each time adds to what was given before
  Bare         // once, and `key` alone means `key=true`
};

struct OptionRow {
  std::string_view key;
  Given given;
  std::string_view form;      // of the value, as help and documents show it
  std::string_view standard;  // the value in force when none is given; empty: none
  // Puts the value into the options; what is wrong with it, or "".
  std::string (*parse)(std::string_view key, std::string_view value, Options& options);
  // The value in force, "" when there is none. Null: every value as it was given.
  std::string (*describe)(const Options& options);
  std::string_view help;
};

struct OptionRows {
  const OptionRow *first, *last;
  const OptionRow* begin() const { return first; }
  const OptionRow* end() const { return last; }
};

// In the order of the help.
OptionRows optionRows();

// Null when there is no such option.
const OptionRow* findOption(std::string_view key);

// Form, default and meaning of each.
std::string optionHelp();

}  // namespace isl
