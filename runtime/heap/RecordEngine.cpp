#include "heap/RecordEngine.h"

#include <algorithm>
#include <csetjmp>
#include <cstring>

namespace isl {
namespace {

constexpr uint64_t kStepBudget = 10'000'000;  // loop iterations of one event
// What is left of it after many faults for lack of steps.
constexpr uint64_t kLeastStepBudget = 1000;

// The runtime's view of an IslEnv: where a fault continues, and what it was.
struct FaultEnv {
  IslEnv env;  // first member: handlers get its address
  jmp_buf exit;
  int kind = 0, line = 0;
};

// The GNU attribute is part of the function's type for clang, as IslEnv::fault wants it.
__attribute__((noreturn)) void onFault(IslEnv* env, int kind, int line) {
  auto* faultEnv = reinterpret_cast<FaultEnv*>(env);
  faultEnv->kind = kind;
  faultEnv->line = line;
  longjmp(faultEnv->exit, 1);
}

const char* describeFault(int kind) {
  switch (kind) {
    case ISL_FAULT_NULL: return "null dereference";
    case ISL_FAULT_INDEX: return "array index out of range";
    case ISL_FAULT_CAST: return "cast of an object that is no such array";
    case ISL_FAULT_DIVIDE: return "integer division by zero";
    case ISL_FAULT_HISTORY_INDEX: return "history index out of range";
    default: return "too many loop iterations";
  }
}

uint32_t align8(uint32_t n) { return (n + 7) & ~7u; }

}  // namespace

RecordEngine::RecordEngine(const IslSpec* spec, size_t index, std::vector<int> sequenceOf,
                           NodeTable& nodes)
    : Engine(spec, index), sequenceOf_(std::move(sequenceOf)), nodes_(nodes) {
  historyOffset_ = static_cast<uint32_t>(sizeof(IslRecord)) + align8(spec->fieldsBytes);
  recordBytes_ = historyOffset_;
  if (spec->hasHistory && spec->partition == ISL_PARTITION_ALL) {
    recordBytes_ += align8(spec->historyBytes());
  }
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
  pathOnMain_ = spec->mainContext >= 0 && (pathContexts_ >> spec->mainContext & 1) != 0;
}

void RecordEngine::begin(const WalkState& walk) {
  walk_ = walk;
  stats_.clear();
  scopeStats_.clear();
  sums_ = CheckSums{};
  pending_.clear();
  candidates_.clear();
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
  const uint64_t refereeBits = (*walk_.classes)[e.classId].contexts[index_];
  const uint64_t referrerBits = (*walk_.classes)[burst.classId].contexts[index_];
  const bool array = e.length >= 0;
  if (spec_->needsArrayContents && e.field.isArrayElement && burst.node != 0 &&
      isMain(burst.classId)) {
    contents_.note(burst.node, nodes_[burst.node].length, static_cast<uint32_t>(e.field.index));
  }
  uint32_t node = 0;
  // Arrays have no word: the ones that a context names get an identity when they are first met.
  const bool mainArray = array && !pathOnMain_ && isMain(e.classId) && spec_->mainContext >= 0;
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
    const bool head = (pathContexts_ >> predecessor & 1) == 0;
    if (from == 0 && !head) from = ensure(burst.tag, nullptr, burst.classId);
    if (from == 0 && !head) continue;
    pending_.push_back({from, node, static_cast<uint8_t>(predecessor), true, e.field});
  }
  if (spec_->onReached == nullptr || !isMain(e.classId)) return;
  if (node == 0) node = ensure(e.tag, &e, e.classId);
  if (node != 0) candidates_.push_back({from, node, 0, false, e.field});
}

// An object's word is known now, so it can be decided whether its label holds; an array's owner is
// known for certain only at the end of the walk.
void RecordEngine::flushPending(const Burst& burst, uint32_t word, bool hasWord) {
  for (Candidate& c : pending_) {
    const bool later = !hasWord && c.from != 0;
    if (!later) {
      if (!labelHolds(c.fromContext, burst.classId, word, hasWord)) continue;
      if ((pathContexts_ >> c.fromContext & 1) == 0) c.from = 0;  // a head: holds by itself
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
    if (c.hasContext && c.from != 0) {
      if (!nodeHasLabel(c.from, c.fromContext)) continue;
      if ((pathContexts_ >> c.fromContext & 1) == 0) c.from = 0;
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
  const bool tracked = spec_->mainContext < 0
                           ? siteOf(word) >= kFirstSite
                           : labelHolds(static_cast<uint32_t>(spec_->mainContext), burst.classId,
                                        word, true);
  if (!tracked) return;
  const uint32_t id = ensure(burst.tag, nullptr, burst.classId);
  if (id == 0) return;
  Node& node = nodes_[id];
  node.word = word;
  node.hasWord = true;
  node.bytes = (*walk_.classes)[burst.classId].instanceBytes;
  node.arrayBytes = burst.arrayBytes;
  tracked_.push_back(id);
}

void RecordEngine::primitiveArray(uint32_t classId, uint32_t node, int32_t length,
                                  const void* elements) {
  if (!spec_->needsArrayContents || node == 0 || !isMain(classId)) return;
  contents_.addPrimitive(node, length, (*walk_.classes)[classId].elementKind, elements);
}

// The set of objects on the path is the least fixpoint over the candidate references, so it does not
// depend on the order in which the collector's traversal met them (requirement Q-50).
void RecordEngine::findOnPath() {
  settleReferrers();
  onPath_.assign(nodes_.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Candidate& c : candidates_) {
      if (!c.hasContext) continue;
      if (c.from != 0 && (onPath_[c.from] >> c.fromContext & 1) == 0) continue;
      const uint64_t bits = (*walk_.classes)[nodes_[c.to].classId].contexts[index_];
      for (uint64_t rest = bits & pathContexts_ & ~onPath_[c.to]; rest != 0; rest &= rest - 1) {
        const auto context = static_cast<uint32_t>(__builtin_ctzll(rest));
        if (spec_->contexts[context].path != c.fromContext || !nodeHasLabel(c.to, context)) continue;
        onPath_[c.to] |= uint64_t{1} << context;
        changed = true;
      }
    }
  }
  if (!pathOnMain_) return;
  for (uint32_t node = 1; node < onPath_.size(); node++) {
    if ((onPath_[node] >> spec_->mainContext & 1) != 0) tracked_.push_back(node);
  }
}

IslRecord* RecordEngine::recordOf(uint32_t node, bool create) {
  if (node >= records_.size()) {
    if (!create) return nullptr;
    records_.resize(nodes_.size() + nodes_.size() / 2);
  }
  if (records_[node] == nullptr) {
    if (!create) return nullptr;
    records_[node].reset(new unsigned char[recordBytes_]());
    auto* record = reinterpret_cast<IslRecord*>(records_[node].get());
    record->bornCheck = walk_.check;
    record->classId = nodes_[node].classId;
    if (spec_->initFields != nullptr) spec_->initFields(records_[node].get() + sizeof(IslRecord));
    if (spec_->hasHistory && spec_->partition == ISL_PARTITION_ALL) {
      if (spec_->initHistory != nullptr) spec_->initHistory(records_[node].get() + historyOffset_);
    }
  }
  return reinterpret_cast<IslRecord*>(records_[node].get());
}

void* RecordEngine::historyOf(uint32_t node, IslRecord* record) {
  if (!spec_->hasHistory) return nullptr;
  uint64_t key = 0;
  switch (spec_->partition) {
    case ISL_PARTITION_ALL: return records_[node].get() + historyOffset_;
    case ISL_PARTITION_TYPE: key = record->classId; break;
    case ISL_PARTITION_ALLOC: key = record->site; break;
    default: break;
  }
  return entityHistory(key);
}

void* RecordEngine::entityHistory(uint64_t key) {
  auto [found, fresh] = entities_.emplace(key, nullptr);
  if (fresh) {
    found->second.reset(new unsigned char[align8(spec_->historyBytes())]());
    if (spec_->initHistory != nullptr) spec_->initHistory(found->second.get());
  }
  return found->second.get();
}

IslObject RecordEngine::objectOf(uint32_t node) {
  const Node& n = nodes_[node];
  IslObject object{};
  object.record = recordOf(node, true);
  object.record->site = walk_.plainOf(siteOf(n.word));
  if (object.record->classId == 0) object.record->classId = n.classId;
  object.size = n.bytes;
  object.charge = n.bytes + n.arrayBytes;
  object.history = historyOf(node, object.record);
  object.identity = node;
  return object;
}

template <typename Call>
void RecordEngine::guarded(IslEventKind event, Call&& call) {
  FaultEnv fault;
  fault.env.check = walk_.check;
  fault.env.event = event;
  fault.env.steps = stepBudget_[event] != 0 ? stepBudget_[event] : kStepBudget;
  fault.env.fault = onFault;
  if (setjmp(fault.exit) == 0) {
    call(&fault.env);
    return;
  }
  // A handler whose loop does not end would otherwise stop the program for a day, object by object.
  if (fault.kind == ISL_FAULT_STEPS) {
    const uint64_t now = stepBudget_[event] != 0 ? stepBudget_[event] : kStepBudget;
    stepBudget_[event] = std::max(now / 2, kLeastStepBudget);
  }
  HandlerFaults& faults = faults_[event];
  if (faults.count++ == 0) {
    faults.first = describeFault(fault.kind);
    faults.first += " at " + std::string(spec_->source) + ":" + std::to_string(fault.line);
  }
}

void RecordEngine::fire(uint32_t node) {
  IslObject object = objectOf(node);
  IslArray array{};
  if (nodes_[node].length >= 0) {
    array = contents_.view(node, nodes_[node].length,
                           (*walk_.classes)[nodes_[node].classId].elementKind);
    object.array = &array;
  }
  const uint32_t before = object.record->flags;
  const bool touched = nodes_[node].hasWord && epochOf(nodes_[node].word) >= walk_.check;
  if (touched && spec_->touched != nullptr) {
    sums_.touchedObjects++;
    guarded(ISL_ON_RW, [&](IslEnv* env) { spec_->touched(env, &object); });
  }
  if (spec_->onReachedOnce != nullptr) {
    sums_.reachedObjects++;
    guarded(ISL_ON_REACHED_ONCE, [&](IslEnv* env) { spec_->onReachedOnce(env, &object); });
  }
  noteFlags(*object.record, before);
}

void RecordEngine::noteFlags(const IslRecord& record, uint32_t before) {
  const uint32_t gained = record.flags & ~before;
  if ((gained & ISL_RECORD_AMPLIFIED) != 0) {
    amplifiedEver_++;
    amplifiedSites_.add(record.site);
    hotSites_.push_back(record.site);
  }
  if ((gained & ISL_RECORD_CLEARED) != 0) {
    clearedEver_++;
    clearedSites_.add(record.site);
    if (walk_.watch != nullptr && walk_.watch->watches(record.site)) {
      walk_.watch->cleared(index_, record.site);
    }
  }
}

// An object without a record lends its partition entity to the handler, and no more.
IslObject RecordEngine::eventObject(const EventObject& object) {
  if ((object.word & kRecordBit) != 0) return objectOf(recordIdOf(object.word));
  IslObject plain{};
  if (object.word == 0) return plain;
  plain.identity = uint64_t{1} << 40 | object.word;
  if (spec_->hasHistory && spec_->partition == ISL_PARTITION_SINGLE) {
    plain.history = entityHistory(0);
  } else if (spec_->hasHistory && spec_->partition == ISL_PARTITION_ALLOC) {
    plain.history = entityHistory(siteOf(object.word));
  }
  return plain;
}

void RecordEngine::onEvent(const IslHandler& handler, const EventObject& object,
                           const EventArgs& args) {
  IslObject self = eventObject(object), value{};
  const bool wantsValue = (handler.uses & ISL_USES_VALUE) != 0 && args.value.present;
  if (wantsValue) value = eventObject(args.value);
  const uint32_t before = self.record != nullptr ? self.record->flags : 0;
  const uint32_t valueBefore = value.record != nullptr ? value.record->flags : 0;
  IslObject* receiver = object.present ? &self : nullptr;
  IslObject* referred = wantsValue ? &value : nullptr;
  const auto event = static_cast<IslEventKind>(handler.event);
  eventCounts_[event]++;
  guarded(event, [&](IslEnv* env) {
    if (handler.alloc != nullptr) {
      handler.alloc(env, receiver);
    } else if (handler.call != nullptr) {
      handler.call(env, receiver, args.method, args.word1, args.word2, referred);
    } else {
      handler.access(env, receiver, args.field, args.word1, args.word2, referred);
    }
  });
  if (self.record != nullptr) noteFlags(*self.record, before);
  if (value.record != nullptr && value.record != self.record) noteFlags(*value.record, valueBefore);
}

void RecordEngine::fireReached() {
  std::vector<bool> isTracked(nodes_.size());
  for (uint32_t node : tracked_) isTracked[node] = true;
  for (const Candidate& c : candidates_) {
    if (c.hasContext || !isTracked[c.to]) continue;
    IslObject object = objectOf(c.to);
    sums_.reachedEdges++;
    guarded(ISL_ON_REACHED, [&](IslEnv* env) { spec_->onReached(env, &object, &c.field); });
  }
}

void RecordEngine::end() {
  if (!pathOnMain_ && spec_->mainContext >= 0) {
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
  for (uint32_t node = 1; node < records_.size(); node++) {
    if (records_[node] == nullptr) continue;
    const auto* record = reinterpret_cast<const IslRecord*>(records_[node].get());
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

void RecordEngine::freed(uint32_t node) {
  if (node < records_.size()) records_[node].reset();
}

namespace {

std::unique_ptr<unsigned char[]> copyOf(const std::unique_ptr<unsigned char[]>& from, size_t bytes) {
  if (from == nullptr) return nullptr;
  std::unique_ptr<unsigned char[]> copy(new unsigned char[bytes]);
  memcpy(copy.get(), from.get(), bytes);
  return copy;
}

}  // namespace

// The trial goes on with the records, and a copy waits for its end.
void RecordEngine::beginTrial() {
  beforeTrial_ = State{};
  for (const auto& record : records_) {
    beforeTrial_.records.push_back(copyOf(record, recordBytes_));
  }
  for (const auto& [key, entity] : entities_) {
    beforeTrial_.entities.emplace(key, copyOf(entity, align8(spec_->historyBytes())));
  }
  std::copy(std::begin(faults_), std::end(faults_), beforeTrial_.faults);
  beforeTrial_.amplifiedEver = amplifiedEver_;
  beforeTrial_.clearedEver = clearedEver_;
  beforeTrial_.amplifiedSites = amplifiedSites_;
  beforeTrial_.clearedSites = clearedSites_;
}

void RecordEngine::endTrial() {
  records_ = std::move(beforeTrial_.records);
  entities_ = std::move(beforeTrial_.entities);
  std::copy(std::begin(beforeTrial_.faults), std::end(beforeTrial_.faults), faults_);
  amplifiedEver_ = beforeTrial_.amplifiedEver;
  clearedEver_ = beforeTrial_.clearedEver;
  amplifiedSites_ = std::move(beforeTrial_.amplifiedSites);
  clearedSites_ = std::move(beforeTrial_.clearedSites);
}

std::vector<uint32_t> RecordEngine::culprits(uint32_t site, uint32_t classId, size_t limit,
                                             uint32_t scope) const {
  std::vector<std::pair<uint64_t, uint32_t>> found;
  for (uint32_t node = 1; node < records_.size(); node++) {
    if (records_[node] == nullptr || walk_.classes->typeOf(nodes_[node].classId) != classId) {
      continue;
    }
    const auto* record = reinterpret_cast<const IslRecord*>(records_[node].get());
    const bool inScope =
        scope == 0 || walk_.scopes->scopeOf(siteOf(nodes_[node].word)) == scope;
    if (record->site == site && record->penalty > 0 && inScope) found.emplace_back(record->penalty, node);
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<uint32_t> nodes;
  for (size_t i = 0; i < found.size() && i < limit; i++) nodes.push_back(found[i].second);
  return nodes;
}

}  // namespace isl
