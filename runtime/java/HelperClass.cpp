#include "java/HelperClass.h"

#include "base/LocalRef.h"
#include "base/Log.h"
#include "java/NativeLink.h"
#include "store/CallingContexts.h"
#include "store/FlagCodes.h"

namespace isl {
namespace {

const unsigned char kHelperClass[] = {
#include "IslRTClass.inc"
};

const unsigned char kAgesClass[] = {
#include "IslAgesClass.inc"
};

const unsigned char kFlagsClass[] = {
#include "IslFlagsClass.inc"
};

const unsigned char kEventsClass[] = {
#include "IslEventsClass.inc"
};

const unsigned char kArraysClass[] = {
#include "IslArraysClass.inc"
};

const unsigned char kCountsClass[] = {
#include "IslCountsClass.inc"
};

const unsigned char kLatestClass[] = {
#include "IslLatestClass.inc"
};

// `cls`: a global reference, or null for a class that nobody asks for.
template <size_t kSize>
Status defineOne(JNIEnv* jni, const char* name, const unsigned char (&bytes)[kSize], jclass* cls) {
  const LocalRef<jclass> made(jni,
                              jni->DefineClass(name, nullptr, reinterpret_cast<const jbyte*>(bytes),
                                               static_cast<jsize>(kSize)));
  if (!made) return Error{std::string("the VM does not accept the helper class ") + name};
  if (cls != nullptr) *cls = static_cast<jclass>(jni->NewGlobalRef(made.get()));
  return {};
}

}  // namespace

HelperClass::HelperClass(jvmtiEnv* jvmti, SiteTable& sites, SequenceSet& sequences)
    : sites_(sites), sequences_(sequences), stacks_(jvmti, sequences) {}

Status HelperClass::define(JNIEnv* jni) {
  Status status = defineOne(jni, "java/lang/IslRT", kHelperClass, &class_);
  if (!status) return status;
  epoch_ = jni->GetStaticFieldID(class_, "epoch", "I");
  ambientScope_ = jni->GetStaticFieldID(class_, "ambientScope", "I");
  dropScope_ = jni->GetStaticMethodID(class_, "dropScope", "(I)V");
  countRegions_ = jni->GetStaticMethodID(class_, "countRegions", "(I)V");
  walksStacks_ = jni->GetStaticFieldID(class_, "walksStacks", "Z");
  jfieldID gate = jni->GetStaticFieldID(class_, "constructionGate", "J");
  jfieldID units = jni->GetStaticFieldID(class_, "units", "J");
  if (epoch_ == nullptr || ambientScope_ == nullptr || dropScope_ == nullptr ||
      countRegions_ == nullptr || walksStacks_ == nullptr || gate == nullptr || units == nullptr) {
    return Error{"java.lang.IslRT lacks its members"};
  }
  jni->SetStaticLongField(class_, gate, gate_.address());
  jni->SetStaticLongField(class_, units, units_);
  return {};
}

void HelperClass::linkNatives(JNIEnv* jni) {
  bool linked = linkNative(jni, class_, "sequenceState", "(ZLjava/lang/Object;)I");
  // Of a site that does not exist: nothing is added.
  const auto noSite = static_cast<jint>(kMaxSite);
  linked = linkNative(jni, class_, "variantSite", "(III)I", {0, 0, noSite}) && linked;
  linked = linkNative(jni, class_, "awaitGate", "()V") && linked;
  linked = linkNative(jni, class_, "unitTold", "(I)V", {-1}) && linked;
  if (linked) return;
  logLine(LogLevel::Error, "the natives of java.lang.IslRT cannot be bound: sequences and scopes "
                           "are not observed, and threads that make virtual threads cannot wait");
}

Status HelperClass::defineAges(JNIEnv* jni, bool countsRegions) {
  Status status = defineOne(jni, "java/lang/IslAges", kAgesClass, &agesClass_);
  if (!status) return status;
  now_ = jni->GetStaticFieldID(agesClass_, "now", "I");
  if (now_ == nullptr) return Error{"java.lang.IslAges lacks its members"};
  countsRegions_ = countsRegions;
  return {};
}

Status HelperClass::defineFlags(JNIEnv* jni) {
  Status status = defineOne(jni, "java/lang/IslFlags", kFlagsClass, &flagsClass_);
  if (!status) return status;
  quietWord_ = jni->GetStaticFieldID(flagsClass_, "quietWord", "I");
  if (quietWord_ == nullptr) return Error{"java.lang.IslFlags lacks its members"};
  return {};
}

Status HelperClass::defineEvents(JNIEnv* jni) {
  Status status = defineOne(jni, "java/lang/IslEvents", kEventsClass, &eventsClass_);
  if (status) status = defineOne(jni, "java/lang/IslArrays", kArraysClass, &arraysClass_);
  if (status) status = defineOne(jni, "java/lang/IslCounts", kCountsClass, nullptr);
  if (status) status = defineOne(jni, "java/lang/IslLatest", kLatestClass, nullptr);
  return status;
}

void HelperClass::setSteps(JNIEnv* jni, const IslSpec& spec, bool quietUses,
                           const uint8_t* recordCodes) {
  const FlagCodes codes(spec);
  jfieldID use = jni->GetStaticFieldID(flagsClass_, "onUse", "J");
  jfieldID returned = jni->GetStaticFieldID(flagsClass_, "onReturn", "J");
  jni->SetStaticLongField(flagsClass_, use, static_cast<jlong>(codes.onUse()));
  jni->SetStaticLongField(flagsClass_, returned, static_cast<jlong>(codes.onReturn()));
  jfieldID first = jni->GetStaticFieldID(flagsClass_, "firstReturn", "I");
  jni->SetStaticIntField(flagsClass_, first, static_cast<jint>(codes.firstReturn() << kFlagShift));
  jfieldID ofRecords = jni->GetStaticFieldID(flagsClass_, "recordCodes", "J");
  jni->SetStaticLongField(flagsClass_, ofRecords, reinterpret_cast<jlong>(recordCodes));
  jmethodID findWord = jni->GetStaticMethodID(flagsClass_, "findWord", "()V");
  jni->CallStaticVoidMethod(flagsClass_, findWord);
  if (jni->ExceptionCheck())
    jni->ExceptionClear();  // then every return asks whether it is of an array
  quiet_ = quietUses ? codes.quiet() : FlagCodes::kNeverQuiet;
}

void HelperClass::setContexts(JNIEnv* jni, uint32_t contexts) {
  contexts_ = contexts;
  jfieldID field = jni->GetStaticFieldID(class_, "contexts", "I");
  jni->SetStaticIntField(class_, field, static_cast<jint>(contexts));
}

void HelperClass::setCountOffset(JNIEnv* jni, uint32_t offset) {
  jfieldID field = jni->GetStaticFieldID(class_, "countOffset", "J");
  jni->SetStaticLongField(class_, field, offset);
}

void HelperClass::setCallsKnown(JNIEnv* jni) {
  jfieldID field = jni->GetStaticFieldID(class_, "callsKnown", "Z");
  jni->SetStaticBooleanField(class_, field, JNI_TRUE);
}

void HelperClass::setEpoch(JNIEnv* jni, uint32_t epoch) {
  if (class_ == nullptr) return;
  jni->SetStaticIntField(class_, epoch_, static_cast<jint>(epoch));
  if (agesClass_ != nullptr) {
    jni->SetStaticIntField(agesClass_, now_, static_cast<jint>(epoch << kSiteBits));
    if (countsRegions_) {
      jni->CallStaticVoidMethod(class_, countRegions_, jint{-1});
      if (jni->ExceptionCheck()) jni->ExceptionClear();  // then each touch asks for its region
    }
    countsRegions_ = false;
  }
  if (flagsClass_ == nullptr) return;
  jni->SetStaticIntField(flagsClass_, quietWord_, static_cast<jint>(epoch | quiet_));
}

// Where births ask nobody while there is no region: there is one from here on.
void HelperClass::countScopes(JNIEnv* jni) {
  if (hasScopes_.exchange(true) || agesClass_ == nullptr) return;
  jni->CallStaticVoidMethod(class_, countRegions_, jint{1});
  if (jni->ExceptionCheck()) jni->ExceptionClear();
}

void HelperClass::setScope(JNIEnv* jni, jobject thread, uint32_t scope) {
  if (scope != 0) countScopes(jni);
  if (threadScope_ == nullptr) {
    const LocalRef<jclass> threadClass(jni, jni->FindClass("java/lang/Thread"));
    threadScope_ = jni->GetFieldID(threadClass.get(), "$islScope", "I");
  }
  if (threadScope_ != nullptr) jni->SetIntField(thread, threadScope_, static_cast<jint>(scope));
}

void HelperClass::setAmbientScope(JNIEnv* jni, uint32_t scope) {
  if (scope != 0) countScopes(jni);
  jni->SetStaticIntField(class_, ambientScope_, static_cast<jint>(scope));
}

void HelperClass::dropScope(JNIEnv* jni, uint32_t scope) {
  jni->CallStaticVoidMethod(class_, dropScope_, static_cast<jint>(scope));
  if (jni->ExceptionCheck()) jni->ExceptionClear();  // no memory: the scope goes with the next
}

bool HelperClass::fieldsHidden(JNIEnv* jni) {
  jfieldID hidden = jni->GetStaticFieldID(class_, "hidden", "Z");
  return jni->GetStaticBooleanField(class_, hidden) == JNI_TRUE;
}

void HelperClass::walkStacks(JNIEnv* jni) {
  if (jni == nullptr || !sequences_.wantsStacks() || walking_.exchange(true)) return;
  jni->SetStaticBooleanField(class_, walksStacks_, JNI_TRUE);
  logLine(LogLevel::Debug, "call sequences are told by the stack of each allocation");
}

uint32_t HelperClass::variantSite(uint32_t state, uint32_t scope, uint32_t site) {
  if (contexts_ == 0) return sites_.variant(site, {state, scope, 0});
  const uint32_t sequences = state & ((1u << kContextShift) - 1);
  return sites_.variant(site, {sequences, scope, state >> kContextShift});
}

}  // namespace isl
