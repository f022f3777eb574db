#include "instrument/Regions.h"

#include <algorithm>

#include "classfile/Relocation.h"
#include "instrument/Names.h"
#include "store/MethodId.h"

namespace isl::instrument {

using namespace classfile;

namespace {

// '*' matches any characters but '/', "**" any characters.
bool matches(std::string_view glob, std::string_view text) {
  while (!glob.empty()) {
    if (glob[0] == '*') {
      const bool deep = glob.size() > 1 && glob[1] == '*';
      const std::string_view rest = glob.substr(deep ? 2 : 1);
      for (size_t taken = 0;; ++taken) {
        if (matches(rest, text.substr(taken))) return true;
        if (taken == text.size() || (!deep && text[taken] == '/')) return false;
      }
    }
    if (text.empty() || glob[0] != text[0]) return false;
    glob.remove_prefix(1);
    text.remove_prefix(1);
  }
  return text.empty();
}

struct NamedRule {
  std::string_view cls;
  std::string_view method;
  bool applies;  // false: an exception to the rules behind it
};

constexpr NamedRule kRules[] = {
#define ISL_HOUSEKEEPING(cls, method) {cls, method, true},
#define ISL_NOT_HOUSEKEEPING(cls, method) {cls, method, false},
#include "instrument/Housekeeping.def"
};

}  // namespace

Housekeeping::Housekeeping(std::string_view cls) {
  for (const NamedRule& rule : kRules) {
    if (matches(rule.cls, cls)) rules_.push_back({rule.method, rule.applies});
  }
}

bool Housekeeping::covers(std::string_view method) const {
  for (const Rule& rule : rules_) {
    if (matches(rule.method, method)) return rule.applies;
  }
  return false;
}

namespace {

// A method under which nothing can be allocated is no frame of any context. Where the VM switches
// between the carrier and the virtual thread, an entry and its exit would belong to different threads.
bool isContextFrame(const MethodContext& m) {
  const std::string_view name = m.cls.name;
  const bool switches =
      startsWith(name, "java/lang/VirtualThread") || startsWith(name, "jdk/internal/vm/");
  const CodeSummary& summary = m.code.summary();
  return name != "java/lang/Object" && !switches && (summary.invokes || summary.allocation);
}

// The walk must not meet a virtual thread that is not complete (ConstructionGate.h).
bool makesVirtualThread(const MethodContext& m) {
  if (!m.code.summary().allocation || !mayMakeVirtualThreads(m.cls.name)) return false;
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    if (insns[i].opcode == op::new_ &&
        m.cls.pool.className(m.code.operand2(i)) == "java/lang/VirtualThread") {
      return true;
    }
  }
  return false;
}

}  // namespace

// The class and its constructors are private to the package.
bool mayMakeVirtualThreads(std::string_view cls) {
  constexpr std::string_view kPackage = "java/lang/";
  return startsWith(cls, kPackage) && cls.find('/', kPackage.size()) == std::string_view::npos;
}

void findRegions(const MethodContext& m, const Housekeeping& housekeeping,
                 std::vector<Region>& regions) {
  regions.clear();
  if (m.method.name == "<init>") return;  // a handler would see uninitialisedThis
  if (makesVirtualThread(m)) {
    regions.push_back({Helper::EnterConstruction, Helper::ExitConstruction, 0});
  }
  if (m.features.housekeeping && m.cls.name != "java/lang/Object") {
    if (m.method.name == "<clinit>") {
      regions.push_back({Helper::EnterInit, Helper::ExitInit, 0});
    } else if (housekeeping.covers(m.method.name)) {
      regions.push_back({Helper::EnterHousekeeping, Helper::ExitHousekeeping, 0});
    }
  }
  if (m.features.sequenceKey) {
    const int32_t key = m.features.sequenceKey(m.cls.name, m.method.name, m.method.descriptor);
    if (key >= 0) regions.push_back({Helper::EnterSeq, Helper::ExitSeq, key});
  }
  if (m.features.contexts && isContextFrame(m)) {
    const int32_t method = stableMethodId(m.cls.name, m.method.name, m.method.descriptor);
    regions.push_back({Helper::EnterContext, Helper::ExitContext, method});
  }
}

void addRegions(const MethodContext& m, const std::vector<Region>& regions,
                std::vector<Edit>& edits) {
  if (regions.empty()) return;
  Edit edit;
  edit.kind = EditKind::Region;
  edit.place = placeBehindPredecessor(0);
  for (const Region& region : regions) {
    edit.helper = region.enter;
    edit.key = region.key;
    edits.push_back(edit);
  }
  const std::vector<Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    if (kOpcodes[insns[i].opcode].shape != Shape::Return || insns[i].opcode == op::athrow) continue;
    edit.place = placeBefore(insns[i].bci);
    for (auto region = regions.rbegin(); region != regions.rend(); ++region) {
      edit.helper = region->exit;
      edit.key = region->key;
      edits.push_back(edit);
    }
  }
}

// A bridge calls the method of that name that it stands for, which counts.
static bool leadsToAnother(const MethodContext& m) {
  return (m.method.access & kAccBridge) != 0 &&
         std::any_of(m.cls.methods.begin(), m.cls.methods.end(), [&m](const auto& other) {
           return other.name == m.method.name && (other.access & kAccBridge) == 0;
         });
}

void addUnit(const MethodContext& m, std::vector<Edit>& edits) {
  if (!m.features.unitRow || m.method.name == "<init>" || leadsToAnother(m)) return;
  const int32_t row = m.features.unitRow(m.cls.name, m.method.name);
  if (row < 0) return;
  Edit edit;
  edit.kind = EditKind::Region;
  edit.place = placeBehindPredecessor(0);
  const std::vector<int32_t>& settled = m.features.settledRows;
  if (std::find(settled.begin(), settled.end(), row) != settled.end()) {
    edit.helper = Helper::Settle;
    edits.push_back(edit);
  }
  edit.helper = Helper::Unit;
  edit.key = row;
  edits.push_back(edit);
}

}  // namespace isl::instrument
