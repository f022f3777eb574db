#include "instrument/Events.h"

#include "classfile/Relocation.h"
#include "instrument/EventSink.h"

namespace isl::instrument {

using namespace classfile;

namespace {

// The helper for a value of the given descriptor, from the one for int.
Helper forType(Helper ofInt, char kind) {
  const auto base = static_cast<uint8_t>(ofInt);
  switch (kind) {
    case 'J': return static_cast<Helper>(base + 1);
    case 'F': return static_cast<Helper>(base + 2);
    case 'D': return static_cast<Helper>(base + 3);
    case 'L':
    case '[': return static_cast<Helper>(base + 4);
    default: return ofInt;
  }
}

bool isWide(char kind) { return kind == 'J' || kind == 'D'; }

class EventEdits {
 public:
  EventEdits(const MethodContext& m, std::vector<Edit>& edits) : m_(m), edits_(edits) {}

  void field(const EventFact& fact) {
    const Insn& insn = m_.code.insns()[fact.index];
    const Member& member = m_.members.at(m_.code.operand2(fact.index));
    const bool write = insn.opcode == op::putfield;
    const EventChoice choice = write ? member.writeEvent : member.readEvent;
    const char kind = member.ref.descriptor[0];
    Edit edit;
    edit.key = choice.key;
    edit.place = placeBefore(insn.bci);
    if (!choice.words) {
      edit.helper = Helper::Use;
      edit.kind = !write                   ? EditKind::TouchTop
                  : fact.local != kNoLocal ? EditKind::TouchLocal
                  : isWide(kind)           ? EditKind::TouchUnder2
                                           : EditKind::TouchUnder1;
      edit.local = static_cast<uint16_t>(fact.local == kNoLocal ? 0 : fact.local);
      edits_.push_back(edit);
      return;
    }
    edit.helper = forType(choice.latest ? Helper::LatestInt : Helper::UseInt, kind);
    if (write) {
      edit.kind = isWide(kind) ? EditKind::StoreWide : EditKind::Store;
      edits_.push_back(edit);
      return;
    }
    edit.kind = EditKind::CopyBase;
    edits_.push_back(edit);
    edit.kind = isWide(kind) ? EditKind::LoadedWide : EditKind::Loaded;
    edit.place = placeBehindPredecessor(insn.bci + 3u);
    edits_.push_back(edit);
  }

  void elements() {
    const std::vector<Insn>& insns = m_.code.insns();
    for (uint32_t i = 0; i < m_.code.count(); ++i) {
      const uint8_t opcode = insns[i].opcode;
      const bool read = isElementLoad(opcode);
      const bool write = isElementStore(opcode);
      if (read || write)
        element(insns[i].bci, "IJFDLBCS"[opcode - (read ? op::iaload : op::iastore)], write);
    }
  }

  // Births of arrays, by instruction and by the library's methods that make arrays: of these the JIT
  // compiler has versions of its own, which run no bytecode.
  void arrays() {
    const std::vector<Insn>& insns = m_.code.insns();
    const bool near = stores() || m_.features.events->knowsBirths(m_.cls.name);
    for (uint32_t i = 0; i < m_.code.count(); ++i) {
      if (!makesArray(i)) continue;
      Edit edit;
      edit.kind = EditKind::BornTop;
      const bool nested = insns[i].opcode == op::multianewarray;
      edit.helper = nested ? (m_.traits.library ? Helper::BornArraysLib : Helper::BornArrays)
                           : (m_.traits.library ? Helper::BornArrayLib : Helper::BornArray);
      edit.siteKind = SiteKind::NewArray;
      edit.place = placeBehindPredecessor(insns[i + 1].bci);
      edit.bci = insns[i].bci;
      edit.far = !near;
      edits_.push_back(edit);
    }
  }

  // Stores that may put an array on a path; are there any?
  bool stores() {
    const std::vector<Insn>& insns = m_.code.insns();
    bool any = false;
    for (uint32_t i = 0; i < m_.code.count(); ++i) {
      if (insns[i].opcode != op::putfield) continue;
      Edit edit;
      edit.key = m_.features.events->mayPutOnPath(m_.members.at(m_.code.operand2(i)).ref);
      if (edit.key == 0) continue;
      any = true;
      edit.kind = EditKind::TouchTop;
      edit.helper = Helper::Stored;
      edit.place = placeBefore(insns[i].bci);
      edits_.push_back(edit);
    }
    return any;
  }

  void returns(const FlowFacts& facts) {
    const bool isStatic = (m_.method.access & kAccStatic) != 0;
    const EventChoice choice =
        m_.features.events->call(m_.cls.name, m_.method.name, m_.method.descriptor, isStatic);
    if (choice.key == 0) return;
    const char kind = m_.method.descriptor[m_.method.descriptor.find(')') + 1];
    const bool reference = kind == 'L' || kind == '[';
    if (isStatic && !reference) return;  // neither receiver nor value can be tracked
    const bool value = reference || (choice.words && kind != 'V');
    Edit edit;
    edit.key = choice.key;
    for (const ReturnFact& fact : facts.returns) {
      edit.place = placeBefore(fact.bci);
      edit.local = static_cast<uint16_t>(fact.receiver);
      edit.local = fact.receiver == kNoLocal ? Edit::kNullLocal : edit.local;
      edit.helper = value ? forType(Helper::ReturnedInt, kind) : Helper::Returned;
      edit.kind = !value         ? EditKind::ReturnVoid
                  : isWide(kind) ? EditKind::ReturnWide
                                 : EditKind::ReturnOne;
      edits_.push_back(edit);
    }
  }

  void constructed(const ConstructedFact& fact) {
    Edit edit;
    edit.kind = EditKind::BornLocal;
    const bool plain =
        !m_.features.sequences && !m_.features.scopes && !m_.features.events->logsBirths();
    edit.helper = plain ? Helper::Constructed : Helper::ConstructedSeq;
    edit.siteKind = SiteKind::Constructor;
    edit.place = placeBehindPredecessor(fact.bci + 3u);
    edit.bci = static_cast<uint16_t>(fact.bci);
    edit.local = static_cast<uint16_t>(fact.local);
    edits_.push_back(edit);
  }

 private:
  bool makesArray(uint32_t index) const {
    const uint8_t opcode = m_.code.insns()[index].opcode;
    EventSink& sink = *m_.features.events;
    if (opcode == op::newarray) {
      // JVMS 6.5 newarray, Table 6.5.newarray-A: codes 4 to 11.
      const uint8_t code = m_.code.bytes()[m_.code.insns()[index].bci + 1];
      return code >= 4 && code <= 11 &&
             sink.tracksArray(std::string_view(&"ZCFDBSIJ"[code - 4], 1));
    }
    if (opcode == op::anewarray) {
      return sink.tracksArray(m_.cls.pool.className(m_.code.operand2(index)));
    }
    if (opcode == op::multianewarray) {
      // The array itself, and the arrays in it as far as the instruction makes them.
      const std::string_view type = m_.cls.pool.className(m_.code.operand2(index));
      const uint8_t made = m_.code.bytes()[m_.code.insns()[index].bci + 3];
      for (size_t d = 1; d <= made && d < type.size(); ++d) {
        if (sink.tracksArray(type.substr(d))) return true;
      }
      return false;
    }
    if (opcode != op::invokestatic && opcode != op::invokevirtual) return false;
    const MemberRef& ref = m_.members.at(m_.code.operand2(index)).ref;
    if (opcode == op::invokevirtual) {
      return ref.name == "clone" && ref.owner.size() > 1 && ref.owner[0] == '[' &&
             sink.tracksArray(ref.owner.substr(1));
    }
    if (ref.owner == "java/util/Arrays") {
      return (ref.name == "copyOf" || ref.name == "copyOfRange") && sink.tracksArray("");
    }
    return ref.owner == "java/lang/reflect/Array" &&
           (ref.name == "newInstance" || ref.name == "newArray" || ref.name == "multiNewArray") &&
           sink.tracksArray("");
  }

  void element(uint32_t bci, char kind, bool write) {
    const EventChoice choice = m_.features.events->element(kind, write);
    if (choice.key == 0) return;
    Edit edit;
    edit.key = choice.key;
    edit.place = placeBefore(bci);
    if (write && kind == 'L') {  // the value may not fit, so the helper has to know it
      edit.kind = EditKind::ElementStore;
      edit.helper = choice.words ? Helper::ElementRef : Helper::ElementStored;
      edit.valueKind = kind;
      edits_.push_back(edit);
      return;
    }
    if (!choice.words) {
      edit.kind = EditKind::ElementUse;
      edit.helper = Helper::ElementUse;
      edit.valueKind = write ? kind : '\0';
      edit.counted = choice.counted;
      edits_.push_back(edit);
      return;
    }
    edit.helper = forType(Helper::ElementInt, kind);
    if (write) {
      edit.kind = EditKind::ElementStore;
      edit.valueKind = kind;
      edits_.push_back(edit);
      return;
    }
    edit.kind = EditKind::CopyElement;
    edits_.push_back(edit);
    edit.kind = isWide(kind) ? EditKind::ElementLoadedWide : EditKind::ElementLoaded;
    edit.place = placeBehindPredecessor(bci + 1);
    edits_.push_back(edit);
  }

  const MethodContext& m_;
  std::vector<Edit>& edits_;
};

}  // namespace

bool wantsEvents(const MethodContext& m) {
  return m.features.events != nullptr && m.cls.name != "java/lang/Object";
}

void addEvents(const MethodContext& m, const FlowFacts& facts, std::vector<Edit>& edits) {
  EventEdits pass(m, edits);
  constexpr uint16_t kSynthetic = 0x1000;
  for (const EventFact& fact : facts.events) pass.field(fact);
  pass.elements();
  pass.arrays();
  if (m.method.name == "<init>") {
    if (!m.features.events->mayConstruct(m.cls.name)) return;
    for (const ConstructedFact& fact : facts.constructed) {
      if (fact.root) pass.constructed(fact);
    }
  } else if (m.method.name != "<clinit>" && (m.method.access & kSynthetic) == 0) {
    pass.returns(facts);
  }
}

}  // namespace isl::instrument
