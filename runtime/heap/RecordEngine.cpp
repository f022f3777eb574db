#include "heap/RecordEngine.h"

#include <algorithm>

#include "heap/WalkNodes.h"

namespace isl {

// What a holder holds is remembered though it is not suspicious where it is so much, a quarter of what counts by default. Each
// thing that is remembered is followed from then on: with less, more would be, of tables that are hardly most of what a heap gained.
static constexpr uint64_t kManyThings = 64, kMuch = 16 * 1024;

RecordEngine::RecordEngine(const IslSpec* spec, size_t index, std::vector<int> sequenceOf,
                           NodeTable& nodes)
    : Engine(spec, index), nodes_(nodes), leastLength_(isl_least_length(*spec)),
      labels_(spec, index, std::move(sequenceOf), walk_, nodes),
      paths_(spec, labels_, walk_, nodes), records_(spec, walk_, nodes),
      handlers_(spec, index, walk_, records_) {
  const ContextSets& sets = labels_.sets();
  wantsEdges_ = !handlers_.flagsInWord() || sets.withPath != 0 || sets.askingHeads != 0 ||
                spec->onReached != nullptr || spec->needsArrayContents;
  asksHeld_ = (spec->traits & ISL_TRAIT_ASKS_HELD) != 0;
  wantsEdges_ = wantsEdges_ || asksHeld_;
  onlyHolders_ = asksHeld_ && sets.withPath == 0 && sets.askingHeads == 0 && !sets.arraysOnMain &&
                 spec->onReached == nullptr && !spec->needsArrayContents;
  measuresTracked_ = spec->mainContext >= 0 && !asksHeld_ && !sets.pathOnMain && !sets.arraysOnMain;
  stateless_ = !wantsEdges_ || (spec->traits & ISL_TRAIT_SPARSE) != 0;
}

void RecordEngine::begin(const WalkState& walk) {
  walk_ = walk;
  stats_.clear();
  scopeStats_.clear();
  sums_ = CheckSums{};
  paths_.begin();
  reached_.clear();
  tracked_.clear();
  contents_.clear();
  held_.clear();
  if (asksHeld_) holders_.begin(walk_);
}

void RecordEngine::edge(const Burst& burst, const Edge& e) {
  if (asksHeld_) holders_.edge(burst, e);
  const bool tooShort = e.length >= 0 && e.length < leastLength_ && labels_.isMain(e.classId);
  const uint64_t mainBit = tooShort ? uint64_t{1} << spec_->mainContext : 0;
  const uint64_t contexts = labels_.ofClass(e.classId) & ~mainBit;
  if (spec_->needsArrayContents && e.field.isArrayElement && burst.node != 0 &&
      labels_.isMain(burst.classId)) {
    contents_.note(burst.node, nodes_[burst.node].length, static_cast<uint32_t>(e.field.index));
  }
  uint32_t node = e.length >= 0 ? arrayNode(e, contexts, tooShort) : 0;
  if (!paths_.edge(burst, e, contexts, node)) return;
  if (spec_->onReached != nullptr && labels_.isMain(e.classId)) noteReached(burst, e, node);
}

// Arrays have no word: the ones that a context names get an identity when they are first met.
uint32_t RecordEngine::arrayNode(const Edge& e, uint64_t contexts, bool tooShort) {
  const ContextSets& sets = labels_.sets();
  const bool main = !tooShort && sets.arraysOnMain && !sets.pathOnMain && labels_.isMain(e.classId);
  const bool named = (contexts & sets.owned) != 0 || main;
  return named ? nodeOfReferee(walk_, e) : 0;
}

void RecordEngine::noteReached(const Burst& burst, const Edge& e, uint32_t node) {
  if (node == 0) node = nodeOfReferee(walk_, e);
  if (node == 0) return;
  ReachedEdge reached{node, e.field};
  if (spec_->asksPlaces != 0) {
    if (walk_.pass != nullptr)
      walk_.classes->placeAtOffset(burst.classId, reached.field);
    else
      walk_.classes->place(burst.classId, reached.field);
  }
  reached_.push_back(reached);
}

bool RecordEngine::isTracked(uint32_t classId, uint32_t word) const {
  // The holders that matter are mostly made by static initialisers.
  if (spec_->mainContext < 0)
    return siteOf(word) >= (asksHeld_ || walk_.staticData ? kSiteInitializer : kFirstSite);
  return labels_.holds(static_cast<uint32_t>(spec_->mainContext), classId, word, true);
}

void RecordEngine::object(const Burst& burst, uint32_t word, bool hasWord) {
  paths_.object(burst, word, hasWord);
  if (!hasWord) {
    if (burst.node != 0 && labels_.isMain(burst.classId)) {
      nodes_[burst.node].classId = burst.classId;
    }
    return;
  }
  if (!labels_.isMain(burst.classId)) return;
  if (labels_.sets().pathOnMain) return;  // met through its path edges
  if (!isTracked(burst.classId, word)) return;
  if (measuresTracked_)
    sums_.trackedBytes += (*walk_.classes)[burst.classId].instanceBytes + burst.arrayBytes;
  if (asksHeld_) {
    if (holders_.mayHold(burst)) addHolder(burst, word);
    return;
  }
  if (stateless_) {
    const uint32_t known = knownNode(walk_, burst);
    if (known == 0 || records_.find(known) == nullptr) {
      noteTracked(siteOf(word));
      if (handlers_.idle(word))
        handlers_.passBy(word, sums_);
      else
        fireWithoutRecord(burst, word);
      return;
    }
  }
  const uint32_t id = nodeOfBurst(walk_, burst);
  if (id == 0) return;
  noteObject(id, burst, word);
  tracked_.push_back(id);
}

// Who is told by a tag gets it while its burst lasts, before it is known whether a record comes of it.
void RecordEngine::addHolder(const Burst& burst, uint32_t word) {
  Burst holder = burst;
  if (walk_.pass == nullptr && (holder.node = nodeOfBurst(walk_, burst)) != 0)
    noteObject(holder.node, burst, word);
  const uint32_t known = walk_.pass == nullptr ? holder.node : knownNode(walk_, burst);
  holders_.add(holder, word, records_.find(known) == nullptr ? 0 : known);
}

void RecordEngine::noteTracked(uint32_t site) {
  if (walk_.watch != nullptr && walk_.watch->watches(site)) walk_.watch->tracked(index_, site);
}

void RecordEngine::noteObject(uint32_t id, const Burst& burst, uint32_t word) {
  Node& node = nodes_[id];
  node.word = word;
  node.hasWord = true;
  node.bytes = (*walk_.classes)[burst.classId].instanceBytes;
  node.arrayBytes = burst.arrayBytes;
}

void RecordEngine::primitiveArray(uint32_t classId, uint32_t node, int32_t length,
                                  const void* elements) {
  if (!spec_->needsArrayContents || node == 0 || !labels_.isMain(classId)) return;
  contents_.addPrimitive(node, length, (*walk_.classes)[classId].elementKind, elements);
}

void RecordEngine::end() {
  collectArrays();
  paths_.settle();
  if (labels_.sets().pathOnMain) {
    paths_.collect(static_cast<uint32_t>(spec_->mainContext), tracked_);
  }
  for (uint32_t node : tracked_) {
    noteTracked(siteOf(nodes_[node].word));
    fire(node);
  }
  if (asksHeld_) fireHolders();
  if (spec_->onReached != nullptr) fireReached();
  sum();
}

// Tracked arrays: their label comes from the owner, which is known by now.
void RecordEngine::collectArrays() {
  if (labels_.sets().pathOnMain || !labels_.sets().arraysOnMain) return;
  for (uint32_t node = 1; node < nodes_.size(); node++) {
    const Node& n = nodes_[node];
    if (n.lastSeen == walk_.check && n.length >= 0 && labels_.isMain(n.classId) &&
        labels_.holds(static_cast<uint32_t>(spec_->mainContext), node)) {
      tracked_.push_back(node);
    }
  }
}

void RecordEngine::fire(uint32_t node) {
  IslObject object = records_.objectOf(node);
  const Node& n = nodes_[node];
  IslArray array{};
  if (n.length >= 0) {
    array = contents_.view(node, n.length, (*walk_.classes)[n.classId].elementKind);
    object.array = &array;
  }
  handlers_.atCheck(object, n.word, n.hasWord, sums_);
  if (stateless_ && n.hasWord && handlers_.settled(n.word) && object.record->penalty == 0)
    records_.remove(node);
}

void RecordEngine::fireHolders() {
  const bool growth = spec().defect == ISL_DEFECT_GROWTH;
  holders_.forEach([&](const Holders::Holder& holder, const HeldThings::Sum& held,
                       const HeldThings::Sample& things) {
    noteTracked(siteOf(holder.word));
    if (holder.known == 0) {
      if (!held.open) fireWithoutRecord(holder.burst, holder.word, held);
      return;
    }
    noteObject(holder.known, holder.burst, holder.word);
    // A list of the same thing again and again that is full at the moment holds what it held before.
    const auto before = suspicious_.find(holder.known);
    if (held.open && before == suspicious_.end()) return;
    const HeldThings::Sum now = held.open ? before->second : held;
    noteHeld(holder.known, now.bytes);
    tracked_.push_back(holder.known);
    if (growth && now.things >= kManyThings && now.bytes >= kMuch)
      crowded_.look(walk_, holder.known, siteOf(holder.word), now.things, things);
    IslObject object = records_.objectOf(holder.known);
    object.held = now.things;
    object.heldBytes = now.bytes;
    handlers_.atCheck(object, holder.word, true, sums_);
    if (object.record->penalty == 0) return;
    suspicious_[holder.known] = now;
    if (growth) turnover_.look(walk_, holder.known, siteOf(holder.word), now.things, things);
  });
}

void RecordEngine::noteHeld(uint32_t node, uint64_t bytes) {
  if (node >= held_.size()) held_.resize(node + node / 2 + 64);
  held_[node] = bytes;
}

// It gets a record for the moment, which is kept if the handlers changed it.
void RecordEngine::fireWithoutRecord(const Burst& burst, uint32_t word, HeldThings::Sum held) {
  IslObject object = records_.lend(burst, word);
  object.held = held.things;
  object.heldBytes = held.bytes;
  handlers_.takeFlags(*object.record, word, false);
  records_.remember();
  handlers_.atCheck(object, word, true, sums_);
  if (!records_.changed()) return;
  const uint32_t id = nodeOfBurst(walk_, burst);
  if (id == 0) return;
  noteObject(id, burst, word);
  records_.keep(id);
  if (asksHeld_) noteHeld(id, held.bytes);
}

void RecordEngine::fireReached() {
  std::vector<bool> isTracked(nodes_.size());
  for (uint32_t node : tracked_) isTracked[node] = true;
  const bool again = (spec_->rules & ISL_RULE_REACHED_AGAIN) != 0;
  std::vector<bool> met(again ? nodes_.size() : 0);
  for (const ReachedEdge& edge : reached_) {
    if (!isTracked[edge.to]) continue;
    if (again && !met[edge.to]) {  // the first edge of the traversal: on_reachedOnce stands for it
      met[edge.to] = true;
      continue;
    }
    IslObject object = records_.objectOf(edge.to);
    handlers_.onReached(object, edge.field, sums_);
  }
}

void RecordEngine::sum() {
  records_.forEach([this](uint32_t node, const IslRecord& record) {
    const Node& n = nodes_[node];
    if (record.penalty == 0 || n.lastSeen != walk_.check) return;
    // A holder stands for what it holds.
    const uint64_t arrays = asksHeld_ ? heldBytes(node) : uint64_t{n.arrayBytes};
    const uint64_t bytes = n.bytes + arrays;
    if (walk_.leavesOut(record.site) && !asksHeld_) {
      sums_.initializerBytes += bytes;
      return;
    }
    const uint64_t penalty = turnover_.turnsOver(node) ? 0 : record.penalty;
    charge(siteOf(n.word), n.classId, 1, bytes, arrays, penalty, walk_.numberOf(node));
    sums_.staleBytes += bytes;
  });
}

void RecordEngine::startUpEnds() {
  if (asksHeld_ && spec().defect == ISL_DEFECT_GROWTH) records_.beginAnew();
}

double RecordEngine::amplified(uint32_t node, uint32_t) const {
  const IslRecord* record = records_.find(node);
  return record == nullptr ? 0 : static_cast<double>(record->penalty);
}

std::vector<uint32_t> RecordEngine::culprits(uint32_t site, uint32_t classId, size_t limit,
                                             uint32_t scope) const {
  std::vector<std::pair<uint64_t, uint32_t>> found;
  records_.forEach([&](uint32_t node, const IslRecord& record) {
    const Node& n = nodes_[node];
    if (record.site != site || record.penalty == 0 || n.lastSeen != walk_.check) return;
    if (walk_.classes->typeOf(n.classId) != classId) return;
    const bool inScope = scope == 0 || walk_.scopes->scopeOf(siteOf(n.word)) == scope;
    if (inScope) found.emplace_back(record.penalty, node);
  });
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<uint32_t> nodes;
  for (size_t i = 0; i < found.size() && i < limit; i++) nodes.push_back(found[i].second);
  return nodes;
}

// The trial goes on with what there is, and a copy waits for its end.
void RecordEngine::beginTrial() {
  beforeTrial_.emplace(
      BeforeTrial{records_.copy(), handlers_.copy(), turnover_, crowded_, suspicious_});
}

void RecordEngine::endTrial() {
  records_.restore(std::move(beforeTrial_->records));
  handlers_.restore(std::move(beforeTrial_->handlers));
  turnover_ = std::move(beforeTrial_->turnover);
  crowded_ = std::move(beforeTrial_->crowded);
  suspicious_ = std::move(beforeTrial_->suspicious);
  beforeTrial_.reset();
}

}  // namespace isl
