// The source lines of stack frames, looked up once each.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/SourceMap.h"

namespace isl {

// Not thread-safe: on the agent's thread or at exit.
class FrameLines {
 public:
  struct Line {
    std::string cls, method, file;  // internal class name
    int32_t line = -1;              // of inlined code that of the call
    // A source line that is not the JDK's.
    bool isProgram() const;
    // In that method, and at that line or any.
    bool isAt(const Line& at, bool anyLine) const {
      return method == at.method && cls == at.cls && (anyLine || line == at.line);
    }
  };

  // Stays valid.
  const Line& of(jvmtiEnv* jvmti, JNIEnv* jni, const jvmtiFrameInfo& frame);

  // Of a method and a place in its code.
  static uint64_t key(const jvmtiFrameInfo& frame);

 private:
  const SourceMap& mapOf(jvmtiEnv* jvmti, jclass cls, const std::string& name);

  std::unordered_map<uint64_t, Line> known_;
  std::unordered_map<std::string, SourceMap> maps_;  // by class
};

}  // namespace isl
