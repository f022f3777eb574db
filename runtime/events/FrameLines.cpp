#include "events/FrameLines.h"

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Text.h"

namespace isl {
namespace {

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

}  // namespace

bool FrameLines::Line::isProgram() const { return line >= 0 && !file.empty() && !isJdkName(cls); }

uint64_t FrameLines::key(const jvmtiFrameInfo& frame) {
  // The VM's methods lie eight bytes apart, and their code has that many: each is spread before the other comes to it.
  const uint64_t method = reinterpret_cast<uint64_t>(frame.method) * 0x9e3779b97f4a7c15u;
  const uint64_t place = (method ^ method >> 32) + static_cast<uint64_t>(frame.location);
  return place * 0xd6e8feb86659fd93u;
}

const FrameLines::Line& FrameLines::of(jvmtiEnv* jvmti, JNIEnv* jni, const jvmtiFrameInfo& frame) {
  auto [found, fresh] = known_.try_emplace(key(frame));
  Line& out = found->second;
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
  if (out.line >= 0) out.line = mapOf(jvmti, declaring.get(), out.cls).callLine(out.line);
  return out;
}

const SourceMap& FrameLines::mapOf(jvmtiEnv* jvmti, jclass cls, const std::string& name) {
  const auto [found, fresh] = maps_.try_emplace(name);
  JvmtiText text(jvmti);
  if (fresh && jvmti->GetSourceDebugExtension(cls, text.out()) == JVMTI_ERROR_NONE)
    found->second = SourceMap(text.get());
  return found->second;
}

}  // namespace isl
