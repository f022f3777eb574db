// Event keys, field numbers, admission by site, logs and the table of arrays.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "events/Admission.h"
#include "events/ArrayTable.h"
#include "events/EventKeys.h"
#include "events/EventLogs.h"

namespace isl {
namespace {

void access(IslEnv*, IslObject*, const IslField*, uint32_t, uint32_t, IslObject*) {}
void call(IslEnv*, IslObject*, const IslMethod*, uint32_t, uint32_t, IslObject*) {}
uint8_t primitivesOnly(const IslField* f) { return f->isPrimitive; }
uint8_t referencesOnly(const IslMethod* m) { return m->returns == 'L' || m->returns == '['; }

IslHandler handlerOf(IslEventKind event, uint8_t uses) {
  IslHandler h{};
  h.event = event;
  h.mode = ISL_MODE_NATIVE;
  h.uses = uses;
  if (event == ISL_ON_CALL)
    h.call = call;
  else
    h.access = access;
  return h;
}

class Keys : public testing::Test {
 protected:
  EventKeys& keys() {
    spec.handlers = handlers.data();
    spec.handlerCount = static_cast<uint32_t>(handlers.size());
    if (type != nullptr) {
      context.type = type;
      context.path = -1;
      spec.contexts = &context;
      spec.contextCount = 1;
    }
    spec.mainContext = type != nullptr ? 0 : -1;
    if (made == nullptr) made = std::make_unique<EventKeys>(specs, hierarchy, layouts);
    return *made;
  }
  instrument::EventChoice field(const char* owner, const char* descriptor, bool write) {
    classfile::MemberRef ref;
    ref.owner = owner;
    ref.name = "f";
    ref.descriptor = descriptor;
    ref.valid = true;
    return keys().field(ref, write);
  }

  std::vector<IslHandler> handlers;
  const char* type = nullptr;
  IslContext context{};
  IslSpec spec{};
  std::vector<const IslSpec*> specs = {&spec};
  Hierarchy hierarchy;
  FieldLayouts layouts;
  std::unique_ptr<EventKeys> made;
};

TEST_F(Keys, GuardsAreDecidedForTheMember) {
  handlers = {handlerOf(ISL_ON_WRITE, ISL_USES_WORDS)};
  handlers[0].acceptsField = primitivesOnly;
  EXPECT_NE(field("a/T", "I", true).key, 0);
  EXPECT_TRUE(field("a/T", "I", true).words);
  EXPECT_EQ(field("a/T", "La/T;", true).key, 0);
  EXPECT_EQ(field("a/T", "I", false).key, 0) << "nobody handles reads";
}

TEST_F(Keys, ReadsRunOnReadFirst) {
  handlers = {handlerOf(ISL_ON_READ, 0), handlerOf(ISL_ON_RW, 0)};
  const auto choice = field("a/T", "I", false);
  EXPECT_FALSE(choice.words);
  const EventKey* key = keys().find(choice.key);
  ASSERT_EQ(key->handlers.size(), 2u);
  EXPECT_EQ(key->handlers[0].handler->event, ISL_ON_READ);
  EXPECT_EQ(key->handlers[1].handler->event, ISL_ON_RW);
}

TEST_F(Keys, ReferencesHaveAnIdentityOnlyWhereItIsAskedFor) {
  handlers = {handlerOf(ISL_ON_READ, ISL_USES_VALUE)};
  EXPECT_EQ(field("a/T", "La/T;", false).key & EventKeys::kWantsIdentity, 0);
  made.reset();
  handlers = {handlerOf(ISL_ON_READ, ISL_USES_WORDS)};
  EXPECT_NE(field("a/T", "La/T;", false).key & EventKeys::kWantsIdentity, 0);
}

TEST_F(Keys, OtherTypesAreNoTargets) {
  hierarchy.add("java/lang/Object", "", {}, false, false);
  hierarchy.add("a/T", "java/lang/Object", {}, false, false);
  hierarchy.add("a/Other", "java/lang/Object", {}, true, false);
  type = "a.T";
  handlers = {handlerOf(ISL_ON_READ, 0), handlerOf(ISL_ON_CALL, ISL_USES_VALUE)};
  handlers[1].acceptsMethod = referencesOnly;
  EXPECT_NE(field("a/T", "I", false).key, 0);
  EXPECT_EQ(field("a/Other", "I", false).key, 0);
  EXPECT_NE(keys().call("a/Other", "m", "()La/T;", true).key, 0) << "returns a tracked object";
  EXPECT_EQ(keys().call("a/Other", "m", "()La/Other;", false).key, 0);
  EXPECT_EQ(keys().call("a/T", "m", "()I", false).key, 0) << "the guard says no";
}

TEST_F(Keys, ElementsOfTheNamedArrayType) {
  type = "int[]";
  handlers = {handlerOf(ISL_ON_READ, 0)};
  EXPECT_NE(keys().element('I', false).key, 0);
  EXPECT_EQ(keys().element('J', false).key, 0);
  EXPECT_EQ(keys().element('I', true).key, 0);
  EXPECT_TRUE(keys().tracksArray("I"));
  EXPECT_FALSE(keys().tracksArray("J"));
  EXPECT_FALSE(keys().tracksArray("[I"));
  EXPECT_EQ(field("a/T", "I", false).key, 0) << "objects with fields are no arrays";
}

TEST_F(Keys, ArraysAreCovariant) {
  type = "java.lang.Object[]";
  handlers = {handlerOf(ISL_ON_READ, 0)};
  EXPECT_TRUE(keys().tracksArray("java/lang/String"));
  EXPECT_TRUE(keys().tracksArray("[I"));
  EXPECT_FALSE(keys().tracksArray("I"));
}

int32_t sixteen() { return 16; }
int32_t four() { return 4; }

TEST_F(Keys, TheShortestTrackedArrayIsThatOfAllSpecs) {
  type = "int[]";
  handlers = {handlerOf(ISL_ON_READ, 0)};
  spec.leastLength = sixteen;
  EXPECT_EQ(keys().leastLength(), 16) << "one spec";
  IslSpec second = spec;
  second.leastLength = four;
  specs = {&spec, &second};
  made.reset();
  EXPECT_EQ(keys().leastLength(), 4);
  second.leastLength = nullptr;
  made.reset();
  EXPECT_EQ(keys().leastLength(), 0) << "one tracks all";
}

TEST_F(Keys, ElementsHaveWordsWhereSomebodyLooksAtIndexOrValue) {
  type = "int[]";
  for (const uint8_t uses : {uint8_t{ISL_USES_FIELD}, uint8_t{ISL_USES_WORDS}}) {
    made.reset();
    handlers = {handlerOf(ISL_ON_READ, uses)};
    EXPECT_TRUE(keys().element('I', false).words);
  }
  made.reset();
  handlers = {handlerOf(ISL_ON_READ, ISL_USES_RECORD)};
  EXPECT_FALSE(keys().element('I', false).words);
}

TEST_F(Keys, StoresToOwnersPutArraysOnThePath) {
  hierarchy.add("java/lang/Object", "", {}, false, false);
  hierarchy.add("a/List", "java/lang/Object", {}, false, false);
  hierarchy.add("a/Other", "java/lang/Object", {}, true, false);
  hierarchy.add("a/Sub", "a/List", {}, true, false);
  const IslContext contexts[] = {{"L", "a.List", nullptr, -1},
                                 {"T", "java.lang.Object[]", nullptr, 0}};
  handlers = {handlerOf(ISL_ON_READ, ISL_USES_RECORD)};
  spec.handlers = handlers.data();
  spec.handlerCount = 1;
  spec.contexts = contexts;
  spec.contextCount = 2;
  spec.mainContext = 1;
  classfile::MemberRef ref;
  ref.name = "f";
  ref.valid = true;
  const auto put = [&](EventKeys& k, const char* owner, const char* descriptor) {
    ref.owner = owner;
    ref.descriptor = descriptor;
    return k.mayPutOnPath(ref);
  };
  EventKeys all(specs, hierarchy, layouts);
  EXPECT_FALSE(all.waitsForPath());
  EXPECT_TRUE(all.knowsBirths("a/Other"));
  EXPECT_EQ(put(all, "a/List", "[Ljava/lang/Object;"), 0);

  spec.traits = ISL_TRAIT_PATH_ARRAYS;
  EventKeys some(specs, hierarchy, layouts);
  EXPECT_TRUE(some.waitsForPath());
  EXPECT_TRUE(some.knowsBirths("a/Sub"));
  EXPECT_FALSE(some.knowsBirths("a/Other"));
  EXPECT_FALSE(some.knowsBirths("a/NotLoaded"));
  const int32_t key = put(some, "a/Sub", "[Ljava/lang/String;");
  EXPECT_NE(key, 0);
  EXPECT_EQ(put(some, "a/Sub", "Ljava/lang/Object;"), key) << "one for each class";
  EXPECT_EQ(put(some, "a/Sub", "[I"), 0);
  EXPECT_EQ(put(some, "a/Sub", "La/Other;"), 0);
  EXPECT_EQ(put(some, "a/Other", "[Ljava/lang/Object;"), 0);
  const int32_t unknown = put(some, "a/Later", "[Ljava/lang/Object;");
  EXPECT_TRUE(some.putsOnPath(key));
  EXPECT_TRUE(some.putsOnPath(unknown)) << "it may be a list";
  hierarchy.add("a/Later", "java/lang/Object", {}, true, false);
  EXPECT_FALSE(some.putsOnPath(unknown));
  EXPECT_FALSE(some.putsOnPath(unknown + 1)) << "never given out";

  IslSpec other = spec;  // beside a spec that wants all arrays, all are known
  other.traits = 0;
  EventKeys both({&spec, &other}, hierarchy, layouts);
  EXPECT_FALSE(both.waitsForPath());
}

uint32_t ten() { return 10; }

TEST_F(Keys, LatestValuesAreKeptBesideWhatDoesNotDisturbThem) {
  handlers = {handlerOf(ISL_ON_WRITE, ISL_USES_WORDS | ISL_KEEPS_LATEST)};
  spec.window = ten;
  IslHandler others[] = {handlerOf(ISL_ON_READ, ISL_USES_RECORD | ISL_USES_PENALTY)};
  IslContext arrays{"A", "java.lang.Object[]", nullptr, -1};
  IslSpec other{};
  other.handlers = others;
  other.handlerCount = 1;
  other.mainContext = -1;
  specs = {&other, &spec};
  const auto kept = [this] {
    made = nullptr;
    keys().keepLatest();
    return keys().latestSpec() == &spec;
  };
  EXPECT_FALSE(kept())
      << "it looks at fields as well, and objects get records in the course of time";
  other.contexts = &arrays;
  other.contextCount = 1;
  other.mainContext = 0;
  EXPECT_TRUE(kept()) << "it looks at arrays";
  EXPECT_TRUE(field("a/T", "I", true).latest);
  other.mainContext = -1;
  others[0] = handlerOf(ISL_ON_CALL, ISL_USES_RECORD);
  EXPECT_TRUE(kept()) << "objects have their record before their site has a slot";
  others[0] = handlerOf(ISL_ON_CALL, ISL_USES_PENALTY);
  EXPECT_FALSE(kept());
}

TEST_F(Keys, ASpecWhoseFlagsAreInWordsHasNoEvents) {
  handlers = {handlerOf(ISL_ON_READ, 0)};
  handlers[0].mode = ISL_MODE_JAVA;
  keys();
  EXPECT_TRUE(hasEvents(spec));
  EXPECT_NE(field("a/T", "I", false).key, 0);
  WordLayout::keepFlagsOf(&spec, true);
  made = nullptr;
  EXPECT_FALSE(hasEvents(spec));
  EXPECT_FALSE(keys().any());
  EXPECT_EQ(field("a/T", "I", false).key, 0);
  WordLayout::keepFlagsOf(nullptr);
}

TEST(FieldLayouts, PrimitivesComeFirstAndSuperclassesBeforeThat) {
  FieldLayouts layouts;
  layouts.add("java/lang/Object", "", {});
  layouts.add("A", "java/lang/Object", {{"r", "La;"}, {"i", "I"}, {"j", "J"}});
  layouts.add("B", "A", {{"b", "Z"}, {"s", "[I"}});
  EXPECT_EQ(layouts.indexOf("", "A", "i", "I"), 0);
  EXPECT_EQ(layouts.indexOf("", "A", "j", "J"), 1);
  EXPECT_EQ(layouts.indexOf("A", "A", "r", "La;"), 2);
  EXPECT_EQ(layouts.indexOf("", "B", "b", "Z"), 2);
  EXPECT_EQ(layouts.indexOf("", "B", "i", "I"), 0) << "a reference to B finds A's field";
  EXPECT_EQ(layouts.indexOf("B", "B", "r", "La;"), 3);
  EXPECT_EQ(layouts.indexOf("B", "B", "s", "[I"), 4);
  EXPECT_EQ(layouts.indexOf("", "C", "i", "I"), -1);
}

class Admissions : public Keys {
 protected:
  Admission admission() {
    keys();
    return Admission(specs, {{-1}}, sites, sequences, hierarchy);
  }
  uint32_t site(std::string_view target, SiteKind kind = SiteKind::New) {
    SiteLocation l{};
    l.className = "a/Main";
    l.method = "m";
    l.bci = next++;
    l.line = -1;
    l.kind = kind;
    l.target = target;
    return sites.intern(l);
  }
  SiteTable sites;
  SequenceSet sequences;
  uint32_t next = 0;
};

TEST_F(Admissions, TypeDecidesAtTheSite) {
  hierarchy.add("a/T", "java/lang/Object", {}, false, false);
  hierarchy.add("a/Other", "java/lang/Object", {}, true, false);
  hierarchy.add("java/lang/Object", "", {}, false, false);
  type = "a.T";
  handlers = {handlerOf(ISL_ON_READ, ISL_USES_RECORD)};
  Admission a = admission();
  EXPECT_EQ(a.codeOf(site("a/T")), kNeedsRecord);
  EXPECT_EQ(a.codeOf(site("a/Other")), kNeverTracked);
  const uint32_t constructor = site("a/T", SiteKind::Constructor);
  EXPECT_TRUE(a.needsClass(constructor));
  const uint32_t known = a.siteOfClass(constructor, "a/T");
  EXPECT_FALSE(a.needsClass(known));
  EXPECT_EQ(a.codeOf(known), kNeedsRecord | kProvisional);
}

TEST_F(Admissions, EachSpecTracksArraysThatAreLongEnoughForIt) {
  type = "int[]";
  handlers = {handlerOf(ISL_ON_READ, 0)};
  keys();
  spec.leastLength = sixteen;
  IslSpec second = spec;
  second.leastLength = four;
  specs = {&spec, &second};
  Admission a(specs, {{-1}, {-1}}, sites, sequences, hierarchy);
  EXPECT_EQ(a.longEnough(3, 16), 3u);
  EXPECT_EQ(a.longEnough(3, 15), 2u);
  EXPECT_EQ(a.longEnough(3, 3), 0u);
}

TEST_F(Admissions, ObjectsGetRecordsOnceOneOfTheirSiteHasAPenalty) {
  handlers = {handlerOf(ISL_ON_WRITE, ISL_USES_PENALTY)};
  Admission a = admission();
  const uint32_t s = site("a/T");
  EXPECT_EQ(a.codeOf(s), kPlain);
  EXPECT_TRUE(a.heat(s));
  EXPECT_FALSE(a.heat(s));
  EXPECT_EQ(a.codeOf(s), kNeedsRecord);
}

TEST_F(Admissions, ASpecOfArraysSaysNothingOfObjects) {
  type = "java.lang.Object[]";
  handlers = {handlerOf(ISL_ON_READ, ISL_USES_RECORD | ISL_USES_PENALTY)};
  Admission a = admission();
  const uint32_t call = site("a/NotKnown.m", SiteKind::LibraryCall);
  EXPECT_EQ(a.codeOf(call), kNeverTracked);
  EXPECT_FALSE(a.heat(call));
}

TEST_F(Admissions, PenaltiesThatNoHandlerTakesAwayNeedNoRecords) {
  handlers = {handlerOf(ISL_ON_WRITE, ISL_USES_WORDS)};
  Admission a = admission();
  const uint32_t s = site("a/T");
  EXPECT_EQ(a.codeOf(s), kPlain);
  EXPECT_FALSE(a.heat(s));
  EXPECT_EQ(a.codeOf(s), kPlain);
}

TEST(EventLogs, RunEachEventOnce) {
  EventLogs logs;
  EventLog* log = logs.make();
  ASSERT_NE(log, nullptr);
  for (int32_t i = 0; i < 3; i++) log->entries[i].key = i + 1;
  log->used = 2 * sizeof(LogEntry);
  std::vector<int32_t> seen;
  const auto note = [&](const LogEntry& e) { seen.push_back(e.key); };
  EventLogs::drain(*log, note);
  log->used = 3 * sizeof(LogEntry);
  const auto none = [](const SlotTable::Batch&) {};
  logs.flushAll(note, none, none);
  logs.flushAll(note, none, none);
  EXPECT_EQ(seen, (std::vector<int32_t>{1, 2, 3}));
  logs.destroy(log);
  EXPECT_EQ(logs.size(), 0u);
}

// As IslCounts.add: to one of the latest entries that the thread does not see drained, else a new one.
void addTo(EventLog& log, int32_t key) {
  constexpr auto kSize = static_cast<uint32_t>(sizeof(LogEntry));
  const uint32_t used = log.used.load(std::memory_order_relaxed) / kSize;
  const uint32_t drained = log.drained.load(std::memory_order_relaxed) / kSize;
  for (uint32_t i = used; i > drained && i + EventLog::kOpen > used; i--) {
    LogEntry& entry = log.entries[i - 1];
    if (entry.key != key) continue;
    __atomic_store_n(&entry.a, entry.a + 1, __ATOMIC_RELAXED);
    return;
  }
  log.entries[used] = {key, 0, 0, 0, 0};
  log.used.store((used + 1) * kSize, std::memory_order_release);
}

TEST(EventLogs, RunWhatIsAddedToEntriesThatAreBeingDrained) {
  constexpr int32_t kKeys = 3;
  constexpr uint64_t kEach = 100'000;
  EventLogs logs;
  EventLog* const log = logs.make();
  ASSERT_NE(log, nullptr);
  uint64_t times[kKeys] = {};
  std::mutex lock;
  const auto drain = [&] {
    EventLogs::drain(*log, [&times](const LogEntry& e) { times[e.key] += uint64_t{e.a} + 1; });
  };
  std::atomic<bool> ended{false};
  std::thread writer([&] {
    for (uint64_t i = 0; i < kKeys * kEach; i++) {
      if (log->used >= (EventLog::kEntries - 1) * sizeof(LogEntry)) {  // room for two
        const std::lock_guard<std::mutex> guard(lock);
        drain();
        log->drained = 0;
        log->used = 0;
      }
      addTo(*log, static_cast<int32_t>(i % kKeys));
      if (i % 7 == 0) addTo(*log, 0);
    }
    ended = true;
  });
  while (!ended) {
    const std::lock_guard<std::mutex> guard(lock);
    drain();
  }
  writer.join();
  drain();
  EXPECT_EQ(times[0], kEach + (kKeys * kEach + 6) / 7);
  for (int32_t key = 1; key < kKeys; key++) EXPECT_EQ(times[key], kEach) << key;
}

TEST(ArrayTable, FindsWhatItHoldsWhileItGrowsAndShrinks) {
  ArrayTable table;
  for (uint32_t h = 1; h <= 5000; h++) table.insert(h * 1024, h);  // all of one slot at first
  for (uint32_t h = 1; h <= 5000; h++) ASSERT_EQ(table.find(h * 1024), h);
  EXPECT_EQ(table.find(7), 0u);
  table.rebuild([](uint32_t word) { return word % 2 == 0; });
  EXPECT_EQ(table.size(), 2500u);
  EXPECT_EQ(table.find(2 * 1024), 0u);
  EXPECT_EQ(table.find(3 * 1024), 3u);
}

}  // namespace
}  // namespace isl
