#include "events/ArrayAdmission.h"

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Log.h"

namespace isl {

ArrayFacts ArrayAdmission::factsOf(jobject array) const {
  jint hash = 0;
  const jvmtiError error = parts_.jvmti->GetObjectHashCode(array, &hash);
  ArrayFacts facts;
  if (error == JVMTI_ERROR_NONE) facts.hash = static_cast<uint32_t>(hash);
  return facts;
}

uint32_t ArrayAdmission::admit(JNIEnv* jni, jobject array, uint32_t word, const ArrayFacts& facts) {
  const ArrayClasses::ArrayClass cls = classes_.of(jni, array, facts);
  const jint length =
      facts.length >= 0 ? facts.length : jni->GetArrayLength(static_cast<jarray>(array));
  const uint64_t specs =
      admission_.longEnough(admission_.inSequence(cls.specs, siteOf(word)), length);
  if (specs == 0 || facts.hash == 0) return 0;
  if (table_.find(facts.hash) != 0) {
    hashCollisions_++;
    return 0;
  }
  const uint32_t node = identities_.ofArray(array, facts.hash, word != 0);
  if (node == 0) return 0;
  describe(node, array, word, facts, cls.id, length);
  return remember(jni, node, facts.hash, specs);
}

void ArrayAdmission::describe(uint32_t id, jobject array, uint32_t word, const ArrayFacts& facts,
                              uint32_t classId, int32_t length) {
  Node& node = (*parts_.nodes)[id];
  if (node.classId == 0) {
    node.classId = classId;
    node.bytes = classes_.sizeOf(array, facts);
  }
  node.length = length;
  if (word == 0) return;  // not born here: its owner says where it comes from
  node.homeSite = siteOf(word);
  node.word = word;
  node.hasWord = true;
}

uint32_t ArrayAdmission::remember(JNIEnv* jni, uint32_t node, uint32_t hash, uint64_t specs) {
  if (node >= specsOf_.size()) specsOf_.resize(node + node / 2 + 64);
  specsOf_[node] = specs;
  const uint32_t named = kRecordBit | node << kEpochBits;
  const void* const before = table_.address();
  table_.insert(hash, named);
  if (table_.address() != before) publish(jni);
  return named;
}

// A new byte array each time, as there are few such classes.
void ArrayAdmission::noteElsewhere(JNIEnv* jni, int32_t key) {
  const auto index = static_cast<size_t>(key);
  if (index >= elsewhere_.size()) elsewhere_.resize(index + 1);
  elsewhere_[index] = 1;
  const auto length = static_cast<jsize>(elsewhere_.size());
  const LocalRef<jbyteArray> fresh(jni, jni->NewByteArray(length));
  if (!fresh) {
    jni->ExceptionClear();
    return;
  }
  jni->SetByteArrayRegion(fresh.get(), 0, length, elsewhere_.data());
  java_.setElsewhere(jni, fresh.get());
}

// An array from elsewhere comes to its path. Its site is unknown: it has its owner's. What happened to it
// before is lost, which is counted; from now on all arrays are known from their birth.
void ArrayAdmission::admitStored(JNIEnv* jni, jobject array, int32_t key) {
  if (!parts_.keys->putsOnPath(key)) {
    noteElsewhere(jni, key);
    return;
  }
  if (admit(jni, array, 0, factsOf(array)) == 0) return;
  late_++;
  logLine(LogLevel::Debug, "an array from elsewhere was stored in an object of %s",
          parts_.keys->storeOwner(key).c_str());
  java_.setAllArrays(jni);
}

void ArrayAdmission::afterWalk(JNIEnv* jni) {
  if (!parts_.keys->tracksArrays()) return;
  table_.rebuild([this](uint32_t word) {
    const uint32_t id = recordIdOf(word);
    const bool dead = id >= parts_.nodes->size() || (*parts_.nodes)[id].lastSeen == 0 ||
                      (*parts_.nodes)[id].length < 0;
    if (dead && id < specsOf_.size()) specsOf_[id] = 0;
    return dead;
  });
  publish(jni);
  if (parts_.keys->waitsForPath()) admitFound(jni);
}

// Arrays that the walk met on a path and that are not known.
std::vector<uint32_t> ArrayAdmission::unknownOnPaths() const {
  std::vector<uint32_t> nodes;
  for (size_t s = 0; s < parts_.specs.size(); s++) {
    const bool waits =
        hasEvents(*parts_.specs[s]) && (parts_.specs[s]->traits & ISL_TRAIT_PATH_ARRAYS) != 0;
    if (!waits) continue;
    for (uint32_t node : parts_.engines[s]->tracked()) {
      const bool known = node < specsOf_.size() && specsOf_[node] != 0;
      if (!known && (*parts_.nodes)[node].length > 0) nodes.push_back(node);
    }
  }
  return nodes;
}

// What is known of an array that a pass over the heap has met.
void ArrayAdmission::admitNode(JNIEnv* jni, uint32_t node) {
  const Node& array = (*parts_.nodes)[node];
  const TypeName type = typeNameFromSignature((*parts_.classes)[array.classId].signature);
  const uint64_t ofClass = admission_.specsOfArrays(type);
  const uint64_t specs =
      admission_.longEnough(admission_.inSequence(ofClass, kSiteUnknown), array.length);
  if (specs == 0 || array.hash == 0 || table_.find(array.hash) != 0) return;
  if (remember(jni, node, array.hash, specs) != 0) late_++;
}

// They came there unseen: by reflection, Unsafe or native code.
void ArrayAdmission::admitFound(JNIEnv* jni) {
  const std::vector<uint32_t> nodes = unknownOnPaths();
  if (parts_.nodes->tagless()) {
    for (const uint32_t node : nodes) admitNode(jni, node);
    return;
  }
  if (nodes.empty()) return;
  std::vector<jlong> tags;
  for (const uint32_t node : nodes) tags.push_back(parts_.nodes->tagOf(node));
  jint count = 0;
  JvmtiBuffer<jobject> found(parts_.jvmti);
  if (parts_.jvmti->GetObjectsWithTags(static_cast<jint>(tags.size()), tags.data(), &count,
                                       found.out(), nullptr) != JVMTI_ERROR_NONE) {
    return;
  }
  // The references are there already; -Xcheck:jni wants to know that so many are meant.
  if (jni->EnsureLocalCapacity(count + 32) != JNI_OK) jni->ExceptionClear();
  const uint64_t collisions = hashCollisions_;
  for (jint i = 0; i < count; i++) {
    const LocalRef<jobject> array(jni, found[static_cast<size_t>(i)]);
    if (admit(jni, array.get(), 0, factsOf(array.get())) != 0) late_++;
  }
  hashCollisions_ = collisions;  // one that was refused at its birth counts once
}

}  // namespace isl
