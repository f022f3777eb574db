#include "instrument/ClassHook.h"

#include <algorithm>
#include <cstring>
#include <ctime>

#include "base/Log.h"
#include "base/Text.h"
#include "classfile/ClassFile.h"
#include "instrument/Fields.h"
#include "instrument/Regions.h"

namespace isl {

using instrument::Outcome;
using instrument::SkipReason;

namespace {

std::vector<FieldLayouts::Field> instanceFields(const classfile::ClassFile& cls) {
  std::vector<FieldLayouts::Field> fields;
  for (const classfile::Field& field : classfile::declaredFields(cls)) {
    if ((field.access & classfile::kAccStatic) != 0 || field.descriptor.empty()) continue;
    fields.push_back({std::string(field.name), std::string(field.descriptor)});
  }
  return fields;
}

// Of a class that was defined without a name: the one in its bytes, empty when they are malformed.
std::string nameInside(const unsigned char* data, size_t length) {
  classfile::ClassFile cls;
  return cls.parse(data, length) == classfile::ParseStatus::Ok ? std::string(cls.name) : "";
}

}  // namespace

// Classes that the JDK generates to carry out reflective calls have loaders of their own.
static bool isReflection(std::string_view name) {
  constexpr std::string_view kGenerated = "jdk/internal/reflect/",
                             kTrampoline = "sun/reflect/misc/";
  return name.substr(0, kGenerated.size()) == kGenerated ||
         name.substr(0, kTrampoline.size()) == kTrampoline;
}

bool ClassHook::isLibrary(JNIEnv* jni, jobject loader, std::string_view name) const {
  if (loader == nullptr || isReflection(name)) return true;
  if (jni != nullptr && platformLoader_ != nullptr) {
    return jni->IsSameObject(loader, platformLoader_) == JNI_TRUE;
  }
  return name.substr(0, 5) == "java/" || name.substr(0, 4) == "jdk/" || name.substr(0, 4) == "sun/";
}

void ClassHook::remember(std::string_view name, const unsigned char* data, size_t length) {
  classfile::ClassFile cls;
  if (cls.parse(data, length) != classfile::ParseStatus::Ok) return;
  const unsigned char* at = data + cls.pool.end();
  const unsigned char* end = data + length;
  auto u2 = [&](size_t offset) -> uint32_t {
    return at + offset + 2 <= end ? static_cast<uint32_t>(at[offset] << 8 | at[offset + 1]) : 0;
  };
  std::vector<std::string_view> interfaces;
  const uint32_t count = u2(6);
  for (uint32_t i = 0; i < count; i++) interfaces.push_back(cls.pool.className(u2(8 + 2 * i)));
  constexpr uint16_t kAccFinal = 0x0010;
  hierarchy_->add(name, cls.pool.className(u2(4)), interfaces, (cls.access & kAccFinal) != 0,
                  (cls.access & classfile::kAccInterface) != 0);
  if (layouts_ != nullptr) layouts_->add(name, cls.pool.className(u2(4)), instanceFields(cls));
}

void ClassHook::vmInit(JNIEnv* jni, jobject platformLoader) {
  platformLoader_ = platformLoader;
  if (!own_.prepare(jni))
    logLine(LogLevel::Warn,
            "no line of a library is told with the program's own line that calls it: "
            "this JVM's protection domains have other fields");
}

uint64_t ClassHook::codeBeforeProgram() const {
  return std::min(beforeProgram_.load(std::memory_order_relaxed), sites_.differentCode());
}

bool ClassHook::isSelected(const char* name) const {
  if (options_.include.empty() && options_.exclude.empty()) return true;
  return classSelected(options_, dotted(name));
}

// CPU time of this thread.
static uint64_t threadNanos() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(now.tv_nsec);
}

void ClassHook::onLoad(jvmtiEnv* jvmti, JNIEnv* jni, jclass redefined, jobject loader,
                       const char* name, jobject domain, jint length, const unsigned char* data,
                       jint* newLength, unsigned char** newData) {
  const uint64_t begin = threadNanos();
  const auto size = static_cast<size_t>(length);
  const std::string inside = name == nullptr ? nameInside(data, size) : "";
  if (name == nullptr) name = inside.c_str();
  if (strcmp(name, "java/lang/IslRT") == 0) return;
  if (hierarchy_ != nullptr) remember(name, data, size);
  instrument::ClassTraits traits;
  traits.library = isLibrary(jni, loader, name);
  if (!traits.library) own_.onLoad(jni, name, domain);
  if (!traits.library && beforeProgram_.load(std::memory_order_relaxed) == UINT64_MAX) {
    uint64_t none = UINT64_MAX;
    beforeProgram_.compare_exchange_strong(none, sites_.differentCode(), std::memory_order_relaxed);
  }

  const bool carriesFields = strcmp(name, "java/lang/Object") == 0 ||
                             strcmp(name, "java/lang/Thread") == 0 ||
                             name == instrument::kReflection;
  const bool selected = carriesFields || isSelected(name);
  if (!selected) {
    if (redefined == nullptr) {
      std::lock_guard<std::mutex> lock(mutex_);
      seen_++;
      deselected_++;
    }
    if (!instrument::mayMakeVirtualThreads(name)) return;
  }
  std::vector<uint8_t> out;
  const instrument::RewriteResult result =
      instrument::rewriteClass(data, size, traits, selected ? features_ : nothing_, sites_, out);
  if (result.outcome == Outcome::Rewritten) {
    unsigned char* copy = nullptr;
    if (jvmti->Allocate(static_cast<jlong>(out.size()), &copy) != JVMTI_ERROR_NONE) {
      logLine(LogLevel::Warn, "no memory to instrument %s", name);
      return;
    }
    memcpy(copy, out.data(), out.size());
    *newData = copy;
    *newLength = static_cast<jint>(out.size());
  } else if (result.outcome == Outcome::Skipped) {
    logLine(LogLevel::Info, "%s is not instrumented: %s", name,
            instrument::describe(result.reason));
  }
  if (!selected) return;
  const uint64_t took = threadNanos() - begin;
  std::lock_guard<std::mutex> lock(mutex_);
  nanos_ += took;
  const bool seenBefore = redefined != nullptr || (result.outcome == Outcome::Skipped &&
                                                   result.reason == SkipReason::HasEdits);
  if (seenBefore) return;
  seen_++;
  bytes_ += size;
  if (result.outcome == Outcome::Rewritten) instrumented_++;
  if (result.outcome == Outcome::Skipped) skipped_[static_cast<size_t>(result.reason)]++;
  total_.methods += result.stats.methods;
  total_.methodsRewritten += result.stats.methodsRewritten;
  total_.accessSites += result.stats.accessSites;
  total_.touches += result.stats.touches;
  total_.births += result.stats.births;
  total_.calls += result.stats.calls;
  total_.events += result.stats.events;
  total_.methodsReduced += result.stats.methodsReduced;
  for (size_t i = 0; i < total_.methodsSkipped.size(); i++) {
    total_.methodsSkipped[i] += result.stats.methodsSkipped[i];
  }
}

void ClassHook::fill(report::Coverage& coverage) const {
  std::lock_guard<std::mutex> lock(mutex_);
  coverage.classesSeen = seen_;
  coverage.classesInstrumented = instrumented_;
  coverage.methodsInstrumented = total_.methodsRewritten;
  coverage.accessSites = total_.accessSites;
  coverage.touches = total_.touches;
  coverage.births = total_.births;
  coverage.libraryCalls = total_.calls;
  coverage.eventSites = total_.events;
  coverage.classBytes = bytes_;
  coverage.rewriteMs = static_cast<double>(nanos_) / 1e6;
  coverage.classesSkipped.clear();
  coverage.methodsSkipped.clear();
  if (deselected_ > 0) {
    coverage.classesSkipped.push_back({"excluded by include/exclude", deselected_});
  }
  if (total_.methodsReduced > 0) {
    coverage.methodsSkipped.push_back(
        {"accesses not seen: code would pass 8000 bytes and stay interpreted",
         total_.methodsReduced});
  }
  for (size_t i = 0; i < skipped_.size(); i++) {
    const char* reason = instrument::describe(static_cast<SkipReason>(i));
    if (skipped_[i] > 0) coverage.classesSkipped.push_back({reason, skipped_[i]});
    if (total_.methodsSkipped[i] > 0) {
      coverage.methodsSkipped.push_back({reason, total_.methodsSkipped[i]});
    }
  }
}

}  // namespace isl
