#include "lsp/Document.h"

#include <algorithm>

#include "llvm/ADT/StringExtras.h"

namespace isl::lsp {

using llvm::None;
using llvm::Optional;
using llvm::StringRef;

Shift::Shift(StringRef from, StringRef to) : begin_(0), fromEnd_(from.size()), toEnd_(to.size()) {
  const size_t shorter = std::min(from.size(), to.size());
  while (begin_ < shorter && from[begin_] == to[begin_]) ++begin_;
  while (fromEnd_ > begin_ && toEnd_ > begin_ && from[fromEnd_ - 1] == to[toEnd_ - 1]) {
    --fromEnd_;
    --toEnd_;
  }
}

static Optional<size_t> carried(size_t offset, size_t begin, size_t end, size_t otherEnd) {
  if (offset < begin) return offset;
  if (offset >= end) return offset - end + otherEnd;
  return None;
}

Optional<size_t> Shift::to(size_t offset) const {
  return carried(offset, begin_, fromEnd_, toEnd_);
}
Optional<size_t> Shift::back(size_t offset) const {
  return carried(offset, begin_, toEnd_, fromEnd_);
}

Optional<Span> Shift::to(Span span) const {
  if (span.end <= begin_) return span;
  const size_t end = span.end - fromEnd_ + toEnd_;
  if (span.begin >= fromEnd_) return Span{span.begin - fromEnd_ + toEnd_, end};
  // Around the difference.
  if (span.begin <= begin_ && span.end >= fromEnd_) return Span{span.begin, end};
  return None;
}

Document::Document(std::string uri, std::string text, Optional<int64_t> version,
                   const DriverOptions& options)
    : uri_(std::move(uri)) {
  update(std::move(text), version, options);
}

void Document::update(std::string text, Optional<int64_t> version, const DriverOptions& options) {
  version_ = version;
  now_ = std::make_shared<const Analysis>(std::move(text), pathOf(uri_), options);
  if (now_->program()) parsed_ = now_;
  if (now_->plan()) planned_ = now_;
}

std::string pathOf(StringRef uri) {
  if (!uri.consume_front("file://")) return uri.str();
  std::string out;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && llvm::isHexDigit(uri[i + 1]) &&
        llvm::isHexDigit(uri[i + 2])) {
      out += static_cast<char>(llvm::hexFromNibbles(uri[i + 1], uri[i + 2]));
      i += 2;
    } else {
      out += uri[i];
    }
  }
  return out;
}

}  // namespace isl::lsp
