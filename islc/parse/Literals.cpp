#include "parse/Literals.h"

#include <cmath>
#include <cstdlib>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

namespace isl::parse {

// Why the text is no integer literal, or "".
static std::string shapeError(llvm::StringRef text, llvm::StringRef digits, unsigned radix) {
  if (digits.empty()) return "no digits after `" + text.take_front(2).str() + "`";
  if (digits.endswith("_") || digits.startswith("_")) return "`_` may only stand between digits";
  for (char c : digits) {
    if (c == '_') continue;
    if (llvm::hexDigitValue(c) >= radix) return std::string("`") + c + "` is not a digit here";
  }
  if (radix == 10 && digits.size() > 1 && digits[0] == '0') {
    return "octal literals are not part of ISL";
  }
  return "";
}

IntValue parseInt(llvm::StringRef text, bool negated, llvm::SMRange range, Diagnostics& diags) {
  IntValue result;
  llvm::StringRef digits = text;
  unsigned radix = 10;
  if (digits.startswith_insensitive("0x")) radix = 16;
  if (digits.startswith_insensitive("0b")) radix = 2;
  if (radix != 10) digits = digits.drop_front(2);
  if (digits.endswith_insensitive("l")) {
    result.isLong = true;
    digits = digits.drop_back();
  }
  std::string error = shapeError(text, digits, radix);
  if (!error.empty()) {
    diags.report(Diag::MalformedNumber, range, {text.str(), error});
    return result;
  }
  uint64_t value = 0;
  bool overflow = false;
  for (char c : digits) {
    if (c == '_') continue;
    uint64_t digit = llvm::hexDigitValue(c);
    overflow = overflow || value > (UINT64_MAX - digit) / radix;
    value = value * radix + digit;
  }
  // Decimal literals must fit as numbers; hexadecimal and binary ones as bit patterns.
  uint64_t bits = result.isLong ? UINT64_MAX : UINT32_MAX;
  uint64_t limit = radix == 10 ? bits / 2 + (negated ? 1 : 0) : bits;
  if (overflow || value > limit) {
    bool fitsLong = !overflow && !result.isLong && value <= static_cast<uint64_t>(INT64_MAX);
    auto message = diags.report(
        Diag::IntegerOutOfRange, range,
        {text.str(), result.isLong ? "long" : "int", fitsLong ? "; add the suffix L" : ""});
    if (fitsLong) message.replace(range, text + "L");
    return result;
  }
  result.value = result.isLong ? static_cast<int64_t>(value)
                               : static_cast<int32_t>(static_cast<uint32_t>(value));
  return result;
}

FloatValue parseFloat(llvm::StringRef text, llvm::SMRange range, Diagnostics& diags) {
  FloatValue result;
  std::string digits;
  bool nonZero = false, mantissa = true;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '_') {
      bool between = i > 0 && i + 1 < text.size() && llvm::isDigit(text[i + 1]) &&
                     (llvm::isDigit(text[i - 1]) || text[i - 1] == '_');
      bool run = i + 1 < text.size() && text[i + 1] == '_';
      if (!between && !run) {
        diags.report(Diag::MalformedNumber, range,
                     {text.str(), "`_` may only stand between digits"});
        return result;
      }
      continue;
    }
    if (c == 'e' || c == 'E') mantissa = false;
    if (mantissa && c >= '1' && c <= '9') nonZero = true;
    if (c == 'f' || c == 'F')
      result.isFloat = true;
    else if (c != 'd' && c != 'D')
      digits += c;
  }
  result.value =
      result.isFloat ? std::strtof(digits.c_str(), nullptr) : std::strtod(digits.c_str(), nullptr);
  const char* type = result.isFloat ? "float" : "double";
  if (std::isinf(result.value)) {
    diags.report(Diag::FloatOutOfRange, range, {text.str(), "overflows", type});
  } else if (result.value == 0 && nonZero) {
    diags.report(Diag::FloatOutOfRange, range, {text.str(), "underflows to zero", type});
  }
  return result;
}

static void appendUtf8(std::string& out, unsigned value) {
  char buffer[4];
  char* end = buffer;
  if (llvm::ConvertCodePointToUTF8(value, end)) out.append(buffer, end);
}

std::string parseString(llvm::StringRef quoted, llvm::SMRange range, Diagnostics& diags) {
  llvm::StringRef text = quoted.drop_front().drop_back();
  std::string out;
  while (!text.empty()) {
    char c = text.front();
    text = text.drop_front();
    if (c != '\\' || text.empty()) {
      out += c;
      continue;
    }
    char escape = text.front();
    text = text.drop_front();
    unsigned value = 0;
    switch (escape) {
      case 'n': out += '\n'; continue;
      case 't': out += '\t'; continue;
      case '\\':
      case '"':
      case '\'': out += escape; continue;
      case 'u':
        if (text.size() >= 4 && !text.take_front(4).getAsInteger(16, value)) {
          appendUtf8(out, value);
          text = text.drop_front(4);
          continue;
        }
        break;
      default: break;
    }
    diags.report(Diag::InvalidEscape, range, {std::string("\\") + escape});
  }
  return out;
}

uint16_t parseChar(llvm::StringRef quoted, llvm::SMRange range, bool forString,
                   Diagnostics& diags) {
  unsigned before = diags.errorCount();
  std::string utf8 = parseString(quoted, range, diags);
  llvm::SmallVector<llvm::UTF16, 4> units;
  bool ok = llvm::convertUTF8ToUTF16String(utf8, units) && units.size() == 1;
  if (!ok && diags.errorCount() == before) {
    if (forString && units.size() > 1)
      diags.report(Diag::CharForString, range)
          .replace(range, "\"" + quoted.drop_front().drop_back() + "\"");
    else
      diags.report(Diag::BadCharLiteral, range);
  }
  return ok ? units[0] : 0;
}

}  // namespace isl::parse
