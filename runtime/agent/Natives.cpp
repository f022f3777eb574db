// The native methods of the helper classes, of isl.Amplifier and isl.MemoryPressure: from Java to the parts of the agent.
//
// Linked by name: the VM looks in agent libraries for natives of any class. RegisterNatives would do as well,
// but it makes the VM warn about "code in a different classloader", on stdout.
#include <cmath>
#include <string>
#include <vector>

#include "agent/Agent.h"
#include "base/LocalRef.h"

namespace {

using isl::theAgent;

// Modified UTF-8 of a Java string for the time of a call; null for a null string.
class Chars {
 public:
  Chars(JNIEnv* jni, jstring text) : jni_(jni), text_(text) {
    if (text != nullptr) chars_ = jni->GetStringUTFChars(text, nullptr);
  }
  ~Chars() {
    if (chars_ != nullptr) jni_->ReleaseStringUTFChars(text_, chars_);
  }
  Chars(const Chars&) = delete;
  Chars& operator=(const Chars&) = delete;
  const char* get() const { return chars_; }

 private:
  JNIEnv* jni_;
  jstring text_;
  const char* chars_ = nullptr;
};

// Null, with an exception pending, when the VM has no memory for it.
jobjectArray arrayOf(JNIEnv* jni, const std::vector<std::string>& texts) {
  const isl::LocalRef<jclass> string(jni, jni->FindClass("java/lang/String"));
  const auto count = static_cast<jsize>(texts.size());
  jobjectArray array = jni->NewObjectArray(count, string.get(), nullptr);
  for (jsize i = 0; array != nullptr && i < count; i++) {
    const isl::LocalRef<jstring> text(jni,
                                      jni->NewStringUTF(texts[static_cast<size_t>(i)].c_str()));
    jni->SetObjectArrayElement(array, i, text.get());
  }
  return array;
}

}  // namespace

extern "C" {

// java.lang.IslRT

JNIEXPORT jint JNICALL Java_java_lang_IslRT_sequenceState(JNIEnv* jni, jclass, jboolean allocates,
                                                          jobject inConstruction) {
  return static_cast<jint>(
      theAgent->helper()->sequenceState(jni, allocates == JNI_TRUE, inConstruction));
}

JNIEXPORT jint JNICALL Java_java_lang_IslRT_variantSite(JNIEnv*, jclass, jint sequences, jint scope,
                                                        jint site) {
  return static_cast<jint>(theAgent->helper()->variantSite(
      static_cast<uint32_t>(sequences), static_cast<uint32_t>(scope), static_cast<uint32_t>(site)));
}

JNIEXPORT void JNICALL Java_java_lang_IslRT_unitTold(JNIEnv* jni, jclass, jint row) {
  theAgent->checker()->onUnit(jni, row);
}

JNIEXPORT void JNICALL Java_java_lang_IslRT_awaitGate(JNIEnv*, jclass) {
  theAgent->helper()->awaitGate();
}

// java.lang.IslEvents, IslArrays and IslLatest: only agents with events define them

JNIEXPORT jint JNICALL Java_java_lang_IslEvents_admit(JNIEnv* jni, jclass, jobject o, jint word) {
  return static_cast<jint>(theAgent->events()->admit(jni, o, static_cast<uint32_t>(word)));
}

JNIEXPORT jlong JNICALL Java_java_lang_IslEvents_newLog(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(theAgent->events()->newLog());
}

JNIEXPORT void JNICALL Java_java_lang_IslEvents_drain(JNIEnv*, jclass, jlong log) {
  theAgent->events()->drain(reinterpret_cast<isl::EventLog*>(log));
}

JNIEXPORT jint JNICALL Java_java_lang_IslArrays_admitArray(JNIEnv* jni, jclass, jobject array,
                                                           jint word, jint hash, jint length) {
  return static_cast<jint>(theAgent->events()->admitArray(jni, array, static_cast<uint32_t>(word),
                                                          {static_cast<uint32_t>(hash), length}));
}

JNIEXPORT void JNICALL Java_java_lang_IslArrays_admitStored(JNIEnv* jni, jclass, jobject array,
                                                            jint key) {
  theAgent->events()->admitStored(jni, array, key);
}

JNIEXPORT jboolean JNICALL Java_java_lang_IslLatest_findPlace(JNIEnv* jni, jclass, jint key) {
  return theAgent->events()->findPlace(jni, key) ? JNI_TRUE : JNI_FALSE;
}

// isl.MemoryPressure: never high before the VM is ready

JNIEXPORT jint JNICALL Java_isl_MemoryPressure_state(JNIEnv*, jclass) {
  return static_cast<jint>(theAgent->pressure().pressure().state());
}

JNIEXPORT jint JNICALL Java_isl_MemoryPressure_awaitChange(JNIEnv*, jclass, jint seen) {
  return static_cast<jint>(
      theAgent->pressure().pressure().awaitChange(static_cast<uint32_t>(seen)));
}

// isl.Amplifier: does nothing before the VM is ready

JNIEXPORT jint JNICALL Java_isl_Amplifier_interfaceVersion(JNIEnv*, jclass) { return 1; }

JNIEXPORT jboolean JNICALL Java_isl_Amplifier_forceCheck(JNIEnv*, jclass) {
  isl::Amplifier* amplifier = theAgent->amplifier();
  return amplifier != nullptr && amplifier->check();
}

JNIEXPORT jdouble JNICALL Java_isl_Amplifier_latestVso(JNIEnv* jni, jclass, jstring spec) {
  isl::Amplifier* amplifier = theAgent->amplifier();
  return amplifier == nullptr ? NAN : amplifier->vso(Chars(jni, spec).get());
}

JNIEXPORT jboolean JNICALL Java_isl_Amplifier_keepsScopes(JNIEnv*, jclass) {
  isl::Amplifier* amplifier = theAgent->amplifier();
  return amplifier != nullptr && amplifier->scopesOn();
}

JNIEXPORT jint JNICALL Java_isl_Amplifier_open(JNIEnv* jni, jclass, jobject thread, jstring name,
                                               jint outer) {
  isl::Amplifier* amplifier = theAgent->amplifier();
  if (amplifier == nullptr) return 0;
  return static_cast<jint>(
      amplifier->open(jni, thread, Chars(jni, name).get(), static_cast<uint32_t>(outer)));
}

JNIEXPORT void JNICALL Java_isl_Amplifier_close(JNIEnv* jni, jclass, jobject thread, jint scope,
                                                jint outer) {
  isl::Amplifier* amplifier = theAgent->amplifier();
  if (amplifier == nullptr) return;
  amplifier->close(jni, thread, static_cast<uint32_t>(scope), static_cast<uint32_t>(outer));
}

JNIEXPORT jobjectArray JNICALL Java_isl_Amplifier_trial(JNIEnv* jni, jclass, jstring name) {
  isl::Amplifier* amplifier = theAgent->amplifier();
  return amplifier == nullptr ? nullptr : arrayOf(jni, amplifier->trial(Chars(jni, name).get()));
}

}  // extern "C"
