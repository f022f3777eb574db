#include "heap/RecordEngine.h"

#include <algorithm>

namespace isl {

RecordEngine::RecordEngine(const IslSpec* spec, size_t index, std::vector<int> sequenceOf,
                           NodeTable& nodes)
    : Engine(spec, index), sequenceOf_(std::move(sequenceOf)), nodes_(nodes), codes_(*spec) {
  historyOffset_ = static_cast<uint32_t>(sizeof(IslRecord)) + recordAlign(spec->fieldsBytes);
  recordBytes_ = historyOffset_;
  if (spec->hasHistory && spec->partition == ISL_PARTITION_ALL) {
    recordBytes_ += recordAlign(spec->historyBytes());
  }
  records_ = RecordPool(recordBytes_);
  leastLength_ = isl_least_length(*spec);
  for (uint32_t c = 0; c < spec->contextCount; c++) {
    if (spec->contexts[c].path < 0) continue;
    pathContexts_ |= uint64_t{1} << c;
    predecessorContexts_ |= uint64_t{1} << spec->contexts[c].path;
  }
  for (uint32_t c = 0; c < spec->contextCount; c++) {
    const bool head = (pathContexts_ >> c & 1) == 0;
    const bool main = static_cast<int32_t>(c) == spec->mainContext;
    if (head && !main && sequenceOf_[c] < 0) unownedHeads_ |= uint64_t{1} << c;
  }
  ownedContexts_ = (predecessorContexts_ | pathContexts_) & ~unownedHeads_;
  const bool asks = (spec->rules & ISL_RULE_HEADS_FROM_NONE) != 0 && spec->mainContext >= 0;
  for (uint32_t c = 0; c < spec->contextCount; c++) {
    if ((pathContexts_ >> c & 1) != 0) continue;
    (asks ? askingHeads_ : certainHeads_) |= uint64_t{1} << c;
  }
  flagsInWord_ = spec->flagCount > 0 && WordLayout::keepsFlags();
  stateless_ = flagsInWord_ && pathContexts_ == 0 && !asks && spec->onReached == nullptr &&
               !spec->needsArrayContents;
  wantsEdges_ = !stateless_;
  if (spec->mainContext >= 0) {
    const char* type = spec->contexts[spec->mainContext].type;
    arraysOnMain_ = spec->needsArrayContents || spec->onReached != nullptr ||
                    (type != nullptr && typeNameFromSource(type).dims > 0);
  }
  stateless_ = stateless_ || (spec->traits & ISL_TRAIT_SPARSE) != 0;
  if (stateless_) scratch_.resize(recordBytes_);
  pathOnMain_ = spec->mainContext >= 0 && !isCertain(static_cast<uint32_t>(spec->mainContext));
}

void RecordEngine::begin(const WalkState& walk) {
  walk_ = walk;
  stats_.clear();
  scopeStats_.clear();
  sums_ = CheckSums{};
  pending_.clear();
  candidates_.clear();
  heads_.clear();
  tracked_.clear();
  contents_.clear();
}

bool RecordEngine::isMain(uint32_t classId) const {
  if (spec_->mainContext < 0) return true;
  return ((*walk_.classes)[classId].contexts[index_] >> spec_->mainContext & 1) != 0;
}

// An array that no object of the program is known to own is still accepted as a path predecessor
// (it may hang off a static field or a local variable), never as a tracked object.
bool RecordEngine::labelHolds(uint32_t context, uint32_t classId, uint32_t word, bool known) const {
  if (((*walk_.classes)[classId].contexts[index_] >> context & 1) == 0) return false;
  if (!known) return static_cast<int32_t>(context) != spec_->mainContext;
  if ((unownedHeads_ >> context & 1) != 0 &&
      (*walk_.classes)[classId].kind != ClassKind::Instance) {
    return true;
  }
  const uint32_t site = siteOf(word);
  if (site == kSiteUnknown) return false;
  const int sequence = sequenceOf_[context];
  if (sequence < 0) return true;
  // Under a static initialiser no sequence is recorded: good enough for the way to an object.
  if (site == kSiteInitializer) return static_cast<int32_t>(context) != spec_->mainContext;
  return site < walk_.sequences->size() && ((*walk_.sequences)[site] >> sequence & 1) != 0;
}

bool RecordEngine::nodeHasLabel(uint32_t node, uint32_t context) const {
  const Node& n = nodes_[node];
  return labelHolds(context, n.classId, n.word, n.hasWord);
}

// Of any context at all, on a path or not?
bool RecordEngine::hasAnyLabel(uint32_t classId, uint32_t word, bool known) const {
  for (uint64_t rest = (*walk_.classes)[classId].contexts[index_]; rest != 0; rest &= rest - 1) {
    if (labelHolds(static_cast<uint32_t>(__builtin_ctzll(rest)), classId, word, known)) return true;
  }
  return false;
}

uint32_t RecordEngine::ensure(jlong* tag, const Edge* edge, uint32_t classId) {
  bool fresh = false;
  const uint32_t id = nodes_.ensure(tag, walk_.check, fresh);
  if (id == 0) return 0;
  Node& node = nodes_[id];
  node.classId = classId;
  if (edge != nullptr) {
    node.length = edge->length;
    node.bytes = edge->bytes;
  }
  return id;
}

void RecordEngine::edge(const Burst& burst, const Edge& e) {
  const bool array = e.length >= 0;
  const bool tooShort = array && e.length < leastLength_ && isMain(e.classId);
  const uint64_t mainBit = tooShort ? uint64_t{1} << spec_->mainContext : 0;
  const uint64_t refereeBits = (*walk_.classes)[e.classId].contexts[index_] & ~mainBit;
  const uint64_t referrerBits = (*walk_.classes)[burst.classId].contexts[index_];
  if (spec_->needsArrayContents && e.field.isArrayElement && burst.node != 0 &&
      isMain(burst.classId)) {
    contents_.note(burst.node, nodes_[burst.node].length, static_cast<uint32_t>(e.field.index));
  }
  uint32_t node = 0;
  // Arrays have no word: the ones that a context names get an identity when they are first met.
  const bool mainArray = array && !tooShort && arraysOnMain_ && !pathOnMain_ && isMain(e.classId);
  if (array && ((refereeBits & ownedContexts_) != 0 || mainArray)) {
    node = ensure(e.tag, &e, e.classId);
  }
  uint32_t from = burst.node;
  for (uint64_t rest = refereeBits & pathContexts_; rest != 0; rest &= rest - 1) {
    const auto context = static_cast<uint32_t>(__builtin_ctzll(rest));
    const auto predecessor = static_cast<uint32_t>(spec_->contexts[context].path);
    if ((referrerBits >> predecessor & 1) == 0) continue;
    if (node == 0) node = ensure(e.tag, &e, e.classId);
    if (node == 0) return;
    // Whether a referrer with a path of its own is on it may turn out later in the walk.
    const bool head = isCertain(predecessor);
    if (from == 0 && !head) from = ensure(burst.tag, nullptr, burst.classId);
    if (from == 0 && !head) continue;
    pending_.push_back({from, node, static_cast<uint8_t>(predecessor), EdgeRole::Path, e.field});
  }
  if ((refereeBits & askingHeads_) != 0) {
    if (node == 0) node = ensure(e.tag, &e, e.classId);
    if (node == 0) return;
    noteHead(burst, e, node);
  }
  if (spec_->onReached == nullptr || !isMain(e.classId)) return;
  if (node == 0) node = ensure(e.tag, &e, e.classId);
  if (node == 0) return;
  Candidate reached{from, node, 0, EdgeRole::Reached, e.field};
  if (spec_->asksPlaces != 0) walk_.classes->place(burst.classId, reached.field);
  candidates_.push_back(reached);
}

// A referrer whose class no context names, or a root, is of no context. Of others an instance's word
// tells it at the end of the burst, an array's owner at the end of the walk.
void RecordEngine::noteHead(const Burst& burst, const Edge& e, uint32_t node) {
  if (node >= heads_.size()) heads_.resize(node + node / 2 + 64);
  if (heads_[node]) return;
  if (e.field.isRoot != 0 || (*walk_.classes)[burst.classId].contexts[index_] == 0) {
    heads_[node] = true;
    candidates_.push_back({0, node, 0, EdgeRole::Head, e.field});
    return;
  }
  uint32_t from = 0;
  if ((*walk_.classes)[burst.classId].kind != ClassKind::Instance) {
    from = burst.node != 0 ? burst.node : ensure(burst.tag, nullptr, burst.classId);
    if (from == 0) return;
  }
  pending_.push_back({from, node, 0, EdgeRole::Head, e.field});
}

// An object's word is known now, so it can be decided whether its label holds; an array's owner is
// known for certain only at the end of the walk.
void RecordEngine::flushPending(const Burst& burst, uint32_t word, bool hasWord) {
  for (Candidate& c : pending_) {
    const bool later = !hasWord && c.from != 0;
    if (!later && c.role == EdgeRole::Head) {
      if (hasAnyLabel(burst.classId, word, hasWord)) continue;
      c.from = 0;
    } else if (!later) {
      if (!labelHolds(c.fromContext, burst.classId, word, hasWord)) continue;
      if (isCertain(c.fromContext)) c.from = 0;  // a head: holds by itself
    }
    candidates_.push_back(c);
  }
  pending_.clear();
}

// Array referrers: a label that does not hold makes the candidate void, a head's that holds makes it
// certain.
void RecordEngine::settleReferrers() {
  size_t kept = 0;
  for (Candidate& c : candidates_) {
    if (c.role == EdgeRole::Path && c.from != 0) {
      if (!nodeHasLabel(c.from, c.fromContext)) continue;
      if (isCertain(c.fromContext)) c.from = 0;
    } else if (c.role == EdgeRole::Head && c.from != 0) {
      const Node& from = nodes_[c.from];
      if (hasAnyLabel(from.classId, from.word, from.hasWord)) continue;
    }
    candidates_[kept++] = c;
  }
  candidates_.resize(kept);
}

void RecordEngine::object(const Burst& burst, uint32_t word, bool hasWord) {
  if (!pending_.empty()) flushPending(burst, word, hasWord);
  if (!hasWord) {
    if (burst.node != 0 && isMain(burst.classId)) nodes_[burst.node].classId = burst.classId;
    return;
  }
  if (!isMain(burst.classId)) return;
  if (pathOnMain_) return;  // met through its path edges
  const bool tracked =
      spec_->mainContext < 0
          ? siteOf(word) >= kFirstSite
          : labelHolds(static_cast<uint32_t>(spec_->mainContext), burst.classId, word, true);
  if (!tracked) return;
  if (stateless_) {
    const uint32_t known = nodes_.find(*burst.tag);
    if (known == 0 || recordOf(known, false) == nullptr) {
      if (walk_.watch != nullptr && walk_.watch->watches(siteOf(word))) {
        walk_.watch->tracked(index_, siteOf(word));
      }
      fireWithoutRecord(burst, word);
      return;
    }
  }
  const uint32_t id = ensure(burst.tag, nullptr, burst.classId);
  if (id == 0) return;
  noteObject(id, burst, word);
  tracked_.push_back(id);
}

void RecordEngine::noteObject(uint32_t id, const Burst& burst, uint32_t word) {
  Node& node = nodes_[id];
  node.word = word;
  node.hasWord = true;
  node.bytes = (*walk_.classes)[burst.classId].instanceBytes;
  if (walk_.edges) node.arrayBytes = burst.arrayBytes;
}

void RecordEngine::primitiveArray(uint32_t classId, uint32_t node, int32_t length,
                                  const void* elements) {
  if (!spec_->needsArrayContents || node == 0 || !isMain(classId)) return;
  contents_.addPrimitive(node, length, (*walk_.classes)[classId].elementKind, elements);
}

// The contexts for which a reference puts its referee on the path, as far as it is known by now.
uint64_t RecordEngine::reachedBy(const Candidate& c) const {
  if (c.role == EdgeRole::Reached) return 0;
  const bool path = c.role == EdgeRole::Path;
  if (path && c.from != 0 && (onPath_[c.from] >> c.fromContext & 1) == 0) return 0;
  uint64_t out = 0;
  const uint64_t asked = path ? pathContexts_ : askingHeads_;
  const uint64_t bits = (*walk_.classes)[nodes_[c.to].classId].contexts[index_] & asked;
  for (uint64_t rest = bits & ~onPath_[c.to]; rest != 0; rest &= rest - 1) {
    const auto context = static_cast<uint32_t>(__builtin_ctzll(rest));
    if (path && spec_->contexts[context].path != c.fromContext) continue;
    if (nodeHasLabel(c.to, context)) out |= uint64_t{1} << context;
  }
  return out;
}

// The set of objects on the path is the least fixpoint over the candidate references, so it does not
// depend on the order in which the collector's traversal met them (requirement Q-50).
void RecordEngine::findOnPath() {
  settleReferrers();
  onPath_.assign(nodes_.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Candidate& c : candidates_) {
      const uint64_t gained = reachedBy(c) & ~onPath_[c.to];
      onPath_[c.to] |= gained;
      changed = changed || gained != 0;
    }
  }
  if (!pathOnMain_) return;
  for (uint32_t node = 1; node < onPath_.size(); node++) {
    if ((onPath_[node] >> spec_->mainContext & 1) != 0) tracked_.push_back(node);
  }
}

void RecordEngine::end() {
  if (!pathOnMain_ && arraysOnMain_) {
    // Tracked arrays: their label comes from the owner, which is known by now.
    for (uint32_t node = 1; node < nodes_.size(); node++) {
      const Node& n = nodes_[node];
      if (n.lastSeen == walk_.check && n.length >= 0 && isMain(n.classId) &&
          nodeHasLabel(node, static_cast<uint32_t>(spec_->mainContext))) {
        tracked_.push_back(node);
      }
    }
  }
  findOnPath();
  for (uint32_t node : tracked_) {
    const uint32_t site = siteOf(nodes_[node].word);
    if (walk_.watch != nullptr && walk_.watch->watches(site)) walk_.watch->tracked(index_, site);
    fire(node);
  }
  if (spec_->onReached != nullptr) fireReached();
  sum();
}

void RecordEngine::sum() {
  for (uint32_t node = 1; node < records_.nodes(); node++) {
    const auto* record = reinterpret_cast<const IslRecord*>(records_.find(node));
    if (record == nullptr) continue;
    const Node& n = nodes_[node];
    if (record->penalty == 0 || n.lastSeen != walk_.check) continue;
    if (record->site == kSiteInitializer) {
      sums_.initializerBytes += n.bytes + n.arrayBytes;
      continue;
    }
    charge(siteOf(n.word), n.classId, 1, n.bytes + n.arrayBytes, n.arrayBytes, record->penalty);
    sums_.staleBytes += n.bytes + n.arrayBytes;
  }
}

double RecordEngine::amplified(uint32_t node, uint32_t) const {
  const auto* record = reinterpret_cast<const IslRecord*>(records_.find(node));
  return record == nullptr ? 0 : static_cast<double>(record->penalty);
}

std::vector<uint32_t> RecordEngine::culprits(uint32_t site, uint32_t classId, size_t limit,
                                             uint32_t scope) const {
  std::vector<std::pair<uint64_t, uint32_t>> found;
  for (uint32_t node = 1; node < records_.nodes(); node++) {
    const auto* record = reinterpret_cast<const IslRecord*>(records_.find(node));
    if (record == nullptr || walk_.classes->typeOf(nodes_[node].classId) != classId) continue;
    const bool inScope = scope == 0 || walk_.scopes->scopeOf(siteOf(nodes_[node].word)) == scope;
    const bool met = nodes_[node].lastSeen == walk_.check;
    if (record->site == site && record->penalty > 0 && inScope && met)
      found.emplace_back(record->penalty, node);
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<uint32_t> nodes;
  for (size_t i = 0; i < found.size() && i < limit; i++) nodes.push_back(found[i].second);
  return nodes;
}

}  // namespace isl
