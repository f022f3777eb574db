#include "report/Format.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace isl::report {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;

bool continues(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

uint32_t low6(std::string_view text, size_t at) {
  return static_cast<unsigned char>(text[at]) & 0x3Fu;
}

// A three-byte sequence at `at`, surrogates included; 0 when there is none.
uint32_t threeBytes(std::string_view text, size_t at) {
  if (at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xF0) != 0xE0 ||
      !continues(text, at + 1) || !continues(text, at + 2))
    return 0;
  const uint32_t high = static_cast<unsigned char>(text[at]) & 0x0Fu;
  const uint32_t value = high << 12 | low6(text, at + 1) << 6 | low6(text, at + 2);
  return value >= 0x800 ? value : 0;
}

struct Decoded {
  uint32_t value = kReplacement;
  size_t length = 1;
};

Decoded decodeThree(std::string_view text) {
  const uint32_t first = threeBytes(text, 0);
  if (first == 0) return {};
  if (first < 0xD800 || first > 0xDFFF) return {first, 3};
  const uint32_t second = threeBytes(text, 3);
  if (first <= 0xDBFF && second >= 0xDC00 && second <= 0xDFFF)
    return {0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00), 6};
  return {kReplacement, 3};
}

Decoded decodeFour(std::string_view text, uint32_t lead) {
  if (!continues(text, 1) || !continues(text, 2) || !continues(text, 3)) return {};
  const uint32_t value =
      (lead & 7) << 18 | low6(text, 1) << 12 | low6(text, 2) << 6 | low6(text, 3);
  if (value < 0x10000 || value > 0x10FFFF) return {};
  return {value, 4};
}

Decoded decode(std::string_view text) {
  const uint32_t lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC0) return {};
  if (lead < 0xE0) {
    if (!continues(text, 1)) return {};
    const uint32_t value = (lead & 0x1F) << 6 | low6(text, 1);
    if (value >= 0x80 || value == 0) return {value, 2};
    return {};
  }
  if (lead < 0xF0) return decodeThree(text);
  return lead < 0xF8 ? decodeFour(text, lead) : Decoded();
}

// U+2028 and U+2029 separate lines and paragraphs.
bool isControl(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
}

// Marks, embeddings, overrides and isolates of bidirectional text.
bool turnsDirection(uint32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

template <typename... Form>
std::string printed(double value, Form... form) {
  char text[400];  // the widest double in fixed notation has 309 digits before the point
  const auto result = std::to_chars(text, text + sizeof text, value, form...);
  return std::string(text, result.ptr);
}

double finite(double value) {
  if (std::isnan(value)) return 0;
  if (std::isinf(value)) return std::copysign(std::numeric_limits<double>::max(), value);
  return value;
}

}  // namespace

uint32_t nextCodePoint(std::string_view& text) {
  const Decoded decoded = decode(text);
  text.remove_prefix(decoded.length);
  return decoded.value;
}

void appendUtf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

bool isUnprintable(uint32_t c) {
  return isControl(c) || turnsDirection(c) || (c & 0xFFFE) == 0xFFFE ||
         (c >= 0xFDD0 && c <= 0xFDEF);
}

std::string plainText(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const uint32_t c = nextCodePoint(text);
    appendUtf8(out, isControl(c) ? ' ' : isUnprintable(c) ? kReplacement : c);
  }
  return out;
}

std::string exact(double value) {
  std::string text = printed(finite(value));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string fixed(double value, int digits) {
  return printed(finite(value), std::chars_format::fixed, digits);
}

std::string percent(double share) { return fixed(share * 100, 1) + " %"; }

std::string vsoText(double vso) { return fixed(vso, vso < 10 ? 2 : 1) + "x"; }

std::string humanBytes(uint64_t bytes) {
  static constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return counted(bytes, "byte");
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  // 1023.95 and more would print as 1024.0.
  while (value >= 1023.95 && unit + 1 < std::size(kUnits)) {
    value /= 1024;
    ++unit;
  }
  return fixed(value, 1) + " " + kUnits[unit];
}

std::string exactBytes(uint64_t bytes) {
  const std::string plain = counted(bytes, "byte");
  return bytes < 1024 ? plain : plain + " (" + humanBytes(bytes) + ")";
}

std::string humanMs(uint64_t ms) {
  if (ms < 1000) return std::to_string(ms) + " ms";
  if (ms < 120000) return fixed(static_cast<double>(ms) / 1000, 1) + " s";
  return std::to_string(ms / 60000) + " min " + std::to_string(ms / 1000 % 60) + " s";
}

std::string counted(uint64_t count, std::string_view singular, std::string_view plural) {
  std::string text = std::to_string(count) + " ";
  if (count == 1) return text.append(singular);
  return plural.empty() ? text.append(singular) + "s" : text.append(plural);
}

}  // namespace isl::report
