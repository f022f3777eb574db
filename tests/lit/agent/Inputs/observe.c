#include <jni.h>

JNIEXPORT jint JNICALL Java_Observe_read(JNIEnv *env, jclass cls, jobject cell) {
  jfieldID n = (*env)->GetFieldID(env, (*env)->GetObjectClass(env, cell), "n", "I");
  return (*env)->GetIntField(env, cell, n);
}

JNIEXPORT jobject JNICALL Java_Observe_create(JNIEnv *env, jclass cls, jclass type) {
  return (*env)->NewObject(env, type, (*env)->GetMethodID(env, type, "<init>", "()V"));
}
