#include "format/Format.h"

#include <gtest/gtest.h>

#include "format/Indent.h"
#include "format/Spaces.h"
#include "parse/Lex.h"

namespace isl::format {
namespace {

std::vector<Token> tokensOf(llvm::StringRef text) {
  std::vector<Token> out;
  bool fresh = true;
  for (const parse::Lexeme& lexeme : parse::lexemes(text)) {
    if (lexeme.isVisible()) out.push_back({lexeme.type, lexeme.in(text), fresh});
    fresh = lexeme.in(text).contains('\n');
  }
  return out;
}

std::vector<unsigned> lineColumns(llvm::StringRef text) {
  const auto tokens = tokensOf(text);
  const auto all = columns(tokens);
  std::vector<unsigned> out;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].startsLine) out.push_back(all[i]);
  }
  return out;
}

std::string inHandler(const std::string& statement) {
  return "Event on_alloc(Object o) {\n" + statement + "\n}\n";
}

// The statement as the house has it, without its indentation.
std::string spaced(const std::string& statement) {
  const std::string out = format(inHandler(statement));
  const llvm::StringRef line = llvm::StringRef(out).split('\n').second.split('\n').first;
  return line.trim().str();
}

TEST(Lexemes, AreTheWholeText) {
  const llvm::StringRef text = "\xEF\xBB\xBF/* \xC3\xBC */ const int\ta = 1; // \xE2\x82\xAC\n";
  std::string out = "\xEF\xBB\xBF";
  for (const parse::Lexeme& lexeme : parse::lexemes(text)) out += lexeme.in(text);
  EXPECT_EQ(out, text);
  EXPECT_TRUE(parse::lexemes("\xFF").empty());
}

TEST(Indent, FollowsConstructsAndStatements) {
  using Columns = std::vector<unsigned>;
  EXPECT_EQ(lineColumns("Context C\n{\ntype =\n\"A\";\n}\nconst int a\n= 1;"),
            (Columns{0, 0, 2, 6, 0, 0, 4}));
  EXPECT_EQ(lineColumns("Event on_alloc(\nObject o)\n{\nif (a)\nb();\nelse if (c)\nd();\nelse {\n"
                        "e();\n}\n}"),
            (Columns{0, 4, 0, 2, 4, 2, 4, 2, 4, 2, 0}));
  EXPECT_EQ(lineColumns("Event on_alloc(Object o) {\nfor (;;\n++i)\nwhile (a)\ndo\nb();\n"
                        "while (c\n);\n}"),
            (Columns{0, 2, 6, 4, 6, 8, 6, 10, 0}));
}

TEST(Spaces, TellPrefixFromBinary) {
  EXPECT_EQ(spaced("x=-1-(-y)+ +z- - - --w;"), "x = -1 - (-y) + +z - - - --w;");
  EXPECT_EQ(spaced("x ++ ;-- y;"), "x++; --y;");
  EXPECT_EQ(spaced("b=! c&&~ d==e;"), "b = !c && ~d == e;");
  EXPECT_EQ(spaced("x=a?b:c;"), "x = a ? b : c;");
}

TEST(Spaces, TellCastsFromParentheses) {
  EXPECT_EQ(spaced("x=(int)-1+(x)-1;"), "x = (int) -1 + (x) - 1;");
  EXPECT_EQ(spaced("Object[]a=( Object [ ] )o;"), "Object[] a = (Object[]) o;");
  EXPECT_EQ(spaced("x=((T)(y))*(z);"), "x = ((T) (y)) * (z);");
  EXPECT_EQ(spaced("if(x)(y).z();"), "if (x) (y).z();");
}

TEST(Spaces, StandAroundCallsIndexesAndLoops) {
  EXPECT_EQ(spaced("f (a ,b ) . c [ 1 ] ;"), "f(a, b).c[1];");
  EXPECT_EQ(spaced("for(;;)  ;"), "for (;;);");
  EXPECT_EQ(spaced("for(int i=0;i<n;++ i){}"), "for (int i = 0; i < n; ++i) { }");
  EXPECT_EQ(spaced("for(Object e:a)f(e);"), "for (Object e : a) f(e);");
  EXPECT_EQ(spaced("do{f();}while(x);"), "do { f(); } while (x);");
  EXPECT_EQ(spaced("x = 1 .y;"), "x = 1 .y;");
  EXPECT_EQ(spaced("f(/* a */ x /* b */, /* c */);"), "f(/* a */ x /* b */, /* c */);");
}

TEST(Format, CommentsStandLikeWhatFollows) {
  EXPECT_EQ(format("// a\nTObject T {\n// b\ninstance int n;\n// c\n}\n// d\n"),
            "// a\nTObject T {\n  // b\n  instance int n;\n  // c\n}\n// d\n");
  EXPECT_EQ(format("TObject T {\n/* a\n * b\n */\ninstance int n;\n}\n"),
            "TObject T {\n  /* a\n   * b\n   */\n  instance int n;\n}\n");
}

TEST(Format, AlignedCommentsStayAligned) {
  EXPECT_EQ(format("const int a=1;   // one\nconst int bb=2;  // two\nconst int c = 3;// three\n"),
            "const int a = 1;   // one\nconst int bb = 2;  // two\nconst int c = 3;  // three\n");
}

TEST(Format, KeepsLineBreaksAsTheyAre) {
  EXPECT_EQ(format("const int a = 1;\r\n\r\n\r\nconst int b = 2;"),
            "const int a = 1;\r\n\r\n\r\nconst int b = 2;\r\n");
  EXPECT_EQ(format("const int a = 1; // x  \rconst int b = 2;\n \n\n"),
            "const int a = 1;  // x\rconst int b = 2;\n");
  EXPECT_EQ(format("\xEF\xBB\xBF const int a = 1;"), "\xEF\xBB\xBF"
                                                     "const int a = 1;\n");
  EXPECT_EQ(format(" \n\n"), "");
}

TEST(Diff, HasHunksWithContext) {
  std::string before, after;
  for (int i = 1; i <= 30; ++i) {
    const std::string line = std::to_string(i) + "\n";
    before += line;
    after += i == 5 || i == 25 ? "x\n" : line;
  }
  EXPECT_EQ(unifiedDiff(before, after, "f"),
            "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"
            "@@ -22,7 +22,7 @@\n 22\n 23\n 24\n-25\n+x\n 26\n 27\n 28\n");
  EXPECT_EQ(unifiedDiff("a\n\n\n", "a\n", "f"), "--- f\n+++ f\n@@ -1,3 +1,1 @@\n a\n-\n-\n");
  EXPECT_EQ(unifiedDiff("a", "a\n", "f"),
            "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
  EXPECT_EQ(unifiedDiff("\n", "", "f"), "--- f\n+++ f\n@@ -1,1 +0,0 @@\n-\n");
  EXPECT_EQ(unifiedDiff("a\n", "a\n", "f"), "");
}

}  // namespace
}  // namespace isl::format
