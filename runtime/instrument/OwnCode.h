// Which classes are the program's own code and none of a library's: those that were loaded from a folder of classes,
// or from the archive that holds the main class. Those of a language's library are none: they run programs, and lie in one archive
// with them.
#pragma once

#include <jni.h>

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>

namespace isl {

class OwnCode {
 public:
  // `main`: the class, or the path of the archive, that the JVM was started with; empty: not known.
  explicit OwnCode(std::string_view main);

  // In the VMInit event; before it no class is told. False: this VM's protection domains cannot be read.
  bool prepare(JNIEnv* jni);
  // The class-file load hook, any thread. `domain`: its protection domain, or null. Runs no Java code.
  void onLoad(JNIEnv* jni, std::string_view name, jobject domain);

  // Internal name. Any thread.
  bool has(std::string_view name) const;

 private:
  // The file of the code source's URL; empty: none, or the JDK's own modules.
  std::string sourceOf(JNIEnv* jni, jobject domain) const;
  bool isOwn(std::string_view name, const std::string& source);

  jfieldID codeSource_ = nullptr, location_ = nullptr, protocol_ = nullptr, file_ = nullptr;
  bool readable_ = false;  // set before any other thread runs Java
  std::string mainClass_;  // internal name; empty: the archive is known

  mutable std::mutex mutex_;  // guards the rest
  std::string archive_;       // how the main archive's URL ends; empty: not known, or none
  std::unordered_set<std::string> own_;
};

}  // namespace isl
