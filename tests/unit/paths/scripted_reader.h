// References as a test wants them, for the parts that read single references again.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "paths/EdgeReader.h"
#include "store/NodeTable.h"

namespace isl::test {

class ScriptedReader final : public EdgeReader {
 public:
  std::map<jlong, uint32_t> words;                      // by tag, of what lives
  std::set<std::tuple<jlong, int32_t, jlong>> fields;   // holder, index, object
  std::set<std::tuple<jlong, int32_t, jlong>> statics;  // likewise
  std::map<std::pair<jlong, jlong>, int32_t> elements;  // (array, object) -> index
  std::map<std::pair<jlong, jlong>, uint32_t> runs;     // (holder, object) -> steps
  std::set<jlong> watched;
  size_t runsRead = 0;

  void watch(JNIEnv*, const std::vector<jlong>& tags) override {
    watched = std::set<jlong>(tags.begin(), tags.end());
  }
  bool fieldHolds(JNIEnv*, jlong holder, uint32_t, int32_t index, bool isStatic,
                  jlong object) override {
    return (isStatic ? statics : fields).count({holder, index, object}) != 0;
  }
  int32_t elementHolding(JNIEnv*, jlong array, int32_t, jlong object) override {
    const auto found = elements.find({array, object});
    return found == elements.end() ? -1 : found->second;
  }
  bool runHolds(JNIEnv*, jlong holder, uint32_t, int32_t, uint32_t steps, jlong object) override {
    runsRead++;
    const auto found = runs.find({holder, object});
    return found != runs.end() && found->second == steps;
  }
  bool wordOf(JNIEnv*, jlong object, uint32_t, uint32_t& word) override {
    const auto found = words.find(object);
    if (found != words.end()) word = found->second;
    return found != words.end();
  }
};

// Classes with an $isl word and the nodes 1 to `count`, each of the class with its number.
struct Nodes {
  explicit Nodes(uint32_t count) {
    for (uint32_t id = 1; id <= count; id++) {
      ClassRecord record;
      record.signature = "LC" + std::to_string(id) + ";";
      record.kind = ClassKind::Instance;
      record.islIndex = 0;
      classes.add(record);
      jlong tag = 0;
      bool fresh = false;
      table[table.ensure(&tag, 1, fresh)].classId = id;
    }
  }
  jlong tag(uint32_t node) const { return table.tagOf(node); }

  ClassTable classes{{}};
  NodeTable table{1000};
};

}  // namespace isl::test
