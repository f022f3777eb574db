// The rule of GC events against a plain reference: which objects get on_reachedOnce, on_reached (once
// per edge, root edges included) and the deferred handlers, on generated graphs and specs, walked in
// random orders through HeapWalk and RecordEngine as a VM would call them; by the resolved rule and by
// the printed ones (ISL_RULE_...).
#include <cstdlib>
#include <map>

#include "heap/HeapWalk.h"
#include "heap/RecordEngine.h"
#include "heap/fake_heap.h"

namespace isl {
namespace {

using test::FakeHeap;
using test::FakeObject;

constexpr uint32_t kClasses = 6;  // 1 to 4 have instances, 5 and 6 are arrays
constexpr uint32_t kSites[] = {kSiteUnknown, kSiteInitializer, kFirstSite, kFirstSite + 1};

// What the handlers saw in one check, by the node that they got as identity.
struct Seen {
  std::map<uint64_t, int> once, edges, rootEdges, touched, elements;
};
Seen* seen = nullptr;

uint32_t one() { return 1; }
void onTouched(IslEnv*, IslObject* o) { seen->touched[o->identity]++; }
void onReached(IslEnv*, IslObject* o, const IslField* f) {
  seen->edges[o->identity]++;
  if (f->isRoot != 0) seen->rootEdges[o->identity] += f->index == -1 ? 1 : 1000;
}
void onReachedOnce(IslEnv*, IslObject* o) {
  seen->once[o->identity]++;
  if (o->array == nullptr) return;
  for (int32_t i = 0; i < o->array->length; i++) {
    seen->elements[o->identity] += static_cast<int>(o->array->nonNull[i / 64] >> (i % 64) & 1);
  }
}

// A random spec: up to four contexts, each with a path to an earlier one or none; the last is main.
struct RandomSpec {
  IslContext contexts[4];
  IslSpec spec{};
  std::vector<int> sequenceOf;
  uint64_t bits[kClasses + 1] = {};  // contexts whose type matches the class

  RandomSpec(std::mt19937& random, uint8_t rules) {
    spec.rules = rules;
    const uint32_t count = 1 + random() % 4;
    for (uint32_t c = 0; c < count; c++) {
      const int32_t path = c > 0 && random() % 4 != 0 ? static_cast<int32_t>(random() % c) : -1;
      contexts[c] = {"C", "a.C", nullptr, path};
      sequenceOf.push_back(random() % 4 == 0 ? 0 : -1);
    }
    for (uint32_t k = 1; k <= kClasses; k++) bits[k] = random() & ((1u << count) - 1);
    spec.abiVersion = ISL_ABI_VERSION;
    spec.name = "random";
    spec.source = "random.isl";
    spec.contextCount = count;
    spec.contexts = contexts;
    spec.mainContext = random() % 8 == 0 ? -1 : static_cast<int32_t>(count) - 1;
    spec.partition = ISL_PARTITION_SINGLE;
    spec.window = one;
    spec.needsArrayContents = 1;
    spec.touched = onTouched;
    spec.onReached = onReached;
    spec.onReachedOnce = onReachedOnce;
  }

  // Does an object of this context need a referrer of no context?
  bool isAskingHead(int32_t c) const {
    return spec.mainContext >= 0 && contexts[c].path < 0 &&
           (spec.rules & ISL_RULE_HEADS_FROM_NONE) != 0;
  }

  bool isUnownedHead(uint32_t c) const {
    return contexts[c].path < 0 && static_cast<int32_t>(c) != spec.mainContext && sequenceOf[c] < 0;
  }

  // The main context and those of paths whose arrays need an owner.
  uint64_t ownedContexts() const {
    uint64_t used = spec.mainContext < 0 ? 0 : uint64_t{1} << spec.mainContext;
    for (uint32_t c = 0; c < spec.contextCount; c++) {
      if (contexts[c].path >= 0) used |= uint64_t{1} << c | uint64_t{1} << contexts[c].path;
    }
    for (uint32_t c = 0; c < spec.contextCount; c++) {
      if (isUnownedHead(c)) used &= ~(uint64_t{1} << c);
    }
    return used;
  }
};

// The rule as it is written down, without a thought of traversals.
class Reference {
 public:
  Reference(const RandomSpec& spec, const FakeHeap& heap, const SiteSequences& sequences,
            uint32_t check)
      : spec_(spec), heap_(heap), sequences_(sequences) {
    findOwners();
    const IslSpec& s = spec.spec;
    onPath_.resize(heap.objects.size());
    for (uint32_t root : heap.roots) beginAt(root);
    for (uint32_t from = 0; from < heap.objects.size(); from++) {
      for (const auto& [index, to] : heap.objects[from].refs) {
        if (!isOfAnyContext(from)) beginAt(to);
      }
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t from = 0; from < heap.objects.size(); from++) {
        for (const auto& [index, to] : heap.objects[from].refs) changed |= follow(from, to);
      }
    }
    for (uint32_t i = 0; i < heap.objects.size(); i++) {
      const FakeObject& o = heap.objects[i];
      if (!o.live) continue;
      const bool tracked = s.mainContext < 0 ? !o.isArray && siteOf(o.word) >= kFirstSite
                           : s.contexts[s.mainContext].path >= 0 || spec.isAskingHead(s.mainContext)
                               ? (onPath_[i] >> s.mainContext & 1) != 0
                               : holds(s.mainContext, i);
      if (tracked) addEvents(i, check);
    }
  }

  Seen events;  // by object index

 private:
  struct Owner {
    bool known = false;
    uint32_t site = 0, epoch = 0;
  };

  bool merge(uint32_t array, uint32_t site, uint32_t epoch) {
    Owner& owner = owners_[array];
    const Owner before = owner;
    if (!owner.known || (site != 0 && (owner.site == 0 || site < owner.site))) owner.site = site;
    owner.epoch = std::max(owner.epoch, epoch);
    owner.known = true;
    return before.known != owner.known || before.site != owner.site || before.epoch != owner.epoch;
  }

  void findOwners() {
    owners_.resize(heap_.objects.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t from = 0; from < heap_.objects.size(); from++) {
        const FakeObject& o = heap_.objects[from];
        for (const auto& [index, to] : o.refs) {
          if (!heap_.objects[to].isArray) continue;
          if (!o.isArray)
            changed |= merge(to, siteOf(o.word), epochOf(o.word));
          else if (owners_[from].known)
            changed |= merge(to, owners_[from].site, owners_[from].epoch);
        }
      }
    }
  }

  bool holds(int32_t context, uint32_t object) const {
    const FakeObject& o = heap_.objects[object];
    if ((spec_.bits[o.classId] >> context & 1) == 0) return false;
    const bool main = context == spec_.spec.mainContext;
    if (o.isArray &&
        (!owners_[object].known || spec_.isUnownedHead(static_cast<uint32_t>(context)))) {
      return !main;
    }
    const uint32_t site = o.isArray ? owners_[object].site : siteOf(o.word);
    if (site == kSiteUnknown) return false;
    if (spec_.sequenceOf[static_cast<size_t>(context)] < 0) return true;
    return site == kSiteInitializer ? !main : sequences_[site] != 0;
  }

  bool isOfAnyContext(uint32_t object) const {
    for (int32_t c = 0; c < static_cast<int32_t>(spec_.spec.contextCount); c++) {
      if (holds(c, object)) return true;
    }
    return false;
  }

  // A root, or an object of no context, refers to the object.
  void beginAt(uint32_t to) {
    for (int32_t c = 0; c < static_cast<int32_t>(spec_.spec.contextCount); c++) {
      if (spec_.isAskingHead(c) && holds(c, to)) onPath_[to] |= uint64_t{1} << c;
    }
  }

  bool follow(uint32_t from, uint32_t to) {
    bool changed = false;
    for (int32_t c = 0; c < static_cast<int32_t>(spec_.spec.contextCount); c++) {
      const int32_t p = spec_.spec.contexts[c].path;
      if (p < 0 || !holds(p, from) || !holds(c, to)) continue;
      const bool asks = spec_.spec.contexts[p].path >= 0 || spec_.isAskingHead(p);
      if (asks && (onPath_[from] >> p & 1) == 0) continue;
      changed |= (onPath_[to] >> c & 1) == 0;
      onPath_[to] |= uint64_t{1} << c;
    }
    return changed;
  }

  void addEvents(uint32_t object, uint32_t check) {
    const FakeObject& o = heap_.objects[object];
    events.once[object] = 1;
    for (const FakeObject& from : heap_.objects) {
      for (const auto& [index, to] : from.refs) {
        if (to == object) events.edges[object]++;
      }
    }
    for (uint32_t root : heap_.roots) {
      if (root == object) events.edges[object]++, events.rootEdges[object]++;
    }
    if (o.isArray) events.elements[object] = static_cast<int>(o.refs.size());
    const uint32_t epoch = o.isArray ? owners_[object].epoch : epochOf(o.word);
    if (epoch >= check) events.touched[object] = 1;
  }

  const RandomSpec& spec_;
  const FakeHeap& heap_;
  const SiteSequences& sequences_;
  std::vector<Owner> owners_;
  std::vector<uint64_t> onPath_;
};

class GcRule {
 public:
  GcRule(uint32_t seed, uint8_t rules)
      : random_(seed), seed_(seed), spec_(random_, rules), sequences_{0, 0, 0, 1, 0} {}

  // Walks the same history of heaps in three orders, three checks each.
  bool agrees() {
    makeHeap();
    const auto objects = heap_.objects;
    const auto roots = heap_.roots;
    const uint32_t history = random_();
    for (uint32_t order = 0; order < 3; order++) {
      heap_.objects = objects;
      heap_.roots = roots;
      heap_.random.seed(seed_ * 3 + order);
      if (!runOnce(history, order)) return false;
    }
    return true;
  }

 private:
  bool runOnce(uint32_t history, uint32_t order) {
    ClassTable classes({&spec_.spec});
    for (uint32_t k = 1; k <= kClasses; k++) {
      ClassRecord record;
      record.kind = k <= 4 ? ClassKind::Instance : ClassKind::ObjectArray;
      record.elementKind = 'L';
      record.islIndex = k <= 4 ? 0 : -1;
      record.contexts = {spec_.bits[k]};
      classes.add(std::move(record));
    }
    NodeTable nodes(1000);
    RecordEngine engine(&spec_.spec, 0, spec_.sequenceOf, nodes);
    HeapWalk walk(classes, nodes, {&engine});
    std::mt19937 changes(history);
    for (uint32_t check = 1; check <= 3; check++) {
      heap_.collect();
      Seen now;
      seen = &now;
      walk.run(heap_.env(), check, 1, sequences_);
      engine.end();
      const Reference expected(spec_, heap_, sequences_, check);
      if (!same(byObject(now, nodes), expected.events, check, order)) return false;
      nodes.sweep(check - 1, [&](uint32_t node) { engine.freed(node); });
      change(changes, check);
    }
    return true;
  }

  Seen byObject(const Seen& byNode, const NodeTable& nodes) const {
    std::map<uint64_t, uint64_t> objectOf;
    for (size_t i = 0; i < heap_.objects.size(); i++) {
      if (const uint32_t node = nodes.find(heap_.objects[i].tag)) objectOf[node] = i;
    }
    const auto renamed = [&](const std::map<uint64_t, int>& from) {
      std::map<uint64_t, int> to;
      for (const auto& [node, count] : from) {
        to[objectOf.count(node) != 0 ? objectOf[node] : 1000 + node] = count;
      }
      return to;
    };
    return {renamed(byNode.once), renamed(byNode.edges), renamed(byNode.rootEdges),
            renamed(byNode.touched), renamed(byNode.elements)};
  }

  bool same(Seen got, const Seen& expected, uint32_t check, uint32_t order) const {
    // Arrays without elements count as 0 in both.
    for (auto it = got.elements.begin(); it != got.elements.end();) {
      it = it->second == 0 && expected.elements.count(it->first) == 0 ? got.elements.erase(it)
                                                                      : ++it;
    }
    Seen want = expected;
    for (const auto& [object, count] : want.elements) {
      if (count == 0) got.elements[object];
    }
    if ((spec_.spec.rules & ISL_RULE_REACHED_AGAIN) != 0) leaveFirstOut(got, want);
    const auto where = " differs: seed " + std::to_string(seed_) + ", check " +
                       std::to_string(check) + ", order " + std::to_string(order);
    EXPECT_EQ(got.once, want.once) << "on_reachedOnce" << where;
    EXPECT_EQ(got.edges, want.edges) << "on_reached" << where;
    EXPECT_EQ(got.rootEdges, want.rootEdges) << "on_reached of roots" << where;
    EXPECT_EQ(got.touched, want.touched) << "deferred handlers" << where;
    EXPECT_EQ(got.elements, want.elements) << "array contents" << where;
    return !::testing::Test::HasFailure();
  }

  // on_reached without the first edge of the traversal, which may be a root's or another one.
  static void leaveFirstOut(Seen& got, Seen& want) {
    for (auto it = want.edges.begin(); it != want.edges.end();) {
      const int roots = want.rootEdges.count(it->first) != 0 ? want.rootEdges[it->first] : 0;
      const int gotRoots = got.rootEdges.count(it->first) != 0 ? got.rootEdges[it->first] : 0;
      const bool rootsOnly = roots == it->second;
      if (roots > 0 && (rootsOnly || gotRoots == roots - 1)) {
        if (roots == 1)
          want.rootEdges.erase(it->first);
        else
          want.rootEdges[it->first] = roots - 1;
      }
      it = --it->second == 0 ? want.edges.erase(it) : std::next(it);
    }
  }

  FakeObject makeObject(std::mt19937& random, uint32_t epoch) const {
    FakeObject o;
    o.classId = 1 + random() % kClasses;
    o.isArray = o.classId > 4;
    if (o.isArray)
      o.length = static_cast<int32_t>(random() % 5);
    else
      o.word = kSites[random() % 4] << kEpochBits | (epoch + random() % 2);
    return o;
  }

  void link(std::mt19937& random, FakeObject& o, const std::vector<uint32_t>& targets) const {
    o.refs.clear();
    const auto slots = o.isArray ? o.length : static_cast<int32_t>(random() % 4);
    for (int32_t i = 0; i < slots && !targets.empty(); i++) {
      const uint32_t to = targets[random() % targets.size()];
      // An array that needs no owner has no identity when its owner is met; what it contains would have
      // an owner from the next check on only.
      const bool known = !o.isArray || (spec_.bits[o.classId] & spec_.ownedContexts()) != 0;
      if (!known && heap_.objects[to].isArray) continue;
      if (random() % 4 != 0) o.refs.emplace_back(o.isArray ? i : i + 1, to);
    }
  }

  void makeHeap() {
    std::vector<uint32_t> all;
    for (uint32_t i = 0, n = 2 + random_() % 14; i < n; i++) {
      heap_.objects.push_back(makeObject(random_, 0));
      all.push_back(i);
    }
    for (FakeObject& o : heap_.objects) link(random_, o, all);
    for (uint32_t r = 1 + random_() % 3; r > 0; r--)
      heap_.roots.push_back(all[random_() % all.size()]);
  }

  // Between two checks objects are used, linked anew and born.
  void change(std::mt19937& random, uint32_t check) {
    std::vector<uint32_t> live;
    for (uint32_t i = 0; i < heap_.objects.size(); i++) {
      if (heap_.objects[i].live) live.push_back(i);
    }
    for (uint32_t born = random() % 3; born > 0; born--) {
      live.push_back(static_cast<uint32_t>(heap_.objects.size()));
      heap_.objects.push_back(makeObject(random, check));
      FakeObject& last = heap_.objects.back();
      link(random, last, live);
    }
    for (uint32_t i : live) {
      FakeObject& o = heap_.objects[i];
      std::sort(o.refs.begin(), o.refs.end());  // the walk has shuffled them
      if (!o.isArray && random() % 3 == 0) o.word = siteOf(o.word) << kEpochBits | (check + 1);
      if (random() % 4 == 0) link(random, o, live);
    }
    heap_.roots.push_back(live[random() % live.size()]);
    if (random() % 2 == 0) heap_.roots.erase(heap_.roots.begin());
  }

  std::mt19937 random_;
  uint32_t seed_;
  RandomSpec spec_;
  SiteSequences sequences_;  // by site: only kFirstSite is under the sequence
  FakeHeap heap_;
};

void compare(uint8_t rules, uint32_t graphs) {
  const char* given = getenv("ISL_SEED");
  const uint32_t first = given != nullptr ? static_cast<uint32_t>(atol(given)) : 20261121;
  if (given != nullptr) graphs = 1;
  printf("seeds from %u on; ISL_SEED=N runs one\n", first);
  for (uint32_t seed = first; seed < first + graphs; seed++) {
    ASSERT_TRUE(GcRule(seed, rules).agrees());
  }
}

TEST(GcRule, EventsAreThoseOfTheRuleInAnyOrder) { compare(0, 10'000); }

TEST(GcRule, PrintedRuleOfReached) { compare(ISL_RULE_REACHED_AGAIN, 3'000); }

TEST(GcRule, PrintedRuleOfHeads) { compare(ISL_RULE_HEADS_FROM_NONE, 5'000); }

TEST(GcRule, PrintedRulesTogether) {
  compare(ISL_RULE_REACHED_AGAIN | ISL_RULE_HEADS_FROM_NONE, 3'000);
}

}  // namespace
}  // namespace isl
