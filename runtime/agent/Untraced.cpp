#include "agent/Untraced.h"

#include <string>

namespace isl {
namespace {

constexpr char kStart[] =
    "start the JVM with -agentpath:AGENT.so and without sites=off (or set JAVA_TOOL_OPTIONS)";

}  // namespace

Status fitsUntraced(const std::vector<const IslSpec*>& specs, const Options& options) {
  for (const IslSpec* spec : specs) {
    if (spec->needsTrace != nullptr)
      return Error{"spec " + std::string(spec->name) +
                   " cannot do without a trace in the program: " + spec->needsTrace + "; " +
                   kStart};
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
  if (vm.header == VmInfo::Header::Uncompressed)
    return Error{std::string("sites=off with ") + vm.headerFlag() +
                 ": without words objects are told by reading the heap, which is known how behind "
                 "compressed class pointers only; remove that flag, or leave sites=off out"};
  for (const char* read : {"Serial", "Parallel", "G1", "ZGC"}) {
    if (vm.collector == read) return {};
  }
  return Error{"sites=off with the " + vm.collector +
               " collector: without words objects are told by reading the heap, which is known how "
               "of Serial, Parallel, G1 and Z only; use one of these, or leave sites=off out"};
}

void internUntraced(SiteTable& sites) {
  SiteLocation everywhere{};
  everywhere.line = -1;
  everywhere.kind = SiteKind::New;
  sites.intern(everywhere);
}

}  // namespace isl
