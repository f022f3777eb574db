#include "store/ClassTable.h"

#include <algorithm>

#include "base/JvmtiBuffer.h"

namespace isl {

namespace {

// How many fields the class itself declares.
uint32_t ownFieldsOf(jvmtiEnv* jvmti, jclass cls) {
  jint fields = 0;
  JvmtiBuffer<jfieldID> ids(jvmti);
  return jvmti->GetClassFields(cls, &fields, ids.out()) == JVMTI_ERROR_NONE
             ? static_cast<uint32_t>(fields)
             : 0;
}

template <typename T>
void sortDistinct(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

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

namespace {

// The VM writes Lsome/Name.0x0000000800c01000; for a hidden class; no other has a dot in its signature.
bool isHiddenWithCode(std::string_view signature) {
  if (signature.empty() || signature[0] != 'L' || signature.find('.') == std::string_view::npos) {
    return false;
  }
  for (std::string_view made : {"Ljava/", "Ljdk/", "Lsun/"}) {
    if (signature.substr(0, made.size()) == made) return false;
  }
  return signature.find("$$Lambda") == std::string_view::npos;
}

}  // namespace

uint32_t ClassTable::typeNamed(const std::string& name) const {
  for (uint32_t id = 1; id < size(); id++) {
    if (typeOf(id) == id && displayName(records_[id].signature) == name) return id;
  }
  return 0;
}

bool ClassTable::isSubclassOf(uint32_t id, const std::string& canonicalName) const {
  if (id >= supers_.size()) return false;
  const std::vector<std::string>& names = supers_[id].names;
  return std::binary_search(names.begin(), names.end(), canonicalName);
}

uint32_t ClassTable::add(ClassRecord record, std::vector<std::string> names) {
  record.contexts.resize(specs_.size());
  const auto id = static_cast<uint32_t>(records_.size());
  if (isHiddenWithCode(record.signature)) hidden_++;
  record.type = firstOfName_.emplace(record.signature, id).first->second;
  if (record.type != id) {
    records_[record.type].nameIsShared = true;
    repeated_++;
  }
  records_.push_back(std::move(record));
  supers_.push_back({std::move(names), {}});
  ownFieldCounts_.push_back(0);
  return id;
}

void ClassTable::update(jvmtiEnv* jvmti, JNIEnv* jni) {
  jint count = 0;
  JvmtiBuffer<jclass> classes(jvmti);
  if (jvmti->GetLoadedClasses(&count, classes.out()) != JVMTI_ERROR_NONE) return;
  // The references are there already; -Xcheck:jni wants to know that so many are meant.
  if (jni->EnsureLocalCapacity(count + 32) != JNI_OK) jni->ExceptionClear();
  for (jint i = 0; i < count; i++) {
    const LocalRef<jclass> cls(jni, classes[i]);
    // A class that is loaded but not prepared has no objects yet and hides its fields and
    // interfaces: described now it would be described wrongly for ever.
    jint status = 0;
    constexpr jint kDescribable = JVMTI_CLASS_STATUS_PREPARED | JVMTI_CLASS_STATUS_ARRAY;
    jlong tag = 0;
    if (jvmti->GetTag(cls.get(), &tag) == JVMTI_ERROR_NONE && classIdOfTag(tag) == 0 &&
        jvmti->GetClassStatus(cls.get(), &status) == JVMTI_ERROR_NONE &&
        (status & kDescribable) != 0) {
      describe(jvmti, jni, cls.get());
    }
  }
}

uint32_t ClassTable::describe(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls) {
  jlong tag = 0;
  if (jvmti->GetTag(cls, &tag) != JVMTI_ERROR_NONE) return 0;
  if (uint32_t known = classIdOfTag(tag)) return known;
  JvmtiText signature(jvmti);
  if (jvmti->GetClassSignature(cls, signature.out(), nullptr) != JVMTI_ERROR_NONE) return 0;
  ClassRecord record;
  record.signature = signature.get();
  jlong mirrorBytes = 0;
  if (jvmti->GetObjectSize(cls, &mirrorBytes) == JVMTI_ERROR_NONE) {
    record.mirrorBytes = static_cast<uint32_t>(mirrorBytes);
  }
  if (record.signature.size() == 1) return 0;  // mirror of a primitive type: has no objects

  // Supertypes first: their records are needed, and describing them may add records.
  Supers supers;
  const bool array = record.signature[0] == '[';
  uint32_t superId = 0;
  if (array) {
    describeArray(jvmti, jni, cls, record, supers);
  } else {
    superId = describeInstances(jvmti, jni, cls, record, supers);
  }
  const uint32_t id = add(std::move(record));
  if (!array) ownFieldCounts_[id] = ownFieldsOf(jvmti, cls);
  if (records_[id].signature == "Ljava/lang/ref/Reference;") describeReference(jvmti, cls);
  matchContexts(records_[id], supers);
  supers_[id] = std::move(supers);
  if (knowsPlaces_ && records_[id].kind == ClassKind::Instance) {
    places_.describe(jvmti, jni, cls, id, superId);
  }
  jvmti->SetTag(cls, kClassTag | id);
  return id;
}

// The id of the superclass, 0: none.
uint32_t ClassTable::describeInstances(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls,
                                       ClassRecord& record, Supers& supers) {
  record.kind = ClassKind::Instance;
  std::vector<uint32_t> parents;
  uint32_t superId = 0;
  if (const LocalRef<jclass> super(jni, jni->GetSuperclass(cls)); super) {
    superId = describe(jvmti, jni, super.get());
    parents.push_back(superId);
    record.weakReference = records_[superId].weakReference;
    record.softReference = records_[superId].softReference;
  }
  jint count = 0;
  JvmtiBuffer<jclass> interfaces(jvmti);
  if (jvmti->GetImplementedInterfaces(cls, &count, interfaces.out()) == JVMTI_ERROR_NONE) {
    for (jint i = 0; i < count; i++) {
      const LocalRef<jclass> parent(jni, interfaces[i]);
      const uint32_t id = describe(jvmti, jni, parent.get());
      supers.interfaces.push_back(id);
      parents.push_back(id);
    }
  }
  supers.names.push_back(typeNameFromSignature(record.signature).element);
  inherit(parents, supers);
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
  return superId;
}

void ClassTable::inherit(const std::vector<uint32_t>& parents, Supers& supers) const {
  for (uint32_t parent : parents) {
    const Supers& more = supers_[parent];
    supers.names.insert(supers.names.end(), more.names.begin(), more.names.end());
    supers.interfaces.insert(supers.interfaces.end(), more.interfaces.begin(),
                             more.interfaces.end());
  }
  sortDistinct(supers.names);
  sortDistinct(supers.interfaces);
}

void ClassTable::describeReference(jvmtiEnv* jvmti, jclass cls) {
  jint fields = 0;
  JvmtiBuffer<jfieldID> ids(jvmti);
  if (jvmti->GetClassFields(cls, &fields, ids.out()) != JVMTI_ERROR_NONE) return;
  referenceFields_ = static_cast<uint32_t>(fields);
  for (jint f = 0; f < fields; f++) {
    if (describeField(jvmti, cls, ids[f]).name == "referent") referentField_ = f;
  }
}

void ClassTable::describeArray(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls, ClassRecord& record,
                               Supers& supers) {
  record.elementKind =
      record.signature[1] == 'L' || record.signature[1] == '[' ? 'L' : record.signature[1];
  record.kind = record.elementKind == 'L' ? ClassKind::ObjectArray : ClassKind::PrimitiveArray;
  if (record.kind == ClassKind::PrimitiveArray) return;
  // The innermost element class gives the names for covariance.
  if (componentType_ == nullptr) {
    const LocalRef<jclass> classClass(jni, jni->FindClass("java/lang/Class"));
    componentType_ = jni->GetMethodID(classClass.get(), "getComponentType", "()Ljava/lang/Class;");
  }
  const LocalRef<jclass> component(jni,
                                   static_cast<jclass>(jni->CallObjectMethod(cls, componentType_)));
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  if (!component) return;
  const uint32_t id = describe(jvmti, jni, component.get());
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

bool ClassTable::usedTrackedClass(jvmtiEnv* jvmti, JNIEnv* jni, size_t spec) const {
  const int32_t main = specs_[spec]->mainContext;
  if (main < 0) return false;
  const IslContext& context = specs_[spec]->contexts[main];
  if (context.sequence != nullptr || context.path >= 0) return false;
  for (uint32_t id = 1; id < records_.size(); id++) {
    const ClassRecord& record = records_[id];
    if ((record.contexts[spec] >> main & 1) == 0) continue;
    if (record.kind != ClassKind::Instance) return true;  // its class is there with the first array
    const LocalRef<jclass> mirror = mirrorOf(jvmti, jni, id);
    jint status = 0;
    if (mirror && jvmti->GetClassStatus(mirror.get(), &status) == JVMTI_ERROR_NONE &&
        (status & JVMTI_CLASS_STATUS_INITIALIZED) != 0)
      return true;
  }
  return false;
}

LocalRef<jclass> ClassTable::mirrorOf(jvmtiEnv* jvmti, JNIEnv* jni, uint32_t id) const {
  LocalRef<jclass> mirror(jni);
  if (id == 0 || id >= records_.size()) return mirror;
  const jlong tag = kClassTag | id;
  jint count = 0;
  JvmtiBuffer<jobject> objects(jvmti);
  if (jvmti->GetObjectsWithTags(1, &tag, &count, objects.out(), nullptr) != JVMTI_ERROR_NONE)
    return mirror;
  for (jint i = 0; i < count; i++) {
    LocalRef<jclass> found(jni, static_cast<jclass>(objects[i]));
    if (!mirror) mirror = std::move(found);
  }
  return mirror;
}

ClassTable::FieldInfo ClassTable::describeField(jvmtiEnv* jvmti, jclass cls, jfieldID id) {
  JvmtiText name(jvmti);
  if (jvmti->GetFieldName(cls, id, name.out(), nullptr, nullptr) != JVMTI_ERROR_NONE) {
    return {"?", id};
  }
  return {name.get(), id};
}

const std::vector<ClassTable::FieldInfo>& ClassTable::fields(jvmtiEnv* jvmti, JNIEnv* jni,
                                                             uint32_t id) {
  auto found = fields_.find(id);
  if (found != fields_.end()) return found->second;
  std::vector<FieldInfo>& known = fields_[id];
  if (id == 0 || id >= records_.size() || records_[id].kind != ClassKind::Instance) return known;
  std::vector<LocalRef<jclass>> chain;
  for (LocalRef<jclass> cls = mirrorOf(jvmti, jni, id); cls;) {
    chain.push_back(std::move(cls));
    cls = LocalRef<jclass>(jni, jni->GetSuperclass(chain.back().get()));
  }
  if (records_[id].islIndex > 0) known.resize(static_cast<size_t>(records_[id].islIndex));
  for (auto cls = chain.rbegin(); cls != chain.rend(); ++cls) {
    jint fields = 0;
    JvmtiBuffer<jfieldID> ids(jvmti);
    if (jvmti->GetClassFields(cls->get(), &fields, ids.out()) != JVMTI_ERROR_NONE) continue;
    for (jint f = 0; f < fields; f++) known.push_back(describeField(jvmti, cls->get(), ids[f]));
  }
  return known;
}

std::string ClassTable::fieldName(jvmtiEnv* jvmti, JNIEnv* jni, uint32_t id, int32_t index) {
  const std::vector<FieldInfo>& known = fields(jvmti, jni, id);
  const bool isKnown = index >= 0 && static_cast<size_t>(index) < known.size();
  return isKnown ? known[static_cast<size_t>(index)].name : "?";
}

int32_t ClassTable::offsetOf(std::string_view owner, std::string_view name,
                             std::string_view descriptor) const {
  auto found = firstOfName_.find("L" + std::string(owner) + ";");
  return found == firstOfName_.end() ? -1 : places_.offsetOf(found->second, name, descriptor);
}

}  // namespace isl
