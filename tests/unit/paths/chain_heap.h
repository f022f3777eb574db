// A generated heap with a suspicious object at the lower end of a chain of holders, for tests of paths.
#pragma once

#include <string>
#include <vector>

#include "heap/fake_heap.h"
#include "report/Report.h"
#include "store/NodeTable.h"
#include "store/SiteTable.h"

namespace isl::test {

constexpr uint32_t kSuspiciousSite = kFirstSite + 1;
constexpr uint32_t kClasses = 12;

class ChainHeap : public testing::Test {
 protected:
  void SetUp() override {
    for (uint32_t c = 0; c < kClasses; c++) {
      ClassRecord record;
      record.kind = ClassKind::Instance;
      record.signature = "LC" + std::to_string(c) + ";";
      record.islIndex = 0;
      classes.add(record);
    }
  }

  uint32_t add(uint32_t classId, uint32_t site = kFirstSite) {
    FakeObject o;
    o.classId = classId;
    o.word = site << kEpochBits | 1;
    heap.objects.push_back(o);
    return static_cast<uint32_t>(heap.objects.size() - 1);
  }

  // Object 0 is suspicious; `length` holders above it, the last one at a root. Classes alternate, so that
  // there are no runs.
  void buildChain(uint32_t length) {
    add(1, kSuspiciousSite);
    for (uint32_t i = 1; i <= length; i++) {
      const uint32_t holder = add(holderClass(i));
      heap.objects[holder].refs = {{1, holder - 1}};
    }
    heap.roots = {length};
    heap.collect();
  }
  static uint32_t holderClass(uint32_t i) { return 2 + i % (kClasses - 2); }

  static std::vector<std::string> holders(const report::Path& path) {
    std::vector<std::string> types;
    for (const auto& edge : path.edges) types.push_back(edge.holderType);
    return types;
  }

  FakeHeap heap;
  ClassTable classes{{}};
  NodeTable nodes{1000};
  SiteTable sites;
};

}  // namespace isl::test
