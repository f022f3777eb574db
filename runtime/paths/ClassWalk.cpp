#include "paths/ClassWalk.h"

#include <algorithm>

namespace isl {

jvmtiError ClassWalk::follow(JNIEnv* jni, jint filter, std::vector<uint32_t> classes,
                             const jvmtiHeapCallbacks& callbacks, void* user, size_t& walks) {
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  std::vector<LocalRef<jclass>> mirrors;
  bool known = classes.size() <= kMostClasses;
  for (size_t i = 0; known && i < classes.size(); i++) {
    mirrors.push_back(classes_.mirrorOf(jvmti_, jni, classes[i]));
    known = static_cast<bool>(mirrors.back());
  }
  if (!known) mirrors.clear();
  if (mirrors.empty()) mirrors.emplace_back(jni);  // objects of all classes
  jvmtiError error = JVMTI_ERROR_NONE;
  for (size_t i = 0; i < mirrors.size() && error == JVMTI_ERROR_NONE; i++) {
    walks++;
    error = jvmti_->FollowReferences(filter, mirrors[i].get(), nullptr, &callbacks, user);
  }
  return error;
}

}  // namespace isl
