#include "instrument/LibraryCalls.h"

#include "classfile/Relocation.h"

namespace isl::instrument {

using namespace classfile;

namespace {

constexpr std::string_view kBoxes[] = {
    "java/lang/Byte", "java/lang/Short", "java/lang/Character", "java/lang/Integer",
    "java/lang/Long", "java/lang/Float", "java/lang/Double"};

bool isBoxing(const MemberRef& ref) {
  // "(I)L...": a primitive parameter, so no parsing of a string.
  if (ref.name != "valueOf" || ref.descriptor.size() < 3 || ref.descriptor[2] != ')') return false;
  for (std::string_view box : kBoxes) {
    if (ref.owner == box) return true;
  }
  return false;
}

SiteKind kindOf(const MemberRef& ref) {
  if (isBoxing(ref)) return SiteKind::BoxingCall;
  const bool builder =
      ref.owner == "java/lang/StringBuilder" || ref.owner == "java/lang/StringBuffer";
  return builder ? SiteKind::StringCall : SiteKind::LibraryCall;
}

// False: no call is worth a mark.
bool addMarks(const MethodContext& m, Lines& lines, std::vector<Edit>& edits) {
  constexpr int32_t kNoMark = -2;
  int32_t marked = kNoMark;
  SiteKind markedKind = SiteKind::LibraryCall;
  bool any = false;
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    const Insn insn = insns[i];
    if (insn.leader) marked = kNoMark;
    if (!isInvoke(insn.opcode) || insn.opcode == op::invokedynamic) continue;
    const uint16_t operand = m.code.operand2(i);
    const Member& member = m.members.at(operand);
    if (!member.libraryCall) continue;  // what the program's own methods mark they put back
    const int32_t line = lines.at(m.code, m.cls.pool, insn.bci);
    const SiteKind kind = kindOf(member.ref);
    if (line == marked && kind == markedKind) continue;
    marked = line;
    markedKind = kind;
    any = true;
    Edit edit;
    edit.kind = EditKind::Call;
    edit.helper = Helper::Call;
    edit.siteKind = kind;
    edit.place = placeBefore(insn.bci);
    edit.bci = insn.bci;
    edit.target = operand;
    edit.key = line;
    edits.push_back(edit);
  }
  return any;
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
  if (local >= kMostLocals || !addMarks(m, lines, edits)) return;
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
    edit.place = placeBefore(insns[i].bci);
    edits.push_back(edit);
  }
}

}  // namespace isl::instrument
