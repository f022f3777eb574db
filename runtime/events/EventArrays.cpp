// The part of the event engine for arrays, which have no word: which become known, and when.
#include <algorithm>

#include "base/Log.h"
#include "events/EventEngine.h"

namespace isl {

void EventEngine::startArrays(JNIEnv* jni) {
  jfieldID leastLength = jni->GetStaticFieldID(arraysClass_, "leastLength", "I");
  jni->SetStaticIntField(arraysClass_, leastLength, parts_.keys->leastLength());
  jmethodID probe = jni->GetStaticMethodID(arraysClass_, "probe", "()V");
  if (parts_.keys->tracksArrays()) jni->CallStaticVoidMethod(arraysClass_, probe);
  if (jni->ExceptionCheck()) jni->ExceptionClear();  // then look-ups ask the VM for hashes
}

jint EventEngine::admitArray(JNIEnv* jni, jobject array, uint32_t word, const ArrayFacts& facts) {
  if (holding_) return 0;
  Guard guard(self_);
  return static_cast<jint>(self_->admitArrayObject(jni, array, word, facts));
}

void EventEngine::admitStored(JNIEnv* jni, jobject array, jint key) {
  if (holding_) return;
  Guard guard(self_);
  self_->admitStoredArray(jni, array, key);
}

void EventEngine::publishArrays(JNIEnv* jni) {
  jni->SetStaticLongField(arraysClass_, arraysField_, reinterpret_cast<jlong>(arrays_.address()));
}

EventEngine::ArrayFacts EventEngine::factsOf(jobject array) {
  jint hash = 0;
  const jvmtiError error = parts_.jvmti->GetObjectHashCode(array, &hash);
  ArrayFacts facts;
  if (error == JVMTI_ERROR_NONE) facts.hash = static_cast<uint32_t>(hash);
  return facts;
}

// A program may make millions of arrays: those of the common classes are told by comparing two references.
// Their classes are the boot loader's, so a reference to them keeps no class loader alive.
EventEngine::ArrayClass EventEngine::arrayClassOf(JNIEnv* jni, jobject array) {
  jclass cls = jni->GetObjectClass(array);
  ArrayClass found;
  for (size_t i = 0; i < arrayClasses_.size() && found.cls == nullptr; i++) {
    if (jni->IsSameObject(cls, arrayClasses_[i].cls)) found = arrayClasses_[i];
  }
  if (found.cls == nullptr) {
    const std::string signature = classNameOf(jni, array);
    found.specs = admission_.specsOfArrays(typeNameFromSignature(signature));
    found.id = parts_.classes->idOf(parts_.jvmti, jni, cls);
    if (signature.size() == 2 || signature == "[Ljava/lang/Object;") {
      found.cls = static_cast<jclass>(jni->NewGlobalRef(cls));
      arrayClasses_.push_back(found);
    }
  }
  jni->DeleteLocalRef(cls);
  return found;
}

// Most arrays are Object[]: told by the program side, so that the VM is not asked for each of them.
EventEngine::ArrayClass EventEngine::objectArrayClass(JNIEnv* jni, jobject array) {
  if (objectArrays_.cls == nullptr) objectArrays_ = arrayClassOf(jni, array);
  return objectArrays_;
}

uint64_t EventEngine::sizeOf(jobject array, const ArrayFacts& facts) {
  const auto length = static_cast<size_t>(facts.length);  // below 0: larger than any that is kept
  uint64_t* const kept = length < objectArraySizes_.size() ? &objectArraySizes_[length] : nullptr;
  if (kept != nullptr && *kept != 0) return *kept;
  jlong size = 0;
  if (parts_.jvmti->GetObjectSize(array, &size) != JVMTI_ERROR_NONE) return 0;
  if (kept != nullptr) *kept = static_cast<uint64_t>(size);
  return static_cast<uint64_t>(size);
}

uint32_t EventEngine::admitArrayObject(JNIEnv* jni, jobject array, uint32_t word,
                                       const ArrayFacts& facts) {
  const ArrayClass cls =
      facts.length >= 0 ? objectArrayClass(jni, array) : arrayClassOf(jni, array);
  const jint length =
      facts.length >= 0 ? facts.length : jni->GetArrayLength(static_cast<jarray>(array));
  const uint64_t specs =
      admission_.longEnough(admission_.inSequence(cls.specs, siteOf(word)), length);
  if (specs == 0 || facts.hash == 0) return 0;
  if (arrays_.find(facts.hash) != 0) {
    hashCollisions_++;
    return 0;
  }
  const uint32_t id = identify(array, word != 0);
  if (id == 0) return 0;
  Node& node = (*parts_.nodes)[id];
  if (node.classId == 0) {
    node.classId = cls.id;
    node.bytes = sizeOf(array, facts);
  }
  node.length = length;
  if (word != 0) {  // born here; else its owner says where it comes from
    node.homeSite = siteOf(word);
    node.word = word;
    node.hasWord = true;
  }
  if (id >= arraySpecs_.size()) arraySpecs_.resize(id + id / 2 + 64);
  arraySpecs_[id] = specs;
  const uint32_t named = kRecordBit | id << kEpochBits;
  const void* const table = arrays_.address();
  arrays_.insert(facts.hash, named);
  if (arrays_.address() != table) publishArrays(jni);
  return named;
}

// A new byte array each time, as there are few such classes.
void EventEngine::publishElsewhere(JNIEnv* jni, int32_t key) {
  const auto index = static_cast<size_t>(key);
  if (index >= elsewhere_.size()) elsewhere_.resize(index + 1);
  elsewhere_[index] = 1;
  const auto length = static_cast<jsize>(elsewhere_.size());
  jbyteArray fresh = jni->NewByteArray(length);
  if (fresh == nullptr) {
    jni->ExceptionClear();
    return;
  }
  jni->SetByteArrayRegion(fresh, 0, length, elsewhere_.data());
  jni->SetStaticObjectField(arraysClass_, elsewhereField_, fresh);
  jni->DeleteLocalRef(fresh);
}

// An array from elsewhere comes to its path. Its site is unknown: it has its owner's. What happened to it
// before is lost, which is counted; from now on all arrays are known from their birth.
void EventEngine::admitStoredArray(JNIEnv* jni, jobject array, int32_t key) {
  if (!parts_.keys->putsOnPath(key)) {
    publishElsewhere(jni, key);
    return;
  }
  if (admitArrayObject(jni, array, 0, factsOf(array)) == 0) return;
  lateArrays_++;
  logLine(LogLevel::Debug, "an array from elsewhere was stored in an object of %s",
          parts_.keys->storeOwner(key).c_str());
  jni->SetStaticBooleanField(arraysClass_, allArraysField_, JNI_TRUE);
}

// A check met arrays on a path that came there unseen: by reflection, Unsafe or native code.
void EventEngine::admitFoundArrays(JNIEnv* jni) {
  std::vector<jlong> tags;
  for (size_t s = 0; s < parts_.specs.size(); s++) {
    const bool waits =
        hasEvents(*parts_.specs[s]) && (parts_.specs[s]->traits & ISL_TRAIT_PATH_ARRAYS) != 0;
    if (!waits) continue;
    for (uint32_t node : parts_.engines[s]->tracked()) {
      const bool known = node < arraySpecs_.size() && arraySpecs_[node] != 0;
      if (!known && (*parts_.nodes)[node].length > 0) tags.push_back(parts_.nodes->tagOf(node));
    }
  }
  if (tags.empty()) return;
  jint count = 0;
  jobject* found = nullptr;
  if (parts_.jvmti->GetObjectsWithTags(static_cast<jint>(tags.size()), tags.data(), &count, &found,
                                       nullptr) != JVMTI_ERROR_NONE) {
    return;
  }
  // The references are there already; -Xcheck:jni wants to know that so many are meant.
  if (jni->EnsureLocalCapacity(count + 32) != JNI_OK) jni->ExceptionClear();
  const uint64_t collisions = hashCollisions_;
  for (jint i = 0; i < count; i++) {
    if (admitArrayObject(jni, found[i], 0, factsOf(found[i])) != 0) lateArrays_++;
    jni->DeleteLocalRef(found[i]);
  }
  hashCollisions_ = collisions;  // one that was refused at its birth counts once
  parts_.jvmti->Deallocate(reinterpret_cast<unsigned char*>(found));
}

}  // namespace isl

// Linked by name, like those of IslRT.
extern "C" {

JNIEXPORT jint JNICALL Java_java_lang_IslArrays_admitArray(JNIEnv* jni, jclass, jobject array,
                                                           jint word, jint hash, jint length) {
  return isl::EventEngine::admitArray(jni, array, static_cast<uint32_t>(word),
                                      {static_cast<uint32_t>(hash), length});
}

JNIEXPORT void JNICALL Java_java_lang_IslArrays_admitStored(JNIEnv* jni, jclass, jobject array,
                                                            jint key) {
  isl::EventEngine::admitStored(jni, array, key);
}

}  // extern "C"
