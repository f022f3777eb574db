// What hangs on references that wait for a collection: tables of weak keys, of wrapped keys, and what is no table.
#include "rawheap/DeadEntries.h"

#include "mark_of.h"

namespace isl::rawheap::test {
namespace {

class DeadEntriesOf : public MarkOf {
 protected:
  DeadEntriesOf() {
    queues.note({true, 1000, 0, 0, 0}, 2000);
    queues.note({true, 0, 0, 0, 0}, 1000);
    reference = heap.vm.klass("java/lang/ref/Reference", 16 + 4 * oop(), {{queue, 2}});
    weak = referenceKlass("java/lang/ref/WeakReference", reference, 0);
    weakEntry = referenceKlass("Table$WeakEntry", weak, 2);
  }
  uint32_t bytesWith(uint32_t fields) const { return 16 + (fields * oop() + 7) / 8 * 8; }
  uint64_t referenceKlass(const char* name, uint64_t super, uint32_t fields) {
    FakeVm::Maps maps = {{queue, 2}};
    if (fields != 0) maps.push_back({own, fields});
    const uint64_t klass = heap.vm.klass(name, 16 + (4 + fields) * oop(), maps, super);
    FakeVm::store<uint8_t>(klass + heap.layout.referenceType, 1);
    return klass;
  }
  uint64_t referenceTo(uint64_t klass, uint64_t referent) {
    const uint64_t made = heap.vm.object(klass);
    heap.vm.set(made, 16, referent);
    return made;
  }
  uint64_t gone() { return heap.vm.object(node); }
  // An object with these in its first fields.
  uint64_t with(uint64_t klass, const std::vector<uint64_t>& fields) {
    const uint64_t made = heap.vm.object(klass);
    for (uint32_t i = 0; i < fields.size(); ++i) heap.vm.set(made, 16 + i * oop(), fields[i]);
    return made;
  }
  uint64_t tableOf(const std::vector<uint64_t>& elements) {
    const uint64_t made = heap.vm.array(heap.vm.objectArrayKlass(), 100);
    for (uint32_t i = 0; i < elements.size(); ++i) heap.vm.setElement(made, i, elements[i]);
    return made;
  }
  uint64_t bytesOf(const std::vector<uint64_t>& objects) {
    uint64_t bytes = 0;
    for (const uint64_t object : objects)
      bytes += recorder.find(object) == nullptr ? 1u << 30 : recorder.find(object)->bytes;
    return bytes;
  }
  uint64_t deadBytes(const std::vector<uint64_t>& from, uint64_t order = 1 << 20) {
    MarkOptions options;
    options.softLast = true;
    options.orderBytes = order;
    Mark m(options);
    EXPECT_TRUE(mark(m, from, false)) << heap.reason.text;
    m.beginSoft();
    ObjectReader reader = heap.reader(false);
    DeadEntries::findSoft(m, reader, softly);
    // As the VM does behind its soft references.
    for (const uint64_t kept : keptSoftly) {
      EXPECT_TRUE(m.beginRoots(heap.reason));
      m.addRoot(kept);
      EXPECT_TRUE(m.drain(reader, recorder, heap.reason));
    }
    return DeadEntries(m, reader, queues, softly).find().entryBytes;
  }

  const uint32_t queue = 16 + oop(), next = 16 + 2 * oop(), discovered = 16 + 3 * oop(),
                 own = 16 + 4 * oop();
  uint64_t reference = 0, weak = 0, weakEntry = 0;
  std::vector<uint64_t> keptSoftly;
  DrainedQueues queues;
  DeadEntries::Places softly;
  const uint64_t node = heap.vm.klass("Node", bytesWith(3), {{16, 3}});
};

INSTANTIATE_TEST_SUITE_P(CompressedOops, DeadEntriesOf, testing::Bool());

TEST_P(DeadEntriesOf, AreReferencesWithWhatTheyHoldAndTheirPartOfTheTable) {
  const uint64_t key = heap.vm.object(node), value = heap.vm.object(node),
                 below = heap.vm.object(node), kept = heap.vm.object(node),
                 linked = heap.vm.object(node);
  heap.vm.set(value, 16, below);
  const uint64_t dead = referenceTo(weakEntry, gone()), lives = referenceTo(weakEntry, key),
                 behind = referenceTo(weakEntry, key);
  heap.vm.set(dead, own, value);
  heap.vm.set(dead, own + oop(), behind);
  heap.vm.set(behind, own, linked);
  heap.vm.set(lives, own, kept);
  const uint64_t table = tableOf({dead, lives});
  const uint64_t bytes = deadBytes({key, table});
  EXPECT_EQ(bytes, bytesOf({dead, value, below}) + bytesOf({table}) / 2)
      << "what is linked to it is an entry of its own";
}

TEST_P(DeadEntriesOf, AreNodesThatLeadToReferences) {
  const uint64_t entry = heap.vm.klass("HashMap$Node", bytesWith(3), {{16, 3}}),
                 holder = heap.vm.klass("Holder", bytesWith(1), {{16, 1}});
  const uint64_t key = heap.vm.object(node), dropped = heap.vm.object(node),
                 kept = heap.vm.object(node);
  const uint64_t lives = with(entry, {referenceTo(weak, key), kept}),
                 dying = referenceTo(weak, gone()), value = with(node, {dying}),
                 dead = with(entry, {dropped, value, lives}), table = tableOf({dead});
  const uint64_t none = with(entry, {referenceTo(weak, gone())});
  const uint64_t bytes = deadBytes({key, with(holder, {table}), none});
  EXPECT_EQ(bytes, bytesOf({dead, dropped, value, dying, table}))
      << "neither the next of its chain, nor what is no element";
}

TEST_P(DeadEntriesOf, AreNoServicesThatHaveADeadListener) {
  std::vector<uint64_t> entries;
  for (int i = 0; i < 40; ++i) entries.push_back(referenceTo(weakEntry, gone()));
  const uint64_t service = with(node, {referenceTo(weak, gone()), heap.vm.object(node)});
  const uint64_t table = tableOf(entries), services = tableOf({service});
  const uint64_t bytes = deadBytes({table, services});
  EXPECT_EQ(bytes, bytesOf(entries) + bytesOf({table}));
}

TEST_P(DeadEntriesOf, AreNoneOfAProgramThatTakesNothingOut) {
  const uint64_t first = referenceTo(weakEntry, 0), second = referenceTo(weakEntry, gone());
  heap.vm.set(first, next, second);
  const std::vector<uint64_t> roots = {tableOf({first}), second};
  queues = DrainedQueues();
  EXPECT_EQ(deadBytes(roots), 0u);
  queues.note({true, 5, 0, 0, 0}, 1000);
  EXPECT_EQ(deadBytes(roots), bytesOf({first, second, roots[0]})) << "three were taken meanwhile";
}

TEST_P(DeadEntriesOf, AreInTheListOfTheCollectorAlone) {
  const uint64_t listed = referenceTo(weakEntry, 0), value = heap.vm.object(node);
  heap.vm.set(listed, discovered, listed);
  heap.vm.set(listed, own, value);
  const uint64_t bytes = deadBytes({listed});
  EXPECT_EQ(bytes, bytesOf({listed, value}));
}

TEST_P(DeadEntriesOf, WaitUntilTheProgramTakesThemFromTheirQueue) {
  const uint64_t kept = heap.vm.object(node);
  const auto cleared = [&] { return referenceTo(weak, 0); };
  const uint64_t waits = referenceTo(weak, gone()), lives = referenceTo(weak, kept),
                 pending = cleared(), queued = cleared(), taken = cleared(), alone = cleared();
  heap.vm.set(pending, discovered, waits);
  heap.vm.set(queued, next, waits);
  heap.vm.set(taken, next, taken);
  const uint64_t soft = referenceTo(referenceKlass("java/lang/ref/SoftReference", reference, 0),
                                    heap.vm.object(node));
  MarkOptions options;
  options.softLast = true;
  Mark m(options);
  ASSERT_TRUE(mark(m, {kept, waits, lives, pending, queued, taken, alone, soft}, false));
  const ObjectReader reader = heap.reader(false);
  DeadEntries entries(m, reader, queues, softly);
  using Referent = DeadEntries::Referent;
  EXPECT_EQ(entries.referentOf(waits), Referent::Waits);
  EXPECT_EQ(entries.referentOf(lives), Referent::Lives);
  EXPECT_EQ(entries.referentOf(pending), Referent::Queued);
  EXPECT_EQ(entries.referentOf(queued), Referent::Queued);
  EXPECT_EQ(entries.referentOf(taken), Referent::Cleared);
  EXPECT_EQ(entries.referentOf(alone), Referent::Cleared);
  EXPECT_EQ(entries.referentOf(soft), Referent::NotAsked) << "the VM clears it when it likes";
}

// Of a soft cache until it is cleared, whatever the program was seen to do: then its entries wait for that.
TEST_P(DeadEntriesOf, AreThoseOfASoftCache) {
  queues = DrainedQueues();
  const uint64_t soft = referenceKlass("java/lang/ref/SoftReference", reference, 0);
  const uint64_t entry = heap.vm.klass("HashMap$Node", bytesWith(3), {{16, 3}});
  const uint64_t used = heap.vm.object(node), cached = heap.vm.object(node),
                 key = heap.vm.object(node);
  const uint64_t only = referenceTo(soft, cached), other = referenceTo(soft, used),
                 cleared = referenceTo(soft, 0);
  const uint64_t yields = with(entry, {key, only}),
                 stays = with(entry, {heap.vm.object(node), other}),
                 left = with(entry, {heap.vm.object(node), cleared});
  const uint64_t table = tableOf({yields, stays, left, with(entry, {heap.vm.object(node)})});
  const uint64_t bytes = deadBytes({used, table});
  EXPECT_EQ(bytes, bytesOf({yields, key, only}) + bytesOf({table}) / 4);
}

// Of a class that a soft cache keeps: its descriptions go with it.
TEST_P(DeadEntriesOf, AreThoseOfWeakKeysThatASoftCacheKeeps) {
  queues = DrainedQueues();
  const uint64_t used = heap.vm.object(node), cached = heap.vm.object(node),
                 value = heap.vm.object(node), other = heap.vm.object(node);
  const uint64_t yields = referenceTo(weakEntry, cached), stays = referenceTo(weakEntry, used),
                 waits = referenceTo(weakEntry, gone());
  heap.vm.set(yields, own, value);
  heap.vm.set(stays, own, other);
  const uint64_t table = tableOf({yields, stays, waits});
  keptSoftly = {cached};
  const uint64_t bytes = deadBytes({used, table});
  EXPECT_EQ(bytes, bytesOf({yields, value}) + bytesOf({table}) / 3)
      << "the program was not seen to take out what waits";
}

TEST_P(DeadEntriesOf, AreNotKnownWithoutTheOrder) {
  EXPECT_EQ(deadBytes({tableOf({referenceTo(weakEntry, gone())})}, 0), 0u);
}

}  // namespace
}  // namespace isl::rawheap::test
