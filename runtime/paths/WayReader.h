// Reads ways that were found before again, reference by reference and without a walk.
#pragma once

#include <vector>

#include "paths/EdgeReader.h"
#include "paths/PathSamples.h"
#include "paths/Ways.h"
#include "store/ClassTable.h"
#include "store/NodeTable.h"

namespace isl {

class WayReader {
 public:
  WayReader(EdgeReader& edges, ClassTable& classes, NodeTable& nodes)
      : edges_(edges), classes_(classes), nodes_(nodes) {}

  // From here on the objects of these samples and ways can be read, and no others.
  void watch(JNIEnv* jni, const PathSamples& samples, const Ways& ways);
  // Their $isl words into the node table.
  void readWords(JNIEnv* jni, const PathSamples& samples, const Ways& ways);
  // The object's word as it is now; false when it is dead.
  bool wordOf(JNIEnv* jni, const PathSample& sample, uint32_t& word);
  // Is the reference that the step tells of still there? An array's element may have moved.
  bool holds(JNIEnv* jni, uint32_t node, Step& step);

 private:
  std::vector<jlong> tagsOf(const PathSamples& samples, const Ways& ways) const;
  bool runHolds(JNIEnv* jni, uint32_t node, const Step& step);

  EdgeReader& edges_;
  ClassTable& classes_;
  NodeTable& nodes_;
};

}  // namespace isl
