#include "lsp/Document.h"

#include "llvm/ADT/StringExtras.h"

namespace isl::lsp {

using llvm::Optional;
using llvm::StringRef;

Document::Document(std::string uri, const std::string& text, Optional<int64_t> version,
                   const Settings& settings)
    : uri_(std::move(uri)) {
  update(text, version, settings);
}

// A text that nobody mends for so long is compared with its last good state as a whole.
static void follow(Shifts& since, const Analysis* good, const Analysis* before,
                   const Analysis& now) {
  static constexpr size_t kMaxSteps = 256;
  if (!good) return;
  if (good == &now || since.count() == kMaxSteps) {
    since.clear();
    before = good;
  }
  if (good != &now) since.add({before->text(), now.text()});
}

void Document::update(const std::string& text, Optional<int64_t> version,
                      const Settings& settings) {
  version_ = version;
  const auto before = now_;
  now_ = std::make_shared<const Analysis>(text, pathOf(uri_), settings);
  if (now_->program()) parsed_ = now_;
  if (now_->plan()) planned_ = now_;
  follow(sinceParsed_, parsed_.get(), before.get(), *now_);
  follow(sincePlanned_, planned_.get(), before.get(), *now_);
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
