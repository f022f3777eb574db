#include "paths/NodeWords.h"

namespace isl {
namespace {

struct Tables {
  ClassTable& classes;
  NodeTable& nodes;
};

jint JNICALL onWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong classTag,
                    jlong* tag, jvalue value, jvmtiPrimitiveType, void* user) {
  auto& [classes, nodes] = *static_cast<Tables*>(user);
  if (kind != JVMTI_HEAP_REFERENCE_FIELD ||
      classes[classIdOfTag(classTag)].islIndex != info->field.index) {
    return 0;
  }
  if (uint32_t node = nodes.find(*tag)) {
    nodes[node].word = nodes.plainWord(static_cast<uint32_t>(value.i));
    nodes[node].hasWord = true;
  }
  return 0;
}

}  // namespace

void readNodeWords(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes) {
  Tables tables{classes, nodes};
  jvmtiHeapCallbacks callbacks{};
  callbacks.primitive_field_callback = onWord;
  jvmti->IterateThroughHeap(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, &callbacks, &tables);
}

}  // namespace isl
