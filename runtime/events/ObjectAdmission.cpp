#include "events/ObjectAdmission.h"

#include "base/LocalRef.h"
#include "events/ClassNames.h"

namespace isl {

uint32_t ObjectAdmission::admit(JNIEnv* jni, jobject object, uint32_t word) {
  if ((word & kRecordBit) != 0) return word;  // another thread was faster
  uint32_t site = siteOf(word);
  if (site == kSiteUnknown) return 0;
  if (site < kFirstSite) {
    const std::string name = classNameOf(parts_.jvmti, jni, object);
    const uint8_t code = admission_.codeWithoutSite(site, name);
    return code == kNeverTracked || !isTracked(jni, object) ? 0 : promote(jni, object, word);
  }
  if (admission_.needsClass(site)) {
    site = admission_.siteOfClass(site, classNameOf(parts_.jvmti, jni, object));
    if (site < kFirstSite) return 0;  // no room for one more site
    word = WordLayout::flagsIn(word) | site << kEpochBits | epochOf(word);
    java_.setWord(jni, object, word);
  }
  return admitAtSite(jni, object, word);
}

uint32_t ObjectAdmission::admitAtSite(JNIEnv* jni, jobject object, uint32_t word) {
  const uint32_t site = siteOf(word);
  publish(jni, site);
  switch (admission_.codeOf(site) & ~kProvisional) {
    case kPlain: return word & ~WordLayout::flagsIn(word);
    case kNeedsRecord:
      if (isTracked(jni, object)) return promote(jni, object, word);
      // Unless a stray object got the site, all others are of the same class.
      if (parts_.sites->get(site).target == classNameOf(parts_.jvmti, jni, object)) {
        admission_.reject(site);
        publish(jni, site);
      }
      return 0;
    default: return 0;
  }
}

// By its class itself: what is known of a class by name may only be that it might match.
bool ObjectAdmission::isTracked(JNIEnv* jni, jobject object) {
  const LocalRef<jclass> cls(jni, jni->GetObjectClass(object));
  const uint32_t id = parts_.classes->idOf(parts_.jvmti, jni, cls.get());
  const ClassRecord& record = (*parts_.classes)[id];
  for (size_t s = 0; s < parts_.specs.size(); s++) {
    const IslSpec& spec = *parts_.specs[s];
    if (!hasEvents(spec)) continue;
    if (spec.mainContext < 0 || (record.contexts[s] >> spec.mainContext & 1) != 0) return true;
  }
  return false;
}

uint32_t ObjectAdmission::promote(JNIEnv* jni, jobject object, uint32_t word) {
  const uint32_t id = identities_.described(jni, object);
  if (id == 0) return 0;
  Node& node = (*parts_.nodes)[id];
  node.homeSite = siteOf(word);
  node.word = word;
  node.hasWord = true;
  const uint32_t promoted = parts_.nodes->wordNaming(id, word);
  java_.setWord(jni, object, promoted);
  return promoted;
}

void ObjectAdmission::heat(JNIEnv* jni) {
  for (EventTarget* engine : parts_.engines) {
    if (engine == nullptr) continue;
    for (uint32_t site : engine->takeHotSites()) {
      if (admission_.heat(site)) publish(jni, site);
    }
  }
}

}  // namespace isl
