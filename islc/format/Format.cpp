#include "format/Format.h"

#include <algorithm>

#include "format/Indent.h"
#include "format/Spaces.h"

namespace isl::format {

namespace {

using L = grammar::IslLexer;
using llvm::StringRef;
using parse::Lexeme;

bool isBreak(char c) { return c == '\n' || c == '\r'; }

// Columns of the text's last line: code points, tabs to the next multiple of eight.
unsigned width(StringRef text, unsigned from = 0) {
  unsigned column = from;
  for (unsigned char c : text) {
    if (isBreak(static_cast<char>(c)))
      column = 0;
    else if (c == '\t')
      column = (column / 8 + 1) * 8;
    else
      column += (c & 0xC0) != 0x80;
  }
  return column;
}

struct Line {
  std::string code;            // with its indentation; more than one line inside a block comment
  std::string comment;         // `// ...` behind the code
  unsigned commentColumn = 0;  // of the source
  std::string end;             // the line break as the author has it
};

class Formatter {
 public:
  explicit Formatter(StringRef text) : text_(text), lexemes_(parse::lexemes(text)) {
    bool fresh = true;
    for (const Lexeme& lexeme : lexemes_) {
      if (lexeme.isVisible()) {
        tokens_.push_back({lexeme.type, lexeme.in(text), fresh});
        fresh = false;
      } else {
        fresh = fresh || lexeme.in(text).find_first_of("\r\n") != StringRef::npos;
      }
    }
    columns_ = columns(tokens_);
    glued_ = glued(tokens_);
  }

  std::string run() {
    for (const Lexeme& lexeme : lexemes_) {
      if (lexeme.isSpace())
        breakLines(lexeme.in(text_));
      else
        put(lexeme);
    }
    if (!line_.code.empty() || !line_.comment.empty()) endLine("");
    alignComments();
    return join();
  }

 private:
  void endLine(StringRef end) {
    line_.end = end.str();
    lines_.push_back(std::move(line_));
    line_ = Line();
    afterComment_ = false;
  }

  void breakLines(StringRef space) {
    for (size_t i = 0; i < space.size(); ++i) {
      if (!isBreak(space[i])) continue;
      const bool both = space[i] == '\r' && i + 1 < space.size() && space[i + 1] == '\n';
      endLine(space.substr(i, both ? 2 : 1));
      i += both;
    }
  }

  unsigned sourceColumn(size_t offset) const {
    size_t begin = offset;
    while (begin > 0 && !isBreak(text_[begin - 1])) --begin;
    return width(text_.slice(begin, offset));
  }

  // Comments stand like what follows them; before a brace that closes, like what it closes.
  unsigned commentIndent() const {
    if (next_ == tokens_.size()) return 0;
    return columns_[next_] + (tokens_[next_].type == L::RBRACE ? kIndent : 0);
  }

  void put(const Lexeme& lexeme) {
    if (lexeme.isVisible())
      putToken();
    else
      putComment(lexeme);
  }

  void putToken() {
    const Token& token = tokens_[next_];
    if (line_.code.empty())
      line_.code.append(columns_[next_], ' ');
    else if (afterComment_ ? !closes(token.type) : !glued_[next_])
      line_.code += ' ';
    line_.code += token.text;
    afterComment_ = false;
    ++next_;
  }

  static bool closes(size_t type) {
    return type == L::COMMA || type == L::SEMI || type == L::RPAREN || type == L::RBRACK;
  }

  void putComment(const Lexeme& lexeme) {
    StringRef text = lexeme.in(text_);
    const bool first = line_.code.empty();
    if (lexeme.type == L::LINE_COMMENT) {
      text = text.rtrim(" \t\f\v");
      if (first) {
        line_.code = std::string(commentIndent(), ' ') + text.str();
      } else {
        line_.comment = text.str();
        line_.commentColumn = sourceColumn(lexeme.begin);
      }
      return;
    }
    if (first) {
      const unsigned indent = commentIndent(), old = sourceColumn(lexeme.begin);
      line_.code = std::string(indent, ' ') +
                   shifted(text, static_cast<int>(indent) - static_cast<int>(old));
    } else {
      const char last = line_.code.back();
      if (afterComment_ || (last != '(' && last != '[')) line_.code += ' ';
      line_.code += text;
    }
    afterComment_ = true;
  }

  // The lines of a block comment move together.
  static std::string shifted(StringRef text, int by) {
    if (by == 0) return text.str();
    std::string out;
    while (!text.empty()) {
      size_t end = text.find_first_of("\r\n");
      if (end == StringRef::npos) return out + text.str();
      while (end < text.size() && isBreak(text[end])) ++end;
      out += text.take_front(end);
      text = text.drop_front(end);
      const StringRef blank = text.take_while([](char c) { return c == ' ' || c == '\t'; });
      text = text.drop_front(blank.size());
      out.append(static_cast<size_t>(std::max(0, static_cast<int>(width(blank)) + by)), ' ');
    }
    return out;
  }

  // Comments behind the code of neighbouring lines that the author put below each other stay so.
  void alignComments() {
    for (size_t i = 0; i < lines_.size();) {
      size_t end = i + 1;
      unsigned column = width(lines_[i].code);
      while (end < lines_.size() && !lines_[i].comment.empty() && !lines_[end].comment.empty() &&
             lines_[end].commentColumn == lines_[i].commentColumn) {
        column = std::max(column, width(lines_[end++].code));
      }
      for (; i < end; ++i) {
        Line& line = lines_[i];
        if (line.comment.empty()) continue;
        line.code.append(column + 2 - width(line.code), ' ');
        line.code += line.comment;
      }
    }
  }

  std::string join() const {
    std::string out = text_.startswith("\xEF\xBB\xBF") ? "\xEF\xBB\xBF" : "";
    size_t count = lines_.size();
    while (count > 0 && lines_[count - 1].code.empty()) --count;
    for (size_t i = 0; i < count; ++i) out += lines_[i].code + lines_[i].end;
    if (count > 0 && lines_[count - 1].end.empty()) {
      out += lines_.front().end.empty() ? "\n" : lines_.front().end;
    }
    return out;
  }

  StringRef text_;
  std::vector<Lexeme> lexemes_;
  std::vector<Token> tokens_;
  std::vector<unsigned> columns_;
  std::vector<bool> glued_;
  size_t next_ = 0;  // token
  std::vector<Line> lines_;
  Line line_;
  bool afterComment_ = false;
};

}  // namespace

std::string format(StringRef text) { return Formatter(text).run(); }

}  // namespace isl::format
