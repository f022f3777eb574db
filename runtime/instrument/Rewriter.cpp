#include "instrument/Rewriter.h"

#include <algorithm>

#include "classfile/Soundness.h"
#include "instrument/Assembler.h"
#include "instrument/Barrier.h"
#include "instrument/Births.h"
#include "instrument/Events.h"
#include "instrument/Fields.h"
#include "instrument/LibraryCalls.h"
#include "instrument/LoopCounts.h"
#include "instrument/Regions.h"

namespace isl::instrument {

using namespace classfile;

namespace {

// The helpers and their nested classes.
bool isRuntimeClass(std::string_view name) {
  for (std::string_view helper : kHelperClasses) {
    if (name.substr(0, helper.size()) != helper) continue;
    if (name.size() == helper.size() || name[helper.size()] == '$') return true;
  }
  return false;
}

// Inserted code calls a helper, whatever it does.
bool hasEdits(const ConstantPool& pool) {
  for (uint32_t i = 1; i < pool.count(); ++i) {
    if (pool.tag(i) == Tag::Class && isRuntimeClass(pool.className(i))) return true;
  }
  return false;
}

bool isTouch(const Edit& edit) {
  switch (edit.helper) {
    case Helper::Touch:
    case Helper::TouchAny:
    case Helper::TouchAge:
    case Helper::TouchAgeAny:
    case Helper::Step:
    case Helper::StepAny:
    case Helper::StepSets:
    case Helper::StepSetsAny:
    case Helper::StepFresh:
    case Helper::StepReturn:
    case Helper::StepFirstReturn: return true;
    default: return false;
  }
}

// Serves what is remembered of calls into the JDK.
bool isCall(const Edit& edit) {
  return edit.helper == Helper::Call || edit.helper == Helper::Called;
}

// Where an event is logged or counted; some take two edits.
bool isEvent(const Edit& edit) {
  switch (edit.kind) {
    case EditKind::Region:
    case EditKind::CopyBase:
    case EditKind::CopyElement:
    case EditKind::KeepArray:
    case EditKind::KeepSameArray:
    case EditKind::BeginCounts:
    case EditKind::FlushCount: return false;
    default: return edit.key != 0;
  }
}

RewriteResult skipped(SkipReason reason) {
  RewriteResult result;
  result.outcome = Outcome::Skipped;
  result.reason = reason;
  return result;
}

class ClassRewriter {
 public:
  ClassRewriter(ClassFile& cls, const ClassTraits& traits, const Features& features,
                SiteSink& sites)
      : cls_(cls), traits_(traits), features_(features), members_(cls, features, traits.library),
        housekeeping_(features.housekeeping ? cls.name : std::string_view{}),
        assembler_(cls, sites), soundness_(cls) {}

  RewriteResult run(std::vector<uint8_t>& out) {
    if (!soundness_.ofClass()) return skipped(SkipReason::NotAClassFile);
    for (const Method& method : cls_.methods) {
      if (method.code != 0 && !rewrite(method)) return skipped(SkipReason::MalformedCode);
      constexpr uint16_t kNative = 0x0100;
      if ((method.access & kNative) != 0 || method.name == "<init>") tellUnbracketed(method);
    }
    const std::vector<NewField> fields =
        addedFields(cls_, features_.events != nullptr, features_.contexts);
    if (patches_.empty() && fields.empty()) return result_;
    if (!writeClass(cls_, fields, patches_, bytes_, out)) {
      result_.outcome = Outcome::Skipped;
      result_.reason = SkipReason::PoolFull;
      return result_;
    }
    result_.outcome = Outcome::Rewritten;
    return result_;
  }

 private:
  void skip(const Method& method, SkipReason reason) {
    tellUnbracketed(method);
    ++result_.stats.methodsSkipped[static_cast<size_t>(reason)];
  }

  void tellUnbracketed(const Method& method) {
    if (features_.unbracketed) features_.unbracketed(cls_.name, method.name, method.descriptor);
  }

  // False: the class must stay as it was.
  bool rewrite(const Method& method) {
    ++result_.stats.methods;
    const uint8_t* attribute = cls_.data + method.code;
    const CodeStatus status = code_.decode(attribute + 6, method.codeEnd - method.code - 6);
    if (status == CodeStatus::Malformed) return false;
    if (status == CodeStatus::Subroutines) {
      skip(method, SkipReason::JsrRet);
      return true;
    }
    if (!soundness_.ofMethod(method, code_)) return false;
    assembler_.begin(method, code_);
    if (!collect({cls_, method, code_, features_, traits_, members_})) {
      skip(method, SkipReason::StackMismatch);
    } else if (!edits_.empty()) {
      return emit(method);
    }
    return true;
  }

  // Runs the passes; false when the interpretation failed.
  bool collect(const MethodContext& method) {
    edits_.clear();
    findRegions(method, housekeeping_, regions_);
    addHiding(method, edits_);
    addRegions(method, regions_, edits_);
    addUnit(method, edits_);
    const bool barrier = wantsBarrier(method);
    const bool births = wantsBirths(method);
    const bool atEntry = barrier && touchesThisAtEntry(method);
    const CodeSummary& summary = code_.summary();
    const bool events = wantsEvents(method);
    const bool flow = (barrier && summary.fieldAccess) ||
                      (births && (summary.allocation || method.method.name == "<init>")) || events;
    facts_.clear();
    if (flow && !interpreter_.run(code_, method.method, members_,
                                  {atEntry, features_.touchIterations, events,
                                   features_.touchDedupe, features_.freshElision},
                                  facts_)) {
      return false;
    }
    if (barrier) addBarrier(method, facts_, atEntry, edits_);
    if (barrier) addEntryTouch(method, edits_);
    addReturnSteps(method, edits_);
    if (barrier) result_.stats.accessSites += facts_.accessSites;
    if (births) addBirths(method, facts_, edits_);
    if (births && summary.invokes) addCallRules(method, edits_);
    counted_.clear();
    if (events) addEvents(method, facts_, edits_);
    if (events && features_.loopCounts) countLoops(method, facts_, edits_, counted_);
    if (features_.libraryCalls && !traits_.library && summary.invokes) {
      addLibraryCalls(method, assembler_.lines(), counted_, edits_);
    }
    // What is inserted gets room of its own on the stack and in the locals. A method that passes what it
    // declares itself would have it, too, and the VM could take what it would have rejected.
    return flow || edits_.empty() || interpreter_.run(code_, method.method, members_, {}, facts_);
  }

  // As rewrite().
  bool emit(const Method& method) {
    const size_t from = bytes_.size();
    AssembledMethod made = assembler_.assemble(edits_, regions_, counted_, bytes_);
    if (tooLong(made)) {
      const SkipReason why = made.reason;
      // Touches and calls can be missed; without births the origin of objects would be lost, and
      // without brackets objects would get a wrong one.
      drop([](const Edit& e) { return isTouch(e) || isCall(e); });
      made = assembler_.assemble(edits_, regions_, counted_, bytes_);
      if (tooLong(made)) {  // the events of this method are not seen; counted with the reduced ones
        drop([](const Edit& e) { return e.key != 0 && e.kind != EditKind::Region; });
        counted_.clear();
        made = assembler_.assemble(edits_, regions_, counted_, bytes_);
      }
      if (tooLong(made) && !regions_.empty()) {
        drop([](const Edit& e) { return e.kind != EditKind::Region; });
        made = assembler_.assemble(edits_, regions_, counted_, bytes_);
      }
      if (edits_.empty() && made.reason == SkipReason::None) made.reason = why;
      result_.stats.methodsReduced += made.reason == SkipReason::None;
    }
    if (made.reason == SkipReason::MalformedCode) return false;
    if (made.reason != SkipReason::None) {
      bytes_.resize(from);
      skip(method, made.reason);
      return true;
    }
    result_.stats.droppedTables += made.droppedTables;
    ++result_.stats.methodsRewritten;
    count();
    patches_.push_back({method.code, method.codeEnd, from, bytes_.size() - from});
    return true;
  }

  static bool tooLong(const AssembledMethod& made) {
    return made.reason == SkipReason::WouldLoseJit || made.reason == SkipReason::TooLarge;
  }

  template <typename Condition>
  void drop(Condition condition) {
    edits_.erase(std::remove_if(edits_.begin(), edits_.end(), condition), edits_.end());
  }

  void count() {
    for (const Edit& edit : edits_) {
      result_.stats.touches += isTouch(edit);
      result_.stats.calls += edit.kind == EditKind::Call && isCall(edit);
      result_.stats.births += edit.siteKind != SiteKind::Constructor &&
                              (edit.kind == EditKind::BornTop || edit.kind == EditKind::BornLocal);
      result_.stats.events += isEvent(edit);
    }
  }

  ClassFile& cls_;
  const ClassTraits& traits_;
  const Features& features_;
  MemberTable members_;
  Housekeeping housekeeping_;
  Assembler assembler_;
  RewriteResult result_;
  Code code_;
  Soundness soundness_;
  Interpreter interpreter_;
  FlowFacts facts_;
  std::vector<Edit> edits_;
  std::vector<Region> regions_;
  CountedLoops counted_;
  std::vector<Patch> patches_;
  std::vector<uint8_t> bytes_;
};

}  // namespace

const char* describe(SkipReason reason) {
  switch (reason) {
    case SkipReason::None: return "not skipped";
    case SkipReason::NotAClassFile: return "malformed class file";
    case SkipReason::UnsupportedVersion: return "class file version not supported";
    case SkipReason::Excluded: return "class of the agent";
    case SkipReason::HasEdits: return "rewritten before";
    case SkipReason::MalformedCode: return "malformed code";
    case SkipReason::JsrRet: return "subroutines (jsr/ret)";
    case SkipReason::StackMismatch: return "inconsistent stack";
    case SkipReason::TooLarge: return "code would pass 64 KB";
    case SkipReason::WouldLoseJit: return "code would pass 8000 bytes and stay interpreted";
    case SkipReason::PoolFull: return "constant pool full";
    case SkipReason::Count: break;
  }
  return "unknown";
}

RewriteResult rewriteClass(const uint8_t* in, size_t length, const ClassTraits& traits,
                           const Features& features, SiteSink& sites, std::vector<uint8_t>& out) {
  ClassFile cls;
  switch (cls.parse(in, length)) {
    case ParseStatus::Malformed: return skipped(SkipReason::NotAClassFile);
    case ParseStatus::UnsupportedVersion: return skipped(SkipReason::UnsupportedVersion);
    case ParseStatus::Ok: break;
  }
  if (isRuntimeClass(cls.name)) return skipped(SkipReason::Excluded);
  if (hasEdits(cls.pool)) return skipped(SkipReason::HasEdits);
  return ClassRewriter(cls, traits, features, sites).run(out);
}

}  // namespace isl::instrument
