// An open text with what is known of it. While it is broken, what was known of its last good state
// serves on, with places carried over to where they are now.
#pragma once

#include <memory>

#include "lsp/Analysis.h"
#include "lsp/Shift.h"

namespace isl::lsp {

class Document {
 public:
  // An LSP text with its URI; `version` is the client's.
  Document(std::string uri, const std::string& text, llvm::Optional<int64_t> version,
           const Settings& settings);

  void update(const std::string& text, llvm::Optional<int64_t> version, const Settings& settings);

  const std::string& uri() const { return uri_; }
  llvm::Optional<int64_t> version() const { return version_; }
  // Of the text as it is.
  const Analysis& now() const { return *now_; }
  // The last that has a program, or a plan; null before there was any.
  const Analysis* parsed() const { return parsed_.get(); }
  const Analysis* planned() const { return planned_.get(); }
  bool isParsed() const { return now_ == parsed_; }
  bool isPlanned() const { return now_ == planned_; }
  // From the last that has a program, or a plan, to the text as it is.
  const Shifts& sinceParsed() const { return sinceParsed_; }
  const Shifts& sincePlanned() const { return sincePlanned_; }

 private:
  std::string uri_;
  llvm::Optional<int64_t> version_;
  std::shared_ptr<const Analysis> now_, parsed_, planned_;
  Shifts sinceParsed_, sincePlanned_;
};

// The path of a `file:` URI, another URI as it is.
std::string pathOf(llvm::StringRef uri);

}  // namespace isl::lsp
