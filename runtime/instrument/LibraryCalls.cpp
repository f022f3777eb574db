#include "instrument/LibraryCalls.h"

#include "classfile/Relocation.h"

namespace isl::instrument {

using namespace classfile;

namespace {

// The instructions that a mark was put before.
std::vector<uint32_t> addMarks(const MethodContext& m, Lines& lines, std::vector<Edit>& edits) {
  constexpr int32_t kNoMark = -2;
  int32_t marked = kNoMark;
  uint16_t markedCall = 0;
  std::vector<uint32_t> places;
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    const Insn insn = insns[i];
    if (insn.leader) marked = kNoMark;
    if (!isInvoke(insn.opcode) || insn.opcode == op::invokedynamic) continue;
    const uint16_t operand = m.code.operand2(i);
    const Member& member = m.members.at(operand);
    if (!member.libraryCall) continue;  // what the program's own methods mark they put back
    const int32_t line = lines.at(m.code, m.cls.pool, insn.bci);
    if (line == marked && operand == markedCall) continue;
    marked = line;
    markedCall = operand;
    places.push_back(i);
    Edit edit;
    edit.kind = EditKind::Call;
    edit.helper = Helper::Call;
    edit.siteKind = SiteKind::LibraryCall;
    edit.place = placeBefore(insn.bci);
    edit.bci = insn.bci;
    edit.target = operand;
    edit.key = line;
    edits.push_back(edit);
  }
  return places;
}

// Of each instruction: may control have come to it from one of `from`?
std::vector<bool> reachedFrom(const Code& code, std::vector<uint32_t> from) {
  std::vector<bool> reached(code.count());
  while (!from.empty()) {
    uint32_t i = from.back();
    from.pop_back();
    for (; i < code.count() && !reached[i]; ++i) {
      reached[i] = true;
      const Insn insn = code.insns()[i];
      forEachTarget(code.bytes(), insn.bci, [&](uint32_t, uint32_t, int64_t target) {
        from.push_back(code.indexAt(static_cast<uint32_t>(target)));
        return true;
      });
      if (endsBlock(insn.opcode)) break;
    }
  }
  return reached;
}

// Behind the method's own locals and, where there are events, behind those of Assembler.h.
uint32_t freeLocal(const MethodContext& m, const CountedLoops& counted) {
  constexpr uint32_t kSpareAndKept = 3;
  const uint32_t own = m.code.maxLocals();
  if (m.features.events == nullptr) return own;
  return own + kSpareAndKept + 2 * static_cast<uint32_t>(counted.keys.size());
}

}  // namespace

void addLibraryCalls(const MethodContext& m, Lines& lines, const CountedLoops& counted,
                     std::vector<Edit>& edits) {
  const uint32_t local = freeLocal(m, counted);
  constexpr uint32_t kMostLocals = 65535;
  if (local >= kMostLocals) return;
  std::vector<uint32_t> marks = addMarks(m, lines, edits);
  if (marks.empty()) return;
  // A constructor that throws leaves its mark behind, see Assembler::appendHandlers().
  for (const Handler& own : m.code.handlers()) marks.push_back(m.code.indexAt(own.handler));
  const std::vector<bool> marked = reachedFrom(m.code, std::move(marks));
  Edit edit;
  edit.local = static_cast<uint16_t>(local);
  edit.kind = EditKind::KeepCall;
  edit.helper = Helper::Called;
  edit.place = placeBehindPredecessor(0);
  edits.insert(edits.begin(), edit);  // a region that is entered forgets the call
  edit.kind = EditKind::RestoreCall;
  edit.helper = Helper::Call;
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    if (kOpcodes[insns[i].opcode].shape != Shape::Return || insns[i].opcode == op::athrow) continue;
    if (!marked[i]) continue;
    edit.place = placeBefore(insns[i].bci);
    edits.push_back(edit);
  }
}

}  // namespace isl::instrument
