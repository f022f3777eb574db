#include <gtest/gtest.h>

#include "reports.h"
#include "spectest/Comments.h"
#include "spectest/Judge.h"
#include "spectest/Update.h"

namespace isl::tool {
namespace {

TestProgram read(const std::string& text) { return readComments("Kept.java", text, false); }

std::string mistakesOf(const TestProgram& program) {
  std::string out;
  for (const Mistake& each : program.mistakes)
    out += std::to_string(each.at.line) + ":" + std::to_string(each.at.column) + " " +
           each.message + "\n";
  return out;
}

report::Site site(int32_t line, const std::string& type, const std::string& root) {
  report::Site out;
  out.className = "Kept";
  out.method = "main";
  out.file = "Kept.java";
  out.line = line;
  out.type = type;
  report::Path path;
  path.share = 1;
  path.root = {"static", root};
  path.edges.push_back({"java.util.ArrayList", "elementData", 0, "", "", {}, 1});
  out.paths.push_back(path);
  return out;
}

// A report of a spec `leak` with these sites, which failed.
report::Report failed(std::vector<report::Site> sites) {
  report::Report out = test::rising(1, 40, 9, 4);
  out.specs[0].name = "leak";
  out.specs[0].window = 10;
  out.specs[0].sites = std::move(sites);
  return out;
}

Judgement judged(const TestProgram& program, const report::Report& report) {
  EXPECT_EQ("", mistakesOf(program));
  return judge(program, program.heads.at(0), report);
}

std::string kindsOf(const Judgement& judgement) {
  std::string out;
  for (const Complaint& each : judgement.complaints)
    out += std::to_string(each.at.line) + " " + nameOf(each.kind) + "\n";
  return out;
}

TEST(Comments, HeadAndFindings) {
  const TestProgram program = read(
      "package com.acme;\n"
      "// isl-test: leak,maps args=leak,60000 max-vso=2.5 jdk=17,25 gc=G1 check=manual vm=-Xmx64m\n"
      "a.add(new A());  // expect: leak type=A held-by=Kept.all, maps\n"
      "// todo-expect@+1: leak\n"
      "b();\n"
      "// may-expect@any: maps type=char[]\n");
  EXPECT_EQ("", mistakesOf(program));
  EXPECT_EQ("com.acme", program.package);
  ASSERT_EQ(1U, program.heads.size());
  const TestHead& head = program.heads[0];
  EXPECT_EQ((std::vector<std::string>{"leak", "maps"}), head.specs);
  EXPECT_EQ((std::vector<std::string>{"leak", "60000"}), head.args);
  EXPECT_EQ((std::vector<std::string>{"17", "25"}), head.jdks);
  EXPECT_EQ((std::vector<std::string>{"G1"}), head.collectors);
  EXPECT_EQ((std::vector<std::string>{"check=manual"}), head.agent);
  EXPECT_EQ("2.5", head.maxVso);
  ASSERT_EQ(4U, program.expectations.size());
  EXPECT_EQ("A", program.expectations[0].type);
  EXPECT_EQ("Kept.all", program.expectations[0].heldBy);
  EXPECT_EQ(3U, program.expectations[0].line);
  EXPECT_EQ("maps", program.expectations[1].spec);
  EXPECT_EQ("", program.expectations[1].type);
  EXPECT_EQ(5U, program.expectations[2].line);
  EXPECT_EQ(Expectation::Kind::Todo, program.expectations[2].kind);
  EXPECT_EQ(0U, program.expectations[3].line);
}

TEST(Comments, WhatIsWrongIsSaidAtItsPlace) {
  EXPECT_EQ(
      "1:19 unknown key `arg`: did you mean `args`? there are args, check, class-path, expect, gc, "
      "jdk, max-vso, min-site, tune, vm\n",
      mistakesOf(read("// isl-test: leak arg=1\n// expect: none\n")));
  EXPECT_EQ("2:17 unknown key `typ`: did you mean `type`? there are held-by, type\n",
            mistakesOf(read("// isl-test: leak\n// expect: leak typ=A\n")));
  EXPECT_EQ("2:12 the test does not run `maps`: its head names `leak`\n",
            mistakesOf(read("// isl-test: leak\n// expect: maps\n")));
  EXPECT_EQ("3:12 `expect: none` in line 2 says that nothing is found\n",
            mistakesOf(read("// isl-test: leak\n// expect: none\n// expect: leak\n")));
  EXPECT_NE("", mistakesOf(read("// isl-test: leak\n")));
  EXPECT_NE("", mistakesOf(read("// isl-test: args=1\n// expect: none\n")));
  EXPECT_NE("", mistakesOf(read("// isl-test: leak gc=Epsilon\n// expect: none\n")));
  EXPECT_NE("", mistakesOf(read("// isl-test: leak max-vso=0\n// expect: none\n")));
  EXPECT_NE("", mistakesOf(read("// isl-test: leak\n// expect@2: leak\n")));
  EXPECT_NE("", mistakesOf(read("// isl-test: leak\n// expect:\n")));
}

TEST(Comments, OtherProgramsAreNoTests) {
  const TestProgram program = read("// expect: the user to wait\nclass A {}\n");
  EXPECT_TRUE(program.heads.empty());
  EXPECT_TRUE(program.mistakes.empty());
}

const char* const kText =
    "// isl-test: leak\n"
    "class Kept {\n"
    "  void a() { all.add(new A()); }  // expect: leak type=Kept$A held-by=Kept.all\n"
    "  void b() { all.add(new B()); }\n"
    "}\n";

TEST(Judge, AllAsExpected) {
  const Judgement got = judged(read(kText), failed({site(3, "Kept$A", "Kept.all")}));
  EXPECT_EQ("", kindsOf(got));
  EXPECT_EQ(1U, got.met.size());
}

TEST(Judge, MissingUnexpectedAndWrongHolder) {
  EXPECT_EQ("4 unexpected\n3 missing\n",
            kindsOf(judged(read(kText), failed({site(4, "Kept$B", "Kept.all")}))));
  EXPECT_EQ("3 wrong holder\n",
            kindsOf(judged(read(kText), failed({site(3, "Kept$A", "Kept.others")}))));
  // The line alone is not enough where a type is named.
  EXPECT_EQ("3 unexpected\n3 missing\n",
            kindsOf(judged(read(kText), failed({site(3, "Kept$C", "Kept.all")}))));
}

TEST(Judge, WhatTheJdkAllocatesIsAtTheLineOfItsCaller) {
  report::Site queued = site(624, "java.util.concurrent.FutureTask", "Kept.all");
  queued.className = "java.util.concurrent.ScheduledThreadPoolExecutor";
  queued.file = "ScheduledThreadPoolExecutor.java";
  queued.callerMethod = "Kept.open";
  queued.callerFile = "Kept.java";
  queued.callerLine = 3;
  const std::string text = "// isl-test: leak\n\ntimer.schedule(this);  // expect: leak\n";
  EXPECT_EQ("", kindsOf(judged(read(text), failed({queued}))));
}

TEST(Judge, FindingsInDifferentLinesOfALibraryAreTwo) {
  report::Site first = site(96, "java.lang.Object[]", "Kept.all"), second = first;
  first.file = second.file = "OpenHashMap.java";
  second.line = 97;
  const Judgement got =
      judged(read("// isl-test: leak\n// expect: none\n"), failed({first, second}));
  ASSERT_EQ(2U, got.complaints.size());
  EXPECT_NE(got.complaints[0].subject, got.complaints[1].subject);
}

TEST(Judge, SitesOfAPassedSpecAreNoFindings) {
  report::Report passed = failed({site(3, "Kept$A", "Kept.all")});
  passed.specs[0].verdict = "pass";
  EXPECT_EQ("3 missing\n", kindsOf(judged(read(kText), passed)));
}

TEST(Judge, InconclusiveSaysHowManyChecksAreShort) {
  report::Report few = failed({});
  few.specs[0].verdict = "inconclusive";
  few.checks.resize(7);
  const Judgement got = judged(read(kText), few);
  ASSERT_EQ(1U, got.complaints.size());
  EXPECT_EQ("1 no answer\n", kindsOf(got));
  EXPECT_NE(std::string::npos,
            got.complaints[0].message.find("7 checks ran, 13 short of the 20 that it needs"));
}

TEST(Judge, ASpecThatTrackedNothingIsNoAnswer) {
  report::Report passed = failed({});
  passed.specs[0].verdict = "pass";
  passed.specs[0].objects = {};
  passed.coverage.notes = {"R801 spec leak: no loaded class matches type \"a.B\" of context C"};
  const Judgement got = judged(read("// isl-test: leak\n// expect: none\n"), passed);
  ASSERT_EQ("1 no answer\n", kindsOf(got));
  EXPECT_NE(std::string::npos,
            got.complaints[0].message.find("nothing was tracked: no loaded class"));
}

TEST(Judge, TodoComplainsOnceItIsFoundAndMayNever) {
  const std::string text = "// isl-test: leak\n// todo-expect@+1: leak\na();\n";
  EXPECT_EQ("2 found now\n", kindsOf(judged(read(text), failed({site(3, "A", "x")}))));
  const std::string may = "// isl-test: leak\n// may-expect@+1: leak\na();\n";
  EXPECT_EQ("", kindsOf(judged(read(may), failed({site(3, "A", "x")}))));
  report::Report passed = failed({});
  passed.specs[0].verdict = "pass";
  EXPECT_EQ("", kindsOf(judged(read(may), passed)));
  EXPECT_EQ("", kindsOf(judged(read(text), passed)));
}

std::string update(const std::string& text, const std::vector<report::Report>& reports) {
  const TestProgram program = readComments("Kept.java", text, true);
  EXPECT_EQ("", mistakesOf(program));
  std::vector<Judgement> judgements;
  judgements.reserve(reports.size());
  std::vector<const Judgement*> all;
  for (const report::Report& each : reports) {
    judgements.push_back(judge(program, program.heads.at(0), each));
    all.push_back(&judgements.back());
  }
  return updated(program, all);
}

TEST(Update, WritesWhatWasFound) {
  EXPECT_EQ("// isl-test: leak\n"
            "  a.add(new A());  // expect: leak type=A held-by=Kept.all\n",
            update("// isl-test: leak\n  a.add(new A());\n",
                   {failed({site(2, "com.acme.A", "com.acme.Kept.all")})}));
}

TEST(Update, CorrectsHoldersAndRemovesWhatIsNotThere) {
  EXPECT_EQ("// isl-test: leak\n"
            "  a();  // expect: leak held-by=Kept.all\n"
            "  b();\n",
            update("// isl-test: leak\n"
                   "  a();  // expect: leak held-by=Kept.none\n"
                   "  b();  // expect: leak\n",
                   {failed({site(2, "A", "Kept.all")})}));
}

TEST(Update, OfSomeRunsIsMay) {
  report::Report passed = failed({});
  passed.specs[0].verdict = "pass";
  EXPECT_EQ("// isl-test: leak\n  a();  // may-expect: leak\n",
            update("// isl-test: leak\n  a();  // expect: leak\n",
                   {failed({site(2, "A", "Kept.all")}), passed}));
}

TEST(Update, NothingIsSaidToo) {
  report::Report passed = failed({});
  passed.specs[0].verdict = "pass";
  EXPECT_EQ("// isl-test: leak\n// expect: none\nclass A {}\n",
            update("// isl-test: leak\nclass A {}\n", {passed}));
  EXPECT_EQ("// isl-test: leak\nclass A {}  // expect: leak type=A held-by=Kept.all\n",
            update("// isl-test: leak\n// expect: none\nclass A {}\n",
                   {failed({site(3, "A", "Kept.all")})}));
}

TEST(Update, IsStable) {
  const std::string text = "// isl-test: leak\n"
                           "    // expect@+1: leak type=A held-by=Kept.all, leak "
                           "type=LongNameOfAClass held-by=Kept.all\n"
                           "    all.add(new A());\n";
  EXPECT_EQ(
      text,
      update(text, {failed({site(3, "A", "Kept.all"), site(3, "LongNameOfAClass", "Kept.all")})}));
}

}  // namespace
}  // namespace isl::tool
