#include "spectest/Comments.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace isl::tool {

namespace {

using llvm::StringRef;

constexpr const char* kHeadKeys[] = {"args", "check",   "class-path", "expect", "gc",
                                     "jdk",  "max-vso", "min-site",   "tune",   "vm"};
constexpr const char* kItemKeys[] = {"held-by", "type"};

std::vector<std::string> splitList(StringRef text) {
  llvm::SmallVector<StringRef, 8> parts;
  text.split(parts, ',', -1, false);
  return {parts.begin(), parts.end()};
}

template <size_t N>
std::string unknownKey(StringRef key, const char* const (&keys)[N]) {
  std::string nearest, all;
  unsigned best = static_cast<unsigned>(key.size()) / 3 + 2;
  for (const char* each : keys) {
    const unsigned distance = key.edit_distance(each, true, best);
    if (distance < best) {
      best = distance;
      nearest = fmt::format("did you mean `{}`? ", each);
    }
    all += (all.empty() ? "" : ", ") + std::string(each);
  }
  return fmt::format("unknown key `{}`: {}there are {}", key.str(), nearest, all);
}

// Reads the words behind one marker.
class Words {
 public:
  Words(StringRef line, unsigned number, size_t from) : line_(line), number_(number), at_(from) {}

  // The next word, without blanks and commas around it; false at the end of the line or of the item.
  bool next(StringRef& word, TextPlace& at, bool& endsItem) {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t' || line_[at_] == '\r'))
      ++at_;
    if (at_ >= line_.size() || line_.substr(at_).startswith("*/")) return false;
    const size_t begin = at_;
    at_ = std::min(line_.find_first_of(" \t\r", at_), line_.size());
    word = line_.slice(begin, at_);
    at = {number_, static_cast<unsigned>(begin) + 1};
    endsItem = word.endswith(",");
    word = word.rtrim(',');
    return true;
  }

 private:
  StringRef line_;
  unsigned number_;
  size_t at_;
};

class Reader {
 public:
  Reader(TestProgram& program, bool mayBeSilent) : program_(program), mayBeSilent_(mayBeSilent) {}

  void line(StringRef text, unsigned number) {
    const StringRef trimmed = text.ltrim();
    if (program_.package.empty() && trimmed.startswith("package ") && trimmed.contains(';'))
      program_.package = trimmed.drop_front(8).split(';').first.trim().str();
    for (size_t at = text.find("//"); at != StringRef::npos; at = text.find("//", at + 2)) {
      const StringRef rest = text.substr(at + 2);
      const size_t begin = at + 2 + (rest.size() - rest.ltrim().size());
      if (marker(text, number, begin, at)) return;
    }
  }

  void finish() {
    if (!sawHead_) {
      // An ordinary program; its comments mean something else.
      program_.expectations.clear();
      program_.mistakes.clear();
      program_.none = {};
    }
    if (program_.heads.empty()) return;
    for (const Expectation& each : program_.expectations) checkSpec(each);
    const bool says =
        !program_.mistakes.empty() || program_.none.line > 0 || !program_.expectations.empty();
    for (const TestHead& head : program_.heads) {
      if (!says && !head.nothing && !mayBeSilent_)
        wrong(head.at,
              "no comment says what must be found: write `// expect: SPEC` at the allocating "
              "line, or `// expect: none`");
    }
    if (program_.none.line == 0) return;
    for (const Expectation& each : program_.expectations) {
      if (each.kind == Expectation::Kind::Must)
        wrong(each.at, fmt::format("`expect: none` in line {} says that nothing is found",
                                   program_.none.line));
    }
  }

 private:
  // True when a comment of ours begins at `begin`.
  bool marker(StringRef text, unsigned number, size_t begin, size_t comment) {
    const StringRef rest = text.substr(begin);
    const size_t nameEnd = rest.find_first_of(":@ ");
    if (nameEnd == StringRef::npos) return false;
    const StringRef name = rest.take_front(nameEnd);
    const size_t colon = rest.find(':');
    if (name == "isl-test" && colon == nameEnd) {
      head({number, static_cast<unsigned>(begin) + 1}, Words(text, number, begin + colon + 1));
      return true;
    }
    Expectation made;
    if (name == "may-expect")
      made.kind = Expectation::Kind::May;
    else if (name == "todo-expect")
      made.kind = Expectation::Kind::Todo;
    else if (name != "expect")
      return false;
    if (colon == StringRef::npos || rest[nameEnd] == ' ') return false;
    made.line = number;
    made.comment = static_cast<unsigned>(comment) + 1;
    made.at = {number, static_cast<unsigned>(begin) + 1};
    const StringRef where = rest.slice(nameEnd, colon);
    if (!where.empty() && !place(where.drop_front(), made)) return true;
    items(made, Words(text, number, begin + colon + 1));
    return true;
  }

  bool place(StringRef where, Expectation& made) {
    int offset = 0;
    if (where == "any") {
      made.line = 0;
      return true;
    }
    const int base = static_cast<int>(made.line);
    if (where.empty() || (where[0] != '+' && where[0] != '-') ||
        where.drop_front(where[0] == '+' ? 1 : 0).getAsInteger(10, offset) || base + offset < 1) {
      wrong(made.at, fmt::format("bad place `@{}`: write `@+1`, `@-1` or `@any`", where.str()));
      return false;
    }
    made.line = static_cast<unsigned>(base + offset);
    return true;
  }

  void items(const Expectation& like, Words words) {
    StringRef word;
    TextPlace at;
    bool endsItem = false, any = false;
    Expectation item = like;
    while (words.next(word, at, endsItem)) {
      const auto [key, value] = word.split('=');
      if (item.spec.empty()) {
        if (word.contains('=')) {
          wrong(at, fmt::format("a finding begins with the name of its spec, not with `{}`",
                                word.str()));
          return;
        }
        item.at = at;
        item.spec = word.str();
      } else if (!setItem(item, key, value, word, at)) {
        return;
      }
      if (endsItem) {
        add(item);
        item = like;
      }
      any = true;
    }
    if (!any) wrong(like.at, "nothing is expected here: name a spec, or `none`");
    if (!item.spec.empty()) add(item);
  }

  bool setItem(Expectation& item, StringRef key, StringRef value, StringRef word, TextPlace at) {
    if (!word.contains('=')) {
      wrong(at, fmt::format("`{}` is no KEY=VALUE; a comma parts two findings", word.str()));
    } else if (value.empty()) {
      wrong(at, fmt::format("`{}` has no value", key.str()));
    } else if (key == "type") {
      item.type = value.str();
      return true;
    } else if (key == "held-by") {
      item.heldBy = value.str();
      return true;
    } else {
      wrong(at, unknownKey(key, kItemKeys));
    }
    return false;
  }

  void add(const Expectation& item) {
    if (item.spec != "none") {
      program_.expectations.push_back(item);
      return;
    }
    if (item.kind != Expectation::Kind::Must || !item.type.empty() || !item.heldBy.empty())
      wrong(item.at, "`none` stands alone: `// expect: none`");
    else
      program_.none = {item.at.line, item.comment};
  }

  void head(TextPlace begin, Words words) {
    sawHead_ = true;
    TestHead head;
    head.at = begin;
    StringRef word;
    TextPlace at;
    bool endsItem = false, fine = true;
    while (words.next(word, at, endsItem)) {
      if (!word.contains('=')) {
        const std::vector<std::string> names = splitList(word);
        head.specs.insert(head.specs.end(), names.begin(), names.end());
      } else {
        const auto [key, value] = word.split('=');
        fine = setHead(head, key, value, at) && fine;
      }
    }
    if (head.specs.empty()) {
      wrong(begin, "name the spec of the test: `// isl-test: leak`");
      fine = false;
    }
    if (fine) program_.heads.push_back(std::move(head));
  }

  bool setHead(TestHead& head, StringRef key, StringRef value, TextPlace at) {
    const std::pair<const char*, std::vector<std::string>*> lists[] = {
        {"args", &head.args},
        {"jdk", &head.jdks},
        {"gc", &head.collectors},
        {"vm", &head.vmOptions},
        {"class-path", &head.classPath}};
    double number = 0;
    if (value.empty()) {
      wrong(at, fmt::format("`{}` has no value", key.str()));
      return false;
    }
    for (const auto& [name, list] : lists) {
      if (key != name) continue;
      *list = splitList(value);
      const auto unknown =
          std::find_if_not(head.collectors.begin(), head.collectors.end(), isCollector);
      if (unknown == head.collectors.end()) return true;
      wrong(at,
            fmt::format("unknown collector `{}`: Serial, Parallel, G1, Z or Shenandoah", *unknown));
      return false;
    }
    if (key == "max-vso" && !value.getAsDouble(number) && number >= 1) {
      head.maxVso = value.str();
    } else if (key == "max-vso") {
      wrong(at, fmt::format("bad limit `{}`: a VSO is 1 or more", value.str()));
      return false;
    } else if (key == "check" || key == "min-site" || key == "tune") {
      head.agent.push_back(fmt::format("{}={}", key.str(), value.str()));
    } else if (key == "expect" && value == "none") {
      head.nothing = true;
    } else if (key == "expect") {
      wrong(at, "`expect=` in a head takes `none` alone; other findings stand at their lines");
      return false;
    } else {
      wrong(at, unknownKey(key, kHeadKeys));
      return false;
    }
    return true;
  }

  void checkSpec(const Expectation& item) {
    std::string all;
    for (const TestHead& head : program_.heads) {
      for (const std::string& spec : head.specs) {
        if (spec == item.spec) return;
        all += (all.empty() ? "`" : ", `") + spec + "`";
      }
    }
    wrong(item.at, fmt::format("the test does not run `{}`: its head names {}", item.spec, all));
  }

  void wrong(TextPlace at, std::string message) {
    program_.mistakes.push_back({at, std::move(message)});
  }

  TestProgram& program_;
  const bool mayBeSilent_;
  bool sawHead_ = false;
};

}  // namespace

bool isCollector(const std::string& name) {
  return name == "Serial" || name == "Parallel" || name == "G1" || name == "Z" ||
         name == "Shenandoah";
}

bool isNamed(const std::string& name, const std::string& wanted) {
  return name == wanted || StringRef(name).endswith("." + wanted);
}

TestProgram readComments(const std::string& path, const std::string& text, bool mayBeSilent) {
  TestProgram program;
  program.path = path;
  llvm::SmallVector<StringRef, 256> lines;
  StringRef(text).split(lines, '\n');
  Reader reader(program, mayBeSilent);
  for (size_t i = 0; i < lines.size(); ++i) {
    program.lines.push_back(lines[i].str());
    reader.line(lines[i], static_cast<unsigned>(i) + 1);
  }
  reader.finish();
  std::stable_sort(program.mistakes.begin(), program.mistakes.end(),
                   [](const Mistake& a, const Mistake& b) { return a.at.line < b.at.line; });
  return program;
}

}  // namespace isl::tool
