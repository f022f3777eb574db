#include "instrument/Births.h"

#include "classfile/Relocation.h"

namespace isl::instrument {

using namespace classfile;

bool wantsBirths(const MethodContext& m) {
  const std::string_view name = m.cls.name;
  // What java.lang.invoke makes is linkage, not the program's; Object.clone is charged to callers.
  return m.features.births && name != "java/lang/Object" &&
         name.substr(0, 17) != "java/lang/invoke/";
}

namespace {

Helper birthHelper(const MethodContext& m) {
  const bool divided = m.features.sequences || m.features.scopes;
  if (m.features.events != nullptr) {
    if (m.traits.library) return divided ? Helper::EventBornLibSeq : Helper::EventBornLib;
    return divided ? Helper::EventBornSeq : Helper::EventBorn;
  }
  if (m.features.ages) {
    if (m.traits.library) return m.features.sequences ? Helper::BornAgeLibSeq : Helper::BornAgeLib;
    return m.features.sequences ? Helper::BornAgeSeq : Helper::BornAge;
  }
  if (m.traits.library) return divided ? Helper::BornLibSeq : Helper::BornLib;
  return divided ? Helper::BornSeq : Helper::Born;
}

// Constructors mark their object as well: what a method handle, a constructor reference or native code
// makes has no `new` in any class that can be rewritten. Whoever knows better says so afterwards.
void addConstructed(const MethodContext& m, const FlowFacts& facts, std::vector<Edit>& edits) {
  const auto tracked = [&m](std::string_view name) {
    return !m.features.trackable || m.features.trackable(name);
  };
  if (m.features.events != nullptr || m.method.name != "<init>" || !tracked(m.cls.name)) return;
  for (const ConstructedFact& fact : facts.constructed) {
    const Member& callee = m.members.at(load2(m.code.bytes() + fact.bci + 1));
    // Of a chain of constructors the first one that may be of a tracked class is enough.
    const bool first = fact.root || (callee.ref.owner != m.cls.name && !tracked(callee.ref.owner));
    if (!first) continue;
    Edit edit;
    edit.kind = EditKind::BornLocal;
    edit.helper = birthHelper(m);
    edit.siteKind = SiteKind::Constructor;
    edit.place = placeBehindPredecessor(fact.bci + 3u);
    edit.bci = static_cast<uint16_t>(fact.bci);
    edit.local = static_cast<uint16_t>(fact.local);
    edits.push_back(edit);
  }
}

}  // namespace

void addBirths(const MethodContext& m, const FlowFacts& facts, std::vector<Edit>& edits) {
  addConstructed(m, facts, edits);
  Edit edit;
  edit.siteKind = m.traits.library ? SiteKind::LibraryNew : SiteKind::New;
  edit.helper = birthHelper(m);
  for (const BirthFact& birth : facts.births) {
    edit.target = load2(m.code.bytes() + birth.newBci + 1);
    if (m.features.trackable && !m.features.trackable(m.cls.pool.className(edit.target))) continue;
    edit.place = placeBehindPredecessor(birth.bci + 3);  // invokespecial is three bytes long
    edit.bci = static_cast<uint16_t>(birth.newBci);
    edit.kind = birth.local == kNoLocal ? EditKind::BornTop : EditKind::BornLocal;
    edit.local = static_cast<uint16_t>(birth.local == kNoLocal ? 0 : birth.local);
    edits.push_back(edit);
    if (m.features.events == nullptr) continue;
    if (m.features.states) {
      Edit fresh = edit;
      fresh.kind = edit.kind == EditKind::BornTop ? EditKind::TouchTop : EditKind::TouchLocal;
      fresh.helper = Helper::StepFresh;
      edits.push_back(fresh);
    }
    Edit expect = edit;  // the same site, told before the constructor runs
    expect.kind = EditKind::Call;
    expect.helper = m.traits.library ? Helper::ExpectLib : Helper::Expect;
    expect.place = placeBefore(birth.bci);
    edits.push_back(expect);
  }
}

namespace {

bool isObjectClone(const MemberRef& ref) {
  return ref.name == "clone" && ref.owner == "java/lang/Object" &&
         ref.descriptor == "()Ljava/lang/Object;";
}

// Internal name of the class that a method descriptor returns; empty when it returns none.
std::string_view resultClass(std::string_view descriptor) {
  const size_t from = descriptor.find(")L");
  if (from == std::string_view::npos) return {};
  return descriptor.substr(from + 2, descriptor.size() - from - 3);
}

bool appliesTo(const Member& member, uint8_t opcode) {
  if (!member.valid) return false;
  if (opcode == op::invokespecial) return isObjectClone(member.ref);
  return member.callRule && (opcode == op::invokevirtual || opcode == op::invokedynamic);
}

}  // namespace

void addCallRules(const MethodContext& m, std::vector<Edit>& edits) {
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    const uint8_t opcode = insns[i].opcode;
    if (!isInvoke(opcode)) continue;
    const uint16_t operand = m.code.operand2(i);
    const Member& member = m.members.at(operand);
    if (!appliesTo(member, opcode)) continue;
    // A concatenation returns a String, a lambda an instance of its interface and of nothing else.
    if (opcode == op::invokedynamic && m.features.trackable &&
        !m.features.trackable(resultClass(member.ref.descriptor))) {
      continue;
    }
    Edit edit;
    edit.kind = EditKind::BornTop;
    edit.helper = birthHelper(m);
    const bool copy = opcode == op::invokespecial;  // clone: the word is the original's
    if (copy && m.features.events != nullptr) {
      edit.helper = m.traits.library ? Helper::EventCopiedLib : Helper::EventCopied;
    } else if (!copy && m.features.states && m.features.events == nullptr) {
      edit.helper = m.traits.library ? Helper::BornKeptLib : Helper::BornKept;
    }
    edit.siteKind = SiteKind::CallRule;
    edit.place = placeBehindPredecessor(insns[i + 1].bci);
    edit.bci = insns[i].bci;
    edit.target = operand;
    edits.push_back(edit);
  }
}

}  // namespace isl::instrument
