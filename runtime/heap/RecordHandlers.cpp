// The part of RecordEngine that runs handlers: records, the guard against faults, events, and the copy
// of all that state for a trial.
#include <algorithm>
#include <csetjmp>
#include <cstring>

#include "heap/RecordEngine.h"
#include "heap/SiteWatch.h"

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

constexpr uint64_t kScratchIdentity = uint64_t{1} << 41;  // of an object without a node

}  // namespace

IslRecord* RecordEngine::recordOf(uint32_t node, bool create) {
  auto* known = reinterpret_cast<IslRecord*>(records_.find(node));
  if (known != nullptr || !create) return known;
  auto* record = reinterpret_cast<IslRecord*>(records_.ensure(node));
  initRecord(*record);
  record->classId = nodes_[node].classId;
  return record;
}

// Of zeroed memory of recordBytes_.
void RecordEngine::initRecord(IslRecord& record) {
  auto* bytes = reinterpret_cast<unsigned char*>(&record);
  record.bornCheck = walk_.check;
  if (spec_->initFields != nullptr) spec_->initFields(bytes + sizeof(IslRecord));
  if (spec_->hasHistory && spec_->partition == ISL_PARTITION_ALL && spec_->initHistory != nullptr) {
    spec_->initHistory(bytes + historyOffset_);
  }
}

void* RecordEngine::historyOf(uint32_t node, IslRecord* record, uint32_t word) {
  if (!spec_->hasHistory) return nullptr;
  uint64_t key = 0;
  switch (spec_->partition) {
    case ISL_PARTITION_ALL: return records_.find(node) + historyOffset_;
    case ISL_PARTITION_TYPE: key = record->classId; break;
    default: key = entityOf(word); break;
  }
  return entityHistory(key);
}

// Of the partitions by site; 0 for the one entity of the whole spec.
uint64_t RecordEngine::entityOf(uint32_t word) const {
  const uint32_t site = siteOf(word);
  if (spec_->partition == ISL_PARTITION_ALLOC) return walk_.plainOf(site);
  if (spec_->partition != ISL_PARTITION_CONTEXT) return 0;
  const uint64_t context = walk_.contextOf(site) % spec_->contextBound;
  return context << kSiteBits | walk_.plainOf(site);
}

void* RecordEngine::entityHistory(uint64_t key) {
  if (key < entityOfKey_.size() && entityOfKey_[key] != nullptr) return entityOfKey_[key];
  std::unique_ptr<unsigned char[]>& entity = entities_[key];
  if (entity == nullptr) {
    entity.reset(new unsigned char[recordAlign(spec_->historyBytes())]());
    if (spec_->initHistory != nullptr) spec_->initHistory(entity.get());
  }
  if (key > kMaxSite) return entity.get();  // of a calling context
  if (key >= entityOfKey_.size()) entityOfKey_.resize(key + key / 2 + 64);
  entityOfKey_[key] = entity.get();
  return entity.get();
}

IslObject RecordEngine::objectOf(uint32_t node) {
  const Node& n = nodes_[node];
  IslObject object{};
  object.record = recordOf(node, true);
  object.record->site = walk_.plainOf(siteOf(n.word));
  if (object.record->classId == 0) object.record->classId = n.classId;
  object.size = n.bytes;
  object.charge = n.bytes + n.arrayBytes;
  object.history = historyOf(node, object.record, n.word);
  object.identity = node;
  return object;
}

template <typename Call>
void RecordEngine::guarded(IslEventKind event, Call&& call) {
  FaultEnv fault;
  fault.env.check = walk_.check;
  fault.env.event = event;
  fault.env.times = 1;
  fault.env.steps = stepBudget_[event] != 0 ? stepBudget_[event] : kStepBudget;
  fault.env.fault = onFault;
  if (setjmp(fault.exit) == 0) {
    call(&fault.env);
    lastFaulted_ = false;
    return;
  }
  lastFaulted_ = true;
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

// The handlers of a check, in their order.
void RecordEngine::runAtCheck(IslObject& object, uint32_t word, bool hasWord) {
  const uint32_t before = object.record->flags;
  const bool touched = hasWord && epochOf(word) >= walk_.check;
  if (hasWord && spec_->flagCount > 0) takeFlags(*object.record, word, touched);
  if (touched && (spec_->touched != nullptr || spec_->flagCount > 0)) sums_.touchedObjects++;
  if (touched && spec_->touched != nullptr) {
    guarded(ISL_ON_RW, [&](IslEnv* env) { spec_->touched(env, &object); });
  }
  if (spec_->onReachedOnce != nullptr) {
    sums_.reachedObjects++;
    guarded(ISL_ON_REACHED_ONCE, [&](IslEnv* env) { spec_->onReachedOnce(env, &object); });
  }
  noteFlags(*object.record, before);
}

// The flags of the object's word become its instance fields.
void RecordEngine::takeFlags(IslRecord& record, uint32_t word, bool touched) {
  if (!flagsInWord_) return;
  auto* fields = reinterpret_cast<unsigned char*>(&record + 1);
  const uint32_t flags = codes_.flagsOf(flagCodeOf(word));
  for (uint32_t i = 0; i < spec_->flagCount; i++) fields[spec_->flagOffsets[i]] = flags >> i & 1;
  if (!touched || (flags & kFlagClears) == 0) return;
  IslObject object{};
  object.record = &record;
  isl_deamplify(&object);
}

// An object that has no record gets one for the moment; it is kept if the handlers changed it.
void RecordEngine::fireWithoutRecord(const Burst& burst, uint32_t word) {
  auto* record = reinterpret_cast<IslRecord*>(scratch_.data());
  memset(scratch_.data(), 0, scratch_.size());
  initRecord(*record);
  record->classId = burst.classId;
  record->site = walk_.plainOf(siteOf(word));
  takeFlags(*record, word, false);
  blank_ = scratch_;
  IslObject object{};
  object.record = record;
  object.size = (*walk_.classes)[burst.classId].instanceBytes;
  object.charge = object.size + burst.arrayBytes;
  object.identity = kScratchIdentity;
  object.history = spec_->partition == ISL_PARTITION_ALL ? scratch_.data() + historyOffset_
                                                         : historyOf(0, record, word);
  runAtCheck(object, word, true);
  if (scratch_ == blank_) return;
  const uint32_t id = ensure(burst.tag, nullptr, burst.classId);
  if (id == 0) return;
  noteObject(id, burst, word);
  memcpy(records_.ensure(id), scratch_.data(), scratch_.size());
}

void RecordEngine::fire(uint32_t node) {
  IslObject object = objectOf(node);
  IslArray array{};
  if (nodes_[node].length >= 0) {
    array = contents_.view(node, nodes_[node].length,
                           (*walk_.classes)[nodes_[node].classId].elementKind);
    object.array = &array;
  }
  runAtCheck(object, nodes_[node].word, nodes_[node].hasWord);
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
  if (spec_->hasHistory && spec_->partition != ISL_PARTITION_ALL &&
      spec_->partition != ISL_PARTITION_TYPE) {
    const uint32_t site = siteOf(object.word);
    const bool bySite = spec_->partition == ISL_PARTITION_ALLOC && walk_.scopes == nullptr;
    const bool known = bySite && site < entityOfKey_.size() && entityOfKey_[site] != nullptr;
    plain.history = known ? entityOfKey_[site] : entityHistory(entityOf(object.word));
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
  eventCounts_[event] += args.times;
  guarded(event, [&](IslEnv* env) {
    env->times = args.times;
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
  const bool again = (spec_->rules & ISL_RULE_REACHED_AGAIN) != 0;
  std::vector<bool> met(again ? nodes_.size() : 0);
  for (const Candidate& c : candidates_) {
    if (c.role != EdgeRole::Reached || !isTracked[c.to]) continue;
    if (again && !met[c.to]) {  // the first edge of the traversal: on_reachedOnce stands for it
      met[c.to] = true;
      continue;
    }
    IslObject object = objectOf(c.to);
    sums_.reachedEdges++;
    guarded(ISL_ON_REACHED, [&](IslEnv* env) { spec_->onReached(env, &object, &c.field); });
  }
}

void RecordEngine::freed(uint32_t node) { records_.remove(node); }

namespace {

std::unique_ptr<unsigned char[]> copyOf(const std::unique_ptr<unsigned char[]>& from,
                                        size_t bytes) {
  if (from == nullptr) return nullptr;
  std::unique_ptr<unsigned char[]> copy(new unsigned char[bytes]);
  memcpy(copy.get(), from.get(), bytes);
  return copy;
}

}  // namespace

// The trial goes on with the records, and a copy waits for its end.
void RecordEngine::beginTrial() {
  beforeTrial_ = State{};
  beforeTrial_.records = records_.copy();
  for (const auto& [key, entity] : entities_) {
    beforeTrial_.entities.emplace(key, copyOf(entity, recordAlign(spec_->historyBytes())));
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
  entityOfKey_.clear();
  std::copy(std::begin(beforeTrial_.faults), std::end(beforeTrial_.faults), faults_);
  amplifiedEver_ = beforeTrial_.amplifiedEver;
  clearedEver_ = beforeTrial_.clearedEver;
  amplifiedSites_ = std::move(beforeTrial_.amplifiedSites);
  clearedSites_ = std::move(beforeTrial_.clearedSites);
}

}  // namespace isl
