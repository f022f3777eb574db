#include "Args.h"

#include <fmt/format.h>

namespace isl::tool {

static std::string unknownOption(llvm::StringRef name, const std::vector<OptionSpec>& options) {
  const OptionSpec* nearest = nullptr;
  unsigned best = static_cast<unsigned>(name.size()) / 3 + 2;
  for (const OptionSpec& option : options) {
    const unsigned distance = name.edit_distance(option.name, true, best);
    if (distance < best) {
      best = distance;
      nearest = &option;
    }
  }
  std::string text = fmt::format("unknown option `{}`", name.str());
  if (nearest) text += fmt::format(", did you mean `{}`?", nearest->name);
  return text;
}

Status Args::parse(const std::vector<std::string>& words, const std::vector<OptionSpec>& options,
                   bool restAllowed) {
  for (size_t i = 0; i < words.size(); ++i) {
    const llvm::StringRef word = words[i];
    if (word == "--" && restAllowed) {
      rest_.assign(words.begin() + static_cast<ptrdiff_t>(i) + 1, words.end());
      return {};
    }
    if (!word.startswith("-") || word == "-") {
      positional_.push_back(words[i]);
      // A command without `--` before it: its own options are not ours to read.
      if (restAllowed) return {};
      continue;
    }
    const bool inOneWord = word.startswith("--") && word.contains('=');
    const llvm::StringRef name = inOneWord ? word.split('=').first : word;
    const OptionSpec* found = nullptr;
    for (const OptionSpec& option : options) {
      if (name == option.name) found = &option;
    }
    if (!found) return Error{unknownOption(name, options)};
    if (!found->takesValue) {
      if (inOneWord) return Error{fmt::format("option `{}` takes no value", name.str())};
      given_.emplace_back(name.str(), "");
      continue;
    }
    if (!inOneWord && (i + 1 == words.size() || words[i + 1] == "--"))
      return Error{fmt::format("option `{}` needs a value", name.str())};
    given_.emplace_back(name.str(), inOneWord ? word.split('=').second.str() : words[++i]);
  }
  return {};
}

bool Args::has(llvm::StringRef name) const {
  for (const auto& [given, value] : given_) {
    if (given == name) return true;
  }
  return false;
}

std::string Args::value(llvm::StringRef name, llvm::StringRef otherwise) const {
  const std::vector<std::string> all = values(name);
  return all.empty() ? otherwise.str() : all.back();
}

std::vector<std::string> Args::values(llvm::StringRef name) const {
  std::vector<std::string> out;
  for (const auto& [given, value] : given_) {
    if (given == name) out.push_back(value);
  }
  return out;
}

}  // namespace isl::tool
