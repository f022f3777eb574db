#include "classfile/CodeTables.h"

namespace isl::classfile {

namespace {

// verification_type_info and frame types of JVMS 4.7.4.
constexpr uint8_t kItemObject = 7;
constexpr uint8_t kItemUninitialized = 8;
constexpr uint8_t kSameLocals1 = 64;
constexpr uint8_t kFirstReserved = 128;
constexpr uint8_t kSameLocals1Extended = 247;
constexpr uint8_t kSameExtended = 251;
constexpr uint8_t kFull = 255;

bool isInsn(const Code& code, uint32_t bci) {
  return bci < code.length() && code.indexAt(bci) != kNoInsn;
}

// The start of the instruction that covers `bci`.
uint32_t insnAt(const Code& code, uint32_t bci) {
  while (code.indexAt(bci) == kNoInsn) --bci;
  return bci;
}

class StackMapWriter {
 public:
  StackMapWriter(const Code& code, const Relocation& relocation, const AppendedHandlers& handlers,
                 std::vector<uint8_t>& out)
      : code_(code), relocation_(relocation), handlers_(handlers), writer_(out),
        full_(code, relocation, handlers.extra, out) {}

  bool copyFrame(ByteReader& in) {
    const uint8_t type = in.u1();
    if (type >= kFirstReserved && type < kSameLocals1Extended) return false;
    const bool oneItem =
        (type >= kSameLocals1 && type < kFirstReserved) || type == kSameLocals1Extended;
    const uint32_t delta = type < kFirstReserved ? type & 63u : in.u2();
    old_ += static_cast<int64_t>(delta) + 1;
    if (!in.ok() || old_ >= code_.length() || !isInsn(code_, static_cast<uint32_t>(old_))) {
      return false;
    }
    const int64_t moved = relocation_.label(static_cast<uint32_t>(old_));
    const uint32_t newDelta = static_cast<uint32_t>(moved - new_ - 1);
    new_ = moved;
    if (handlers_.extra.any()) return full_.rewrite(type, in, newDelta);
    if (type < kSameLocals1 || type == kSameExtended) {
      writeType(newDelta, 0, kSameExtended);
      return true;
    }
    if (oneItem) {
      writeType(newDelta, kSameLocals1, kSameLocals1Extended);
      return copyItem(in);
    }
    writer_.u1(type);
    writer_.u2(newDelta);
    if (type == kFull) return copyItems(in, copyCount(in)) && copyItems(in, copyCount(in));
    return type < kSameExtended || copyItems(in, type - kSameExtended);  // chop or append
  }

  void appendHandlerFrames() {
    if (handlers_.flush != 0) {
      full_.handler(static_cast<uint32_t>(handlers_.flush - new_ - 1), handlers_.throwableClass);
      new_ = handlers_.flush;
    }
    if (handlers_.exit == 0) return;
    full_.handler(static_cast<uint32_t>(handlers_.exit - new_ - 1), handlers_.throwableClass);
  }

 private:
  void writeType(uint32_t delta, uint8_t shortForm, uint8_t longForm) {
    if (delta < 64) {
      writer_.u1(shortForm + delta);
    } else {
      writer_.u1(longForm);
      writer_.u2(delta);
    }
  }

  uint32_t copyCount(ByteReader& in) {
    const uint32_t count = in.u2();
    writer_.u2(count);
    return count;
  }

  bool copyItems(ByteReader& in, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      if (!copyItem(in)) return false;
    }
    return in.ok();
  }

  bool copyItem(ByteReader& in) {
    const uint8_t item = in.u1();
    if (item > kItemUninitialized) return false;
    writer_.u1(item);
    if (item < kItemObject) return in.ok();
    const uint32_t operand = in.u2();
    if (item == kItemUninitialized && !isInsn(code_, operand)) return false;
    writer_.u2(item == kItemUninitialized ? relocation_.instruction(operand) : operand);
    return in.ok();
  }

  const Code& code_;
  const Relocation& relocation_;
  const AppendedHandlers& handlers_;
  ByteWriter writer_;
  FullFrames full_;
  int64_t old_ = -1;  // position of the previous frame; the first delta counts from -1
  int64_t new_ = -1;
};

// Writes the table's content; `in` is empty for a method that had none.
bool writeStackMap(const Code& code, const Relocation& relocation, const AppendedHandlers& handlers,
                   ByteReader in, std::vector<uint8_t>& out) {
  const uint32_t frames = in.remaining() == 0 ? 0 : in.u2();
  const uint32_t added = (handlers.flush != 0 ? 1 : 0) + (handlers.exit != 0 ? 1 : 0);
  ByteWriter(out).u2(frames + (handlers.needsFrames ? added : 0));
  StackMapWriter writer(code, relocation, handlers, out);
  for (uint32_t i = 0; i < frames; ++i) {
    if (!writer.copyFrame(in)) return false;
  }
  if (handlers.needsFrames) writer.appendHandlerFrames();
  return in.ok() && in.remaining() == 0;
}

bool relocateLines(const Code& code, const Relocation& relocation, uint8_t* table, size_t size) {
  if (size < 2 || size != 2 + size_t{4} * load2(table)) return false;
  for (uint8_t* row = table + 2; row < table + size; row += 4) {
    if (load2(row) >= code.length()) return false;
    store2(row, relocation.debugLabel(insnAt(code, load2(row))));
  }
  return true;
}

bool relocateRange(const Code& code, const Relocation& relocation, uint8_t* range) {
  const uint32_t start = load2(range);
  const uint32_t end = start + load2(range + 2);
  if (end > code.length() || code.indexAt(start) == kNoInsn || code.indexAt(end) == kNoInsn) {
    return false;
  }
  const uint32_t moved = relocation.debugLabel(start);
  store2(range, moved);
  store2(range + 2, relocation.debugLabel(end) - moved);
  return true;
}

// As relocateRange, of a debug table: the VM accepts positions inside of instructions there.
bool relocateScope(const Code& code, const Relocation& relocation, uint8_t* range) {
  const uint32_t start = load2(range);
  const uint32_t end = start + load2(range + 2);
  if (start >= code.length() || end > code.length()) return false;
  const uint32_t moved = relocation.debugLabel(insnAt(code, start));
  store2(range, moved);
  store2(range + 2, relocation.debugLabel(insnAt(code, end)) - moved);
  return true;
}

bool relocateVariables(const Code& code, const Relocation& relocation, uint8_t* table,
                       size_t size) {
  if (size < 2 || size != 2 + size_t{10} * load2(table)) return false;
  for (uint8_t* row = table + 2; row < table + size; row += 10) {
    if (!relocateScope(code, relocation, row)) return false;
  }
  return true;
}

// Skips an element_value (JVMS 4.7.16.1); nesting is bounded so that a hostile file cannot
// exhaust the stack.
bool skipElementValue(ByteReader& in, uint32_t depth);

bool skipAnnotation(ByteReader& in, uint32_t depth) {
  in.skip(2);
  const uint32_t pairs = in.u2();
  for (uint32_t i = 0; i < pairs; ++i) {
    in.skip(2);
    if (!in.ok() || !skipElementValue(in, depth + 1)) return false;
  }
  return in.ok();
}

bool skipElementValue(ByteReader& in, uint32_t depth) {
  if (depth > 32) return false;
  switch (in.u1()) {
    case 'e': in.skip(4); return in.ok();
    case '@': return skipAnnotation(in, depth);
    case '[': {
      const uint32_t values = in.u2();
      for (uint32_t i = 0; i < values; ++i) {
        if (!skipElementValue(in, depth + 1)) return false;
      }
      return in.ok();
    }
    default: in.skip(2); return in.ok();
  }
}

// Moves the offsets in a target_info of Code (JVMS 4.7.20.1) and stands behind it afterwards.
bool relocateTarget(const Code& code, const Relocation& relocation, uint8_t* table,
                    ByteReader& in) {
  const uint8_t type = in.u1();
  if (type == 0x40 || type == 0x41) {  // local and resource variables
    const uint32_t ranges = in.u2();
    for (uint32_t i = 0; i < ranges; ++i) {
      const size_t at = in.position();
      in.skip(6);
      if (!in.ok() || !relocateRange(code, relocation, table + at)) return false;
    }
    return true;
  }
  if (type == 0x42) {  // catch: an index in the exception table, which keeps its order
    in.skip(2);
    return in.ok();
  }
  if (type < 0x43 || type > 0x4b) return false;
  const size_t at = in.position();
  const uint32_t offset = in.u2();
  if (type >= 0x47) in.skip(1);  // index of the type argument
  if (!in.ok() || !isInsn(code, offset)) return false;
  store2(table + at, relocation.instruction(offset));
  return true;
}

enum class Table : uint8_t { Raw, StackMap, Lines, Variables, Annotations, Obsolete };

Table tableOf(std::string_view name) {
  if (name == "LineNumberTable") return Table::Lines;
  if (name == "StackMapTable") return Table::StackMap;
  if (name == "LocalVariableTable" || name == "LocalVariableTypeTable") return Table::Variables;
  if (name == "RuntimeVisibleTypeAnnotations" || name == "RuntimeInvisibleTypeAnnotations") {
    return Table::Annotations;
  }
  if (name == "StackMap") return Table::Obsolete;  // CLDC's offsets; no JVM of ours reads it
  return Table::Raw;
}

bool relocateTable(Table kind, const Code& code, const Relocation& relocation, uint8_t* table,
                   size_t size) {
  switch (kind) {
    case Table::Lines: return relocateLines(code, relocation, table, size);
    case Table::Variables: return relocateVariables(code, relocation, table, size);
    case Table::Annotations: return relocateTypeAnnotations(code, relocation, table, size);
    case Table::Obsolete: return false;
    default: return true;
  }
}

}  // namespace

bool relocateTypeAnnotations(const Code& code, const Relocation& relocation, uint8_t* table,
                             size_t size) {
  ByteReader in(table, size);
  const uint32_t count = in.u2();
  for (uint32_t i = 0; i < count; ++i) {
    if (!relocateTarget(code, relocation, table, in)) return false;
    in.skip(size_t{2} * in.u1());  // type_path
    if (!in.ok() || !skipAnnotation(in, 0)) return false;
  }
  return in.ok() && in.remaining() == 0;
}

TableResult writeCodeTables(const Code& code, const ConstantPool& pool,
                            const Relocation& relocation, const AppendedHandlers& handlers,
                            std::vector<uint8_t>& out) {
  TableResult result;
  ByteWriter writer(out);
  ByteReader in = code.attributes();
  const uint32_t count = in.u2();
  const size_t countAt = writer.position();
  uint32_t written = 0;
  bool framed = !handlers.needsFrames || (handlers.flush == 0 && handlers.exit == 0);
  writer.u2(0);
  for (uint32_t i = 0; i < count; ++i) {
    const uint16_t name = in.u2();
    const uint32_t size = in.u4();
    const uint8_t* content = in.here();
    in.skip(size);
    const size_t begin = writer.position();
    writer.u2(name);
    writer.u4(size);
    const Table kind = tableOf(pool.utf8(name));
    if (kind == Table::StackMap) {
      result.ok = writeStackMap(code, relocation, handlers, ByteReader(content, size), out);
      if (!result.ok) return result;
      writer.patch4(begin + 2, static_cast<uint32_t>(writer.position() - begin - 6));
      framed = true;
    } else {
      writer.bytes(content, size);
      if (!relocateTable(kind, code, relocation, out.data() + begin + 6, size)) {
        result.ok = kind != Table::Lines && kind != Table::Variables;
        if (!result.ok) return result;
        out.resize(begin);
        ++result.droppedTables;
        continue;
      }
    }
    ++written;
  }
  if (!framed) {
    const size_t begin = writer.position();
    writer.u2(handlers.stackMapName);
    writer.u4(0);
    writeStackMap(code, relocation, handlers, ByteReader(nullptr, 0), out);
    writer.patch4(begin + 2, static_cast<uint32_t>(writer.position() - begin - 6));
    ++written;
  }
  writer.patch2(countAt, written);
  return result;
}

}  // namespace isl::classfile
