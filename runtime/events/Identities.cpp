#include "events/Identities.h"

#include <algorithm>

#include "base/LocalRef.h"

namespace isl {

uint32_t Identities::counted(uint32_t id) {
  askForRoom();
  if (id == 0) refused_++;
  return id;
}

uint32_t Identities::ofArray(jobject array, uint32_t hash, bool born) {
  if (!nodes_.tagless()) return of(array, born);
  const uint32_t known = nodes_.ofHash(hash);
  return known != 0 ? known : counted(nodes_.takeHashed(bornAt_, hash));
}

uint32_t Identities::of(jobject object, bool born) {
  if (nodes_.tagless()) {
    // Its word, which its caller sets, names it. One with flags may have an identity by its hash.
    jint hash = 0;
    if (!WordLayout::keepsFlags()) return counted(nodes_.take(bornAt_));
    if (jvmti_->GetObjectHashCode(object, &hash) != JVMTI_ERROR_NONE) return 0;
    return ofArray(object, static_cast<uint32_t>(hash), born);
  }
  jlong tag = 0;
  if (!born && jvmti_->GetTag(object, &tag) != JVMTI_ERROR_NONE) return 0;
  const jlong before = tag;
  bool made = false;
  const uint32_t id = nodes_.ensure(&tag, bornAt_, made);
  askForRoom();
  if (id == 0 || id > WordLayout::maxRecord()) {
    refused_++;
    return 0;
  }
  if (tag != before) jvmti_->SetTag(object, tag);
  return id;
}

uint32_t Identities::described(JNIEnv* jni, jobject object) {
  const uint32_t id = of(object, false);
  if (id == 0 || nodes_[id].classId != 0) return id;
  const LocalRef<jclass> cls(jni, jni->GetObjectClass(object));
  nodes_[id].classId = classes_.idOf(jvmti_, jni, cls.get());
  jlong size = 0;
  if (jvmti_->GetObjectSize(object, &size) == JVMTI_ERROR_NONE) {
    nodes_[id].bytes = static_cast<uint64_t>(size);
  }
  return id;
}

// Identities of dead objects are free again after a check. A program that makes many of them asks for one
// before there are none left: where records walk at every check, checks may be far apart.
void Identities::askForRoom() {
  if (nodes_.inUse() < askForRoomAt_ || !needsRoom_) return;
  askForRoomAt_ = UINT32_MAX;
  needsRoom_();
}

void Identities::beforeCollection(uint32_t check) { bornAt_ = std::max(bornAt_, check); }

void Identities::afterWalk(uint32_t check) {
  bornAt_ = std::max(bornAt_, check);
  const uint32_t most = WordLayout::maxRecord();
  const uint32_t left = most - std::min(nodes_.inUse(), most);
  askForRoomAt_ = nodes_.inUse() + left / 4 * 3;
}

}  // namespace isl
