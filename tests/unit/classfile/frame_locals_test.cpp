// What the frames of a method let inserted code load.
#include <gtest/gtest.h>

#include "classfile/FrameLocals.h"
#include "instrument/ClassBuilder.h"

using namespace isl::classfile;
using namespace isl::test;

namespace {

// Ten nops and a return under a table; keeps what the views refer to.
struct Framed {
  explicit Framed(const Bytes& table, const std::string& descriptor = "(ILa/T;JLa/T;)V") {
    ClassBuilder b("a/T");
    BuiltMethod m;
    m.descriptor = descriptor;
    m.code = Bytes(10, op::nop);
    m.code.push_back(op::return_);
    if (!table.empty()) m.attributes = {{"StackMapTable", table}};
    b.add(m);
    cls = std::make_unique<Parsed>(b.build());
    EXPECT_EQ(cls->decode("m", body), CodeStatus::Ok);
    frames.begin(body, cls->file.pool, cls->file.methods[0]);
  }
  std::string at(uint32_t bci) {
    frames.moveTo(bci);
    std::string text;
    for (uint32_t i = 0; i < 8; ++i) text += frames.usable(i) ? 'r' : '-';
    return text;
  }
  std::unique_ptr<Parsed> cls;
  Code body;
  FrameLocals frames;
};

}  // namespace

TEST(FrameLocals, ParametersAtEntry) {
  EXPECT_EQ(Framed(code(U2{0})).at(0), "-r--r---");
  EXPECT_EQ(Framed(code(U2{0}), "([I[[Ja/T;D)V").at(0), "rr------")
      << "a bad descriptor does no harm";
}

TEST(FrameLocals, EveryKindOfFrame) {
  // 1 same; 3 same_locals_1; 4 append an int, a reference; 5 chop 1; 6 full: top, long, null; 8 long forms
  Framed m(code(U2{7}, 1, 64 + 1, 1, 253, U2{0}, 1, 7, U2{1}, 250, U2{0},  //
                255, U2{0}, U2{3}, 0, 4, 5, U2{2}, 1, 8, U2{0},            //
                247, U2{1}, 1, 251, U2{0}));
  EXPECT_EQ(m.at(0), "-r--r---");
  EXPECT_EQ(m.at(1), "-r--r---");
  EXPECT_EQ(m.at(3), "-r--r---");
  EXPECT_EQ(m.at(4), "-r--r-r-");
  EXPECT_EQ(m.at(5), "-r--r---");
  EXPECT_EQ(m.at(6), "---r----");
  m.frames.stored(0);
  EXPECT_EQ(m.at(7), "r--r----") << "no frame: what was stored stays";
  EXPECT_EQ(m.at(8), "---r----");
  EXPECT_EQ(m.at(9), "---r----");
}

TEST(FrameLocals, WithoutATableEveryLocalMayBeLoaded) { EXPECT_EQ(Framed({}).at(4), "rrrrrrrr"); }

TEST(FrameLocals, MalformedTablesEndTheStream) {
  for (const Bytes& table : {code(U2{9}, 1), code(U2{1}, 200), code(U2{1}, 248, U2{0}, 0), code(0),
                             code(U2{1}, 255, U2{0}, U2{900}, 7), code(U2{1}, 64, 9)}) {
    Framed m(table);
    for (uint32_t bci = 0; bci <= 10; ++bci) (void)m.at(bci);
    EXPECT_FALSE(m.frames.usable(100));
  }
}
