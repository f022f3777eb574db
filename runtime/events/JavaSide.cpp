#include "events/JavaSide.h"

#include "base/LocalRef.h"
#include "java/NativeLink.h"

namespace isl {
namespace {

constexpr jlong kNoLog = -1;                         // IslEvents.NO_LOG
constexpr jint kPlatformOnly = 1, kWithVirtual = 2;  // IslEvents.threads

}  // namespace

Status JavaSide::bind(JNIEnv* jni, jclass events, jclass arrays) {
  events_ = events;
  arrays_ = arrays;
  admissionField_ = jni->GetStaticFieldID(events_, "admission", "[B");
  arraysField_ = jni->GetStaticFieldID(arrays_, "arrays", "J");
  elsewhereField_ = jni->GetStaticFieldID(arrays_, "elsewhere", "[B");
  allArraysField_ = jni->GetStaticFieldID(arrays_, "allArrays", "Z");
  jfieldID kept = jni->GetStaticFieldID(events_, "withoutFlags", "I");
  if (kept != nullptr)
    jni->SetStaticIntField(events_, kept, static_cast<jint>(~WordLayout::flagsIn(kFlagBits)));
  const bool bound = kept != nullptr && admissionField_ != nullptr && arraysField_ != nullptr &&
                     elsewhereField_ != nullptr && allArraysField_ != nullptr;
  if (bound) return {};
  return Error{"java.lang.IslEvents or IslArrays lacks its fields"};
}

Status JavaSide::start(JNIEnv* jni, int32_t allocKey) {
  const LocalRef<jclass> object(jni, jni->FindClass("java/lang/Object"));
  const LocalRef<jclass> thread(jni, jni->FindClass("java/lang/Thread"));
  wordField_ = jni->GetFieldID(object.get(), "$isl", "I");
  logField_ = jni->GetFieldID(thread.get(), "$islLog", "J");
  if (wordField_ == nullptr || logField_ == nullptr) {
    jni->ExceptionClear();
    return Error{"the VM's Object and Thread lack the agent's fields"};
  }
  const bool virtualThreads = jni->GetStaticMethodID(thread.get(), "currentCarrierThread",
                                                     "()Ljava/lang/Thread;") != nullptr;
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  jfieldID threads = jni->GetStaticFieldID(events_, "threads", "I");
  jni->SetStaticIntField(events_, threads, virtualThreads ? kWithVirtual : kPlatformOnly);
  jfieldID key = jni->GetStaticFieldID(events_, "allocKey", "I");
  jni->SetStaticIntField(events_, key, allocKey);
  return {};
}

void JavaSide::startArrays(JNIEnv* jni, int32_t leastLength, bool tracksArrays) {
  jfieldID least = jni->GetStaticFieldID(arrays_, "leastLength", "I");
  jni->SetStaticIntField(arrays_, least, leastLength);
  jmethodID probe = jni->GetStaticMethodID(arrays_, "probe", "()V");
  if (tracksArrays) jni->CallStaticVoidMethod(arrays_, probe);
  if (jni->ExceptionCheck()) jni->ExceptionClear();  // then look-ups ask the VM for hashes
}

// With events in the Java code that the VM runs to find a native, the first thread whose log is full would
// call drain() to link drain(), without end.
Status JavaSide::linkNatives(JNIEnv* jni) {
  const LocalRef<jclass> latest(jni, jni->FindClass("java/lang/IslLatest"));
  if (!latest) jni->ExceptionClear();
  const struct {
    jclass cls;
    const char *name, *descriptor;
  } natives[] = {{events_, "admit", "(Ljava/lang/Object;I)I"},
                 {arrays_, "admitArray", "(Ljava/lang/Object;III)I"},
                 {arrays_, "admitStored", "(Ljava/lang/Object;I)V"},
                 {events_, "newLog", "()J"},
                 {events_, "drain", "(J)V"},
                 {latest.get(), "findPlace", "(I)Z"}};
  bool done = true;
  for (const auto& native : natives) {
    done = linkNative(jni, native.cls, native.name, native.descriptor) && done;
  }
  if (done) return {};
  return Error{
      "the VM does not find the natives of java.lang.IslEvents, IslArrays and IslLatest in "
      "the agent; compile the spec again"};
}

Status JavaSide::startCounts(JNIEnv* jni, const EventLogs& logs) {
  const LocalRef<jclass> counts(jni, jni->FindClass("java/lang/IslCounts"));
  jfieldID offset = counts ? jni->GetStaticFieldID(counts.get(), "slotsOffset", "J") : nullptr;
  if (offset == nullptr) {
    jni->ExceptionClear();
    return Error{"java.lang.IslCounts lacks its field"};
  }
  jni->SetStaticLongField(counts.get(), offset, static_cast<jlong>(logs.countsOffset()));
  return {};
}

Result<jobjectArray> JavaSide::startLatest(JNIEnv* jni, const EventLogs& logs) {
  const LocalRef<jclass> latest(jni, jni->FindClass("java/lang/IslLatest"));
  jfieldID offset = nullptr, bytes = nullptr, mask = nullptr, places = nullptr;
  if (latest) {
    offset = jni->GetStaticFieldID(latest.get(), "slotsOffset", "J");
    bytes = jni->GetStaticFieldID(latest.get(), "slotBytes", "I");
    mask = jni->GetStaticFieldID(latest.get(), "ringMask", "J");
    places = jni->GetStaticFieldID(latest.get(), "places", "[[S");
  }
  if (offset == nullptr || bytes == nullptr || mask == nullptr || places == nullptr) {
    jni->ExceptionClear();
    return Error{"java.lang.IslLatest lacks its fields"};
  }
  const SlotLayout& layout = logs.latest();
  jni->SetStaticIntField(latest.get(), bytes, static_cast<jint>(layout.slotBytes()));
  jni->SetStaticLongField(latest.get(), mask, static_cast<jlong>(layout.room) - 1);
  jni->SetStaticLongField(latest.get(), offset, static_cast<jlong>(logs.latestOffset()));
  const LocalRef<jobject> chunks(jni, jni->GetStaticObjectField(latest.get(), places));
  return static_cast<jobjectArray>(jni->NewGlobalRef(chunks.get()));
}

void JavaSide::setAdmission(JNIEnv* jni, jbyteArray codes) const {
  jni->SetStaticObjectField(events_, admissionField_, codes);
}

void JavaSide::setArrays(JNIEnv* jni, const void* table) const {
  jni->SetStaticLongField(arrays_, arraysField_, reinterpret_cast<jlong>(table));
}

void JavaSide::setElsewhere(JNIEnv* jni, jbyteArray stores) const {
  jni->SetStaticObjectField(arrays_, elsewhereField_, stores);
}

void JavaSide::setAllArrays(JNIEnv* jni) const {
  jni->SetStaticBooleanField(arrays_, allArraysField_, JNI_TRUE);
}

void JavaSide::setWord(JNIEnv* jni, jobject object, uint32_t word) const {
  jni->SetIntField(object, wordField_, static_cast<jint>(word));
}

EventLog* JavaSide::takeLog(JNIEnv* jni, jthread thread) const {
  if (logField_ == nullptr) return nullptr;
  const jlong log = jni->GetLongField(thread, logField_);
  if (log == 0 || log == kNoLog) return nullptr;
  jni->SetLongField(thread, logField_, 0);
  return reinterpret_cast<EventLog*>(log);
}

void JavaSide::mute(JNIEnv* jni, jthread thread) const {
  if (logField_ != nullptr) jni->SetLongField(thread, logField_, kNoLog);
}

}  // namespace isl
