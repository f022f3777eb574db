#include "rawheap/ZTables.h"

#include <cstdio>

namespace isl::rawheap {

// "ZHeap", "_ZGlobalPhase": the first letter, but for fields that have none.
ZTables::Name ZTables::named(const char* name) const {
  Name as;
  snprintf(as.text, sizeof as.text, "%s", name);
  char& letter = as.text[as.text[0] == '_' ? 1 : 0];
  if (isX_ && letter == 'Z') letter = 'X';
  return as;
}

uint64_t ZTables::operator()(const char* type, const char* field) {
  const auto found = tables_.field(named(type).text, named(field).text);
  if (found) return found->isStatic ? found->address : found->offset;
  reason_.give("this JVM's tables lack %s::%s", named(type).text, named(field).text);
  return 0;
}

uint64_t ZTables::sizeOf(const char* type) {
  const auto size = tables_.typeSize(named(type).text);
  if (!size) reason_.give("this JVM's tables lack the size of %s", named(type).text);
  return size.value_or(0);
}

int64_t ZTables::constant(const char* name) const {
  return tables_.constant(named(name).text).value_or(0);
}

uint64_t ZTables::global(const char* field) {
  const uint64_t instance = (*this)("ZGlobalsForVMStructs", "_instance_p");
  const uint64_t offset = (*this)("ZGlobalsForVMStructs", field);
  if (!complete() || loadWord(instance) == 0) return 0;
  return loadWord(loadWord(instance) + offset);
}

bool ZTables::has(const char* type, const char* field) const {
  return tables_.field(named(type).text, named(field).text).has_value();
}

}  // namespace isl::rawheap
