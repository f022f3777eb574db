#include "report/Json.h"

#include "report/Format.h"

namespace isl::report {

std::string Json::take() {
  out_ += '\n';
  return std::move(out_);
}

void Json::key(std::string_view name) {
  next();
  string(name);
  out_ += ": ";
  afterKey_ = true;
}

void Json::begin(char bracket) {
  next();
  out_ += bracket;
  ++depth_;
  first_ = true;
}

void Json::end(char bracket) {
  --depth_;
  if (!first_) newLine();
  out_ += bracket;
  first_ = false;
}

void Json::value(std::string_view text) {
  next();
  string(text);
}

void Json::value(double number) { raw(exact(number)); }

void Json::raw(std::string_view text) {
  next();
  out_ += text;
}

void Json::newLine() {
  out_ += '\n';
  out_.append(2 * depth_, ' ');
}

void Json::next() {
  if (afterKey_) {
    afterKey_ = false;
    return;
  }
  if (!first_) out_ += ',';
  if (depth_ > 0) newLine();
  first_ = false;
}

void Json::string(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out_ += '"';
  while (!text.empty()) {
    const uint32_t c = nextCodePoint(text);
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += static_cast<char>(c);
    } else if (c == '\n') {
      out_ += "\\n";
    } else if (c == '\t') {
      out_ += "\\t";
    } else if (isUnprintable(c) && c <= 0xFFFF) {
      // They would reach terminals; U+2028 and U+2029 end a line in older JavaScript.
      out_ += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out_ += kHex[c >> shift & 15];
    } else {
      appendUtf8(out_, c);
    }
  }
  out_ += '"';
}

}  // namespace isl::report
