// Turns the state of the run into the report.
#pragma once

#include "base/Options.h"
#include "base/VmProbe.h"
#include "check/Checker.h"
#include "events/AllocationStacks.h"
#include "instrument/ClassHook.h"
#include "report/Report.h"

namespace isl {

struct ReportInputs {
  jvmtiEnv* jvmti;
  JNIEnv* jni;  // of the calling thread
  AllocationStacks* stacks;
  const Options* options;
  const VmInfo* vm;
  const ClassHook* hook;
  const Checker* checker;
  const SiteTable* sites;
  ClassTable* classes;
  const NodeTable* nodes;
  const SiteWatch* watch;
  const EventEngine* events;  // null: none
  std::vector<SpecRun*> runs;
  std::string mainClass;
  const ScopeTable* scopes;
};

// On the agent thread after a check, or after Checker::stop().
report::Report buildReport(const ReportInputs& in, bool complete);

// What `strict` turns into a failure: contexts that matched nothing, specs that were never exercised,
// handler faults.
std::vector<std::string> strictFailures(const report::Report& report);

// Limit of max-vso that applies to a spec; 0: none.
double limitOf(const Options& options, const std::string& spec);

// pass, fail or inconclusive, and why in one sentence.
void decideVerdict(report::Spec& spec, uint32_t checks);

}  // namespace isl
