#include "paths/ThreadReader.h"

#include "base/LocalRef.h"
#include "base/VmUnsafe.h"
#include "rawheap/Memory.h"

namespace isl {
namespace {

constexpr uint32_t kArrayHeader = 16;  // of a byte[], with compressed class pointers

// Appends the code point if it fits; false: the name is full.
bool append(uint32_t point, char* name, uint32_t& length) {
  char bytes[4];
  uint32_t count = 0;
  if (point < 0x80) {
    bytes[count++] = static_cast<char>(point);
  } else if (point < 0x800) {
    bytes[count++] = static_cast<char>(0xc0 | point >> 6);
    bytes[count++] = static_cast<char>(0x80 | (point & 0x3f));
  } else {
    bytes[count++] = static_cast<char>(0xe0 | point >> 12);
    bytes[count++] = static_cast<char>(0x80 | (point >> 6 & 0x3f));
    bytes[count++] = static_cast<char>(0x80 | (point & 0x3f));
  }
  if (length + count >= ThreadReader::kMostBytes) return false;
  for (uint32_t i = 0; i < count; i++) name[length++] = bytes[i];
  return true;
}

}  // namespace

void ThreadReader::open(JNIEnv* jni) {
  const VmUnsafe unsafe(jni);
  const auto offset = [&](const char* className, const char* field) -> uint32_t {
    const LocalRef<jclass> cls(jni, jni->FindClass(className));
    const int64_t at = cls ? unsafe.offsetOf(cls.get(), field) : -1;
    jni->ExceptionClear();
    return at > 0 ? static_cast<uint32_t>(at) : 0;
  };
  at_.name = offset("java/lang/Thread", "name");
  at_.eetop = offset("java/lang/Thread", "eetop");
  at_.value = offset("java/lang/String", "value");
  at_.coder = offset("java/lang/String", "coder");
}

void ThreadReader::readName(const rawheap::ObjectReader& reader, uint64_t thread,
                            char (&name)[kMostBytes]) const {
  name[0] = '\0';
  if (at_.name == 0 || at_.value == 0 || at_.coder == 0) return;
  const uint64_t text = reader.loadOop(thread + at_.name);
  const uint64_t value = text == 0 ? 0 : reader.loadOop(text + at_.value);
  if (value == 0) return;
  const bool wide = rawheap::load<int8_t>(text + at_.coder) != 0;
  const uint32_t units = reader.lengthOf(value) >> (wide ? 1 : 0);
  uint32_t length = 0;
  for (uint32_t i = 0; i < units; i++) {
    const uint32_t unit = wide ? rawheap::load<uint16_t>(value + kArrayHeader + 2 * uint64_t{i})
                               : rawheap::load<uint8_t>(value + kArrayHeader + i);
    const bool half = unit >= 0xd800 && unit < 0xe000;  // of a character that takes two
    if (!append(half ? '?' : unit, name, length)) break;
  }
  name[length] = '\0';
}

bool ThreadReader::isWithoutThread(uint64_t thread) const {
  return at_.eetop != 0 && rawheap::loadWord(thread + at_.eetop) == 0;
}

}  // namespace isl
