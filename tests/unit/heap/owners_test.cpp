// Owners of arrays, of arrays in arrays, and of arrays that are known from their birth: in any order of the
// traversal those that a plain reference finds, whatever circles the arrays form.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "heap/HeapWalk.h"
#include "heap/fake_heap.h"

namespace isl {
namespace {

using Claim = std::tuple<uint32_t, uint32_t, uint32_t>;  // site, class, epoch of an owner
constexpr uint32_t kClasses = 4, kArrayClass = kClasses + 1;

// Gives every array a node, as a spec does that tracks all of them.
class EveryArray : public Engine {
 public:
  EveryArray(const IslSpec* spec, NodeTable& nodes) : Engine(spec, 0), nodes_(nodes) {}
  void begin(const WalkState& walk) override { walk_ = walk; }
  void edge(const Burst&, const Edge& edge) override {
    bool fresh = false;
    if (edge.length > 0) nodes_.ensure(edge.tag, walk_.check, fresh);
  }
  void object(const Burst&, uint32_t, bool) override {}
  void ownedArray(uint32_t, uint32_t, uint64_t) override {}
  void primitiveArray(uint32_t, uint32_t, int32_t, const void*) override {}
  void end() override {}
  void beginTrial() override {}
  void endTrial() override {}
  void freed(uint32_t) override {}
  double amplified(uint32_t, uint32_t) const override { return 0; }
  bool wantsEdges() const override { return true; }
  uint64_t amplifiedObjects() const override { return 0; }
  uint64_t clearedObjects() const override { return 0; }
  const SiteSet& amplifiedSites() const override { return none_; }
  const SiteSet& clearedSites() const override { return none_; }

 private:
  const SiteSet none_;
  NodeTable& nodes_;
};

class Owners : public ::testing::Test {
 protected:
  Owners()
      : classes_({&spec_}), nodes_(1000), engine_(&spec_, nodes_),
        walk_(classes_, nodes_, {&engine_}) {
    while (classes_.size() <= kArrayClass) {
      ClassRecord record;
      record.signature = "LC" + std::to_string(classes_.size()) + ";";
      record.kind = classes_.size() == kArrayClass ? ClassKind::ObjectArray : ClassKind::Instance;
      record.islIndex = record.kind == ClassKind::Instance ? 0 : -1;
      classes_.add(std::move(record));
    }
  }

  // Instances (even) and arrays (odd) that refer to each other at will.
  void make() {
    heap_.objects.assign(4 + heap_.random() % 10, {});
    heap_.roots = {0};
    for (uint32_t i = 0; i < heap_.objects.size(); i++) {
      test::FakeObject& o = heap_.objects[i];
      o.isArray = i % 2 == 1;
      o.classId = o.isArray ? kArrayClass : 1 + heap_.random() % kClasses;
      o.length = o.isArray ? 4 : -1;
      o.word = heap_.random() % 4 << kEpochBits | heap_.random() % 8;
      for (int32_t slot = 1; slot <= 4; slot++) {
        const auto to = static_cast<uint32_t>(heap_.random() % heap_.objects.size());
        if (heap_.random() % 3 != 0) o.refs.emplace_back(slot, to);
      }
    }
    heap_.collect();
  }

  // Some arrays are known from their birth on.
  void giveHomes() {
    homes_.assign(heap_.objects.size(), 0);
    someHomes_ = heap_.random() % 2 == 0;
    if (!someHomes_) return;
    for (size_t i = 0; i < heap_.objects.size(); i++) {
      const uint32_t node = nodes_.find(heap_.objects[i].tag);
      if (!heap_.objects[i].isArray || node == 0 || heap_.random() % 2 == 0) continue;
      homes_[i] = nodes_[node].homeSite = 1 + heap_.random() % 4;
      nodes_[node].word = homes_[i] << kEpochBits;
    }
  }

  // Each array's claims: of the instances that refer to it, and of the arrays around it.
  std::vector<std::set<Claim>> claims() const {
    std::vector<std::set<Claim>> all(heap_.objects.size());
    for (size_t grown = 1, before = 0; grown != before;) {
      before = grown;
      grown = 1;
      for (size_t i = 0; i < heap_.objects.size(); i++) {
        const test::FakeObject& o = heap_.objects[i];
        if (!o.live) continue;
        std::set<Claim> mine = {{siteOf(o.word), o.classId, epochOf(o.word)}};
        if (o.isArray) mine.clear();
        for (const auto& [site, cls, epoch] : all[i])
          mine.emplace(homes_[i] != 0 ? homes_[i] : site, cls, epoch);
        for (const auto& [slot, to] : o.refs) {
          if (heap_.objects[to].isArray) all[to].insert(mine.begin(), mine.end());
        }
      }
      for (const auto& set : all) grown += set.size();
    }
    return all;
  }

  void expectOwners(const std::set<Claim>& claims, uint32_t home, const Node& node) const {
    uint32_t epoch = 0;
    std::set<uint32_t> owners;
    std::pair<uint32_t, uint32_t> least = {UINT32_MAX, 0};
    for (const auto& [site, cls, at] : claims) {
      epoch = std::max(epoch, at);
      owners.insert(cls);
      least = std::min(least, {site == kSiteUnknown ? UINT32_MAX - 1 : site, cls});
    }
    const uint32_t site = least.first == UINT32_MAX - 1 ? kSiteUnknown : least.first;
    ASSERT_TRUE(node.hasWord);
    EXPECT_EQ(siteOf(node.word), home != 0 ? home : site);
    EXPECT_EQ(epochOf(node.word), epoch);
    EXPECT_EQ(owners.count(node.ownerClass), 1u);
    // Arrays that are known from birth have one of their owners' classes, and so what is in them.
    if (!someHomes_) EXPECT_EQ(node.ownerClass, least.second);
  }

  IslSpec spec_{};
  ClassTable classes_;
  NodeTable nodes_;
  EveryArray engine_;
  HeapWalk walk_;
  test::FakeHeap heap_;
  bool someHomes_ = false;
  std::vector<uint32_t> homes_;  // by object; 0: not known from birth
};

TEST_F(Owners, AreThoseOfTheReferenceInAnyOrder) {
  for (int round = 0; round < 2000; round++) {
    make();
    uint32_t check = 1;
    walk_.run(heap_.env(), check, 1, {});  // arrays around others get their nodes
    giveHomes();
    const auto expected = claims();
    for (int order = 0; order < 3; order++) {
      walk_.run(heap_.env(), ++check, 1, {});
      for (size_t i = 0; i < heap_.objects.size(); i++) {
        const uint32_t node = nodes_.find(heap_.objects[i].tag);
        if (!heap_.objects[i].isArray || node == 0 || expected[i].empty()) continue;
        SCOPED_TRACE("round " + std::to_string(round) + ", array " + std::to_string(i));
        expectOwners(expected[i], homes_[i], nodes_[node]);
      }
      if (HasFailure()) return;
    }
    nodes_.sweep(check + 1, [](uint32_t) {});
  }
}

}  // namespace
}  // namespace isl
