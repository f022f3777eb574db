#include "paths/ClassWalk.h"

#include <algorithm>

namespace isl {

jvmtiError ClassWalk::follow(JNIEnv* jni, jint filter, std::vector<uint32_t> classes,
                             const jvmtiHeapCallbacks& callbacks, void* user, size_t& walks) {
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  std::vector<jclass> mirrors;
  bool known = classes.size() <= kMostClasses;
  for (size_t i = 0; known && i < classes.size(); i++) {
    mirrors.push_back(classes_.mirrorOf(jvmti_, jni, classes[i]));
    known = mirrors.back() != nullptr;
  }
  if (!known || mirrors.empty()) mirrors.assign(1, nullptr);  // objects of all classes
  jvmtiError error = JVMTI_ERROR_NONE;
  for (size_t i = 0; i < mirrors.size() && error == JVMTI_ERROR_NONE; i++) {
    walks++;
    error = jvmti_->FollowReferences(filter, mirrors[i], nullptr, &callbacks, user);
  }
  for (jclass mirror : mirrors) {
    if (mirror != nullptr) jni->DeleteLocalRef(mirror);
  }
  return error;
}

}  // namespace isl
