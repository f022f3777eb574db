#include "sema/Regex.h"

#include <regex.h>

#include <cstdint>
#include <vector>

#include "llvm/ADT/StringExtras.h"

namespace isl::sema {

using llvm::StringRef;

namespace {

// The C library copies what a quantifier repeats: an automaton of more parts than this is refused.
constexpr uint64_t kMaxParts = 10'000;
constexpr size_t kMaxGroups = 200;  // inside one another: it parses them by recursion

class Translator {
 public:
  explicit Translator(StringRef text) : text_(text) {}

  std::string run(std::string& problem) {
    while (at_ < text_.size() && problem_.empty()) step();
    if (problem_.empty() && groups_.size() != 1)
      problem_ = "a `(` of the regular expression is never closed";
    if (problem_.empty() && groups_.back().parts + last_ > kMaxParts) tooLarge();
    problem = problem_;
    return problem_.empty() ? out_ : "";
  }

 private:
  struct Group {
    uint64_t parts = 0;  // without the last operand
  };

  void fail(const std::string& what) {
    if (problem_.empty()) problem_ = what;
  }
  void tooLarge() { fail("the repetitions of the regular expression multiply to too much"); }

  // An operand of so many parts; a quantifier may follow where there are any.
  void operand(uint64_t parts) {
    groups_.back().parts += last_;
    last_ = parts;
    repeatable_ = parts > 0;
    if (groups_.back().parts > kMaxParts) tooLarge();
  }

  void step() {
    char c = text_[at_];
    switch (c) {
      case '\\': return escape();
      case '[': return bracket();
      case '(': return open();
      case ')': return close();
      case '*':
      case '+':
      case '?':
      case '{': return quantifier();
      case '|':
      case '^': operand(0); break;
      default:
        if (static_cast<unsigned char>(c) < 0x20)
          return fail("a control character in the regular expression");
        operand(1);
    }
    out_ += c;
    ++at_;
  }

  // What a class escape stands for inside brackets; "" for others.
  static const char* classOf(char c) {
    return c == 'd' ? "0-9" : c == 'w' ? "A-Za-z0-9_" : c == 's' ? "[:space:]" : "";
  }

  void escape() {
    if (at_ + 1 == text_.size()) return fail("the regular expression ends with `\\`");
    char c = text_[at_ + 1];
    at_ += 2;
    if (c == 'b' || c == 'B') {
      operand(0);
      out_ += std::string("\\") + c;
      return;
    }
    operand(1);
    std::string items = classOf(llvm::toLower(c));
    if (!items.empty()) {
      out_ += (c != llvm::toLower(c) ? "[^" : "[") + items + "]";
    } else if (llvm::isAlnum(c)) {
      fail(std::string("`\\") + c + "` is not supported in the regular expression of a sequence");
    } else {
      out_ += std::string("\\") + c;
    }
  }

  // POSIX brackets have no escapes: `]` goes first, `[`, `^` and `-` last.
  void bracket() {
    size_t i = at_ + 1;
    bool negated = text_.substr(i).startswith("^");
    if (negated) ++i;
    std::string items;
    bool close = false, open = false, caret = false, dash = false, first = true;
    for (; i < text_.size() && text_[i] != ']'; ++i, first = false) {
      char c = text_[i];
      bool escaped = c == '\\' && i + 1 < text_.size();
      if (escaped) c = text_[++i];
      if (escaped && *classOf(c)) {
        items += classOf(c);
      } else if (escaped && llvm::isAlnum(c)) {
        return fail(std::string("`\\") + c +
                    "` is not supported between `[` and `]` of a sequence");
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return fail("a control character in the regular expression");
      } else if (c == ']') {
        close = true;
      } else if (c == '[') {
        open = true;
      } else if (c == '^') {
        caret = true;
      } else if (c == '-' && (escaped || first || text_.substr(i + 1).startswith("]"))) {
        dash = true;
      } else {
        items += c;
      }
    }
    if (i >= text_.size()) return fail("a `[` of the regular expression is never closed");
    at_ = i + 1;
    operand(1);
    if (!close && !open && items.empty() && !negated && caret && !dash) {
      out_ += "\\^";
      return;
    }
    if (!close && !open && items.empty() && !caret && !dash) {
      out_ += '.';
      if (negated) return;  // `[^]` is any character
      return fail("`[]` of the regular expression holds no character");
    }
    std::string set = std::string(close ? "]" : "") + items + (open ? "[" : "");
    if (caret && set.empty() && !negated)
      set = "-^", dash = false;
    else if (caret)
      set += "^";
    out_ += std::string(negated ? "[^" : "[") + set + (dash ? "-" : "") + "]";
  }

  void open() {
    StringRef rest = text_.substr(at_ + 1);
    if (rest.startswith("?:")) {
      at_ += 2;
    } else if (rest.startswith("?")) {
      return fail("`(?" + rest.substr(1, 1).str() +
                  "` is not supported in the regular expression of a sequence");
    }
    if (groups_.size() > kMaxGroups)
      return fail("the groups of the regular expression are nested too deeply");
    operand(0);
    groups_.push_back({});
    out_ += '(';
    ++at_;
  }

  void close() {
    if (groups_.size() == 1) return fail("a `)` of the regular expression was never opened");
    uint64_t parts = groups_.back().parts + last_ + 1;
    groups_.pop_back();
    last_ = 0;
    operand(parts);
    out_ += ')';
    ++at_;
  }

  void quantifier() {
    size_t begin = at_;
    char c = text_[at_++];
    if (!repeatable_) {
      return fail(std::string("`") + c + "` of the regular expression has nothing to repeat");
    }
    repeatable_ = false;
    uint64_t times = c == '+' ? 2 : 1;
    if (c == '{') {
      size_t end = text_.find('}', at_);
      if (end == StringRef::npos) return fail("a `{` of the regular expression is never closed");
      auto [least, most] = text_.slice(at_, end).split(',');
      uint64_t low = 0, high = 0;
      bool two = text_.slice(at_, end).contains(',');
      bool valid = !least.getAsInteger(10, low) && (most.empty() || !most.getAsInteger(10, high));
      if (!valid || (!most.empty() && high < low)) {
        return fail("`" + text_.slice(begin, end + 1).str() + "` is no repetition");
      }
      if (low > 255 || high > 255) return fail("a repetition of more than 255 times");
      times = std::max<uint64_t>(std::max(low, high) + (two && most.empty() ? 1 : 0), 1);
      at_ = end + 1;
    }
    out_ += text_.slice(begin, at_).str();
    if (text_.substr(at_).startswith("?")) ++at_;  // lazy
    last_ *= times;
    if (last_ > kMaxParts) tooLarge();
  }

  StringRef text_;
  size_t at_ = 0;
  std::string out_, problem_;
  std::vector<Group> groups_ = std::vector<Group>(1);
  uint64_t last_ = 0;        // parts of the last operand
  bool repeatable_ = false;  // does a quantifier fit here?
};

}  // namespace

std::string posixRegex(StringRef text, std::string& problem) {
  std::string out = Translator(text).run(problem);
  if (!problem.empty()) return "";
  regex_t compiled;
  int status = regcomp(&compiled, ("^(" + out + ")$").c_str(), REG_EXTENDED | REG_NOSUB);
  if (status == 0) {
    regfree(&compiled);
    return out;
  }
  char why[128];
  regerror(status, &compiled, why, sizeof why);
  problem = std::string("the regular expression is not valid: ") + why;
  return "";
}

}  // namespace isl::sema
