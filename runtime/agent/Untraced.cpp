#include "agent/Untraced.h"

#include <string>

namespace isl {
namespace {

constexpr char kStart[] =
    "start the JVM with -agentpath:AGENT.so and without sites=off (or set JAVA_TOOL_OPTIONS)";

const char* eventOf(uint8_t event) {
  static const char* const names[] = {"on_read", "on_write", "on_rw", "on_call", "on_alloc"};
  return event < std::size(names) ? names[event] : nullptr;
}

// What of the spec a check alone cannot tell; empty: nothing.
std::string beyondChecks(const IslSpec& spec) {
  for (uint32_t h = 0; h < spec.handlerCount; h++) {
    if (const char* const name = eventOf(spec.handlers[h].event))
      return std::string("it has ") + name + ", so every object needs its word from the start";
  }
  for (uint32_t c = 0; c < spec.contextCount; c++) {
    if (spec.contexts[c].sequence != nullptr)
      return std::string("context ") + spec.contexts[c].name +
             " has a sequence, which is told when an object is allocated";
  }
  if (spec.partition == ISL_PARTITION_ALLOC)
    return "its partition is by allocation site, which is told when an object is allocated";
  if (spec.partition == ISL_PARTITION_CONTEXT || spec.contextBound > 0)
    return "it tells calling contexts apart, which are told when an object is allocated";
  if ((spec.rules & ISL_RULE_ONE_EDGE) != 0)
    return "its paths grow by an edge at each check, along tags (--paper)";
  if (spec.asksPlaces != 0) return "it asks for the places of fields, which are counted in words";
  return {};
}

}  // namespace

Status fitsUntraced(const std::vector<const IslSpec*>& specs, const Options& options) {
  for (const IslSpec* spec : specs) {
    if (const std::string why = beyondChecks(*spec); !why.empty())
      return Error{"spec " + std::string(spec->name) +
                   " cannot do without a trace in the program: " + why + "; " + kStart};
  }
  const std::pair<const char*, bool> bound[] = {
      {"scopes=on", options.scopes},           {"unit", !options.unit.empty()},
      {"ready", !options.ready.empty()},       {"explain", !options.explain.empty()},
      {"heap=jvmti", options.heap == "jvmti"}, {"include", !options.include.empty()},
      {"exclude", !options.exclude.empty()}};
  for (const auto& [name, given] : bound) {
    if (given)
      return Error{std::string("`") + name +
                   "` does not go with sites=off: no class is rewritten and no object has a word; "
                   "leave one of the two out"};
  }
  return {};
}

Status fitsUntraced(const VmInfo& vm) {
  if (vm.collector == "Serial" || vm.collector == "Parallel" || vm.collector == "G1") return {};
  return Error{"sites=off with the " + vm.collector +
               " collector: without words objects are told by reading the heap, which is known how "
               "of Serial, Parallel and G1 only; use one of these, or leave sites=off out"};
}

void internUntraced(SiteTable& sites) {
  SiteLocation everywhere{};
  everywhere.line = -1;
  everywhere.kind = SiteKind::New;
  sites.intern(everywhere);
}

}  // namespace isl
