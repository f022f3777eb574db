// What the heap walk must know of a class, reached through the JVMTI tag of its mirror.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/LocalRef.h"
#include "store/FieldPlaces.h"
#include "store/TypeName.h"
#include "isl/abi.h"

namespace isl {

// JVMTI tags in use: class mirrors, and nodes (chosen objects, see NodeTable).
constexpr jlong kClassTag = jlong{1} << 62;
constexpr jlong kNodeTag = jlong{1} << 61;

inline uint32_t classIdOfTag(jlong tag) {
  return (tag & kClassTag) != 0 ? static_cast<uint32_t>(tag) : 0;
}

enum class ClassKind : uint8_t { Instance, ObjectArray, PrimitiveArray, None };

struct ClassRecord {
  std::string signature;
  ClassKind kind = ClassKind::None;
  char elementKind = 0;        // arrays: descriptor char of the elements
  bool weakReference = false;  // java.lang.ref.Reference or a subclass
  bool softReference = false;  // java.lang.ref.SoftReference or a subclass
  int32_t islIndex = -1;       // JVMTI field index of $isl; -1 for arrays
  // Likewise of a `referent` that keeps nothing alive: a soft one does while there is memory. -1: has none.
  int32_t weakReferent = -1;
  uint32_t mirrorBytes = 0;        // size of the Class object
  uint32_t type = 0;               // id of the first class of this name, see typeOf()
  bool nameIsShared = false;       // of that first class: there are more
  uint32_t instanceBytes = 0;      // learnt in the walk; the same for all instances
  std::vector<uint64_t> contexts;  // per spec: contexts whose `type` matches

  // Per walk.
  uint64_t visits = 0, edges = 0, edgeBytes = 0;
};

// Owned and used by the check thread, and read by the walk's callbacks. Id 0 is a record for
// classes that have no tag yet.
class ClassTable {
 public:
  explicit ClassTable(std::vector<const IslSpec*> specs);

  // Tags and describes every class loaded since the last call. Agent thread only.
  void update(jvmtiEnv* jvmti, JNIEnv* jni);

  // Id of one class, which has objects; describes it if need be. Under the lock of those who use the
  // table at the same time.
  uint32_t idOf(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls) { return describe(jvmti, jni, cls); }

  // Appends a described class; returns its id. `names`: canonical ones of it and what it is a subtype of, ascending.
  uint32_t add(ClassRecord record, std::vector<std::string> names = {});

  ClassRecord& operator[](uint32_t id) { return records_[id < records_.size() ? id : 0]; }
  uint32_t size() const { return static_cast<uint32_t>(records_.size()); }

  // Hidden classes with code of their own, which the VM shows to no agent when they are loaded. Those that
  // the JDK makes for lambdas, method handles and the like call code that is seen.
  uint64_t hiddenClasses() const { return hidden_; }
  // Classes of a name that another loader had brought before.
  uint64_t repeatedClasses() const { return repeated_; }

  // Classes of one name, loaded by several loaders, are one type in sums and reports: a plugin that is
  // deployed anew each hour has one leak, not as many small ones as there were deployments.
  uint32_t typeOf(uint32_t id) const { return id < records_.size() ? records_[id].type : 0; }
  // That of the classes of a name, as displayName() has it; 0: there are none.
  uint32_t typeNamed(const std::string& name) const;
  // Of one with that canonical name, or it is itself one.
  bool isSubclassOf(uint32_t id, const std::string& canonicalName) const;

  // Is this one of the fields that java.lang.ref.Reference itself declares (referent, queue, ...)?
  bool isReferenceField(uint32_t id, int32_t index) const {
    const ClassRecord& record = records_[id < records_.size() ? id : 0];
    return record.weakReference && index > record.islIndex &&
           index <= record.islIndex + static_cast<int32_t>(referenceFields_);
  }

  // Null when the class is gone. Agent thread, outside of a walk.
  LocalRef<jclass> mirrorOf(jvmtiEnv* jvmti, JNIEnv* jni, uint32_t id) const;

  // The fields by JVMTI field index (without name and id: those of interfaces). Agent thread, outside
  // of a walk; empty when the class is gone. Ids are valid as long as the class lives.
  struct FieldInfo {
    std::string name;
    jfieldID id = nullptr;
  };
  const std::vector<FieldInfo>& fields(jvmtiEnv* jvmti, JNIEnv* jni, uint32_t id);
  // "?" where it is not known. As fields().
  std::string fieldName(jvmtiEnv* jvmti, JNIEnv* jni, uint32_t id, int32_t index);

  // Does some spec ask where fields are? Then every class is described with its fields.
  bool knowsPlaces() const { return knowsPlaces_; }
  // See FieldPlaces.
  void place(uint32_t id, IslField& field) const {
    places_.place(id, id < records_.size() ? records_[id].islIndex : 0, field);
  }
  void placeAtOffset(uint32_t id, IslField& field) const { places_.placeAtOffset(id, field); }
  int32_t elementOffset(char kind, int32_t index) const {
    return places_.elementOffset(kind, index);
  }
  // Offset of the instance field that a member reference to `owner` (internal name) finds; -1: unknown.
  int32_t offsetOf(std::string_view owner, std::string_view name,
                   std::string_view descriptor) const;

  // Contexts (index) of a spec whose type no class has matched so far.
  std::vector<uint32_t> unmatchedContexts(size_t spec) const;
  // Has the program made an object of a class that the spec tracks by its type alone, or called such a class? Both
  // initialise it. Objects need not have lived until a check. Agent thread, outside of a walk.
  bool usedTrackedClass(jvmtiEnv* jvmti, JNIEnv* jni, size_t spec) const;

 private:
  struct Supers {
    std::vector<std::string> names;    // canonical, the class itself included
    std::vector<uint32_t> interfaces;  // ids, transitive, distinct
  };
  uint32_t describe(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls);
  uint32_t describeInstances(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls, ClassRecord& record,
                             Supers& supers);
  void inherit(const std::vector<uint32_t>& parents, Supers& supers) const;
  static FieldInfo describeField(jvmtiEnv* jvmti, jclass cls, jfieldID id);
  void describeArray(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls, ClassRecord& record, Supers& supers);
  void describeReference(jvmtiEnv* jvmti, jclass cls);
  void matchContexts(ClassRecord& record, const Supers& supers);
  bool matches(const TypeName& type, const TypeName& name, const Supers& supers) const;

  std::vector<const IslSpec*> specs_;
  std::vector<std::vector<TypeName>> types_;  // per spec and context; empty element = any
  std::vector<uint64_t> matchedContexts_;     // per spec
  jmethodID componentType_ = nullptr;         // Class.getComponentType
  std::deque<ClassRecord> records_;
  std::unordered_map<std::string, uint32_t> firstOfName_;
  std::vector<Supers> supers_;
  std::vector<uint32_t> ownFieldCounts_;
  bool knowsPlaces_ = false;
  FieldPlaces places_;
  uint64_t hidden_ = 0;
  uint64_t repeated_ = 0;
  uint32_t referenceFields_ = 0;  // declared by java.lang.ref.Reference
  int32_t referentField_ = -1;    // which of them is `referent`
  std::unordered_map<uint32_t, std::vector<FieldInfo>> fields_;
};

}  // namespace isl
