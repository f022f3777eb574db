// A JNIEnv without a JVM, for what the runtime calls outside of the heap walk. Functions that are not
// set here crash at address 0 when called: a test that needs more adds them. Objects are MockObjects of
// the test; byte arrays, classes and field ids are made up. Thread-safe as far as the VM is: reading
// and writing one field of one object at the same time is up to the code under test.
#pragma once

#include <jni.h>

#include <cstring>
#include <vector>

namespace isl::test {

// Anything that a jobject may stand for.
struct MockObject {
  virtual ~MockObject() = default;
};

class MockJni : public JNIEnv {
 public:
  using GetLong = jlong (*)(jobject);
  using SetLong = void (*)(jobject, jlong);

  MockJni() {
    memset(static_cast<void*>(&table_), 0, sizeof table_);
    functions = &table_;
    classes();
    fields();
    arrays();
  }
  ~MockJni() {
    for (ByteArray* array : made_) delete array;
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

 private:
  struct ByteArray : MockObject {
    std::vector<jbyte> bytes;
  };

  static MockJni& of(JNIEnv* env) { return *static_cast<MockJni*>(env); }
  static ByteArray& bytesOf(jarray array) { return *static_cast<ByteArray*>(objectOf(array)); }
  static jfieldID fieldId() { return reinterpret_cast<jfieldID>(classHandle()); }

  void classes() {
    table_.FindClass = [](JNIEnv*, const char*) { return classHandle(); };
    table_.GetStaticMethodID = [](JNIEnv*, jclass, const char*, const char*) {
      return reinterpret_cast<jmethodID>(classHandle());
    };
    table_.CallStaticIntMethodA = [](JNIEnv*, jclass, jmethodID, const jvalue*) -> jint {
      return 0;
    };
    table_.CallStaticBooleanMethodA = [](JNIEnv*, jclass, jmethodID, const jvalue*) -> jboolean {
      return 0;
    };
    table_.CallStaticLongMethodA = [](JNIEnv*, jclass, jmethodID, const jvalue*) -> jlong {
      return 0;
    };
    table_.CallStaticVoidMethodA = [](JNIEnv*, jclass, jmethodID, const jvalue*) {};
    table_.GetJavaVM = [](JNIEnv*, JavaVM** vm) -> jint {
      *vm = nullptr;  // there is none
      return JNI_ERR;
    };
    table_.ExceptionCheck = [](JNIEnv*) -> jboolean { return JNI_FALSE; };
    table_.ExceptionClear = [](JNIEnv*) {};
    table_.NewGlobalRef = [](JNIEnv*, jobject o) { return o; };
    table_.DeleteGlobalRef = [](JNIEnv*, jobject) {};
    table_.DeleteLocalRef = [](JNIEnv*, jobject) {};
  }

  void fields() {
    table_.GetFieldID = [](JNIEnv*, jclass, const char*, const char*) { return fieldId(); };
    table_.GetStaticFieldID = [](JNIEnv*, jclass, const char*, const char*) { return fieldId(); };
    table_.GetLongField = [](JNIEnv* env, jobject o, jfieldID) { return of(env).getLong_(o); };
    table_.SetLongField = [](JNIEnv* env, jobject o, jfieldID, jlong v) { of(env).setLong_(o, v); };
    table_.SetStaticBooleanField = [](JNIEnv*, jclass, jfieldID, jboolean) {};
    table_.SetStaticIntField = [](JNIEnv*, jclass, jfieldID, jint) {};
    table_.SetStaticLongField = [](JNIEnv*, jclass, jfieldID, jlong) {};
    table_.SetStaticObjectField = [](JNIEnv*, jclass, jfieldID, jobject) {};
  }

  void arrays() {
    table_.NewByteArray = [](JNIEnv* env, jsize length) {
      auto* array = new ByteArray;
      array->bytes.resize(static_cast<size_t>(length));
      of(env).made_.push_back(array);
      return static_cast<jbyteArray>(handleOf(*array));
    };
    table_.GetByteArrayRegion = [](JNIEnv*, jbyteArray a, jsize start, jsize n, jbyte* to) {
      memcpy(to, &bytesOf(a).bytes.at(static_cast<size_t>(start)), static_cast<size_t>(n));
    };
    table_.SetByteArrayRegion = [](JNIEnv*, jbyteArray a, jsize start, jsize n, const jbyte* from) {
      memcpy(&bytesOf(a).bytes.at(static_cast<size_t>(start)), from, static_cast<size_t>(n));
    };
  }

  JNINativeInterface_ table_;
  std::vector<ByteArray*> made_;
  GetLong getLong_ = nullptr;
  SetLong setLong_ = nullptr;
};

}  // namespace isl::test
