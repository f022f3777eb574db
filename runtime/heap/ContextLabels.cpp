#include "heap/ContextLabels.h"

namespace isl {

ContextSets::ContextSets(const IslSpec& spec, const std::vector<int>& sequenceOf) {
  uint64_t predecessors = 0;  // contexts that some context names as its path
  for (uint32_t c = 0; c < spec.contextCount; c++) {
    if (spec.contexts[c].path < 0) continue;
    withPath |= uint64_t{1} << c;
    predecessors |= uint64_t{1} << spec.contexts[c].path;
  }
  const bool asks = (spec.rules & ISL_RULE_HEADS_FROM_NONE) != 0 && spec.mainContext >= 0;
  for (uint32_t c = 0; c < spec.contextCount; c++) {
    if ((withPath >> c & 1) != 0) continue;
    (asks ? askingHeads : certainHeads) |= uint64_t{1} << c;
    const bool main = static_cast<int32_t>(c) == spec.mainContext;
    if (!main && sequenceOf[c] < 0) unownedHeads |= uint64_t{1} << c;
  }
  owned = (predecessors | withPath) & ~unownedHeads;
  if (spec.mainContext < 0) return;
  pathOnMain = (certainHeads >> spec.mainContext & 1) == 0;
  const char* type = spec.contexts[spec.mainContext].type;
  arraysOnMain = spec.needsArrayContents || spec.onReached != nullptr ||
                 (type != nullptr && typeNameFromSource(type).dims > 0);
}

ContextLabels::ContextLabels(const IslSpec* spec, size_t index, std::vector<int> sequenceOf,
                             const WalkState& walk, NodeTable& nodes)
    : spec_(spec), index_(index), sequenceOf_(std::move(sequenceOf)), walk_(walk), nodes_(nodes),
      sets_(*spec, sequenceOf_) {}

// An array that no object of the program is known to own is still accepted as a path predecessor
// (it may hang off a static field or a local variable), never as a tracked object.
bool ContextLabels::holds(uint32_t context, uint32_t classId, uint32_t word, bool known) const {
  if ((ofClass(classId) >> context & 1) == 0) return false;
  const bool main = static_cast<int32_t>(context) == spec_->mainContext;
  if (!known) return !main;
  if ((sets_.unownedHeads >> context & 1) != 0 &&
      (*walk_.classes)[classId].kind != ClassKind::Instance) {
    return true;
  }
  const uint32_t site = siteOf(word);
  if (site == kSiteUnknown) return false;
  const int sequence = sequenceOf_[context];
  if (sequence < 0) return true;
  // Under a static initialiser no sequence is recorded: good enough for the way to an object.
  if (site == kSiteInitializer) return !main;
  return site < walk_.sequences->size() && ((*walk_.sequences)[site] >> sequence & 1) != 0;
}

bool ContextLabels::holds(uint32_t context, uint32_t node) const {
  const Node& n = nodes_[node];
  return holds(context, n.classId, n.word, n.hasWord);
}

bool ContextLabels::any(uint32_t classId, uint32_t word, bool known) const {
  for (uint64_t rest = ofClass(classId); rest != 0; rest &= rest - 1) {
    if (holds(static_cast<uint32_t>(__builtin_ctzll(rest)), classId, word, known)) return true;
  }
  return false;
}

bool ContextLabels::any(uint32_t node) const {
  const Node& n = nodes_[node];
  return any(n.classId, n.word, n.hasWord);
}

}  // namespace isl
