// Which objects have events, one by one: asked at the first event of an object, or of a site.
#pragma once

#include "events/Admission.h"
#include "events/AdmissionCodes.h"
#include "events/EventParts.h"
#include "events/Identities.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class ObjectAdmission {
 public:
  ObjectAdmission(const EventParts& parts, Admission& admission, Identities& identities,
                  const JavaSide& java)
      : parts_(parts), admission_(admission), identities_(identities), java_(java), codes_(java) {}

  void start(JNIEnv* jni) { codes_.publish(jni, kSiteUnknown, kNeverTracked); }

  // The object's word from now on, by which its events are logged; 0: it has none.
  uint32_t admit(JNIEnv* jni, jobject object, uint32_t word);

  // After a walk: who gets a record at objects' sites of which one was amplified.
  void heat(JNIEnv* jni);

 private:
  uint32_t admitAtSite(JNIEnv* jni, jobject object, uint32_t word);
  bool isTracked(JNIEnv* jni, jobject object);
  uint32_t promote(JNIEnv* jni, jobject object, uint32_t word);
  void publish(JNIEnv* jni, uint32_t site) { codes_.publish(jni, site, admission_.codeOf(site)); }

  const EventParts& parts_;
  Admission& admission_;
  Identities& identities_;
  const JavaSide& java_;
  AdmissionCodes codes_;
};

}  // namespace isl
