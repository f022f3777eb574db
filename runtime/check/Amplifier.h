// What isl.Amplifier (junit/src/main/java/isl) asks of the agent.
#pragma once

#include <jvmti.h>

#include <string>

#include "check/Checker.h"
#include "events/AllocationStacks.h"
#include "java/HelperClass.h"
#include "store/ScopeTable.h"

namespace isl {

// One for the life of the VM; its methods are called from any Java thread.
class Amplifier {
 public:
  struct Parts {
    jvmtiEnv* jvmti;
    bool scopesOn;
    HelperClass* helper;
    Checker* checker;
    ScopeTable* scopes;
    const SiteTable* sites;
    ClassTable* classes;
    AllocationStacks* stacks;
  };
  explicit Amplifier(const Parts& parts) : parts_(parts) {}

  bool check() { return parts_.checker->checkNow(); }
  double vso(const char* spec) const { return parts_.checker->latestVso(spec); }
  bool scopesOn() const { return parts_.scopesOn; }
  uint32_t open(JNIEnv* jni, jobject thread, const char* name, uint32_t outer);
  void close(JNIEnv* jni, jobject thread, uint32_t id, uint32_t outer);
  // Six strings a spec, as isl.ScopeVerdict reads them; empty when the scope is not known.
  std::vector<std::string> trial(const char* name);

 private:
  static std::vector<std::string> describe(const Parts& parts, JNIEnv* jni,
                                           const std::vector<TrialOutcome>& outcomes);
  static std::string describeSite(const Parts& parts, JNIEnv* jni, const TrialSite& site);
  Parts parts_;
  std::mutex ambientMutex_;  // the scope of other threads is set in the order of the openings
};

}  // namespace isl
