#include "check/Amplifier.h"

#include <memory>

#include "base/Text.h"
#include "report/Format.h"
#include "report/Wording.h"
#include "store/TypeName.h"

namespace isl {
namespace {

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
