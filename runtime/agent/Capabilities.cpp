#include "agent/Capabilities.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>

namespace isl {
namespace {

// Each stands once: it is asked for and, where the VM has given it away, named. The first are for rewriting classes; the
// VM gives the two early ones away before it starts only, and that of the debug extension, which it has to keep of each class that
// it reads (see FrameLines). The others can be had at any time.
#define ISL_REWRITING_CAPABILITIES(X)                                                              \
  X(can_generate_all_class_hook_events)                                                            \
  X(can_generate_early_class_hook_events)                                                          \
  X(can_generate_early_vmstart)                                                                    \
  X(can_retransform_classes) /* see ClassEvents.h */                                               \
  X(can_get_source_debug_extension)                                                                \
  X(can_generate_native_method_bind_events)
#define ISL_CAPABILITIES(X)                                                                        \
  X(can_tag_objects)                                                                               \
  X(can_generate_sampled_object_alloc_events)                                                      \
  X(can_generate_garbage_collection_events)                                                        \
  X(can_get_line_numbers)                                                                          \
  X(can_get_source_file_name)                                                                      \
  X(can_get_bytecodes)     /* of a map's removeEldestEntry, see EldestRule */                      \
  X(can_get_constant_pool) /* likewise */                                                          \
  X(can_get_monitor_info)  /* who holds a monitor that is the root of a path */

std::string missingIn(const jvmtiCapabilities& offered, const jvmtiCapabilities& wanted) {
  std::string names;
#define ISL_MISSING(name)                                                                          \
  if (wanted.name != 0 && offered.name == 0)                                                       \
    names += std::string(names.empty() ? "" : ", ") + #name;
  ISL_REWRITING_CAPABILITIES(ISL_MISSING)
  ISL_CAPABILITIES(ISL_MISSING)
#undef ISL_MISSING
  return names;
}

// A symbol that every agent of islc exports, and nothing else.
constexpr char kOwnSymbol[] = "Java_java_lang_IslRT_awaitGate";

int findOther(dl_phdr_info* info, size_t, void* found) {
  if (info->dlpi_name == nullptr || info->dlpi_name[0] == '\0') return 0;
  void* const library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return 0;
  void* const symbol = dlsym(library, kOwnSymbol);
  Dl_info theirs{}, ours{};
  const bool other = symbol != nullptr && dladdr(symbol, &theirs) != 0 &&
                     dladdr(reinterpret_cast<void*>(&findOther), &ours) != 0 &&
                     theirs.dli_fbase != ours.dli_fbase;
  if (other) *static_cast<std::string*>(found) = info->dlpi_name;
  dlclose(library);
  return other ? 1 : 0;
}

}  // namespace

std::string otherAgent() {
  std::string path;
  dl_iterate_phdr(findOther, &path);
  return path;
}

Status addCapabilities(jvmtiEnv* jvmti, bool objectFree, bool rewrites) {
  jvmtiCapabilities wanted{};
#define ISL_WANTED(name) wanted.name = 1;
  ISL_CAPABILITIES(ISL_WANTED)
  if (rewrites) {
    ISL_REWRITING_CAPABILITIES(ISL_WANTED)
  }
#undef ISL_WANTED
  if (objectFree) wanted.can_generate_object_free_events = 1;
  if (jvmti->AddCapabilities(&wanted) == JVMTI_ERROR_NONE) return {};
  if (const std::string other = otherAgent(); !other.empty()) {
    return Error{"this JVM has an agent of islc already, `" + other +
                 "`, and bears one only: compile both specs into one agent (islc A.isl B.isl -o "
                 "BOTH.so)"};
  }
  jvmtiCapabilities offered{};
  const bool known = jvmti->GetPotentialCapabilities(&offered) == JVMTI_ERROR_NONE;
  const std::string missing = known ? missingIn(offered, wanted) : "";
  return Error{"the VM does not grant the capabilities that the agent needs" +
               (missing.empty() ? "" : " (" + missing + ")") +
               ": another agent took one that only one may have; put this agent in front of it on "
               "the command line, or run without the other"};
}

}  // namespace isl
