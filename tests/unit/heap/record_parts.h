// A spec, its classes and a walk, for tests of the parts of RecordEngine.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "heap/ContextLabels.h"

namespace isl::test {

// Contexts L, M (behind L) and H; classes 1, 2, 3 match L, M, H, class 4 is an array that matches L.
class RecordParts : public testing::Test {
 protected:
  enum : uint32_t { kL = 0, kM = 1, kH = 2 };

  RecordParts() {
    spec_.name = "parts";
    spec_.source = "parts.isl";
    spec_.contexts = contexts_;
    spec_.contextCount = 3;
    spec_.mainContext = kM;
    spec_.fieldsBytes = 2;
    spec_.historyBytes = [] { return uint32_t{8}; };
    spec_.window = [] { return uint32_t{1}; };
    const uint64_t bits[] = {0, 1, 2, 4, 1};
    for (uint32_t c = 0; c < 5; c++) {
      ClassRecord record;
      record.kind = c == 4 ? ClassKind::ObjectArray : ClassKind::Instance;
      record.instanceBytes = 32;
      record.contexts = {bits[c]};
      ids_[c] = classes_.add(std::move(record));
      classes_[ids_[c]].contexts = {bits[c]};
    }
    walk_.classes = &classes_;
    walk_.nodes = &nodes_;
    walk_.sequences = &sequences_;
    walk_.check = 7;
  }
  ContextLabels labels(std::vector<int> sequenceOf = {-1, -1, -1}) {
    return ContextLabels(&spec_, 0, std::move(sequenceOf), walk_, nodes_);
  }
  uint32_t addNode(uint32_t classId, uint32_t word = kWord) {
    jlong tag = 0;
    bool fresh;
    const uint32_t node = nodes_.ensure(&tag, 7, fresh);
    nodes_[node].classId = ids_[classId];
    nodes_[node].word = word;
    nodes_[node].hasWord = word != 0;
    nodes_[node].bytes = 40;
    nodes_[node].arrayBytes = 16;
    return node;
  }

  static constexpr uint32_t kWord = kFirstSite << kEpochBits | 7;
  IslContext contexts_[3] = {
      {"L", "a.L", nullptr, -1}, {"M", "a.M", nullptr, 0}, {"H", "a.H", nullptr, -1}};
  IslSpec spec_{};
  ClassTable classes_{{&spec_}};
  NodeTable nodes_{100};
  SiteSequences sequences_;
  WalkState walk_;
  uint32_t ids_[5];
};

}  // namespace isl::test
