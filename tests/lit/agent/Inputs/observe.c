#include <jni.h>

JNIEXPORT jint JNICALL Java_Observe_read(JNIEnv *env, jclass cls, jobject cell) {
  jfieldID n = (*env)->GetFieldID(env, (*env)->GetObjectClass(env, cell), "n", "I");
  return (*env)->GetIntField(env, cell, n);
}
