// The names of the classes in an installed JDK, from its file lib/modules.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace isl::sema {

class JdkClasses {
 public:
  // That of JAVA_HOME, of `java` in PATH, or the first of /usr/lib/jvm; null when there is none. Read once; of any
  // thread.
  static const JdkClasses* installed();
  // Null when the file is no image of modules.
  static std::unique_ptr<JdkClasses> read(std::unique_ptr<llvm::MemoryBuffer> image);

  // "java/util/Map$Entry". An editor asks the same again and again: answers are kept. Of any thread.
  bool has(const std::string& name) const;
  // What "java.util.Map.Entri" may stand for: the named classes of its package, and those of its own name in other
  // packages of java and javax; as programs write them.
  std::vector<std::string> namesNear(llvm::StringRef type) const;
  // All named classes of java and javax, as programs write them, sorted. Of any thread.
  const std::vector<std::string>& names() const;

 private:
  JdkClasses() = default;
  // Calls with package ("java/util") and name ("Map$Entry") of each class until that gives true.
  bool any(llvm::function_ref<bool(llvm::StringRef, llvm::StringRef)> matches) const;
  llvm::StringRef stringAt(uint64_t offset) const;

  std::unique_ptr<llvm::MemoryBuffer> image_;
  llvm::StringRef offsets_, locations_, strings_;  // parts of the image
  mutable std::mutex lock_;
  mutable std::map<std::string, bool> answers_;
  mutable std::vector<std::string> names_;  // empty: not read yet
};

}  // namespace isl::sema
