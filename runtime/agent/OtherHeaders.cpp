#include "agent/OtherHeaders.h"

#include <cstring>
#include <string>

#include "base/LocalRef.h"
#include "rawheap/Memory.h"
#include "rawheap/VmTables.h"

namespace isl {
namespace {

using rawheap::load;
using rawheap::loadHandle;
using rawheap::loadWord;
using rawheap::Reason;
using rawheap::VmTables;

constexpr uint32_t kFieldBytes = 4;

// Klass::_layout_helper: of instances the size in bytes, where that is a multiple of words; of arrays it has the offset
// of the first element in bits 16 to 23.
struct Helpers {
  uint64_t klass = 0;   // offset in a java.lang.Class
  uint64_t helper = 0;  // offset in a Klass
  uint64_t least = 0;   // alignment of objects, less 1

  bool find(const VmTables& tables, Reason& reason) {
    const auto inKlass = tables.field("Klass", "_layout_helper");
    const auto inMirror = tables.field("java_lang_Class", "_klass_offset");
    const uint64_t alignment = tables.flagAddress("ObjectAlignmentInBytes");
    if (!inKlass || !inMirror || inMirror->address == 0 || alignment == 0)
      return reason.give("this JVM's tables do not tell where the size of a class is");
    klass = static_cast<uint32_t>(load<int32_t>(inMirror->address));
    helper = inKlass->offset;
    least = loadWord(alignment) - 1;
    return true;
  }
  int32_t aligned(uint64_t bytes) const { return static_cast<int32_t>((bytes + least) & ~least); }
  // Where it is for a class; 0: there is none.
  uint64_t of(JNIEnv* jni, const char* name, Reason& reason) const {
    const LocalRef<jclass> cls(jni, jni->FindClass(name));
    if (cls) return loadWord(loadHandle(cls.get()) + klass) + helper;
    jni->ExceptionClear();
    reason.give("this JVM has no class %s", name);
    return 0;
  }
};

bool fit(JNIEnv* jni, const VmInfo& vm, HelperClass& helper, Reason& reason) {
  VmTables tables;
  Helpers helpers;
  if (!tables.readLoadedVm(reason) || !helpers.find(tables, reason)) return false;
  const uint64_t filler = helpers.of(jni, "jdk/internal/vm/FillerObject", reason);
  const uint64_t ints = helpers.of(jni, "[I", reason);
  if (filler == 0 || ints == 0) return false;
  const int32_t gap = helpers.aligned(vm.headerBytes()), found = load<int32_t>(filler);
  if (found != gap && found != helpers.aligned(vm.headerBytes() + kFieldBytes))
    return reason.give("jdk.internal.vm.FillerObject has %d bytes", found);
  memcpy(reinterpret_cast<void*>(filler), &gap, sizeof gap);
  helper.setCountOffset(jni, load<uint32_t>(ints) >> 16 & 255);
  return true;
}

}  // namespace

Status fitHeaders(JNIEnv* jni, const VmInfo& vm, HelperClass& helper) {
  Reason reason;
  if (vm.header == VmInfo::Header::Usual || fit(jni, vm, helper, reason)) return {};
  return Error{std::string("found ") + vm.headerFlag() +
               ", with which the agent must know how the VM fills gaps in the heap: " +
               reason.text + "; run the program without that flag under the agent"};
}

}  // namespace isl
