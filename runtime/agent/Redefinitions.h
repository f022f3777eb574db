// What agents in Java have redefined classes to, for VMs before JDK 20 (JDK-7124710).
//
// Those keep the bytes with which a class was loaded once an agent has changed them there, and a
// retransformation always begins with these: whatever the class was redefined to meanwhile is lost.
// Without us nobody may have changed the class, and what was redefined stays. So it is noted here, and
// a retransformation of such a class becomes the same redefinition again: transformers read what was
// redefined, and their changes are added to that. What differs: transformers that cannot retransform
// are asked, too.
#pragma once

#include <jni.h>

#include <list>
#include <mutex>
#include <vector>

namespace isl {

// Any thread, in a native method of java.lang.instrument, with no exception pending; none is left.
class Redefinitions {
 public:
  // An agent (JPLISAgent*) has successfully redefined classes: an array of ClassDefinition.
  void note(JNIEnv* jni, jlong agent, jobjectArray definitions);

  // An array of classes that are to be retransformed, in two parts; local references of the caller.
  struct Parts {
    jlong agent = 0;                     // one that may redefine classes
    jobjectArray definitions = nullptr;  // of what was redefined; null: nothing was, or no memory
    jobjectArray others = nullptr;       // the other classes; null: there are none
  };
  Parts divide(JNIEnv* jni, jobjectArray classes);

 private:
  struct Held {
    jweak cls;
    std::vector<jbyte> bytes;
  };
  std::list<Held>::iterator find(JNIEnv* jni, jobject cls);
  jobject define(JNIEnv* jni, jclass type, jobject cls, const std::vector<jbyte>& bytes);

  std::mutex mutex_;  // guards what follows
  std::list<Held> held_;
  jlong agent_ = 0;
};

}  // namespace isl
