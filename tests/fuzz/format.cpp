// The formatter on any input that parses, as it is and with the white space between its tokens changed:
// the result has the same tokens, comments, lines and tree, and is its own house form. What differs ends
// the run with the text that shows it.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "format/Format.h"
#include "parse/Lex.h"
#include "parse/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace isl;

namespace {

// The tree as text, "" where the text has errors.
std::string treeOf(llvm::StringRef text) {
  llvm::SourceMgr sources;
  Diagnostics diags(sources);
  unsigned id =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "fuzz.isl"), {});
  ast::Arena arena;
  std::string out;
  llvm::raw_string_ostream os(out);
  if (const ast::Program* program = parse::parse(diags, id, arena)) {
    os << "program\n";
    ast::dump(*program, os);
  }
  return os.str();
}

// A comment without the white space around its lines, which is the formatter's.
std::string bare(llvm::StringRef comment) {
  std::string out;
  for (llvm::SmallVector<llvm::StringRef, 8> lines; !comment.empty();) {
    auto [line, rest] = comment.split('\n');
    out += line.trim().str() + "\n";
    comment = rest;
  }
  return out;
}

// Tokens and comments, in their order and on their lines; blank lines at the end do not count.
std::string contentOf(llvm::StringRef text) {
  std::string out, breaks;
  for (const parse::Lexeme& lexeme : parse::lexemes(text)) {
    const llvm::StringRef piece = lexeme.in(text);
    if (lexeme.isSpace()) {
      for (char c : piece) {
        if (c == '\n' || c == '\r') breaks += c;
      }
      continue;
    }
    out += breaks + std::to_string(lexeme.type) + ":";
    out += (lexeme.isComment() ? bare(piece) : piece.str()) + " ";
    breaks.clear();
  }
  return out;
}

bool hasComments(llvm::StringRef text) { return text.contains("//") || text.contains("/*"); }

[[noreturn]] void fail(const char* what, llvm::StringRef text, llvm::StringRef result) {
  std::fprintf(stderr, "%s\n---- text\n%s\n---- result\n%s\n", what, text.str().c_str(),
               result.str().c_str());
  std::abort();
}

// The house form, after its properties have been looked at.
std::string checked(llvm::StringRef text, const std::string& tree) {
  const std::string result = format::format(text);
  if (format::format(result) != result) fail("not idempotent", text, format::format(result));
  if (contentOf(text) != contentOf(result)) fail("other tokens, comments or lines", text, result);
  if (treeOf(result) != tree) fail("another tree", text, result);
  if (llvm::StringRef(result).contains(" \n"))
    fail("white space at the end of a line", text, result);
  return result;
}

// The same tokens with other white space between them, in the same lines or in others.
std::string relaid(llvm::StringRef text, std::mt19937& random, bool sameLines) {
  static const char* const kSpaces[] = {"  ", "\t", " ", "   \f ", " \t  "};
  static const char* const kGaps[] = {
      "\n", "\r\n", " // why\n", "\n\n\n\t", " /* a */ ", "\n//\n", "\n  /* a\n   * b\n */ ", "\r"};
  std::string out;
  const auto all = parse::lexemes(text);
  for (size_t i = 0; i < all.size(); ++i) {
    const llvm::StringRef piece = all[i].in(text);
    if (!all[i].isSpace()) {
      // Where nothing stands between two tokens, something may.
      if (i > 0 && !all[i - 1].isSpace() && random() % 4 == 0) out += " ";
      out += piece;
    } else if (piece.find_first_of("\r\n") != llvm::StringRef::npos) {
      out += random() % 3 == 0 ? "  " : "";
      for (char c : piece) out += c == '\n' || c == '\r' ? std::string(1, c) : "";
      out.append(random() % 12, ' ');
    } else if (!sameLines && random() % 3 == 0 && i + 1 < all.size()) {
      out += kGaps[random() % std::size(kGaps)];
    } else {
      out += kSpaces[random() % std::size(kSpaces)];
    }
  }
  return out;
}

// An expression of every operator, cast and suffix, most of them meaningless: only its shape counts.
std::string expression(std::mt19937& random, unsigned depth) {
  static const char* const kLeaves[] = {"x", "1", "0x1F", "2.", "'\\''", "true", "o.n", "f(x, -1)"};
  static const char* const kBinary[] = {
      "+", "-", "*", "/", "%", "<<", ">>>", "<", "==", "&", "&&", "^", "||", "=", "+=", "-", "+"};
  static const char* const kPrefix[] = {"-", "+",     "--",     "++",      "!",
                                        "~", "(int)", "(Name)", "(long[])"};
  if (depth == 0) return kLeaves[random() % std::size(kLeaves)];
  auto sub = [&] { return expression(random, depth - 1); };
  switch (random() % 7) {
    case 0: return std::string(kPrefix[random() % std::size(kPrefix)]) + " " + sub();
    case 1: return "(" + sub() + ")";
    case 2: return sub() + " ? " + sub() + " : " + sub();
    case 3: return "(" + sub() + ") .m [" + sub() + "]" + (random() % 2 != 0 ? " ++" : "");
    case 4: return "1 .m(" + sub() + " , " + sub() + ") --";
    default: return sub() + " " + kBinary[random() % std::size(kBinary)] + " " + sub();
  }
}

std::string statement(std::mt19937& random, unsigned depth) {
  const std::string gap = random() % 2 != 0 ? "\n" : " ";
  auto sub = [&] { return gap + statement(random, depth == 0 ? 0 : depth - 1); };
  auto value = [&] { return expression(random, random() % 3); };
  switch (depth == 0 ? random() % 4 : random() % 12) {
    case 0: return ";";
    case 1: return "return " + value() + ";";
    case 2: return "{ final int[] a = " + value() + gap + ", b; }";
    case 3: return "x = " + gap + value() + ";";
    case 4: return "if (" + value() + ")" + sub();
    case 5: return "if (" + value() + ")" + sub() + gap + "else" + sub();
    case 6: return "for (int i = 0" + gap + ";;" + value() + ")" + sub();
    case 7: return "for (;" + value() + "; ++ i)" + sub();
    case 8: return "for (Object e : " + value() + ")" + sub();
    case 9: return "while (" + value() + ")" + sub();
    case 10: return "do" + sub() + gap + "while (" + value() + ");";
    default: return "{" + sub() + sub() + gap + "}";
  }
}

void check(llvm::StringRef text, std::mt19937& random) {
  const std::string tree = treeOf(text);
  if (tree.empty()) return;
  const std::string house = checked(text, tree);
  const std::string spaced = relaid(text, random, true);
  if (treeOf(spaced) == tree) {
    const std::string again = checked(spaced, tree);
    // Spaces of the author's leave no trace, but between the lines of comments.
    if (!hasComments(text) && again != house) fail("the form depends on spaces", spaced, again);
  }
  const std::string broken = relaid(text, random, false);
  if (treeOf(broken) == tree) checked(broken, tree);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char*>(data), size);
  std::seed_seq seed(data, data + size);
  std::mt19937 random(seed);
  check(text, random);
  std::string made = "Event on_alloc(Object o) {";
  for (int i = 0; i < 3; ++i) made += "\n" + statement(random, 3);
  check(made + "\n}", random);
  return 0;
}
