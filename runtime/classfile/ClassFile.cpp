#include "classfile/ClassFile.h"

namespace isl::classfile {

namespace {

constexpr uint32_t kMagic = 0xcafebabe;
constexpr uint16_t kOldest = 45;
constexpr uint16_t kNewest = 69;

void skipAttributes(ByteReader& reader) {
  const uint32_t count = reader.u2();
  for (uint32_t i = 0; i < count && reader.ok(); ++i) {
    reader.skip(2);
    reader.skip(reader.u4());
  }
}

void skipFields(ByteReader& reader) {
  const uint32_t count = reader.u2();
  for (uint32_t i = 0; i < count && reader.ok(); ++i) {
    reader.skip(6);
    skipAttributes(reader);
  }
}

bool parseMethod(const ConstantPool& pool, ByteReader& reader, Method& method) {
  method.access = reader.u2();
  method.name = pool.utf8(reader.u2());
  method.descriptor = pool.utf8(reader.u2());
  const uint32_t attributes = reader.u2();
  for (uint32_t i = 0; i < attributes && reader.ok(); ++i) {
    const size_t begin = reader.position();
    const std::string_view name = pool.utf8(reader.u2());
    reader.skip(reader.u4());
    if (name != "Code") continue;
    if (method.code != 0) return false;  // at most one, JVMS 4.7.3
    method.code = begin;
    method.codeEnd = reader.position();
  }
  return reader.ok() && !method.name.empty() && !method.descriptor.empty();
}

void parseBootstraps(ByteReader reader, std::vector<uint32_t>& out) {
  const uint32_t count = reader.u2();
  for (uint32_t i = 0; i < count && reader.ok(); ++i) {
    out.push_back(static_cast<uint32_t>(reader.position()));
    reader.skip(2);
    reader.skip(size_t{2} * reader.u2());
  }
  if (!reader.ok()) out.clear();
}

}  // namespace

ParseStatus ClassFile::parse(const uint8_t* bytes, size_t length) {
  data = bytes;
  size = length;
  ByteReader reader(bytes, length);
  if (reader.u4() != kMagic) return ParseStatus::Malformed;
  reader.skip(2);
  majorVersion = reader.u2();
  if (!reader.ok()) return ParseStatus::Malformed;
  if (majorVersion < kOldest || majorVersion > kNewest) return ParseStatus::UnsupportedVersion;
  if (!pool.parse(bytes, reader)) return ParseStatus::Malformed;
  access = reader.u2();
  name = pool.className(reader.u2());
  reader.skip(2);  // super_class
  reader.skip(size_t{2} * reader.u2());
  fieldCount = reader.position();
  skipFields(reader);
  fieldsEnd = reader.position();
  const uint32_t methodCount = reader.u2();
  for (uint32_t i = 0; i < methodCount && reader.ok(); ++i) {
    Method method{};
    if (!parseMethod(pool, reader, method)) return ParseStatus::Malformed;
    methods.push_back(method);
  }
  const uint32_t attributes = reader.u2();
  for (uint32_t i = 0; i < attributes && reader.ok(); ++i) {
    const std::string_view attribute = pool.utf8(reader.u2());
    const uint32_t attributeLength = reader.u4();
    const size_t at = reader.position();
    reader.skip(attributeLength);
    if (!reader.ok()) break;
    ByteReader content(bytes, at + attributeLength);
    content.skip(at);
    if (attribute == "SourceFile") sourceFile = pool.utf8(content.u2());
    if (attribute == "SourceDebugExtension")
      sourceDebug = {reinterpret_cast<const char*>(bytes + at), attributeLength};
    if (attribute == "BootstrapMethods") parseBootstraps(content, bootstraps);
  }
  const bool complete = reader.ok() && reader.remaining() == 0 && !name.empty();
  return complete ? ParseStatus::Ok : ParseStatus::Malformed;
}

MemberRef ClassFile::bootstrapTarget(uint16_t index) const {
  if (index >= bootstraps.size()) return {};
  return pool.handleTarget(load2(data + bootstraps[index]));
}

std::vector<Field> declaredFields(const ClassFile& cls) {
  std::vector<Field> fields;
  ByteReader reader(cls.data + cls.fieldCount, cls.size - cls.fieldCount);
  for (uint32_t count = reader.u2(); count > 0 && reader.ok(); count--) {
    const uint16_t access = reader.u2();
    const std::string_view name = cls.pool.utf8(reader.u2());
    const std::string_view descriptor = cls.pool.utf8(reader.u2());
    for (uint32_t attributes = reader.u2(); attributes > 0 && reader.ok(); attributes--) {
      reader.u2();
      reader.skip(reader.u4());
    }
    if (reader.ok()) fields.push_back({access, name, descriptor});
  }
  return fields;
}

bool writeClass(ClassFile& cls, const std::vector<NewField>& fields,
                const std::vector<Patch>& patches, const std::vector<uint8_t>& bytes,
                std::vector<uint8_t>& out) {
  std::vector<uint8_t> fieldBytes;
  ByteWriter fieldWriter(fieldBytes);
  for (const NewField& field : fields) {
    const uint16_t name = cls.pool.addUtf8(field.name);
    const uint16_t descriptor = cls.pool.addUtf8(field.descriptor);
    if (name == 0 || descriptor == 0) return false;
    fieldWriter.u2(field.access);
    fieldWriter.u2(name);
    fieldWriter.u2(descriptor);
    fieldWriter.u2(0);
  }
  const ConstantPool& pool = cls.pool;
  out.clear();
  out.reserve(cls.size + pool.added().size() + bytes.size() + fieldBytes.size());
  ByteWriter writer(out);
  writer.bytes(cls.data, pool.begin());
  writer.u2(pool.count());
  writer.bytes(cls.data + pool.begin() + 2, pool.end() - pool.begin() - 2);
  writer.bytes(pool.added().data(), pool.added().size());
  writer.bytes(cls.data + pool.end(), cls.fieldCount - pool.end());
  writer.u2(load2(cls.data + cls.fieldCount) + static_cast<uint32_t>(fields.size()));
  writer.bytes(cls.data + cls.fieldCount + 2, cls.fieldsEnd - cls.fieldCount - 2);
  writer.bytes(fieldBytes.data(), fieldBytes.size());
  size_t copied = cls.fieldsEnd;
  for (const Patch& patch : patches) {
    writer.bytes(cls.data + copied, patch.begin - copied);
    writer.bytes(bytes.data() + patch.from, patch.size);
    copied = patch.end;
  }
  writer.bytes(cls.data + copied, cls.size - copied);
  return true;
}

}  // namespace isl::classfile
