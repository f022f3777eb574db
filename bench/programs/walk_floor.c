/* What HotSpot takes for a walk of the heap, whatever an agent does with it: callbacks that only count.
 * Loaded by bench/heap --floor; its function is the native method HeapCost.walk. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>

static jvmtiEnv* jvmti;
static jlong counted;

static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                 jlong class_tag, jlong referrer_class_tag, jlong size, jlong* tag,
                                 jlong* referrer_tag, jint length, void* user) {
  (void)kind, (void)info, (void)class_tag, (void)referrer_class_tag, (void)size, (void)tag;
  (void)referrer_tag, (void)length, (void)user;
  counted++;
  return JVMTI_VISIT_OBJECTS;
}

static jint JNICALL on_word(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                            jlong class_tag, jlong* tag, jvalue value, jvmtiPrimitiveType type,
                            void* user) {
  (void)kind, (void)info, (void)class_tag, (void)tag, (void)value, (void)type, (void)user;
  counted++;
  return 0;
}

static jint JNICALL on_object(jlong class_tag, jlong size, jlong* tag, jint length, void* user) {
  (void)class_tag, (void)size, (void)tag, (void)length, (void)user;
  counted++;
  return JVMTI_VISIT_OBJECTS;
}

static void fail(const char* what, jvmtiError error) {
  fprintf(stderr, "walk_floor: %s: JVMTI error %d\n", what, error);
  exit(1);
}

/* Tags every class, or takes the tags back. */
JNIEXPORT void JNICALL Java_HeapCost_tagClasses(JNIEnv* jni, jclass self, jboolean tags) {
  jint count = 0;
  jclass* classes = NULL;
  (void)self;
  jvmtiError error = (*jvmti)->GetLoadedClasses(jvmti, &count, &classes);
  if (error != JVMTI_ERROR_NONE) fail("GetLoadedClasses", error);
  for (jint i = 0; i < count; i++) {
    error = (*jvmti)->SetTag(jvmti, classes[i], tags ? i + 1 : 0);
    if (error != JVMTI_ERROR_NONE) fail("SetTag", error);
    (*jni)->DeleteLocalRef(jni, classes[i]);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char*)classes);
}

/* Tags the objects, or takes the tags back. */
JNIEXPORT void JNICALL Java_HeapCost_tagAll(JNIEnv* jni, jclass self, jobjectArray objects,
                                            jboolean tags) {
  (void)self;
  const jsize length = (*jni)->GetArrayLength(jni, objects);
  for (jsize i = 0; i < length; i++) {
    jobject object = (*jni)->GetObjectArrayElement(jni, objects, i);
    const jvmtiError error = (*jvmti)->SetTag(jvmti, object, tags ? 1 : 0);
    if (error != JVMTI_ERROR_NONE) fail("SetTag", error);
    (*jni)->DeleteLocalRef(jni, object);
  }
}

/* One walk: `iterate`, `follow` (references and words reported), `bare` (nothing reported) or `class`
 * (references to objects of the class alone). The number of callbacks. */
JNIEXPORT jlong JNICALL Java_HeapCost_walk(JNIEnv* jni, jclass self, jstring kind, jclass of) {
  jvmtiHeapCallbacks callbacks = {0};
  const char* name = (*jni)->GetStringUTFChars(jni, kind, NULL);
  const char first = name[0];
  (void)self;
  (*jni)->ReleaseStringUTFChars(jni, kind, name);
  counted = 0;
  jvmtiError error;
  if (first == 'i') {
    callbacks.heap_iteration_callback = on_object;
    callbacks.primitive_field_callback = on_word;
    error = (*jvmti)->IterateThroughHeap(jvmti, 0, NULL, &callbacks, NULL);
  } else {
    if (first != 'b') callbacks.heap_reference_callback = on_reference;
    if (first == 'f') callbacks.primitive_field_callback = on_word;
    error = (*jvmti)->FollowReferences(jvmti, 0, first == 'c' ? of : NULL, NULL, &callbacks, NULL);
  }
  if (error != JVMTI_ERROR_NONE) fail("walk", error);
  return counted;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void* reserved) {
  (void)options, (void)reserved;
  if ((*vm)->GetEnv(vm, (void**)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
  jvmtiCapabilities wanted = {0};
  wanted.can_tag_objects = 1;
  return (*jvmti)->AddCapabilities(jvmti, &wanted) == JVMTI_ERROR_NONE ? JNI_OK : JNI_ERR;
}
