#include "heap/HandlerGuard.h"

#include <algorithm>

namespace isl {
namespace {

const char* describeFault(int kind) {
  switch (kind) {
    case ISL_FAULT_NULL: return "null dereference";
    case ISL_FAULT_INDEX: return "array index out of range";
    case ISL_FAULT_CAST: return "cast of an object that is no such array";
    case ISL_FAULT_DIVIDE: return "integer division by zero";
    case ISL_FAULT_HISTORY_INDEX: return "history index out of range";
    default: return "too many loop iterations";
  }
}

}  // namespace

void HandlerGuard::onFault(IslEnv* env, int kind, int line) {
  auto* fault = reinterpret_cast<FaultEnv*>(env);
  fault->kind = kind;
  fault->line = line;
  longjmp(fault->exit, 1);
}

void HandlerGuard::note(IslEventKind event, const FaultEnv& fault) {
  lastFaulted_ = true;
  // A handler whose loop does not end would otherwise stop the program for a day, object by object.
  if (fault.kind == ISL_FAULT_STEPS) {
    const uint64_t now = steps_[event] != 0 ? steps_[event] : kSteps;
    steps_[event] = std::max(now / 2, kLeastSteps);
  }
  HandlerFaults& faults = faults_[event];
  if (faults.count++ != 0) return;
  faults.first = describeFault(fault.kind);
  faults.first += " at " + std::string(source_) + ":" + std::to_string(fault.line);
}

}  // namespace isl
