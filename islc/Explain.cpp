// --explain=CODE: what a message means, with a wrong and a right example.
#include "Explain.h"

#include "Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace isl {

namespace {

constexpr auto Spec = Explanation::Spec, Check = Explanation::Check, Access = Explanation::Access;

const Explanation kExplanations[] = {
#define EXPLAIN(code, shape, meaning, wrong, right) {code, shape, meaning, wrong, right},
#include "ExplainHandlers.def"
#include "ExplainSyntax.def"
#include "ExplainWarnings.def"
#undef EXPLAIN
};

// Uses everything it declares, so that only the example can be complained about.
const char* const kCheck[] = {R"(History Uses { type = "int"; size = 4; }
Partition P { kind = all; history = Uses; }
TObject Tracked {
  partition = P;
  instance int n = 0;
  instance long big = 0L;
  instance double rate = 0;
  instance boolean used = false;
}
Event on_reachedOnce(Object o) {
  Uses h = getHistory(o);
  )",
                              R"(
  h.update(o.n);
  if (h.isFull() && o.used && o.big > 2 && o.rate > 0.5) amplify(o); else deamplify(o);
  o.n = 0;
  o.big = 0;
  o.rate = 0;
  o.used = false;
}
)"};
const char* const kAccess[] = {R"(Context Maps { type = "java.util.HashMap"; }
TObject Tracked { include = Maps; instance long last = 0; }
Event on_write(Object o, Field f, Word w1, Word w2) {
  )",
                               R"(
}
Event on_reachedOnce(Object o) {
  if (o.last == 0) amplify(o); else deamplify(o);
  o.last = 0;
}
)"};

std::string program(Explanation::Shape shape, const char* example) {
  if (shape == Spec) return example;
  const char* const* frame = shape == Check ? kCheck : kAccess;
  return frame[0] + std::string(example) + frame[1];
}

int write(llvm::StringRef path, const std::string& text) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (!error) os << text;
  if (!error && !os.has_error()) return 0;
  os.clear_error();
  llvm::errs() << "islc: error: cannot write `" << path << "`\n";
  return 2;
}

// The texts of a code, each with its severity and what it says about a spec left out.
std::vector<std::string> headsOf(llvm::StringRef code) {
  std::vector<std::string> out;
  for (const DiagInfo& info : allDiagInfos()) {
    if (code != info.code) continue;
    out.push_back(std::string(spelling(info.severity)) + ": " +
                  formatDiag(info.text, std::vector<std::string>(10, "...")));
  }
  return out;
}

}  // namespace

const char* Explanation::where() const {
  return shape == Check    ? ", in a handler on_reachedOnce"
         : shape == Access ? ", in a handler on_write"
                           : "";
}

const Explanation* explanationOf(llvm::StringRef code) {
  code.consume_front("ISL-");
  for (const Explanation& e : kExplanations) {
    if (code.equals_insensitive(e.code)) return &e;
  }
  return nullptr;
}

int explain(llvm::StringRef code) {
  code.consume_front("ISL-");
  const Explanation* e = explanationOf(code);
  if (!e) {
    std::vector<std::string> codes;
    for (const Explanation& other : kExplanations) codes.push_back(other.code);
    llvm::errs() << "islc: error: unknown code `" << printable(code) << "`"
                 << didYouMean(code.upper(), codes) << "\n";
    return 2;
  }
  llvm::outs() << "ISL-" << e->code << "\n";
  for (const std::string& head : headsOf(e->code)) llvm::outs() << "  " << head << "\n";
  llvm::outs() << "\n" << e->meaning << "\n";
  if (*e->wrong == '\0') return 0;
  llvm::outs() << "\nwrong" << e->where() << ":\n"
               << e->wrong << "\n\nright:\n"
               << e->right << "\n";
  return 0;
}

int writeMessages(llvm::StringRef path) {
  std::string text = "# Messages\n\nWhat each code means: the words of `islc --explain=CODE`.\n";
  auto example = [](const std::string& title, const char* lines) {
    return "\n" + title + ":\n\n```isl\n" + llvm::StringRef(lines).rtrim().str() + "\n```\n";
  };
  for (const Explanation& e : kExplanations) {
    text += std::string("\n## ISL-") + e.code + "\n\n";
    for (const std::string& head : headsOf(e.code)) text += "- " + head + "\n";
    text += std::string("\n") + e.meaning + "\n";
    if (*e.wrong == '\0') continue;
    text += example(std::string("Wrong") + e.where(), e.wrong) + example("Right", e.right);
  }
  if (llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path))) return 2;
  // One example is no UTF-8, which is what it shows.
  return write(path, llvm::json::fixUTF8(text));
}

int writeExamples(llvm::StringRef directory) {
  if (llvm::sys::fs::create_directories(directory)) return 2;
  for (const Explanation& e : kExplanations) {
    if (*e.wrong == '\0') continue;
    std::string stem = directory.str() + "/" + e.code;
    if (write(stem + "-wrong.isl", program(e.shape, e.wrong)) != 0) return 2;
    if (write(stem + "-right.isl", program(e.shape, e.right)) != 0) return 2;
  }
  return 0;
}

}  // namespace isl
