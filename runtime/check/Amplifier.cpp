#include "check/Amplifier.h"

#include <cmath>
#include <memory>

#include "base/LocalRef.h"
#include "base/Text.h"
#include "report/Format.h"
#include "report/Wording.h"
#include "store/TypeName.h"

namespace isl {
namespace {

std::atomic<Amplifier*> theAmplifier{nullptr};

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

std::string describePath(const report::Path& path) {
  std::string out;
  for (const report::PathEdge& edge : path.edges) {
    out += (out.empty() ? "    held by " : "\n         <= ") + report::holderField(edge);
    if (!edge.holderSite.empty()) out += "  (" + edge.holderSite + ")";
  }
  out += out.empty() ? "    held by " : "\n         <= ";
  return out + (path.truncated ? std::string("... (the root was not reached)")
                               : "root: " + report::rootText(path.root));
}

}  // namespace

void Amplifier::serve(const Parts& parts) { theAmplifier.store(new Amplifier(parts)); }

Amplifier* Amplifier::instance() { return theAmplifier.load(); }

uint32_t Amplifier::open(JNIEnv* jni, jobject thread, const char* name, uint32_t outer) {
  if (!parts_.scopesOn || name == nullptr) return 0;
  std::lock_guard<std::mutex> lock(ambientMutex_);
  const uint32_t id = parts_.scopes->open(name, outer);
  parts_.helper->setScope(jni, thread, id);
  parts_.helper->setAmbientScope(jni, parts_.scopes->ambient());
  return id;
}

void Amplifier::close(JNIEnv* jni, jobject thread, uint32_t id, uint32_t outer) {
  if (!parts_.scopesOn) return;
  std::lock_guard<std::mutex> lock(ambientMutex_);
  parts_.scopes->close(id, outer);
  parts_.helper->setScope(jni, thread, outer);
  parts_.helper->setAmbientScope(jni, parts_.scopes->ambient());
  if (id != 0 && parts_.scopes->idle(id)) parts_.helper->dropScope(jni, id);
}

std::vector<std::string> Amplifier::trial(const char* name) {
  const uint32_t scope = parts_.scopesOn && name != nullptr ? parts_.scopes->find(name) : 0;
  if (scope == 0) return {};
  // Shared: the agent thread may still be busy when this thread gives up, because the VM ends.
  auto facts = std::make_shared<std::vector<std::string>>();
  const bool done = parts_.checker->tryOut(
      scope, [facts, parts = parts_](JNIEnv* jni, const std::vector<TrialOutcome>& outcomes) {
        *facts = describe(parts, jni, outcomes);
      });
  return done ? *facts : std::vector<std::string>();
}

std::vector<std::string> Amplifier::describe(const Parts& parts, JNIEnv* jni,
                                             const std::vector<TrialOutcome>& outcomes) {
  std::vector<std::string> facts;
  for (const TrialOutcome& outcome : outcomes) {
    facts.emplace_back(outcome.spec->name);
    facts.push_back(report::exact(outcome.vso));
    facts.push_back(std::to_string(outcome.checks));
    facts.push_back(std::to_string(outcome.penalty));
    facts.push_back(outcome.inconclusive);
    std::string sites;
    for (const TrialSite& site : outcome.sites) sites += describeSite(parts, jni, site);
    facts.push_back(std::move(sites));
  }
  return facts;
}

std::string Amplifier::describeSite(const Parts& parts, JNIEnv* jni, const TrialSite& entry) {
  const Site site = parts.sites->get(entry.stat.site);
  const std::string type = displayName((*parts.classes)[entry.stat.classId].signature);
  std::string out = "  " + std::to_string(entry.stat.objects) + " x " + type + ", " +
                    report::humanBytes(entry.stat.bytes) + " in the heap, allocated in " +
                    dotted(site.className) + "." + std::string(site.method);
  if (site.line >= 0) {
    out += "(" + std::string(site.sourceFile) + ":" + std::to_string(site.line) + ")";
  } else {
    const SourceLine caller = parts.stacks->callerOf(parts.jvmti, jni, site.className, site.method);
    if (!caller.file.empty()) {
      out += ", called from " + caller.method + "(" + caller.file + ":" +
             std::to_string(caller.line) + ")";
    }
  }
  out += "\n";
  if (!entry.paths.empty()) out += describePath(entry.paths.front()) + "\n";
  return out;
}

}  // namespace isl

// Linked by name, as the natives of IslRT: the VM looks in agent libraries for those of any class.
extern "C" {

JNIEXPORT jint JNICALL Java_isl_Amplifier_interfaceVersion(JNIEnv*, jclass) { return 1; }

JNIEXPORT jboolean JNICALL Java_isl_Amplifier_forceCheck(JNIEnv*, jclass) {
  isl::Amplifier* amplifier = isl::Amplifier::instance();
  return amplifier != nullptr && amplifier->check();
}

JNIEXPORT jdouble JNICALL Java_isl_Amplifier_latestVso(JNIEnv* jni, jclass, jstring spec) {
  isl::Amplifier* amplifier = isl::Amplifier::instance();
  return amplifier == nullptr ? NAN : amplifier->vso(isl::Chars(jni, spec).get());
}

JNIEXPORT jboolean JNICALL Java_isl_Amplifier_keepsScopes(JNIEnv*, jclass) {
  isl::Amplifier* amplifier = isl::Amplifier::instance();
  return amplifier != nullptr && amplifier->scopesOn();
}

JNIEXPORT jint JNICALL Java_isl_Amplifier_open(JNIEnv* jni, jclass, jobject thread, jstring name,
                                               jint outer) {
  isl::Amplifier* amplifier = isl::Amplifier::instance();
  if (amplifier == nullptr) return 0;
  return static_cast<jint>(
      amplifier->open(jni, thread, isl::Chars(jni, name).get(), static_cast<uint32_t>(outer)));
}

JNIEXPORT void JNICALL Java_isl_Amplifier_close(JNIEnv* jni, jclass, jobject thread, jint scope,
                                                jint outer) {
  isl::Amplifier* amplifier = isl::Amplifier::instance();
  if (amplifier == nullptr) return;
  amplifier->close(jni, thread, static_cast<uint32_t>(scope), static_cast<uint32_t>(outer));
}

JNIEXPORT jobjectArray JNICALL Java_isl_Amplifier_trial(JNIEnv* jni, jclass, jstring name) {
  isl::Amplifier* amplifier = isl::Amplifier::instance();
  if (amplifier == nullptr) return nullptr;
  const std::vector<std::string> facts = amplifier->trial(isl::Chars(jni, name).get());
  jobjectArray array = jni->NewObjectArray(static_cast<jsize>(facts.size()),
                                           jni->FindClass("java/lang/String"), nullptr);
  for (size_t i = 0; array != nullptr && i < facts.size(); i++) {
    const isl::LocalRef<jstring> text(jni, jni->NewStringUTF(facts[i].c_str()));
    jni->SetObjectArrayElement(array, static_cast<jsize>(i), text.get());
  }
  return array;
}

}  // extern "C"
