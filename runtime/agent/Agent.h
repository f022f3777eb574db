// The agent: one object for the life of the VM, wired together in Agent_OnLoad.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "agent/ClassEvents.h"
#include "agent/Features.h"
#include "agent/PressureWatch.h"
#include "agent/ReportFiles.h"
#include "base/Options.h"
#include "base/VmProbe.h"
#include "check/Amplifier.h"
#include "check/Checker.h"
#include "events/AllocationStacks.h"
#include "events/EventEngine.h"
#include "instrument/ClassHook.h"
#include "java/HelperClass.h"
#include "java/WorkUnits.h"
#include "verdict/ReportBuilder.h"

namespace isl {

class Agent {
 public:
  // Agent_OnLoad. An error is the one message that says why the JVM must not start with this agent.
  Status load(JavaVM* vm, const char* options);
  // Agent_OnAttach, in its place: with sites=off, and checks begin at once. An error says why they do not; then
  // nothing of this agent is left in the JVM but its memory.
  Status attach(JavaVM* vm, const char* options);

  // Whether load() left this JVM alone (only-main, skip-main, its mode): no event, no report, no change.
  bool leftOut() const { return leftOut_; }
  const std::string& whyLeftOut() const { return whyLeftOut_; }  // its mode, else empty
  const Options& options() const { return options_; }
  const std::string& command() const { return command_; }

  // JVMTI events.
  void vmStart(JNIEnv* jni);
  void vmInit(JNIEnv* jni);
  void onRewritten(JNIEnv* jni);                                   // after each class; any thread
  void onPrepared(jvmtiEnv* jvmti, JNIEnv* jni, jclass prepared);  // where no class is rewritten
  void vmDeath(JNIEnv* jni);
  ClassHook* hook() { return hook_.get(); }
  ClassEvents* classEvents() { return classEvents_.get(); }
  Checker* checker() { return checker_.get(); }
  AllocationStacks& stacks() { return stacks_; }
  EventEngine* events() { return events_.get(); }
  SampledDeaths* deaths() { return deaths_.get(); }
  HelperClass* helper() { return helper_.get(); }
  PressureWatch& pressure() { return pressure_; }
  Amplifier* amplifier() { return amplifier_.load(); }  // null before the VM is ready

 private:
  Status prepare();
  Status planTrace();
  void traceLive(JNIEnv* jni);
  Status startChecks(JNIEnv* jni);
  bool leaveAlone();
  bool samplesAllocation() const;
  Status knowSpecs() const;
  Status enableEvents();
  void buildRuns(const std::vector<SpecPlan>& plans);
  std::string readCommand() const;
  void buildEvents(const std::vector<SpecPlan>& plans);
  CodeSeen codeSeen() const;
  void writeReports(bool complete);
  void afterCheck();
  static void atExit(int status, void* self);

  JavaVM* vm_ = nullptr;
  jvmtiEnv* jvmti_ = nullptr;
  Options options_;
  VmInfo vmInfo_;
  std::vector<const IslSpec*> specs_;
  SequenceSet sequences_;
  std::atomic<bool> live_{false};  // VMInit has come
  SiteTable sites_;
  ScopeTable scopes_;
  std::unique_ptr<WorkUnits> units_;
  Hierarchy hierarchy_;
  FieldLayouts layouts_;
  std::unique_ptr<EventKeys> keys_;  // null: no handler runs for every event
  instrument::Features features_;
  std::unique_ptr<HelperClass> helper_;
  std::unique_ptr<ClassHook> hook_;                  // null: no class is rewritten
  std::atomic<uint64_t> prepared_{0};                // classes
  std::atomic<uint64_t> beforeProgram_{UINT64_MAX};  // likewise, before the first of the program
  std::unique_ptr<ClassEvents> classEvents_;
  std::unique_ptr<ClassTable> classes_;
  std::unique_ptr<NodeTable> nodes_;
  std::unique_ptr<SampledDeaths> deaths_;  // null: no spec asks what died
  std::vector<std::unique_ptr<SpecRun>> runs_;
  SiteWatch watch_;  // what `explain` asks for
  std::unique_ptr<EventEngine> events_;
  PressureWatch pressure_;
  std::unique_ptr<Checker> checker_;
  std::atomic<Amplifier*> amplifier_{nullptr};  // never deleted: program threads may be in it
  AllocationStacks stacks_;
  ReportFiles files_{options_};
  std::string whyLeftOut_;
  std::string command_, mainClass_;  // sun.java.command and its first part
  std::string member_;               // see Member.h
  bool dead_ = false, leftOut_ = false, attached_ = false;
};

// Made in Agent_OnLoad, before any other thread; for JVMTI events and natives, which have no receiver.
extern Agent* theAgent;

}  // namespace isl
