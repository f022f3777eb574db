#include "rawheap/VmLayout.h"

#include <cstring>

#include "rawheap/Memory.h"

namespace isl::rawheap {
namespace {

// Splits "Type::field|Type::field" and asks for each; a type's own name may hold "::", the field is behind the last.
std::optional<VmTables::Field> findOne(const VmTables& tables, const char* names) {
  while (*names != '\0') {
    const char* const end = strchrnul(names, '|');
    char type[96];
    const size_t length = static_cast<size_t>(end - names);
    if (length >= sizeof type) return std::nullopt;
    memcpy(type, names, length);
    type[length] = '\0';
    char* colons = nullptr;
    for (char* at = type; (at = strstr(at, "::")) != nullptr; at += 2) colons = at;
    if (colons == nullptr) return std::nullopt;
    *colons = '\0';
    if (const auto field = tables.field(type, colons + 2)) return field;
    names = *end == '|' ? end + 1 : end;
  }
  return std::nullopt;
}

bool offset(const VmTables& tables, const char* names, uint32_t& member, Reason& reason) {
  const auto field = findOne(tables, names);
  if (!field || field->isStatic) return reason.give("this JVM's tables lack %s", names);
  member = static_cast<uint32_t>(field->offset);
  return true;
}

template <typename T>
bool value(const VmTables& tables, const char* names, T& member, Reason& reason) {
  const auto field = findOne(tables, names);
  if (!field || !field->isStatic || field->address == 0)
    return reason.give("this JVM's tables lack %s", names);
  member = load<T>(field->address);
  return true;
}

// How Klass::_layout_helper is packed: the reader relies on these, so a VM that says otherwise is not read.
bool knownHelper(const VmTables& tables, Reason& reason) {
  static const struct {
    const char* name;
    int64_t value;
  } kPacking[] = {
      {"Klass::_lh_instance_slow_path_bit", 1},  {"Klass::_lh_log2_element_size_shift", 0},
      {"Klass::_lh_log2_element_size_mask", 63}, {"Klass::_lh_header_size_shift", 16},
      {"Klass::_lh_header_size_mask", 255},      {"Klass::_lh_array_tag_shift", 30},
      {"Klass::_lh_array_tag_obj_value", -2},    {"Klass::_lh_array_tag_type_value", -1}};
  for (const auto& constant : kPacking) {
    const auto found = tables.constant(constant.name);
    if (!found || *found != constant.value)
      return reason.give("this JVM's tables lack %s or give it another value", constant.name);
  }
  return true;
}

}  // namespace

// Compact object headers: the header is the mark word alone, with the class in its uppermost bits.
bool VmLayout::insideTheMark(const VmTables& tables, Reason& reason) {
  const auto shift = tables.constant("markWord::klass_shift");
  if (!shift || *shift < 32 || *shift > 63)
    return reason.give("this JVM's tables do not say where compact headers have the class");
  narrowKlass = 4;
  klassBit = static_cast<uint32_t>(*shift) - 32;
  return true;
}

bool VmLayout::resolve(const VmTables& tables, Reason& reason) {
  if (!tables.flag("UseCompressedClassPointers"))
    return reason.give(
        "uncompressed class pointers (-XX:-UseCompressedClassPointers) are not read");
#define ISL_VM_OFFSET(member, names)                                                               \
  if (!offset(tables, names, member, reason)) return false;
#define ISL_VM_VALUE(member, type, names)                                                          \
  if (!value(tables, names, member, reason)) return false;
#include "rawheap/VmFields.def"
  if (mirrorKlass <= 0 || mirrorWords <= 0 || mirrorStatics <= 0)
    return reason.give("the JVM has not initialised java.lang.Class yet");
  if (!knownHelper(tables, reason)) return false;
  const auto bytes = tables.typeSize("InstanceKlass");
  if (!bytes) return reason.give("this JVM's tables lack the size of InstanceKlass");
  instanceKlassBytes = static_cast<uint32_t>(*bytes);
  oopBytes = tables.flag("UseCompressedOops") ? 4 : 8;
  const bool compact = tables.flag("UseCompactObjectHeaders");
  if (compact && !insideTheMark(tables, reason)) return false;
  arrayLength = narrowKlass + 4;
  const uint64_t alignment = tables.flagAddress("ObjectAlignmentInBytes");
  if (alignment == 0) return reason.give("this JVM's tables lack the flag ObjectAlignmentInBytes");
  objectAlignment = static_cast<uint32_t>(loadWord(alignment));
  if (objectAlignment < 8 || (objectAlignment & (objectAlignment - 1)) != 0)
    return reason.give("objects are aligned at %u bytes", objectAlignment);
  // A header of 12 bytes takes 16. A compact one takes 8, which is an object without fields and without our word.
  leastShift = compact ? static_cast<uint32_t>(__builtin_ctz(objectAlignment)) : 4;
  return true;
}

}  // namespace isl::rawheap
