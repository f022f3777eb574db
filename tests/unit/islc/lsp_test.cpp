#include <gtest/gtest.h>

#include "lsp/Document.h"
#include "lsp/Outline.h"
#include "lsp/Scope.h"
#include "lsp/Transport.h"
#include "lsp/Words.h"
#include "sema/Checker.h"

namespace isl::lsp {
namespace {

TEST(Lines, CountInUtf16) {
  // One, two, three and four bytes; one, one, one and two units.
  const llvm::StringRef text = "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80z\r\nb\rc\n";
  const Lines lines(text);
  EXPECT_EQ(lines.count(), 4u);
  EXPECT_EQ(lines.position(10).character, 5u);
  EXPECT_EQ(lines.offset({0, 5}), 10u);
  EXPECT_EQ(lines.offset({0, 4}), 6u) << "within a surrogate pair: before it";
  EXPECT_EQ(lines.offset({0, 99}), 11u) << "behind the line: its end, before the break";
  EXPECT_EQ(lines.offset({99, 0}), text.size());
  EXPECT_EQ(lines.position(13).line, 1u);
  EXPECT_EQ(lines.position(15).line, 2u);
  EXPECT_EQ(lines.position(99).line, 3u);
  for (size_t i : {0u, 1u, 3u, 6u, 10u, 11u, 13u, 15u, 17u}) {
    EXPECT_EQ(lines.offset(lines.position(i)), i);
  }
}

llvm::Optional<std::string> moved(llvm::StringRef from, llvm::StringRef to, llvm::StringRef word) {
  const size_t at = from.find(word);
  const auto span = Shift(from, to).to(Span{at, at + word.size()});
  if (!span) return llvm::None;
  return to.slice(span->begin, span->end).str();
}

TEST(Shift, KeepsWhatLiesAroundChanges) {
  const llvm::StringRef from = "one two\nthree four\nfive six\n";
  EXPECT_EQ(moved(from, "one two\nthree 4\nfive six\n", "two"), std::string("two"));
  EXPECT_EQ(moved(from, "zero\none two\nthree 4\nmore\nfive six\n", "three"), std::string("three"));
  EXPECT_EQ(moved(from, "zero\none two\nthree 4\nmore\nfive six\n", "five"), std::string("five"));
  EXPECT_EQ(moved(from, "one two\nthree fou\nfive six\n", "four"), std::string("fou"));
  EXPECT_EQ(moved(from, "one two\nfive six\n", "four"), llvm::None);
  EXPECT_EQ(moved(from, "one two\nfive six\n", "five six"), std::string("five six"));
  EXPECT_EQ(moved(from, "one two\nthr\nfour\nfive six\n", "three four"), std::string("thr\nfour"));
  EXPECT_EQ(moved(from, from, "six\n"), std::string("six\n"));
  EXPECT_EQ(moved(from, "", "one"), llvm::None);
  EXPECT_EQ(Shift("", "new").back(1), llvm::None);
}

TEST(Shift, GoesBackOverSeveralSteps) {
  const llvm::StringRef texts[] = {"a b c\n", "a x b c\n", "\na x b c\nd\n"};
  Shifts shifts;
  for (int i = 0; i < 2; ++i) shifts.add(Shift(texts[i], texts[i + 1]));
  EXPECT_EQ(shifts.back(texts[2].find('b')), llvm::Optional<size_t>(2));
  EXPECT_EQ(shifts.back(texts[2].find('x')), llvm::None);
  const auto span = shifts.to({4, 5});
  ASSERT_TRUE(span.hasValue());
  EXPECT_EQ(texts[2][span->begin], 'c');
}

TEST(Document, GoesOnWithTheLastGoodText) {
  Document d("file:///a.isl", "TObject T { }\n", 1, Settings());
  EXPECT_TRUE(d.isParsed() && d.isPlanned());
  d.update("TObject T { }\nTObject U { }\n", 2, Settings());
  EXPECT_TRUE(d.isParsed() && !d.isPlanned() && d.planned());
  EXPECT_EQ(d.sincePlanned().count(), 1u);
  for (int i = 0; i < 1000; ++i) d.update("TObject T {" + std::string(i % 7, ' '), 3, Settings());
  EXPECT_LE(d.sinceParsed().count(), 256u);
  EXPECT_EQ(d.parsed()->text(), "TObject T { }\nTObject U { }\n");
  d.update("TObject T { }\n", 4, Settings());
  EXPECT_EQ(d.sinceParsed().count() + d.sincePlanned().count(), 0u);
}

TEST(Document, ReadsPathsOfUris) {
  EXPECT_EQ(pathOf("file:///a/b%20c%C3%BC.isl"), "/a/b c\xC3\xBC.isl");
  EXPECT_EQ(pathOf("untitled:One"), "untitled:One");
  EXPECT_EQ(pathOf("file:///100%.isl"), "/100%.isl");
}

TEST(Symbols, BindEachNameOnce) {
  const Analysis a("const int N = 1;\nTObject T { instance int n; }\n"
                   "Event on_alloc(Object o) { for (int i = N; i < 2; ++i) o.n = i; }\n",
                   "a.isl", Settings());
  ASSERT_FALSE(a.hasErrors());
  std::map<std::string, int> count;
  for (const Occurrence& o : a.symbols().occurrences()) {
    const Symbol& symbol = a.symbols().of(o);
    if (isOwn(symbol.kind)) {
      EXPECT_EQ(a.text(o.span), symbol.name);
      ++count[symbol.name];
    }
  }
  EXPECT_EQ(count, (std::map<std::string, int>{{"N", 2}, {"T", 1}, {"n", 2}, {"o", 2}, {"i", 4}}));
}

TEST(Words, DescribeEverythingOfTheLanguage) {
  std::vector<std::string> words;
  for (const sema::Signature& s : sema::signatures()) {
    words.push_back((s.receiver == 0 ? "" : sema::receiverName(s.receiver).str() + ".") + s.name);
    EXPECT_NE(signatureOf(words.back()), "");
  }
  for (llvm::StringRef event : eventNames()) words.push_back(event.str());
  for (llvm::StringRef kind : partitionKinds()) words.push_back(("kind " + kind).str());
  for (llvm::StringRef kind : defectKinds()) words.push_back(("defect " + kind).str());
  for (llvm::StringRef type : objectTypes()) words.push_back(type.str());
  for (const char* construct : {"Context", "History", "Partition", "Boundary", "TObject"}) {
    EXPECT_FALSE(propertiesOf(construct).empty());
    for (llvm::StringRef p : propertiesOf(construct))
      words.push_back((construct + ("." + p)).str());
  }
  for (const std::string& word : words) EXPECT_NE(wordText(word), "") << word;
  EXPECT_EQ(wordText("toString"), "");
  EXPECT_EQ(eventSignature("on_call"), "on_call(Object o, Method m, Word w1, Word w2)");
}

// The properties and kinds that completion offers are those that the compiler takes.
TEST(Words, AreThoseOfTheCompiler) {
  auto errors = [](const std::string& text) {
    return Analysis(text, "a.isl", Settings()).hasErrors();
  };
  for (llvm::StringRef kind : partitionKinds()) {
    const std::string bound = kind == "context" ? "[4]" : "";
    EXPECT_FALSE(errors("Partition P { kind = " + kind.str() + bound + "; }")) << kind.str();
  }
  EXPECT_FALSE(errors("Context D { type = \"A\"; }\n"
                      "Context C { type = \"A\"; path = D; sequence = \"*\"; }\n"
                      "History H { type = \"int\"; size = 1; }\n"
                      "Partition P { kind = all; history = H; }\n"
                      "Boundary B { method = \"a.B.c\"; }\n"
                      "TObject T { include = C; partition = P; }\n"));
  for (llvm::StringRef type : primitiveTypes()) {
    EXPECT_FALSE(errors("History H { type = \"" + type.str() + "\"; size = 1; }"));
  }
}

Scope scopeOf(std::string text) {
  const size_t at = text.find('|');
  text.erase(at, 1);
  static std::vector<std::unique_ptr<Analysis>> kept;  // scopes refer to their text
  kept.push_back(std::make_unique<Analysis>(text, "a.isl", Settings()));
  return scopeAt(*kept.back(), at);
}

TEST(Scope, KnowsWhereTheCursorIs) {
  EXPECT_EQ(scopeOf("|").where, Scope::TopLevel);
  EXPECT_EQ(scopeOf("TObject T { } |").where, Scope::TopLevel);
  EXPECT_EQ(scopeOf("Event |").where, Scope::EventName);
  EXPECT_EQ(scopeOf("History H { s|").where, Scope::Body);
  EXPECT_EQ(scopeOf("History H { size = 1 + |").where, Scope::Expression);
  EXPECT_EQ(scopeOf("History |").where, Scope::Nowhere);
  EXPECT_EQ(scopeOf("Event on_alloc(Object o) { History |").where, Scope::Nowhere);
  EXPECT_EQ(scopeOf("Event on_alloc(Object o) { History h = |").where, Scope::Expression);
  // The next construct begins, whatever was not closed before it.
  EXPECT_EQ(scopeOf("Event on_alloc(Object o) { if (\nContext C { |").where, Scope::Body);
  EXPECT_EQ(scopeOf("const |").where, Scope::FieldType);
  EXPECT_EQ(scopeOf("const int |").where, Scope::Nowhere);
  EXPECT_EQ(scopeOf("const int A = |").where, Scope::Expression);
  const Scope value = scopeOf("TObject T { partition = P; include = Ma|ps; }");
  EXPECT_EQ(value.where, Scope::Value);
  EXPECT_EQ(value.property, "include");
  EXPECT_EQ(value.typed, (Span{37, 39}));
}

TEST(Scope, ReadsChainsWithoutEnd) {
  std::string chain = "Event on_alloc(Object o) { o";
  for (int i = 0; i < 20000; ++i) chain += ".m()";
  EXPECT_EQ(scopeOf(chain + ".|").receiver, '\0');
  EXPECT_EQ(scopeOf("Event on_alloc(Object o) { " + std::string(20000, '(') + "o" +
                    std::string(20000, ')') + ".|")
                .receiver,
            '\0');
  EXPECT_EQ(scopeOf("Event on_alloc(Object o) { ((((o)))).|").receiver, 'O');
}

TEST(Scope, FollowsLocals) {
  const Scope scope =
      scopeOf("Event on_alloc(Object o) { int a = f(b, c), d; { long gone; } while (x) { H h; |");
  std::string names;
  for (const LocalName& local : scope.locals) names += (local.type + " " + local.name + ",").str();
  EXPECT_EQ(names, "Object o,int a,int d,H h,");
  EXPECT_TRUE(scope.inLoop);
  EXPECT_EQ(scope.event, "on_alloc");
  EXPECT_FALSE(scopeOf("Event on_alloc(Object o) { while (x) { } |").inLoop);
}

TEST(Outline, ReadsWhatIsNotClosed) {
  const Analysis a("Context C { type = \"A\"\nconst int =\nconst int N = 1\nTObject T { instance",
                   "a.isl", Settings());
  std::string names;
  for (const OutlineItem& item : outline(a)) {
    names +=
        (item.word + " " + a.text(item.name) + "(" + llvm::Twine(item.members.size()) + ") ").str();
  }
  EXPECT_EQ(names, "Context C(1) const N(0) TObject T(0) ");
}

struct Streams {
  explicit Streams(std::string text) : input(std::move(text)) {
    in = fmemopen(&input[0], input.size(), "rb");
    out = open_memstream(&buffer, &size);
  }
  ~Streams() {
    std::fclose(in);
    std::fclose(out);
    std::free(buffer);
  }
  std::string input;
  char* buffer = nullptr;
  size_t size = 0;
  std::FILE *in, *out;
};

TEST(Transport, FramesMessages) {
  Streams streams("Content-Length: 4\r\n\r\n[42]content-length:2\n\n{}");
  Transport transport(streams.in, streams.out);
  llvm::json::Value message = nullptr;
  std::string problem;
  ASSERT_EQ(transport.read(message, problem), Transport::Message);
  EXPECT_EQ(message, llvm::json::Value(llvm::json::Array{42}));
  ASSERT_EQ(transport.read(message, problem), Transport::Message);
  EXPECT_TRUE(message.getAsObject());
  EXPECT_EQ(transport.read(message, problem), Transport::End);
  transport.write(llvm::json::Array{"\xC3\xBC"});
  EXPECT_EQ(std::string(streams.buffer, streams.size), "Content-Length: 6\r\n\r\n[\"\xC3\xBC\"]");
}

TEST(Transport, FindsTheNextHeader) {
  Streams streams("Content-Length: -1\r\n\r\n{}Content-Length: 2\r\n\r\n{}");
  Transport transport(streams.in, streams.out);
  llvm::json::Value message = nullptr;
  std::string problem;
  EXPECT_EQ(transport.read(message, problem), Transport::Malformed);
  EXPECT_EQ(problem, "Content-Length must be a number of at most 67108864");
  EXPECT_EQ(transport.read(message, problem), Transport::Message);
  EXPECT_EQ(transport.read(message, problem), Transport::End);
}

}  // namespace
}  // namespace isl::lsp
