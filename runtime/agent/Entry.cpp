// How the VM comes to the agent: at its start, and later by an attach request.
#include "agent/Agent.h"
#include "agent/JvmFilter.h"
#include "agent/RunFacts.h"
#include "base/Log.h"

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  // The same library twice: an engine hands on JAVA_TOOL_OPTIONS and its own setting. The first counts.
  static const std::string first = options != nullptr ? options : "";
  if (isl::theAgent != nullptr) {
    if (first != (options != nullptr ? options : ""))
      isl::sayOnStderr("isl: warning: this agent was given twice: the first options count\n");
    return JNI_OK;
  }
  isl::theAgent = new isl::Agent();
  const isl::Agent& agent = *isl::theAgent;
  const isl::Status loaded = isl::theAgent->load(vm, options);
  const char* const state = !loaded ? "refused" : agent.leftOut() ? "left-out" : "watched";
  isl::noteInJournal(agent.options(), state, agent.command(), agent.whyLeftOut());
  if (loaded) return JNI_OK;
  isl::sayOnStderr("isl: error: " + loaded.message() + "\n");
  return JNI_ERR;
}

// Who attaches cannot see this JVM's stderr: the journal tells as well. The JVM goes on in either case.
JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void*) {
  if (isl::theAgent != nullptr) {
    isl::Options asked;
    const isl::Options& first = isl::theAgent->options();
    const std::string why = "this JVM has this agent already; its report is " + first.report;
    if (isl::parseOptions(options, asked))
      isl::noteInJournal(asked, "refused", isl::theAgent->command(), why);
    isl::sayOnStderr("isl: error: " + why + "\n");
    return JNI_ERR;
  }
  isl::theAgent = new isl::Agent();
  const isl::Status attached = isl::theAgent->attach(vm, options);
  const isl::Agent& agent = *isl::theAgent;
  const std::string why = attached ? "" : attached.message();
  isl::noteInJournal(agent.options(), attached ? "watched" : "refused", agent.command(), why);
  if (attached) return JNI_OK;
  isl::sayOnStderr("isl: error: " + why + "\n");
  isl::theAgent = nullptr;  // not deleted: a thread of the program may still be in an event
  return JNI_ERR;
}

}  // extern "C"
