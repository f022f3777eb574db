#include "events/AllocationStacks.h"

#include <map>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Text.h"

namespace isl {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

uint64_t frameKey(const jvmtiFrameInfo& frame) {
  return mix(reinterpret_cast<uint64_t>(frame.method), static_cast<uint64_t>(frame.location));
}

int32_t lineAt(jvmtiEnv* jvmti, jmethodID method, jlocation location) {
  jint count = 0;
  JvmtiBuffer<jvmtiLineNumberEntry> table(jvmti);
  if (jvmti->GetLineNumberTable(method, &count, table.out()) != JVMTI_ERROR_NONE) return -1;
  int32_t line = -1;
  jlocation best = -1;
  for (size_t i = 0; i < static_cast<size_t>(count); i++) {
    if (table[i].start_location <= location && table[i].start_location > best) {
      best = table[i].start_location;
      line = table[i].line_number;
    }
  }
  return line;
}

bool isJdk(const std::string& cls) {
  for (const char* prefix : {"java/", "javax/", "jdk/", "sun/", "com/sun/"}) {
    if (cls.compare(0, std::char_traits<char>::length(prefix), prefix) == 0) return true;
  }
  return false;
}

}  // namespace

void AllocationStacks::onSample(jvmtiEnv* jvmti, jclass cls, uint64_t nowMs) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (nowMs < lastMs_ + kEveryMs) return;
    lastMs_ = nowMs;
  }
  jvmtiFrameInfo frames[kFrames];
  jint count = 0;
  if (jvmti->GetStackTrace(nullptr, 0, kFrames, frames, &count) != JVMTI_ERROR_NONE) return;
  std::string type;
  JvmtiText signature(jvmti);
  if (keepsTypes_ && jvmti->GetClassSignature(cls, signature.out(), nullptr) == JVMTI_ERROR_NONE)
    type = signature.get();
  uint64_t hash = mix(static_cast<uint64_t>(count), std::hash<std::string>()(type));
  for (jint i = 0; i < count; i++) hash = mix(hash, frameKey(frames[i]));
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = stacks_.find(hash);
  if (found == stacks_.end()) {
    if (stacks_.size() >= kMaxStacks) {
      dropped_++;
      return;
    }
    found = stacks_.emplace(hash, Stack{{frames, frames + count}, std::move(type), 0}).first;
  }
  found->second.count++;
}

const AllocationStacks::Resolved& AllocationStacks::resolve(jvmtiEnv* jvmti, JNIEnv* jni,
                                                            const jvmtiFrameInfo& frame) {
  auto [found, fresh] = resolved_.emplace(frameKey(frame), Resolved{});
  Resolved& out = found->second;
  if (!fresh) return out;
  LocalRef<jclass> declaring(jni);
  if (jvmti->GetMethodDeclaringClass(frame.method, declaring.out()) != JVMTI_ERROR_NONE) return out;
  JvmtiText text(jvmti);
  if (jvmti->GetClassSignature(declaring.get(), text.out(), nullptr) == JVMTI_ERROR_NONE) {
    out.cls = text.get();
    if (out.cls.size() > 2) out.cls = out.cls.substr(1, out.cls.size() - 2);
  }
  if (jvmti->GetMethodName(frame.method, text.out(), nullptr, nullptr) == JVMTI_ERROR_NONE) {
    out.method = text.get();
  }
  if (jvmti->GetSourceFileName(declaring.get(), text.out()) == JVMTI_ERROR_NONE) {
    out.file = text.get();
  }
  out.line = lineAt(jvmti, frame.method, frame.location);
  return out;
}

// Lines by how many samples they had.
class AllocationStacks::Callers {
 public:
  // False: no line of the program.
  bool add(const Resolved& at, uint64_t count) {
    if (at.line < 0 || at.file.empty() || isJdk(at.cls)) return false;
    auto& entry = lines_[{at.file, at.line}];
    entry.first += count;
    entry.second = {dotted(at.cls) + "." + at.method, at.file, at.line};
    return true;
  }
  SourceLine best() const {
    SourceLine best;
    uint64_t most = 0;
    for (const auto& [key, entry] : lines_) {
      if (entry.first > most) {
        most = entry.first;
        best = entry.second;
      }
    }
    return best;
  }

 private:
  std::map<std::pair<std::string, int32_t>, std::pair<uint64_t, SourceLine>> lines_;
};

std::vector<AllocationStacks::Stack> AllocationStacks::copied() const {
  std::vector<Stack> stacks;
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [hash, stack] : stacks_) stacks.push_back(stack);
  return stacks;
}

SourceLine AllocationStacks::allocatorOf(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view type) {
  Callers callers;
  for (const Stack& stack : copied()) {
    if (stack.type != type) continue;
    for (const jvmtiFrameInfo& frame : stack.frames) {
      if (callers.add(resolve(jvmti, jni, frame), stack.count)) break;
    }
  }
  return callers.best();
}

SourceLine AllocationStacks::callerOf(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view cls,
                                      std::string_view method) {
  Callers callers;
  for (const Stack& stack : copied()) {
    bool inside = false;
    for (const jvmtiFrameInfo& frame : stack.frames) {
      const Resolved& at = resolve(jvmti, jni, frame);
      if (!inside) {
        // What the method allocates itself, or has the JDK or a constructor allocate.
        inside = at.cls == cls && at.method == method;
        if (!inside && !isJdk(at.cls) && at.method != "<init>") break;
        continue;
      }
      if (callers.add(at, stack.count)) break;
    }
  }
  return callers.best();
}

uint64_t AllocationStacks::dropped() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return dropped_;
}

}  // namespace isl
