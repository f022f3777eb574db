#include "events/EventEngine.h"

#include <algorithm>
#include <cstring>

#include "base/Log.h"

namespace isl {
namespace {

constexpr jsize kAdmissionStart = 4096;
constexpr jlong kNoLog = -1;                         // IslEvents.NO_LOG
constexpr jint kPlatformOnly = 1, kWithVirtual = 2;  // IslEvents.threads

}  // namespace

EventEngine* EventEngine::self_ = nullptr;
thread_local bool EventEngine::holding_ = false;

EventEngine::Guard::Guard(EventEngine* engine) : engine_(engine) {
  if (engine_ == nullptr) return;
  engine_->mutex_.lock();
  holding_ = true;
}

EventEngine::Guard::~Guard() {
  if (engine_ == nullptr) return;
  holding_ = false;
  engine_->mutex_.unlock();
}

EventEngine::EventEngine(Parts parts, Admission admission)
    : parts_(std::move(parts)), admission_(std::move(admission)) {
  self_ = this;
  const IslSpec* const latest = parts_.keys->latestSpec();
  if (latest != nullptr) logs_.setLatest(SlotLayout::ofValues(latest->window()));
  if (parts_.keys->countsInSlots()) logs_.setCounts(SlotLayout::ofCounts());
}

std::string EventEngine::bind(jclass eventsClass, jclass arraysClass, JNIEnv* jni) {
  class_ = eventsClass;
  arraysClass_ = arraysClass;
  admissionField_ = jni->GetStaticFieldID(class_, "admission", "[B");
  arraysField_ = jni->GetStaticFieldID(arraysClass_, "arrays", "J");
  elsewhereField_ = jni->GetStaticFieldID(arraysClass_, "elsewhere", "[B");
  allArraysField_ = jni->GetStaticFieldID(arraysClass_, "allArrays", "Z");
  const bool bound = admissionField_ != nullptr && arraysField_ != nullptr &&
                     elsewhereField_ != nullptr && allArraysField_ != nullptr;
  return bound ? "" : "java.lang.IslEvents or IslArrays lacks its fields";
}

std::string EventEngine::start(JNIEnv* jni) {
  jni->GetJavaVM(&vm_);
  jclass object = jni->FindClass("java/lang/Object");
  jclass thread = jni->FindClass("java/lang/Thread");
  wordField_ = jni->GetFieldID(object, "$isl", "I");
  logField_ = jni->GetFieldID(thread, "$islLog", "J");
  if (wordField_ == nullptr || logField_ == nullptr) {
    jni->ExceptionClear();
    return "the VM's Object and Thread lack the agent's fields";
  }
  jfieldID threads = jni->GetStaticFieldID(class_, "threads", "I");
  const bool virtualThreads =
      jni->GetStaticMethodID(thread, "currentCarrierThread", "()Ljava/lang/Thread;") != nullptr;
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  jni->SetStaticIntField(class_, threads, virtualThreads ? kWithVirtual : kPlatformOnly);
  jfieldID allocKey = jni->GetStaticFieldID(class_, "allocKey", "I");
  jni->SetStaticIntField(class_, allocKey, parts_.keys->allocKey());
  startArrays(jni);
  std::string error = linkNatives(jni);
  if (error.empty()) error = startSlots(jni);
  if (!error.empty()) return error;
  Guard guard(this);
  publish(jni, kSiteUnknown, kNeverTracked);
  publishArrays(jni);
  return "";
}

// The VM links a native at its first call, and runs Java code of the JDK for that (ClassLoader.findNative).
// With events in it the first thread whose log is full would call drain() to link drain(), without end. So each
// is called once before there are events. Whoever holds the lock gets nothing done by them.
std::string EventEngine::linkNatives(JNIEnv* jni) {
  jclass latest = jni->FindClass("java/lang/IslLatest");
  struct Native {
    jclass cls;
    const char *name, *descriptor;
  };
  const Native natives[] = {{class_, "admit", "(Ljava/lang/Object;I)I"},
                            {arraysClass_, "admitArray", "(Ljava/lang/Object;III)I"},
                            {arraysClass_, "admitStored", "(Ljava/lang/Object;I)V"},
                            {class_, "newLog", "()J"},
                            {class_, "drain", "(J)V"},
                            {latest, "findPlace", "(I)Z"}};
  const jvalue nothing[4] = {};  // null and 0, whatever the parameters are
  const auto linked = [&](const Native& native) {
    jmethodID method = native.cls == nullptr
                           ? nullptr
                           : jni->GetStaticMethodID(native.cls, native.name, native.descriptor);
    if (method != nullptr) {
      switch (native.descriptor[strlen(native.descriptor) - 1]) {
        case 'I': jni->CallStaticIntMethodA(native.cls, method, nothing); break;
        case 'Z': jni->CallStaticBooleanMethodA(native.cls, method, nothing); break;
        case 'J': jni->CallStaticLongMethodA(native.cls, method, nothing); break;
        default: jni->CallStaticVoidMethodA(native.cls, method, nothing);
      }
    }
    const bool done = method != nullptr && !jni->ExceptionCheck();
    jni->ExceptionClear();
    return done;
  };
  Guard guard(this);
  bool done = true;
  for (const Native& native : natives) done = linked(native) && done;
  if (latest != nullptr) jni->DeleteLocalRef(latest);
  if (done) return "";
  return "the VM does not find the natives of java.lang.IslEvents, IslArrays and IslLatest in the "
         "agent; compile the spec again";
}

// Instrumented code reads the array without a lock: a code that it misses makes it ask once more.
void EventEngine::publish(JNIEnv* jni, uint32_t site, uint8_t code) {
  if (static_cast<jsize>(site) >= admissionLength_) {
    const jsize length = std::max<jsize>(kAdmissionStart, static_cast<jsize>(site + site / 2 + 1));
    jbyteArray bigger = jni->NewByteArray(length);
    if (bigger == nullptr) {
      jni->ExceptionClear();
      return;
    }
    if (admissionArray_ != nullptr) {
      std::vector<jbyte> old(static_cast<size_t>(admissionLength_));
      jni->GetByteArrayRegion(admissionArray_, 0, admissionLength_, old.data());
      jni->SetByteArrayRegion(bigger, 0, admissionLength_, old.data());
      jni->DeleteGlobalRef(admissionArray_);
    }
    admissionArray_ = static_cast<jbyteArray>(jni->NewGlobalRef(bigger));
    admissionLength_ = length;
    jni->SetStaticObjectField(class_, admissionField_, bigger);
    jni->DeleteLocalRef(bigger);
  }
  const jbyte value = static_cast<jbyte>(code);
  jni->SetByteArrayRegion(admissionArray_, static_cast<jsize>(site), 1, &value);
}

// Internal name, or the signature of an array class.
std::string EventEngine::classNameOf(JNIEnv* jni, jobject object) {
  jclass cls = jni->GetObjectClass(object);
  char* signature = nullptr;
  parts_.jvmti->GetClassSignature(cls, &signature, nullptr);
  jni->DeleteLocalRef(cls);
  std::string name = signature != nullptr ? signature : "";
  parts_.jvmti->Deallocate(reinterpret_cast<unsigned char*>(signature));
  if (name.size() > 2 && name[0] == 'L') name = name.substr(1, name.size() - 2);
  return name;
}

// Its node, with class 0 when it is new; 0 when the table is full, or its number does not fit a word. What
// is born here has no tag yet, and to ask for one costs as much as to set it.
uint32_t EventEngine::identify(jobject object, bool born) {
  jlong tag = 0;
  if (!born && parts_.jvmti->GetTag(object, &tag) != JVMTI_ERROR_NONE) return 0;
  const jlong before = tag;
  bool made = false;
  const uint32_t id = parts_.nodes->ensure(&tag, bornAt_, made);
  askForRoom();
  if (id == 0 || id > kMaxSite) {
    recordsRefused_++;
    return 0;
  }
  if (tag != before) parts_.jvmti->SetTag(object, tag);
  return id;
}

uint32_t EventEngine::nodeFor(JNIEnv* jni, jobject object) {
  const uint32_t id = identify(object, false);
  if (id == 0) return 0;
  Node& node = (*parts_.nodes)[id];
  if (node.classId != 0) return id;
  jclass cls = jni->GetObjectClass(object);
  node.classId = parts_.classes->idOf(parts_.jvmti, jni, cls);
  jni->DeleteLocalRef(cls);
  jlong size = 0;
  if (parts_.jvmti->GetObjectSize(object, &size) == JVMTI_ERROR_NONE) {
    node.bytes = static_cast<uint64_t>(size);
  }
  return id;
}

// Identities of dead objects are free again after a check. A program that makes many of them asks for one
// before there are none left: where records walk at every check, checks may be far apart.
void EventEngine::askForRoom() {
  if (parts_.nodes->inUse() < askForRoomAt_ || !needsRoom_) return;
  askForRoomAt_ = UINT32_MAX;
  needsRoom_();
}

// By its class itself: what is known of a class by name may only be that it might match.
bool EventEngine::isTracked(JNIEnv* jni, jobject object) {
  jclass cls = jni->GetObjectClass(object);
  const ClassRecord& record = (*parts_.classes)[parts_.classes->idOf(parts_.jvmti, jni, cls)];
  jni->DeleteLocalRef(cls);
  for (size_t s = 0; s < parts_.specs.size(); s++) {
    const IslSpec& spec = *parts_.specs[s];
    if (!hasEvents(spec)) continue;
    if (spec.mainContext < 0 || (record.contexts[s] >> spec.mainContext & 1) != 0) return true;
  }
  return false;
}

uint32_t EventEngine::promote(JNIEnv* jni, jobject object, uint32_t word) {
  const uint32_t id = nodeFor(jni, object);
  if (id == 0) return 0;
  Node& node = (*parts_.nodes)[id];
  node.homeSite = siteOf(word);
  node.word = word;
  node.hasWord = true;
  const uint32_t promoted = kRecordBit | id << kEpochBits | epochOf(word);
  jni->SetIntField(object, wordField_, static_cast<jint>(promoted));
  return promoted;
}

uint32_t EventEngine::admitObject(JNIEnv* jni, jobject object, uint32_t word) {
  if ((word & kRecordBit) != 0) return word;  // another thread was faster
  uint32_t site = siteOf(word);
  if (site == kSiteUnknown) return 0;
  if (site < kFirstSite) {
    const uint8_t code = admission_.codeWithoutSite(site, classNameOf(jni, object));
    return code == kNeverTracked || !isTracked(jni, object) ? 0 : promote(jni, object, word);
  }
  if (admission_.needsClass(site)) {
    site = admission_.siteOfClass(site, classNameOf(jni, object));
    if (site < kFirstSite) return 0;  // no room for one more site
    word = site << kEpochBits | epochOf(word);
    jni->SetIntField(object, wordField_, static_cast<jint>(word));
  }
  const uint8_t code = admission_.codeOf(site);
  publish(jni, site, code);
  switch (code & ~kProvisional) {
    case kPlain: return word;
    case kNeedsRecord:
      if (isTracked(jni, object)) return promote(jni, object, word);
      // Unless a stray object got the site, all others are of the same class.
      if (parts_.sites->get(site).target == classNameOf(jni, object)) {
        admission_.reject(site);
        publish(jni, site, admission_.codeOf(site));
      }
      return 0;
    default: return 0;
  }
}

jint EventEngine::admit(JNIEnv* jni, jobject object, jint word) {
  if (holding_) return 0;
  Guard guard(self_);
  return static_cast<jint>(self_->admitObject(jni, object, static_cast<uint32_t>(word)));
}

jlong EventEngine::newLog() {
  if (holding_) return 0;
  Guard guard(self_);
  return reinterpret_cast<jlong>(self_->logs_.make());
}

void EventEngine::drain(jlong address) {
  auto* log = reinterpret_cast<EventLog*>(address);
  if (holding_) return;
  Guard guard(self_);
  EventLogs::drain(*log, [log](const LogEntry& entry) {
    self_->run(entry);
    self_->offerSlots(*log, entry);
  });
  if (log->latest != nullptr) log->latest->drained();
  if (log->counts != nullptr) log->counts->drained();
  log->drained.store(0, std::memory_order_relaxed);
  log->used.store(0, std::memory_order_release);
}

void EventEngine::onThreadEnd(JNIEnv* jni, jthread thread) {
  if (logField_ == nullptr) return;
  auto* log = reinterpret_cast<EventLog*>(jni->GetLongField(thread, logField_));
  if (log == nullptr || log == reinterpret_cast<EventLog*>(kNoLog)) return;
  jni->SetLongField(thread, logField_, 0);
  Guard guard(this);
  EventLogs::flush(
      *log, [this](const LogEntry& entry) { run(entry); },
      [this](const SlotTable::Batch& batch) { runLatest(batch); },
      [this](const SlotTable::Batch& batch) { runCounts(batch); });
  logs_.destroy(log);
}

void EventEngine::muteThread(JNIEnv* jni, jthread thread) {
  if (logField_ != nullptr) jni->SetLongField(thread, logField_, kNoLog);
}

void EventEngine::drainAll() {
  logs_.flushAll([this](const LogEntry& entry) { run(entry); },
                 [this](const SlotTable::Batch& batch) { runLatest(batch); },
                 [this](const SlotTable::Batch& batch) { runCounts(batch); });
}

void EventEngine::beforeCollection(uint32_t check) {
  Guard guard(this);
  bornAt_ = std::max(bornAt_, check);
}

void EventEngine::afterWalk(JNIEnv* jni, uint32_t check) {
  check_ = std::max(check, 1u);
  bornAt_ = std::max(bornAt_, check_);
  const uint32_t left = kMaxSite - std::min(parts_.nodes->inUse(), kMaxSite);
  askForRoomAt_ = parts_.nodes->inUse() + left / 4 * 3;
  for (EventTarget* engine : parts_.engines) {
    if (engine == nullptr) continue;
    for (uint32_t site : engine->takeHotSites()) {
      if (admission_.heat(site)) publish(jni, site, admission_.codeOf(site));
    }
  }
  if (!parts_.keys->tracksArrays()) return;
  arrays_.rebuild([this](uint32_t word) {
    const uint32_t id = recordIdOf(word);
    const bool dead = id >= parts_.nodes->size() || (*parts_.nodes)[id].lastSeen == 0 ||
                      (*parts_.nodes)[id].length < 0;
    if (dead && id < arraySpecs_.size()) arraySpecs_[id] = 0;
    return dead;
  });
  publishArrays(jni);
  if (parts_.keys->waitsForPath()) admitFoundArrays(jni);
}

bool EventEngine::tracked(uint32_t word, uint32_t spec) {
  if ((word & kRecordBit) == 0) return admission_.tracked(siteOf(word), spec);
  const uint32_t id = recordIdOf(word);
  const Node& node = (*parts_.nodes)[id];
  if (node.length >= 0) return id < arraySpecs_.size() && (arraySpecs_[id] >> spec & 1) != 0;
  return admission_.tracked(node.homeSite, spec);
}

int32_t EventEngine::fieldIndex(EventKey& key, int32_t id, uint32_t word) {
  if (!key.reference) return parts_.keys->fieldIndex(key, {});
  const uint32_t record = (word & kRecordBit) != 0 ? recordIdOf(word) : 0;
  const uint32_t site = record != 0 ? (*parts_.nodes)[record].homeSite : siteOf(word);
  auto [found, fresh] = fieldIndexes_.emplace(static_cast<uint64_t>(id) << 32 | site, -1);
  if (fresh) {
    const Site location = parts_.sites->get(site);
    const bool exact =
        location.ofClass || location.kind == SiteKind::New || location.kind == SiteKind::LibraryNew;
    found->second = parts_.keys->fieldIndex(key, exact ? location.target : key.owner);
  }
  return found->second;
}

// The class of the field is loaded, as there was an access, but perhaps not described yet.
int32_t EventEngine::fieldOffset(EventKey& key) {
  if (key.placed) return key.field.offset;
  key.placed = true;
  key.field.offset = parts_.classes->offsetOf(key.owner, key.name, key.descriptor);
  JNIEnv* jni = nullptr;
  if (key.field.offset < 0 && vm_ != nullptr &&
      vm_->GetEnv(reinterpret_cast<void**>(&jni), JNI_VERSION_1_8) == JNI_OK) {
    parts_.classes->update(parts_.jvmti, jni);
    key.field.offset = parts_.classes->offsetOf(key.owner, key.name, key.descriptor);
  }
  return key.field.offset;
}

// The table of keys has a lock of its own, for threads that load classes; here it is asked once a key.
EventKey* EventEngine::keyOf(int32_t id) {
  const auto index = static_cast<uint32_t>(id & ~EventKeys::kWantsIdentity);
  EventKey* const key = parts_.keys->find(id);
  if (key == nullptr) return nullptr;
  if (index >= known_.size()) known_.resize(index + index / 2 + 64);
  return known_[index] = key;
}

// a, b, c: high and low word of a primitive value and the index of an element; of a reference, the index
// of an element, the identity and the word of the object.
void EventEngine::run(const LogEntry& entry) {
  const auto index = static_cast<uint32_t>(entry.key & ~EventKeys::kWantsIdentity);
  const bool known = index < known_.size() && known_[index] != nullptr;
  EventKey* const key = known ? known_[index] : keyOf(entry.key);
  if (key == nullptr) return;
  EventArgs args;
  IslField field = key->field;
  const bool element = key->shape == EventShape::Element;
  if (element) field.index = static_cast<int32_t>(key->reference ? entry.a : entry.c);
  const bool placed = key->resolved && !key->reference;
  if (key->shape == EventShape::Field && !placed) {
    field.index = fieldIndex(*key, entry.key, entry.word);
  }
  if (parts_.classes->knowsPlaces() && key->shape != EventShape::Call) {
    field.offset = element ? parts_.classes->elementOffset(key->descriptor[0], field.index)
                           : fieldOffset(*key);
  }
  args.field = &field;
  args.method = &key->method;
  args.word1 = key->reference ? 0 : entry.a;
  if (key->counted) {
    args.times = entry.a + 1;
    args.word1 = 0;
  }
  args.word2 = entry.b;
  for (const EventHandler& h : key->handlers) {
    EventObject object{entry.word, entry.word != 0};
    if (!object.present || !tracked(entry.word, h.spec)) object.word = 0;
    args.value = EventObject{};
    if (key->reference) {
      constexpr uint32_t kUntrackedValue = 1;
      args.value.present = entry.c != 0;
      if (entry.c > kUntrackedValue && tracked(entry.c, h.spec)) args.value.word = entry.c;
    }
    const bool call = key->shape == EventShape::Call;
    if (object.word == 0 && !(call && args.value.word != 0)) continue;
    parts_.engines[h.spec]->onEvent(*h.handler, object, args);
  }
}

}  // namespace isl

// Linked by name, like those of IslRT.
extern "C" {

JNIEXPORT jint JNICALL Java_java_lang_IslEvents_admit(JNIEnv* jni, jclass, jobject o, jint word) {
  return isl::EventEngine::admit(jni, o, word);
}

JNIEXPORT jlong JNICALL Java_java_lang_IslEvents_newLog(JNIEnv*, jclass) {
  return isl::EventEngine::newLog();
}

JNIEXPORT void JNICALL Java_java_lang_IslEvents_drain(JNIEnv*, jclass, jlong log) {
  isl::EventEngine::drain(log);
}

}  // extern "C"
