// An open text with what is known of it. While it is broken, what was known of its last good state
// serves on, with places carried over to where they are now.
#pragma once

#include <memory>

#include "lsp/Analysis.h"
#include "llvm/ADT/Optional.h"

namespace isl::lsp {

// Where two texts differ: between what they begin with alike and what they end with alike.
class Shift {
 public:
  Shift(llvm::StringRef from, llvm::StringRef to);

  // The same place in the other text; none within the difference.
  llvm::Optional<size_t> to(size_t offset) const;
  llvm::Optional<size_t> back(size_t offset) const;
  llvm::Optional<Span> to(Span span) const;

 private:
  size_t begin_, fromEnd_, toEnd_;
};

class Document {
 public:
  // An LSP text with its URI; `version` is the client's.
  Document(std::string uri, std::string text, llvm::Optional<int64_t> version,
           const DriverOptions& options);

  void update(std::string text, llvm::Optional<int64_t> version, const DriverOptions& options);

  const std::string& uri() const { return uri_; }
  llvm::Optional<int64_t> version() const { return version_; }
  // Of the text as it is.
  const Analysis& now() const { return *now_; }
  // The last that has a program, or a plan; null before there was any.
  const Analysis* parsed() const { return parsed_.get(); }
  const Analysis* planned() const { return planned_.get(); }
  bool isParsed() const { return now_ == parsed_; }
  bool isPlanned() const { return now_ == planned_; }
  // From the last that has a program to the text as it is.
  Shift shift() const { return {parsed_->text(), now_->text()}; }

 private:
  std::string uri_;
  llvm::Optional<int64_t> version_;
  std::shared_ptr<const Analysis> now_, parsed_, planned_;
};

// The path of a `file:` URI, another URI as it is.
std::string pathOf(llvm::StringRef uri);

}  // namespace isl::lsp
