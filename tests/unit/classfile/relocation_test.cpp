// Insertion moves jumps, switches, frames, handlers and tables.
#include <gtest/gtest.h>

#include "classfile/CodeTables.h"
#include "instrument/ClassBuilder.h"

using namespace isl;
using namespace isl::classfile;
using namespace isl::test;

namespace {

// A method of nops around what a test needs, with `inserted` nops at `places`.
struct Moved {
  Moved(const BuiltMethod& method, const std::vector<Insertion>& where) : places(where) {
    ClassBuilder b("a/T");
    b.add(method);
    cls = std::make_unique<Parsed>(b.build());
    status = cls->decode("m", body);
    if (status != CodeStatus::Ok) return;
    length = relocation.layOut(body, places);
    fits = relocation.emit(Bytes(70000, op::nop), out);
  }
  TableResult tables(const AppendedHandlers& handler = {}) {
    return writeCodeTables(body, cls->file.pool, relocation, handler, attributes);
  }
  // Content of the first attribute.
  Bytes table() const { return {attributes.begin() + 8, attributes.end()}; }

  std::vector<Insertion> places;
  std::unique_ptr<Parsed> cls;
  Code body;
  CodeStatus status;
  Relocation relocation;
  uint32_t length = 0;
  bool fits = false;
  Bytes out, attributes;
};

BuiltMethod method(Bytes bytes) {
  BuiltMethod m;
  m.code = std::move(bytes);
  return m;
}

}  // namespace

TEST(Relocation, JumpsRunWhatIsBeforeTheirTargetOnly) {
  // 0 nop; 1 nop; 2 goto 1
  const Moved m(method(code(op::nop, op::nop, op::goto_, U2{0xffff})),
                {{placeBehindPredecessor(1), 0, 2}, {placeBefore(1), 0, 3}});
  ASSERT_TRUE(m.fits);
  EXPECT_EQ(m.length, 10u);
  EXPECT_EQ(m.relocation.label(1), 3u);
  EXPECT_EQ(m.relocation.instruction(1), 6u);
  EXPECT_EQ(m.out[7], op::goto_);
  EXPECT_EQ(static_cast<int16_t>(load2(&m.out[8])), 3 - 7);
}

TEST(Relocation, CodeAtEntryIsNotPartOfALoopToTheStart) {
  const Moved m(method(code(op::nop, op::goto_, U2{0xffff})), {{placeBehindPredecessor(0), 0, 3}});
  EXPECT_EQ(m.relocation.label(0), 3u);
  EXPECT_EQ(m.relocation.debugLabel(0), 0u);
  EXPECT_EQ(static_cast<int16_t>(load2(&m.out[5])), -1);
}

TEST(Relocation, SwitchesKeepTheirTargetsAtEveryPadding) {
  for (uint32_t shift = 0; shift < 8; ++shift) {
    // 0 iconst_0; 1 tableswitch default 24, 0 -> 24; 20.. return at 20
    BuiltMethod m = method(code(op::iconst_0, op::tableswitch, 0, 0, U2{0}, U2{19}, U2{0}, U2{0},
                                U2{0}, U2{0}, U2{0}, U2{19}, op::return_));
    const Moved moved(m, {{placeBefore(0), 0, shift}, {placeBefore(20), 0, 2}});
    ASSERT_EQ(moved.status, CodeStatus::Ok);
    ASSERT_TRUE(moved.fits);
    const uint32_t at = moved.relocation.instruction(1);
    ASSERT_EQ(moved.out[at], op::tableswitch);
    uint32_t targets = 0;
    forEachTarget(moved.out.data(), at, [&](uint32_t, uint32_t, int64_t target) {
      EXPECT_EQ(target, moved.relocation.label(20));
      ++targets;
      return true;
    });
    EXPECT_EQ(targets, 2u);
    EXPECT_EQ(moved.out.size(), moved.length);
    EXPECT_EQ(moved.out.back(), op::return_);
  }
}

TEST(Relocation, LookupSwitch) {
  BuiltMethod m = method(code(op::iconst_0, op::lookupswitch, 0, 0, U2{0}, U2{19}, U2{0}, U2{1},
                              U2{0}, U2{5}, U2{0xffff}, U2{0xffff}, op::return_));
  const Moved moved(m, {{placeBefore(1), 0, 1}});
  ASSERT_TRUE(moved.fits);
  std::vector<int64_t> targets;
  forEachTarget(moved.out.data(), 2, [&](uint32_t, uint32_t, int64_t target) {
    targets.push_back(target);
    return true;
  });
  EXPECT_EQ(targets, (std::vector<int64_t>{moved.relocation.label(20), 0}));
}

TEST(Relocation, RefusesABranchThatNoLongerFits) {
  Bytes far(32766, op::nop);
  far[0] = op::goto_;
  store2(&far[1], 32760);
  far.push_back(op::return_);
  EXPECT_TRUE(Moved(method(far), {}).fits);
  EXPECT_FALSE(Moved(method(far), {{placeBefore(100), 0, 100}}).fits);
}

TEST(Relocation, RejectsJumpsIntoInstructions) {
  EXPECT_EQ(Moved(method(code(op::sipush, U2{0}, op::pop, op::goto_, U2{0xfffd})), {}).status,
            CodeStatus::Malformed);
  EXPECT_EQ(Moved(method(code(op::goto_, U2{100})), {}).status, CodeStatus::Malformed);
  EXPECT_EQ(Moved(method(code(op::jsr, U2{3}, op::pop, op::return_)), {}).status,
            CodeStatus::Subroutines);
}

TEST(CodeTables, FramesMoveAndGrow) {
  // Frames at 2 (same), 4 (same_locals_1 with Uninitialized(1)), 5 (full), 6 (append), 7 (chop).
  BuiltMethod m = method(Bytes(9, op::nop));
  m.code.back() = op::return_;
  m.attributes = {
      {"StackMapTable", code(U2{5}, 2, 64 + 1, 8, U2{1}, 255, U2{0}, U2{1}, 7, U2{1}, U2{1}, 1,  //
                             252, U2{0}, 1, 250, U2{0})}};
  Moved moved(m, {{placeBefore(1), 0, 3}, {placeBefore(4), 0, 100}});
  ASSERT_EQ(moved.status, CodeStatus::Ok);
  ASSERT_TRUE(moved.tables().ok);
  // New places: 1 -> 1 (instruction 4), 2 -> 5, 4 -> 7, 5 -> 108, 6 -> 109, 7 -> 110.
  EXPECT_EQ(moved.table(),
            code(U2{5}, 5, 64 + 1, 8, U2{4}, 255, U2{100}, U2{1}, 7, U2{1}, U2{1}, 1,  //
                 252, U2{0}, 1, 250, U2{0}));
}

TEST(CodeTables, ShortFramesBecomeLongOnes) {
  BuiltMethod m = method(Bytes(9, op::nop));
  m.code.back() = op::return_;
  m.attributes = {{"StackMapTable", code(U2{2}, 2, 64, 1)}};
  Moved moved(m, {{placeBefore(1), 0, 80}, {placeBefore(2), 0, 90}});
  ASSERT_TRUE(moved.tables().ok);
  EXPECT_EQ(moved.table(), code(U2{2}, 251, U2{82}, 247, U2{90}, 1));
}

TEST(CodeTables, BadFramesFailTheMethod) {
  for (const Bytes& table : {code(U2{1}, 100), code(U2{1}, 200), code(U2{2}, 1), code(U2{1}, 1, 1),
                             code(U2{1}, 65, 8, U2{77}), code(U2{1}, 65, 9)}) {
    BuiltMethod m = method(Bytes(9, op::nop));
    m.attributes = {{"StackMapTable", table}};
    EXPECT_FALSE(Moved(m, {}).tables().ok);
  }
}

TEST(CodeTables, LinesAndVariables) {
  BuiltMethod m = method(Bytes(9, op::nop));
  m.attributes = {{"LineNumberTable", code(U2{2}, U2{0}, U2{7}, U2{4}, U2{8})}};
  const std::vector<Insertion> where{{placeBehindPredecessor(0), 0, 3}, {placeBefore(4), 0, 5}};
  Moved lines(m, where);
  lines.tables();
  EXPECT_EQ(lines.table(), code(U2{2}, U2{0}, U2{7}, U2{7}, U2{8}));
  m.attributes = {{"LocalVariableTable", code(U2{2}, U2{0}, U2{9}, U2{1}, U2{1}, U2{0}, U2{4},
                                              U2{2}, U2{1}, U2{1}, U2{0})}};
  Moved variables(m, where);
  variables.tables();
  EXPECT_EQ(variables.table(),
            code(U2{2}, U2{0}, U2{17}, U2{1}, U2{1}, U2{0}, U2{7}, U2{7}, U2{1}, U2{1}, U2{0}));
}

TEST(CodeTables, TypeAnnotations) {
  // A local variable [2,4), a `new` at 4, a cast at 4, a catch; one annotation with nested values.
  const Bytes annotation = code(0, U2{1}, U2{1}, U2{1}, '[', U2{2}, 'I', U2{1}, '@', U2{1}, U2{1},
                                U2{1}, 'e', U2{1}, U2{1});
  Bytes table = code(U2{4});
  const auto addTarget = [&](const Bytes& target) {
    table.insert(table.end(), target.begin(), target.end());
    table.insert(table.end(), annotation.begin(), annotation.end());
  };
  addTarget(code(0x40, U2{1}, U2{2}, U2{2}, U2{0}));
  addTarget(code(0x44, U2{4}));
  addTarget(code(0x47, U2{4}, 0));
  addTarget(code(0x42, U2{0}));
  BuiltMethod m = method(Bytes(9, op::nop));
  m.attributes = {{"RuntimeVisibleTypeAnnotations", table}};
  Moved moved(m, {{placeBefore(3), 0, 2}, {placeBefore(4), 0, 5}});
  ASSERT_EQ(moved.tables().droppedTables, 0u);
  const Bytes out = moved.table();
  const size_t each = annotation.size();
  EXPECT_EQ(load2(&out[7]), 4);  // length of the range
  EXPECT_EQ(load2(&out[2 + 9 + each + 1]), 11);
  EXPECT_EQ(load2(&out[2 + 9 + each + 3 + each + 1]), 11);
  m.attributes[0].second.pop_back();
  Moved broken(m, {});
  EXPECT_EQ(broken.tables().droppedTables, 1u);
  EXPECT_EQ(load2(broken.attributes.data()), 0);  // only that attribute is gone
}

// What the VM rejects it must see; what it accepts must not lose its lines.
TEST(DebugTables, MalformedOnesAreForTheVm) {
  const auto writes = [](const char* name, const Bytes& table) {
    BuiltMethod m = method(code(op::sipush, U2{7}, op::pop, op::return_));
    m.attributes = {{name, table}};
    Moved moved(m, {{placeBefore(3), 0, 2}});
    return moved.tables();
  };
  const char* const lines = "LineNumberTable";
  EXPECT_TRUE(writes(lines, code(U2{1}, U2{4}, U2{1})).ok);
  EXPECT_FALSE(writes(lines, code(U2{1}, U2{5}, U2{1})).ok);
  EXPECT_FALSE(writes(lines, code(U2{2}, U2{4}, U2{1})).ok);
  EXPECT_FALSE(writes(lines, {}).ok);
  for (const char* variables : {"LocalVariableTable", "LocalVariableTypeTable"}) {
    EXPECT_TRUE(writes(variables, code(U2{1}, U2{3}, U2{2}, U2{1}, U2{1}, U2{0})).ok);
    EXPECT_FALSE(writes(variables, code(U2{1}, U2{3}, U2{3}, U2{1}, U2{1}, U2{0})).ok);
    EXPECT_FALSE(writes(variables, code(U2{1}, U2{5}, U2{0}, U2{1}, U2{1}, U2{0})).ok);
    EXPECT_FALSE(writes(variables, code(U2{2}, U2{3}, U2{2}, U2{1}, U2{1}, U2{0})).ok);
  }
}

TEST(DebugTables, PositionsInsideOfInstructionsMoveWithThem) {
  BuiltMethod m = method(code(op::nop, op::sipush, U2{7}, op::pop, op::return_));
  m.attributes = {{"LineNumberTable", code(U2{1}, U2{3}, U2{9})}};
  Moved moved(m, {{placeBefore(1), 0, 2}});
  ASSERT_TRUE(moved.tables().ok);
  EXPECT_EQ(load2(&moved.table()[2]), moved.relocation.debugLabel(1));
}
