// A JNIEnv without a JVM, for what the runtime calls outside of the heap walk. Functions that are not
// set here crash at address 0 when called: a test that needs more adds them. Objects are MockObjects of
// the test; classes of names and arrays are made up, fields and methods are known by name alone. Thread-safe as
// far as the VM is: reading and writing one field of one object at the same time is up to the code under
// test.
#pragma once

#include <jni.h>

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace isl::test {

// Anything that a jobject may stand for.
struct MockObject {
  virtual ~MockObject() = default;
  std::map<std::string, MockObject*> got;  // what its methods and fields give
  std::vector<MockObject*> given;          // to its constructor
  MockObject* cls = nullptr;               // null: that of MockJni::classHandle()
  jint word = 0;                           // its int field, whatever the name
  jsize length = 0;                        // as an array
};

struct MockText : MockObject {  // a String
  std::string text;
};

template <typename T>
struct MockArray : MockObject {
  std::vector<T> elements;
};

class MockJni : public JNIEnv {
 public:
  using GetLong = jlong (*)(jobject);
  using SetLong = void (*)(jobject, jlong);

  MockJni() {
    memset(static_cast<void*>(&table_), 0, sizeof table_);
    functions = &table_;
    classes();
    references();
    calls();
    fields();
    staticFields();
    arrays();
  }
  ~MockJni() {
    for (MockObject* array : made_) delete array;
  }
  MockJni(const MockJni&) = delete;
  MockJni& operator=(const MockJni&) = delete;

  static jobject handleOf(MockObject& object) { return reinterpret_cast<jobject>(&object); }
  static MockObject* objectOf(jobject handle) { return reinterpret_cast<MockObject*>(handle); }
  static jclass classHandle() {
    static MockObject cls;
    return static_cast<jclass>(handleOf(cls));
  }

  // Of every long field that is read or written.
  void onGetLong(GetLong get) { getLong_ = get; }
  void onSetLong(SetLong set) { setLong_ = set; }

  // No class has a field, and none a method, of that name; or there is no such class, nor can it be made.
  void lacks(const std::string& member) { missing_.insert(member); }
  // What static fields were set to last; not set: 0 and null.
  std::map<std::string, jlong> statics;
  std::map<std::string, jobject> staticObjects;
  // Methods that were called, in their order.
  std::vector<std::string> called;
  bool outOfMemory = false;     // no array can be made
  int weaks = 0;                // weak references that were made and not deleted
  std::set<jobject> collected;  // weak references to these are empty
  // All arrays that were made here.
  void collectMade() {
    for (MockObject* array : made_) collected.insert(handleOf(*array));
  }

  template <typename T>
  static MockArray<T>& arrayOf(jobject handle) {
    return *static_cast<MockArray<T>*>(objectOf(handle));
  }

 private:
  static MockJni& of(JNIEnv* env) { return *static_cast<MockJni*>(env); }
  // A field or a method: the address of its name.
  template <typename Id>
  static Id idOf(JNIEnv* env, const char* name) {
    if (of(env).missing_.count(name) != 0) return nullptr;
    return reinterpret_cast<Id>(const_cast<std::string*>(&*of(env).names_.emplace(name).first));
  }
  static const std::string& nameOf(const void* id) { return *static_cast<const std::string*>(id); }
  static void note(JNIEnv* env, jmethodID method) { of(env).called.push_back(nameOf(method)); }
  template <typename T>
  MockArray<T>* make(jsize length) {
    if (outOfMemory) return nullptr;
    auto* array = new MockArray<T>;
    array->length = length;
    array->elements.resize(static_cast<size_t>(length));
    made_.push_back(array);
    return array;
  }

  void classes() {
    table_.FindClass = [](JNIEnv* env, const char* name) {
      return of(env).missing_.count(name) != 0 ? nullptr : classHandle();
    };
    table_.DefineClass = [](JNIEnv* env, const char* name, jobject, const jbyte*, jsize) {
      return of(env).missing_.count(name) != 0 ? nullptr : classHandle();
    };
    table_.GetObjectClass = [](JNIEnv*, jobject o) {
      MockObject* const cls = objectOf(o)->cls;
      return cls == nullptr ? classHandle() : static_cast<jclass>(handleOf(*cls));
    };
    table_.IsInstanceOf = [](JNIEnv*, jobject o, jclass cls) -> jboolean {
      return objectOf(o)->cls == objectOf(cls) ? JNI_TRUE : JNI_FALSE;
    };
    table_.GetJavaVM = [](JNIEnv*, JavaVM** vm) -> jint {
      *vm = nullptr;  // there is none
      return JNI_ERR;
    };
    table_.ExceptionCheck = [](JNIEnv*) -> jboolean { return JNI_FALSE; };
    table_.ExceptionClear = [](JNIEnv*) {};
  }

  void references() {
    table_.NewGlobalRef = [](JNIEnv*, jobject o) { return o; };
    table_.DeleteGlobalRef = [](JNIEnv*, jobject) {};
    table_.DeleteLocalRef = [](JNIEnv*, jobject) {};
    table_.NewLocalRef = [](JNIEnv*, jobject o) { return o; };
    table_.IsSameObject = [](JNIEnv* env, jobject a, jobject b) -> jboolean {
      return a == b || (b == nullptr && of(env).collected.count(a) != 0);
    };
    table_.NewWeakGlobalRef = [](JNIEnv* env, jobject o) -> jweak {
      of(env).weaks++;
      return o;
    };
    table_.DeleteWeakGlobalRef = [](JNIEnv* env, jweak) { of(env).weaks--; };
    table_.EnsureLocalCapacity = [](JNIEnv*, jint) -> jint { return JNI_OK; };
  }

  void calls() {
    table_.GetMethodID = [](JNIEnv* env, jclass, const char* name, const char*) {
      return idOf<jmethodID>(env, name);
    };
    table_.CallObjectMethodV = [](JNIEnv*, jobject o, jmethodID m, va_list) {
      return reinterpret_cast<jobject>(objectOf(o)->got[nameOf(m)]);
    };
    // Of two objects.
    table_.NewObjectV = [](JNIEnv* env, jclass, jmethodID, va_list arguments) -> jobject {
      MockObject* const made = of(env).make<jobject>(0);
      if (made == nullptr) return nullptr;
      for (int i = 0; i < 2; i++) made->given.push_back(va_arg(arguments, MockObject*));
      return handleOf(*made);
    };
    table_.GetStaticMethodID = [](JNIEnv* env, jclass, const char* name, const char*) {
      return idOf<jmethodID>(env, name);
    };
    table_.CallStaticIntMethodA = [](JNIEnv* env, jclass, jmethodID m, const jvalue*) -> jint {
      note(env, m);
      return 0;
    };
    table_.CallStaticBooleanMethodA = [](JNIEnv* env, jclass, jmethodID m,
                                         const jvalue*) -> jboolean {
      note(env, m);
      return 0;
    };
    table_.CallStaticLongMethodA = [](JNIEnv* env, jclass, jmethodID m, const jvalue*) -> jlong {
      note(env, m);
      return 0;
    };
    table_.CallStaticVoidMethodA = [](JNIEnv* env, jclass, jmethodID m, const jvalue*) {
      note(env, m);
    };
    table_.CallStaticVoidMethodV = [](JNIEnv* env, jclass, jmethodID m, va_list) { note(env, m); };
  }

  void fields() {
    table_.GetFieldID = [](JNIEnv* env, jclass, const char* name, const char*) {
      return idOf<jfieldID>(env, name);
    };
    table_.GetLongField = [](JNIEnv* env, jobject o, jfieldID) { return of(env).getLong_(o); };
    table_.SetLongField = [](JNIEnv* env, jobject o, jfieldID, jlong v) { of(env).setLong_(o, v); };
    table_.SetIntField = [](JNIEnv*, jobject o, jfieldID, jint v) { objectOf(o)->word = v; };
    table_.GetObjectField = [](JNIEnv*, jobject o, jfieldID f) {
      return reinterpret_cast<jobject>(objectOf(o)->got[nameOf(f)]);
    };
    table_.GetStringUTFChars = [](JNIEnv*, jstring s, jboolean*) -> const char* {
      return static_cast<MockText*>(objectOf(s))->text.c_str();
    };
    table_.ReleaseStringUTFChars = [](JNIEnv*, jstring, const char*) {};
  }

  void staticFields() {
    table_.GetStaticFieldID = [](JNIEnv* env, jclass, const char* name, const char*) {
      return idOf<jfieldID>(env, name);
    };
    table_.SetStaticBooleanField = [](JNIEnv* env, jclass, jfieldID f, jboolean v) {
      of(env).statics[nameOf(f)] = v;
    };
    table_.SetStaticIntField = [](JNIEnv* env, jclass, jfieldID f, jint v) {
      of(env).statics[nameOf(f)] = v;
    };
    table_.SetStaticLongField = [](JNIEnv* env, jclass, jfieldID f, jlong v) {
      of(env).statics[nameOf(f)] = v;
    };
    table_.SetStaticObjectField = [](JNIEnv* env, jclass, jfieldID f, jobject v) {
      of(env).staticObjects[nameOf(f)] = v;
    };
    table_.GetStaticObjectField = [](JNIEnv* env, jclass, jfieldID f) {
      return of(env).staticObjects[nameOf(f)];
    };
  }

  void arrays() {
    table_.GetArrayLength = [](JNIEnv*, jarray a) { return objectOf(a)->length; };
    table_.NewObjectArray = [](JNIEnv* env, jsize length, jclass, jobject) {
      return reinterpret_cast<jobjectArray>(of(env).make<jobject>(length));
    };
    table_.NewByteArray = [](JNIEnv* env, jsize length) {
      return reinterpret_cast<jbyteArray>(of(env).make<jbyte>(length));
    };
    table_.NewShortArray = [](JNIEnv* env, jsize length) {
      return reinterpret_cast<jshortArray>(of(env).make<jshort>(length));
    };
    table_.GetByteArrayRegion = [](JNIEnv*, jbyteArray a, jsize start, jsize n, jbyte* to) {
      memcpy(to, &arrayOf<jbyte>(a).elements.at(static_cast<size_t>(start)),
             static_cast<size_t>(n));
    };
    table_.SetByteArrayRegion = [](JNIEnv*, jbyteArray a, jsize start, jsize n, const jbyte* from) {
      memcpy(&arrayOf<jbyte>(a).elements.at(static_cast<size_t>(start)), from,
             static_cast<size_t>(n));
    };
    table_.SetShortArrayRegion = [](JNIEnv*, jshortArray a, jsize start, jsize n,
                                    const jshort* from) {
      memcpy(&arrayOf<jshort>(a).elements.at(static_cast<size_t>(start)), from,
             static_cast<size_t>(n) * sizeof(jshort));
    };
    table_.GetObjectArrayElement = [](JNIEnv*, jobjectArray a, jsize i) {
      return arrayOf<jobject>(a).elements.at(static_cast<size_t>(i));
    };
    table_.SetObjectArrayElement = [](JNIEnv*, jobjectArray a, jsize i, jobject o) {
      arrayOf<jobject>(a).elements.at(static_cast<size_t>(i)) = o;
    };
  }

  JNINativeInterface_ table_;
  std::set<std::string> names_, missing_;
  std::vector<MockObject*> made_;
  GetLong getLong_ = nullptr;
  SetLong setLong_ = nullptr;
};

}  // namespace isl::test
