#include "lsp/Transport.h"

#include "llvm/Support/raw_ostream.h"

namespace isl::lsp {

namespace json = llvm::json;

// A spec has at most 1 MiB; escaped it may take six times that.
static constexpr size_t kMaxHeader = 8192, kMaxBody = 64u << 20;
// LLVM's parser recurses on what is nested.
static constexpr unsigned kMaxNesting = 200;

Transport::LineEnd Transport::readLine(std::string& line) {
  line.clear();
  for (int c; (c = std::fgetc(in_)) != EOF;) {
    if (c == '\n') {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return Complete;
    }
    if (line.size() == kMaxHeader) return TooLong;
    line += static_cast<char>(c);
  }
  return Eof;
}

Transport::Outcome Transport::readHeaders(size_t& length, std::string& problem) {
  static constexpr llvm::StringLiteral kLength = "Content-Length:";
  bool known = false;
  for (std::string line;;) {
    const LineEnd end = readLine(line);
    if (end == Eof && line.empty()) return End;
    llvm::StringRef text(line);
    if (lost_) {
      // The body of a message without a length has no line break of its own.
      const size_t at = text.rfind(kLength);
      if (at == llvm::StringRef::npos) {
        if (end == Eof) return End;
        continue;
      }
      text = text.drop_front(at);
      lost_ = false;
    }
    if (text.empty() && known) return Message;
    const llvm::StringRef name = text.split(':').first;
    if (text.empty() || end != Complete || name.size() == text.size()) {
      problem = text.empty() ? "a header without Content-Length" : "malformed header";
      lost_ = true;
      return Malformed;
    }
    if (!name.equals_insensitive("Content-Length")) continue;
    if (text.split(':').second.trim().getAsInteger(10, length) || length > kMaxBody) {
      problem = "Content-Length must be a number of at most " + std::to_string(kMaxBody);
      lost_ = true;
      return Malformed;
    }
    known = true;
  }
}

static bool nestsTooDeep(llvm::StringRef text) {
  unsigned depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      i += c == '\\';
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxNesting) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

Transport::Outcome Transport::read(json::Value& message, std::string& problem) {
  size_t length = 0;
  const Outcome headers = readHeaders(length, problem);
  if (headers != Message) return headers;
  std::string body(length, '\0');
  if (std::fread(&body[0], 1, length, in_) != length) {
    problem = "the input ends within a message of " + std::to_string(length) + " bytes";
    lost_ = true;
    return Malformed;
  }
  if (nestsTooDeep(body)) {
    problem = "the message nests deeper than " + std::to_string(kMaxNesting) + " levels";
    return Malformed;
  }
  auto parsed = json::parse(body);
  if (!parsed) {
    problem = llvm::toString(parsed.takeError());
    return Malformed;
  }
  message = std::move(*parsed);
  return Message;
}

void Transport::write(const json::Value& message) {
  std::string body;
  llvm::raw_string_ostream(body) << message;
  std::fprintf(out_, "Content-Length: %zu\r\n\r\n", body.size());
  std::fwrite(body.data(), 1, body.size(), out_);
  std::fflush(out_);
}

}  // namespace isl::lsp
