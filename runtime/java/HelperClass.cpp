#include "java/HelperClass.h"

#include "base/Log.h"
#include "java/HelperNames.h"
#include "store/CallingContexts.h"
#include "store/FlagCodes.h"
#include "store/TypeName.h"

namespace isl {
namespace {

const unsigned char kHelperClass[] = {
#include "IslRTClass.inc"
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

// A global reference; null when the VM does not accept the class.
template <size_t kSize>
jclass defineOne(JNIEnv* jni, const char* name, const unsigned char (&bytes)[kSize],
                 std::string& error) {
  jclass cls = jni->DefineClass(name, nullptr, reinterpret_cast<const jbyte*>(bytes),
                                static_cast<jsize>(kSize));
  if (cls == nullptr) {
    error = std::string("the VM does not accept the helper class ") + name;
    return nullptr;
  }
  auto global = static_cast<jclass>(jni->NewGlobalRef(cls));
  jni->DeleteLocalRef(cls);
  return global;
}

constexpr jint kMaxFrames =
    4096;  // deeper stacks: the outermost frames are not seen, counted "no match"
constexpr size_t kMaxCachedBytes = 16 << 20;  // of stacks whose sequences are known

}  // namespace

HelperClass* HelperClass::self_ = nullptr;

HelperClass::HelperClass(jvmtiEnv* jvmti, SiteTable& sites, SequenceSet& sequences)
    : jvmti_(jvmti), sites_(sites), sequences_(sequences) {
  self_ = this;
}

std::string HelperClass::define(JNIEnv* jni) {
  std::string error;
  class_ = defineOne(jni, "java/lang/IslRT", kHelperClass, error);
  if (class_ == nullptr) return error;
  epoch_ = jni->GetStaticFieldID(class_, "epoch", "I");
  ambientScope_ = jni->GetStaticFieldID(class_, "ambientScope", "I");
  dropScope_ = jni->GetStaticMethodID(class_, "dropScope", "(I)V");
  walksStacks_ = jni->GetStaticFieldID(class_, "walksStacks", "Z");
  jfieldID gate = jni->GetStaticFieldID(class_, "constructionGate", "J");
  if (epoch_ == nullptr || ambientScope_ == nullptr || dropScope_ == nullptr ||
      walksStacks_ == nullptr || gate == nullptr) {
    return "java.lang.IslRT lacks its members";
  }
  jni->SetStaticLongField(class_, gate, gate_.address());
  return "";
}

void HelperClass::linkNatives(JNIEnv* jni) {
  jmethodID state = jni->GetStaticMethodID(class_, "sequenceState", "(ZLjava/lang/Object;)I");
  jmethodID variant = jni->GetStaticMethodID(class_, "variantSite", "(III)I");
  if (state != nullptr) jni->CallStaticIntMethod(class_, state, JNI_FALSE, nullptr);
  bool bound = !jni->ExceptionCheck();
  jni->ExceptionClear();
  // A site that does not exist: nothing is added.
  if (variant != nullptr)
    jni->CallStaticIntMethod(class_, variant, 0, 0, static_cast<jint>(kMaxSite));
  bound = bound && !jni->ExceptionCheck();
  jni->ExceptionClear();
  jmethodID await = jni->GetStaticMethodID(class_, "awaitGate", "()V");
  if (await != nullptr) jni->CallStaticVoidMethod(class_, await);
  bound = bound && !jni->ExceptionCheck();
  jni->ExceptionClear();
  if (bound) return;
  logLine(LogLevel::Error, "the natives of java.lang.IslRT cannot be bound: sequences and scopes "
                           "are not observed, and threads that make virtual threads cannot wait");
}

std::string HelperClass::defineFlags(JNIEnv* jni) {
  std::string error;
  flagsClass_ = defineOne(jni, "java/lang/IslFlags", kFlagsClass, error);
  if (flagsClass_ == nullptr) return error;
  quietWord_ = jni->GetStaticFieldID(flagsClass_, "quietWord", "I");
  return quietWord_ == nullptr ? "java.lang.IslFlags lacks its members" : "";
}

std::string HelperClass::defineEvents(JNIEnv* jni) {
  std::string error;
  eventsClass_ = defineOne(jni, "java/lang/IslEvents", kEventsClass, error);
  if (error.empty()) arraysClass_ = defineOne(jni, "java/lang/IslArrays", kArraysClass, error);
  if (error.empty()) defineOne(jni, "java/lang/IslCounts", kCountsClass, error);
  if (error.empty()) defineOne(jni, "java/lang/IslLatest", kLatestClass, error);
  return error;
}

void HelperClass::setSteps(JNIEnv* jni, const IslSpec& spec, bool quietUses) {
  const FlagCodes codes(spec);
  jfieldID use = jni->GetStaticFieldID(flagsClass_, "onUse", "J");
  jfieldID returned = jni->GetStaticFieldID(flagsClass_, "onReturn", "J");
  jni->SetStaticLongField(flagsClass_, use, static_cast<jlong>(codes.onUse()));
  jni->SetStaticLongField(flagsClass_, returned, static_cast<jlong>(codes.onReturn()));
  jfieldID first = jni->GetStaticFieldID(flagsClass_, "firstReturn", "I");
  jni->SetStaticIntField(flagsClass_, first, static_cast<jint>(codes.firstReturn() << kFlagShift));
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

void HelperClass::setCallsKnown(JNIEnv* jni) {
  jfieldID field = jni->GetStaticFieldID(class_, "callsKnown", "Z");
  jni->SetStaticBooleanField(class_, field, JNI_TRUE);
}

void HelperClass::setEpoch(JNIEnv* jni, uint32_t epoch) {
  jni->SetStaticIntField(class_, epoch_, static_cast<jint>(epoch));
  if (flagsClass_ == nullptr) return;
  jni->SetStaticIntField(flagsClass_, quietWord_, static_cast<jint>(epoch | quiet_));
}

void HelperClass::setScope(JNIEnv* jni, jobject thread, uint32_t scope) {
  if (threadScope_ == nullptr) {
    jclass threadClass = jni->FindClass("java/lang/Thread");
    threadScope_ = jni->GetFieldID(threadClass, "$islScope", "I");
  }
  if (threadScope_ != nullptr) jni->SetIntField(thread, threadScope_, static_cast<jint>(scope));
}

void HelperClass::setAmbientScope(JNIEnv* jni, uint32_t scope) {
  jni->SetStaticIntField(class_, ambientScope_, static_cast<jint>(scope));
}

void HelperClass::dropScope(JNIEnv* jni, uint32_t scope) {
  jni->CallStaticVoidMethod(class_, dropScope_, static_cast<jint>(scope));
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

const HelperClass::Frame& HelperClass::frameOf(JNIEnv* jni, jmethodID method) {
  auto [found, fresh] = frames_.try_emplace(method);
  Frame& frame = found->second;
  if (!fresh) return frame;
  char* name = nullptr;
  char* descriptor = nullptr;
  char* signature = nullptr;
  jclass declaring = nullptr;
  jvmti_->GetMethodName(method, &name, &descriptor, nullptr);
  jvmti_->GetMethodDeclaringClass(method, &declaring);
  if (declaring != nullptr) jvmti_->GetClassSignature(declaring, &signature, nullptr);
  if (name != nullptr && descriptor != nullptr && signature != nullptr) {
    const std::string cls = displayName(signature);
    for (std::string_view helper : kHelperClasses) {
      frame.ours = frame.ours || signature == "L" + std::string(helper) + ";";
    }
    frame.constructor = name[0] == '<' && name[1] == 'i';
    frame.frame = {cls + "." + name, descriptor};
  }
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(name));
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(descriptor));
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(signature));
  if (declaring != nullptr) jni->DeleteLocalRef(declaring);
  return frame;
}

// Is it a constructor of the object, its class's own or one of a superclass?
bool HelperClass::constructs(JNIEnv* jni, jmethodID method, jobject object) {
  jclass declaring = nullptr;
  if (!frameOf(jni, method).constructor ||
      jvmti_->GetMethodDeclaringClass(method, &declaring) != JVMTI_ERROR_NONE) {
    return false;
  }
  const bool of = jni->IsInstanceOf(object, declaring) == JNI_TRUE;
  jni->DeleteLocalRef(declaring);
  return of;
}

uint32_t HelperClass::stateOfStack(JNIEnv* jni, bool atAllocation, jobject inConstruction) {
  thread_local std::vector<jvmtiFrameInfo> infos(64);
  jint count = 0;
  for (;;) {
    if (jvmti_->GetStackTrace(nullptr, 0, static_cast<jint>(infos.size()), infos.data(), &count) !=
        JVMTI_ERROR_NONE) {
      return 0;
    }
    if (count < static_cast<jint>(infos.size()) || count >= kMaxFrames) break;
    infos.resize(infos.size() * 4);
  }
  std::lock_guard<std::mutex> lock(cacheMutex_);
  jint top = 0;
  while (top < count && frameOf(jni, infos[static_cast<size_t>(top)].method).ours) top++;
  while (inConstruction != nullptr && top < count &&
         constructs(jni, infos[static_cast<size_t>(top)].method, inConstruction)) {
    top++;
  }
  std::string key(1, atAllocation ? 'a' : 'e');
  for (jint i = top; i < count; i++) {
    const jmethodID method = infos[static_cast<size_t>(i)].method;
    // A jmethodID is a pointer to a struct, and itself the key. NOLINTNEXTLINE(bugprone-sizeof-expression)
    key.append(reinterpret_cast<const char*>(&method), sizeof method);
  }
  auto known = states_.find(key);
  if (known != states_.end()) return known->second;
  if (cachedBytes_ > kMaxCachedBytes) {
    states_.clear();
    frames_.clear();
    cachedBytes_ = 0;
  }
  std::vector<SequenceFrame> frames;
  for (jint i = count; i-- > top;) {
    const Frame& frame = frameOf(jni, infos[static_cast<size_t>(i)].method);
    if (!frame.ours && !frame.frame.name.empty()) frames.push_back(frame.frame);
  }
  const uint32_t state = sequences_.stateOf(sequences_.match(frames), atAllocation);
  cachedBytes_ += key.size() + 64;
  states_.emplace(std::move(key), state);
  return state;
}

uint32_t HelperClass::sequenceState(JNIEnv* jni, bool atAllocation, jobject inConstruction) {
  return self_->stateOfStack(jni, atAllocation, inConstruction);
}

uint32_t HelperClass::variantSite(uint32_t state, uint32_t scope, uint32_t site) {
  if (self_->contexts_ == 0) return self_->sites_.variant(site, {state, scope, 0});
  const uint32_t sequences = state & ((1u << kContextShift) - 1);
  return self_->sites_.variant(site, {sequences, scope, state >> kContextShift});
}

}  // namespace isl

// Linked by name: the VM looks in agent libraries for natives of boot classes. RegisterNatives would
// do as well, but it makes the VM warn about "code in a different classloader", on stdout.
extern "C" {

JNIEXPORT jint JNICALL Java_java_lang_IslRT_sequenceState(JNIEnv* jni, jclass, jboolean allocates,
                                                          jobject inConstruction) {
  return static_cast<jint>(
      isl::HelperClass::sequenceState(jni, allocates == JNI_TRUE, inConstruction));
}

JNIEXPORT jint JNICALL Java_java_lang_IslRT_variantSite(JNIEnv*, jclass, jint sequences, jint scope,
                                                        jint site) {
  return static_cast<jint>(isl::HelperClass::variantSite(
      static_cast<uint32_t>(sequences), static_cast<uint32_t>(scope), static_cast<uint32_t>(site)));
}

JNIEXPORT void JNICALL Java_java_lang_IslRT_awaitGate(JNIEnv*, jclass) {
  isl::HelperClass::awaitGate();
}

}  // extern "C"
