#include "instrument/Barrier.h"

#include "classfile/Relocation.h"
#include "instrument/Names.h"

namespace isl::instrument {

using namespace classfile;

bool wantsBarrier(const MethodContext& m) {
  // Object has no fields but ours, and everything inherits its constructor.
  return (m.features.touchReads || m.features.touchWrites) && m.cls.name != "java/lang/Object";
}

bool touchesThisAtEntry(const MethodContext& m) {
  if (!wantsBarrier(m) || !m.code.summary().invokes || (m.method.access & kAccStatic) != 0 ||
      m.method.name == "<init>" || m.code.maxLocals() == 0) {
    return false;
  }
  bool hidden = false;
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count() && !hidden; ++i) {
    const uint8_t opcode = insns[i].opcode;
    hidden = opcode == op::invokevirtual && m.members.at(m.code.operand2(i)).hidesAccess;
  }
  return hidden && (!m.features.touchable || m.features.touchable(m.cls.name));
}

namespace {

// Local variable of the object that a call of the method accesses; kNoLocal for other methods.
uint32_t accessedArgument(std::string_view owner, std::string_view name,
                          std::string_view descriptor, bool isStatic) {
  if (owner == "java/lang/reflect/Field") {
    const bool access = startsWith(name, "get") || startsWith(name, "set");
    return access && startsWith(descriptor, "(Ljava/lang/Object;") ? 1 : kNoLocal;
  }
  if (owner == "sun/misc/Unsafe") {
    return startsWith(descriptor, "(Ljava/lang/Object;J") ? 1 : kNoLocal;
  }
  if (owner == "java/lang/invoke/DirectMethodHandle") {
    return isStatic && name == "checkBase" ? 0 : kNoLocal;
  }
  if (startsWith(owner, "java/lang/invoke/VarHandle")) {
    const bool field = owner.find("$FieldInstance") != std::string_view::npos;
    const bool access = startsWith(descriptor, "(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;");
    return field && isStatic && access ? 1 : kNoLocal;
  }
  if (startsWith(owner, "java/util/concurrent/atomic/Atomic")) {
    const bool updater = owner.find("FieldUpdater$") != std::string_view::npos;
    const bool access = !isStatic && !startsWith(name, "<") && !startsWith(name, "accessCheck") &&
                        startsWith(descriptor, "(Ljava/lang/Object;");
    return updater && access ? 1 : kNoLocal;
  }
  return kNoLocal;
}

}  // namespace

void addEntryTouch(const MethodContext& m, std::vector<Edit>& edits) {
  if (!m.traits.library) return;
  const bool isStatic = (m.method.access & kAccStatic) != 0;
  const uint32_t local = accessedArgument(m.cls.name, m.method.name, m.method.descriptor, isStatic);
  if (local == kNoLocal) return;
  Edit edit;
  edit.helper = m.features.ages      ? Helper::TouchAgeAny
                : !m.features.states ? Helper::TouchAny
                : m.features.usesSet ? Helper::StepSetsAny
                                     : Helper::StepAny;
  edit.kind = EditKind::TouchLocal;
  edit.place = placeBehindPredecessor(0);
  edit.local = static_cast<uint16_t>(local);
  edits.push_back(edit);
}

void addReturnSteps(const MethodContext& m, std::vector<Edit>& edits) {
  constexpr uint16_t kSynthetic = 0x1000;
  if (!m.features.returnSteps || m.method.name == "<init>" || (m.method.access & kSynthetic) != 0) {
    return;
  }
  const bool isStatic = (m.method.access & kAccStatic) != 0;
  if (!m.features.returnSteps(m.cls.name, m.method.name, m.method.descriptor, isStatic)) return;
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    if (insns[i].opcode != op::areturn) continue;
    Edit edit;
    edit.helper = m.features.returnsOnce ? Helper::StepFirstReturn : Helper::StepReturn;
    edit.kind = EditKind::TouchTop;
    edit.place = placeBefore(insns[i].bci);
    edits.push_back(edit);
  }
}

void addBarrier(const MethodContext& m, const FlowFacts& facts, bool thisAtEntry,
                std::vector<Edit>& edits) {
  Edit edit;
  edit.helper = m.features.ages      ? Helper::TouchAge
                : !m.features.states ? Helper::Touch
                : m.features.usesSet ? Helper::StepSets
                                     : Helper::Step;
  if (thisAtEntry) {
    edit.kind = EditKind::TouchLocal;
    edit.place = placeBehindPredecessor(0);
    edits.push_back(edit);
  }
  for (const AccessFact& access : facts.accesses) {
    edit.place = placeBefore(access.bci);
    if (access.valueSlots == 0) {
      edit.kind = EditKind::TouchTop;
    } else if (access.local != kNoLocal) {
      edit.kind = EditKind::TouchLocal;
      edit.local = static_cast<uint16_t>(access.local);
    } else {
      edit.kind = access.valueSlots == 1 ? EditKind::TouchUnder1 : EditKind::TouchUnder2;
    }
    edits.push_back(edit);
  }
}

}  // namespace isl::instrument
