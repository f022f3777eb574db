#include "instrument/LibraryCalls.h"

#include "classfile/Relocation.h"

namespace isl::instrument {

using namespace classfile;

void addLibraryCalls(const MethodContext& m, Lines& lines, std::vector<Edit>& edits) {
  constexpr int32_t kNoMark = -2;
  int32_t marked = kNoMark;
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    const Insn insn = insns[i];
    if (insn.leader) marked = kNoMark;
    if (!isInvoke(insn.opcode) || insn.opcode == op::invokedynamic) continue;
    const uint16_t operand = m.code.operand2(i);
    const Member& member = m.members.at(operand);
    if (!member.libraryCall) {
      const bool program = !isJdkName(member.ref.owner) && member.ref.owner.substr(0, 1) != "[";
      if (program) marked = kNoMark;
      continue;
    }
    const int32_t line = lines.at(m.code, m.cls.pool, insn.bci);
    if (line == marked) continue;
    marked = line;
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
}

}  // namespace isl::instrument
