// In agents for several C libraries (CMake: ISL_PORTABLE). Where thread-local variables are comes from
// __tls_get_addr, which glibc keeps in its loader and musl in libc. To name glibc's loader as a library that is
// needed would make musl's refuse the agent, so the function is looked up in the process, which has one of them.
#include <dlfcn.h>

namespace {

struct TlsIndex;
using TlsGetAddr = void* (*)(TlsIndex*);

TlsGetAddr inProcess = nullptr;

}  // namespace

// Runs when the loader initialises the agent, before any of its variables is used by a thread of the JVM.
extern "C" __attribute__((constructor(101), visibility("hidden"))) void isl_find_tls_get_addr() {
  inProcess = reinterpret_cast<TlsGetAddr>(dlsym(RTLD_DEFAULT, "__tls_get_addr"));
}

extern "C" __attribute__((visibility("hidden"))) void* __tls_get_addr(TlsIndex* index) {
  return inProcess(index);
}
