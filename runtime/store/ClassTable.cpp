#include "store/ClassTable.h"

#include <algorithm>

namespace isl {

ClassTable::ClassTable(std::vector<const IslSpec*> specs) : specs_(std::move(specs)) {
  for (const IslSpec* spec : specs_) {
    std::vector<TypeName> types;
    for (uint32_t c = 0; c < spec->contextCount; c++) {
      const char* type = spec->contexts[c].type;
      types.push_back(type != nullptr ? typeNameFromSource(type) : TypeName{});
    }
    types_.push_back(std::move(types));
    knowsPlaces_ = knowsPlaces_ || spec->asksPlaces != 0;
  }
  matchedContexts_.resize(specs_.size());
  add(ClassRecord{});
}

uint32_t ClassTable::add(ClassRecord record) {
  record.contexts.resize(specs_.size());
  const auto id = static_cast<uint32_t>(records_.size());
  record.type = firstOfName_.emplace(record.signature, id).first->second;
  if (record.type != id) records_[record.type].nameIsShared = true;
  records_.push_back(std::move(record));
  supers_.emplace_back();
  ownFieldCounts_.push_back(0);
  if (knowsPlaces_) places_.emplace_back();
  return id;
}

void ClassTable::update(jvmtiEnv* jvmti, JNIEnv* jni) {
  jint count = 0;
  jclass* classes = nullptr;
  if (jvmti->GetLoadedClasses(&count, &classes) != JVMTI_ERROR_NONE) return;
  // The references are there already; -Xcheck:jni wants to know that so many are meant.
  if (jni->EnsureLocalCapacity(count + 32) != JNI_OK) jni->ExceptionClear();
  for (jint i = 0; i < count; i++) {
    // A class that is loaded but not prepared has no objects yet and hides its fields and
    // interfaces: described now it would be described wrongly for ever.
    jint status = 0;
    constexpr jint kDescribable = JVMTI_CLASS_STATUS_PREPARED | JVMTI_CLASS_STATUS_ARRAY;
    jlong tag = 0;
    if (jvmti->GetTag(classes[i], &tag) == JVMTI_ERROR_NONE && classIdOfTag(tag) == 0 &&
        jvmti->GetClassStatus(classes[i], &status) == JVMTI_ERROR_NONE &&
        (status & kDescribable) != 0) {
      describe(jvmti, jni, classes[i]);
    }
    jni->DeleteLocalRef(classes[i]);
  }
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(classes));
}

uint32_t ClassTable::describe(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls) {
  jlong tag = 0;
  if (jvmti->GetTag(cls, &tag) != JVMTI_ERROR_NONE) return 0;
  if (uint32_t known = classIdOfTag(tag)) return known;
  char* signature = nullptr;
  if (jvmti->GetClassSignature(cls, &signature, nullptr) != JVMTI_ERROR_NONE) return 0;
  ClassRecord record;
  record.signature = signature;
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(signature));
  jlong mirrorBytes = 0;
  if (jvmti->GetObjectSize(cls, &mirrorBytes) == JVMTI_ERROR_NONE) {
    record.mirrorBytes = static_cast<uint32_t>(mirrorBytes);
  }
  if (record.signature.size() == 1) return 0;  // mirror of a primitive type: has no objects

  // Supertypes first: their records are needed, and describing them may add records.
  Supers supers;
  uint32_t ownFieldCount = 0, superId = 0;
  if (record.signature[0] == '[') {
    describeArray(jvmti, jni, cls, record, supers);
    add(std::move(record));
  } else {
    record.kind = ClassKind::Instance;
    jclass super = jni->GetSuperclass(cls);
    std::vector<uint32_t> parents;
    if (super != nullptr) {
      superId = describe(jvmti, jni, super);
      parents.push_back(superId);
      record.weakReference = record.weakReference || records_[parents[0]].weakReference;
      record.softReference = record.softReference || records_[parents[0]].softReference;
      jni->DeleteLocalRef(super);
    }
    jint interfaceCount = 0;
    jclass* interfaces = nullptr;
    if (jvmti->GetImplementedInterfaces(cls, &interfaceCount, &interfaces) == JVMTI_ERROR_NONE) {
      for (jint i = 0; i < interfaceCount; i++) {
        uint32_t id = describe(jvmti, jni, interfaces[i]);
        supers.interfaces.push_back(id);
        parents.push_back(id);
        jni->DeleteLocalRef(interfaces[i]);
      }
      jvmti->Deallocate(reinterpret_cast<unsigned char*>(interfaces));
    }
    supers.names.push_back(typeNameFromSignature(record.signature).element);
    for (uint32_t parent : parents) {
      const Supers& more = supers_[parent];
      supers.names.insert(supers.names.end(), more.names.begin(), more.names.end());
      supers.interfaces.insert(supers.interfaces.end(), more.interfaces.begin(),
                               more.interfaces.end());
    }
    std::sort(supers.names.begin(), supers.names.end());
    supers.names.erase(std::unique(supers.names.begin(), supers.names.end()), supers.names.end());
    std::sort(supers.interfaces.begin(), supers.interfaces.end());
    supers.interfaces.erase(std::unique(supers.interfaces.begin(), supers.interfaces.end()),
                            supers.interfaces.end());
    if (record.signature == "Ljava/lang/ref/Reference;") record.weakReference = true;
    if (record.signature == "Ljava/lang/ref/SoftReference;") record.softReference = true;
    // JVMTI numbers the fields of all superinterfaces first, then those of the superclasses from
    // Object down; $isl is the only field of Object.
    int32_t index = 0;
    for (uint32_t id : supers.interfaces) index += static_cast<int32_t>(ownFieldCounts_[id]);
    record.islIndex = index;
    if (record.weakReference && !record.softReference && referentField_ >= 0) {
      record.weakReferent = index + 1 + referentField_;
    }
    jint fields = 0;
    jfieldID* ids = nullptr;
    if (jvmti->GetClassFields(cls, &fields, &ids) == JVMTI_ERROR_NONE) {
      jvmti->Deallocate(reinterpret_cast<unsigned char*>(ids));
    }
    ownFieldCount = static_cast<uint32_t>(fields);
    add(std::move(record));
  }
  const uint32_t id = static_cast<uint32_t>(records_.size() - 1);
  ownFieldCounts_[id] = ownFieldCount;
  if (records_[id].signature == "Ljava/lang/ref/Reference;") describeReference(jvmti, cls);
  matchContexts(records_[id], supers);
  supers_[id] = std::move(supers);
  if (knowsPlaces_ && records_[id].kind == ClassKind::Instance) {
    describePlaces(jvmti, jni, cls, id, superId);
  }
  jvmti->SetTag(cls, kClassTag | id);
  return id;
}

void ClassTable::describeReference(jvmtiEnv* jvmti, jclass cls) {
  jint fields = 0;
  jfieldID* ids = nullptr;
  if (jvmti->GetClassFields(cls, &fields, &ids) != JVMTI_ERROR_NONE) return;
  referenceFields_ = static_cast<uint32_t>(fields);
  for (jint f = 0; f < fields; f++) {
    if (describeField(jvmti, cls, ids[f]).name == "referent") referentField_ = f;
  }
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(ids));
}

void ClassTable::describeArray(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls, ClassRecord& record,
                               Supers& supers) {
  record.elementKind =
      record.signature[1] == 'L' || record.signature[1] == '[' ? 'L' : record.signature[1];
  record.kind = record.elementKind == 'L' ? ClassKind::ObjectArray : ClassKind::PrimitiveArray;
  if (record.kind == ClassKind::PrimitiveArray) return;
  // The innermost element class gives the names for covariance.
  static jmethodID getComponentType = nullptr;
  if (getComponentType == nullptr) {
    jclass classClass = jni->FindClass("java/lang/Class");
    getComponentType = jni->GetMethodID(classClass, "getComponentType", "()Ljava/lang/Class;");
    jni->DeleteLocalRef(classClass);
  }
  auto component = static_cast<jclass>(jni->CallObjectMethod(cls, getComponentType));
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  if (component == nullptr) return;
  uint32_t id = describe(jvmti, jni, component);
  jni->DeleteLocalRef(component);
  supers.names = supers_[id].names;  // of the element for T[], passed on for T[][]
}

bool ClassTable::matches(const TypeName& type, const TypeName& name, const Supers& supers) const {
  if (type.element.empty()) return true;
  if (type.dims == 0) {
    if (name.dims > 0) {
      return type.element == "java.lang.Object" || type.element == "java.lang.Cloneable" ||
             type.element == "java.io.Serializable";
    }
    return std::binary_search(supers.names.begin(), supers.names.end(), type.element);
  }
  if (name.dims < type.dims) return false;
  if (name.dims > type.dims) return type.element == "java.lang.Object";
  if (name.primitive || type.primitive) return name.element == type.element;
  return std::binary_search(supers.names.begin(), supers.names.end(), type.element);
}

void ClassTable::matchContexts(ClassRecord& record, const Supers& supers) {
  const TypeName name = typeNameFromSignature(record.signature);
  for (size_t s = 0; s < specs_.size(); s++) {
    uint64_t bits = 0;
    for (size_t c = 0; c < types_[s].size(); c++) {
      if (matches(types_[s][c], name, supers)) bits |= uint64_t{1} << c;
    }
    record.contexts[s] = bits;
    matchedContexts_[s] |= bits;
  }
}

std::vector<uint32_t> ClassTable::unmatchedContexts(size_t spec) const {
  std::vector<uint32_t> out;
  for (uint32_t c = 0; c < specs_[spec]->contextCount; c++) {
    if ((matchedContexts_[spec] >> c & 1) == 0) out.push_back(c);
  }
  return out;
}

jclass ClassTable::mirrorOf(jvmtiEnv* jvmti, JNIEnv* jni, uint32_t id) const {
  if (id == 0 || id >= records_.size()) return nullptr;
  const jlong tag = kClassTag | id;
  jint count = 0;
  jobject* objects = nullptr;
  if (jvmti->GetObjectsWithTags(1, &tag, &count, &objects, nullptr) != JVMTI_ERROR_NONE)
    return nullptr;
  jobject mirror = count > 0 ? objects[0] : nullptr;
  for (jint i = 1; i < count; i++) jni->DeleteLocalRef(objects[i]);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(objects));
  return static_cast<jclass>(mirror);
}

ClassTable::FieldInfo ClassTable::describeField(jvmtiEnv* jvmti, jclass cls, jfieldID id) {
  char *name = nullptr, *descriptor = nullptr;
  jint modifiers = 0;
  constexpr jint kStatic = 0x0008;  // JVMS 4.5
  if (jvmti->GetFieldName(cls, id, &name, &descriptor, nullptr) != JVMTI_ERROR_NONE ||
      jvmti->GetFieldModifiers(cls, id, &modifiers) != JVMTI_ERROR_NONE) {
    jvmti->Deallocate(reinterpret_cast<unsigned char*>(name));
    jvmti->Deallocate(reinterpret_cast<unsigned char*>(descriptor));
    return {"?", id, true};
  }
  const std::string_view type = descriptor;
  const bool fitsArray = type[0] == '[' || type == "Ljava/lang/Object;" ||
                         type == "Ljava/lang/Cloneable;" || type == "Ljava/io/Serializable;";
  FieldInfo info{name, id, fitsArray && (modifiers & kStatic) == 0};
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(name));
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(descriptor));
  return info;
}

bool ClassTable::mayOwnArrays(jvmtiEnv* jvmti, JNIEnv* jni, uint32_t type) {
  if (type == 0 || type >= records_.size() || records_[type].nameIsShared) return true;
  const std::vector<FieldInfo>& known = fields(jvmti, jni, type);
  // Without $isl the class is gone.
  if (static_cast<int32_t>(known.size()) <= records_[type].islIndex) return true;
  return std::any_of(known.begin(), known.end(),
                     [](const FieldInfo& field) { return field.mayOwnArray; });
}

const std::vector<ClassTable::FieldInfo>& ClassTable::fields(jvmtiEnv* jvmti, JNIEnv* jni,
                                                             uint32_t id) {
  auto found = fields_.find(id);
  if (found != fields_.end()) return found->second;
  std::vector<FieldInfo>& known = fields_[id];
  if (id == 0 || id >= records_.size() || records_[id].kind != ClassKind::Instance) return known;
  std::vector<jclass> chain;
  for (jclass cls = mirrorOf(jvmti, jni, id); cls != nullptr; cls = jni->GetSuperclass(cls)) {
    chain.push_back(cls);
  }
  if (records_[id].islIndex > 0) known.resize(static_cast<size_t>(records_[id].islIndex));
  for (auto cls = chain.rbegin(); cls != chain.rend(); ++cls) {
    jint fields = 0;
    jfieldID* ids = nullptr;
    if (jvmti->GetClassFields(*cls, &fields, &ids) != JVMTI_ERROR_NONE) continue;
    for (jint f = 0; f < fields; f++) known.push_back(describeField(jvmti, *cls, ids[f]));
    jvmti->Deallocate(reinterpret_cast<unsigned char*>(ids));
  }
  for (jclass cls : chain) jni->DeleteLocalRef(cls);
  return known;
}

}  // namespace isl
