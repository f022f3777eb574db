#include "spectest/Update.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace isl::tool {

namespace {

using Kind = Expectation::Kind;
using llvm::StringRef;

// Lines of the house stay below this where they can; a longer comment stands in the line above.
constexpr size_t kLineLength = 100;

std::string wordsOf(const Expectation& each) {
  std::string out = each.spec;
  if (!each.type.empty()) out += " type=" + each.type;
  if (!each.heldBy.empty()) out += " held-by=" + each.heldBy;
  return out;
}

const char* markerOf(Kind kind) {
  return kind == Kind::Must ? "expect" : kind == Kind::May ? "may-expect" : "todo-expect";
}

std::string indentOf(const std::string& line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

class Updating {
 public:
  Updating(const TestProgram& program, const std::vector<const Judgement*>& judgements)
      : program_(program), judgements_(judgements), lines_(program.lines) {}

  std::string run() {
    for (size_t i = 0; i < program_.expectations.size(); ++i) keep(i);
    for (const auto& [found, times] : counted()) {
      if (!isCovered(found)) add(found, times == judgements_.size() ? Kind::Must : Kind::May);
    }
    // From the last line to the first: what is put in or taken out above does not move what follows.
    for (size_t line = lines_.size(); line-- > 0;) rewrite(static_cast<unsigned>(line) + 1);
    std::string out;
    for (size_t i = 0; i < lines_.size(); ++i) out += (i ? "\n" : "") + lines_[i];
    return out;
  }

 private:
  std::map<Found, size_t> counted() const {
    std::map<Found, size_t> out;
    for (const Judgement* judgement : judgements_) {
      for (const Found& found : std::set<Found>(judgement->found.begin(), judgement->found.end()))
        out[found]++;
    }
    return out;
  }

  static bool isPlaced(const Expectation& each, const Found& found) {
    return each.spec == found.spec && (each.line == 0 || each.line == found.line) &&
           (each.type.empty() || isNamed(found.type, each.type));
  }

  bool isCovered(const Found& found) const {
    return llvm::any_of(kept_, [&](const Expectation& each) { return isPlaced(each, found); });
  }

  void keep(size_t index) {
    Expectation each = program_.expectations[index];
    size_t met = 0;
    for (const Judgement* judgement : judgements_) met += judgement->met.count(index);
    if (met == 0 && each.kind == Kind::Must) {
      // Found, but held otherwise?
      const auto found = counted();
      const auto other =
          llvm::find_if(found, [&](const auto& pair) { return isPlaced(each, pair.first); });
      if (each.heldBy.empty() || other == found.end()) return;
      each.heldBy = other->first.heldBy;
      met = other->second;
    }
    if (each.kind == Kind::Must && met < judgements_.size()) each.kind = Kind::May;
    if (each.kind == Kind::Todo && met > 0)
      each.kind = met == judgements_.size() ? Kind::Must : Kind::May;
    kept_.push_back(std::move(each));
  }

  void add(const Found& found, Kind kind) {
    Expectation made;
    made.kind = kind;
    made.line = found.line;
    made.spec = found.spec;
    made.type = found.type;
    made.heldBy = found.heldBy;
    // Another comment may speak of this line already.
    const auto other = llvm::find_if(kept_, [&](const Expectation& each) {
      return each.line == found.line && each.kind == kind && each.at.line > 0;
    });
    if (other != kept_.end()) {
      made.at = other->at;
      made.comment = other->comment;
    }
    kept_.push_back(std::move(made));
  }

  // The comment for some findings, as it stands in `line`.
  static std::string comment(const std::vector<const Expectation*>& items, unsigned line) {
    const unsigned goal = items[0]->line;
    const std::string place =
        goal == 0      ? "@any"
        : goal == line ? ""
                       : fmt::format("@{:+}", static_cast<int>(goal) - static_cast<int>(line));
    std::string words;
    for (const Expectation* each : items) words += (words.empty() ? "" : ", ") + wordsOf(*each);
    return fmt::format("// {}{}: {}", markerOf(items[0]->kind), place, words);
  }

  void rewrite(unsigned line) {
    std::vector<const Expectation*> here, fresh;
    for (const Expectation& each : kept_) {
      if (each.at.line == line) here.push_back(&each);
      if (each.at.line == 0 && each.line == line) fresh.push_back(&each);
    }
    const bool hadComment = program_.none.line == line ||
                            llvm::any_of(program_.expectations,
                                         [&](const Expectation& e) { return e.at.line == line; });
    const size_t at = line - 1;
    if (hadComment && (!kept_.empty() || program_.none.line != line)) replace(at, here);
    if (!fresh.empty()) place(at, fresh, here.empty());
    if (!program_.heads.empty() && program_.heads.back().at.line == line) afterHead(at);
  }

  // The comment of a line, with what of it is kept.
  void replace(size_t at, const std::vector<const Expectation*>& items) {
    std::string& line = lines_[at];
    line = StringRef(line).take_front(columnOf(at) - 1).rtrim().str();
    // Kinds may have parted: those that are found in every run, and those of some runs.
    for (Kind kind : {Kind::Must, Kind::May, Kind::Todo}) {
      std::vector<const Expectation*> same;
      for (const Expectation* each : items) {
        if (each->kind == kind) same.push_back(each);
      }
      if (same.empty()) continue;
      const bool first = !StringRef(line).contains("expect");
      if (first && !line.empty()) line += "  ";
      if (first && line.empty()) line = indentOf(program_.lines[at]);
      if (first)
        line += comment(same, static_cast<unsigned>(at) + 1);
      else
        lines_.insert(lines_.begin() + static_cast<ptrdiff_t>(at),
                      indentOf(lines_[at]) + above(same, static_cast<unsigned>(at) + 1));
    }
    if (StringRef(lines_[at]).trim().empty())
      lines_.erase(lines_.begin() + static_cast<ptrdiff_t>(at));
  }

  unsigned columnOf(size_t at) const {
    for (const Expectation& each : program_.expectations) {
      if (each.at.line == at + 1) return each.comment;
    }
    return program_.none.column;
  }

  // A comment of its own line: what it speaks of is one line further away.
  static std::string above(const std::vector<const Expectation*>& items, unsigned line) {
    if (items[0]->line == 0) return comment(items, line);
    return fmt::format(
        "// {}@{:+}: {}", markerOf(items[0]->kind),
        static_cast<int>(items[0]->line) - static_cast<int>(line) + 1,
        comment(items, items[0]->line).substr(comment(items, items[0]->line).find(": ") + 2));
  }

  void place(size_t at, const std::vector<const Expectation*>& items, bool isFree) {
    for (Kind kind : {Kind::May, Kind::Must}) {
      std::vector<const Expectation*> same;
      for (const Expectation* each : items) {
        if (each->kind == kind) same.push_back(each);
      }
      if (same.empty()) continue;
      const std::string text = comment(same, static_cast<unsigned>(at) + 1);
      const bool carries = StringRef(lines_[at]).contains("//");
      if (isFree && !carries && lines_[at].size() + 2 + text.size() <= kLineLength)
        lines_[at] += "  " + text;
      else
        lines_.insert(lines_.begin() + static_cast<ptrdiff_t>(at),
                      indentOf(lines_[at]) + above(same, static_cast<unsigned>(at) + 1));
    }
  }

  // What has no line of the program, and that there is nothing at all, stands behind the last head.
  void afterHead(size_t at) {
    const auto next = lines_.begin() + static_cast<ptrdiff_t>(at) + 1;
    std::vector<const Expectation*> anywhere;
    for (const Expectation& each : kept_) {
      if (each.at.line == 0 && each.line == 0) anywhere.push_back(&each);
    }
    const std::string indent = indentOf(lines_[at]);
    if (!anywhere.empty())
      lines_.insert(next, indent + comment(anywhere, static_cast<unsigned>(at) + 2));
    else if (kept_.empty() && program_.none.line == 0)
      lines_.insert(next, indent + "// expect: none");
  }

  const TestProgram& program_;
  const std::vector<const Judgement*>& judgements_;
  std::vector<std::string> lines_;
  std::vector<Expectation> kept_;
};

}  // namespace

std::string updated(const TestProgram& program, const std::vector<const Judgement*>& judgements) {
  return Updating(program, judgements).run();
}

}  // namespace isl::tool
