// The attributes of Code that hold bytecode offsets, moved along with the instructions.
#pragma once

#include "classfile/FullFrames.h"

namespace isl::classfile {

// Catch-all handlers behind the method's last instruction; a position of 0: there is none. Their frames
// have one java/lang/Throwable on the stack and of the locals the extra ones alone.
struct AppendedHandlers {
  uint32_t flush = 0;         // writes counts out
  uint32_t exit = 0;          // leaves regions; behind `flush`
  ExtraLocals extra;          // that all frames declare; none: frames stay what they are
  bool needsFrames = false;   // class files from version 50 on
  uint16_t stackMapName = 0;  // Utf8 "StackMapTable", for a method that had no such table
  uint16_t throwableClass = 0;
};

struct TableResult {
  bool ok = true;  // false: a table is malformed that the VM looks at, which must see it
  uint32_t droppedTables = 0;  // annotations and obsolete tables that could not be mapped
};

// Writes attributes_count and the attributes of the relocated method.
TableResult writeCodeTables(const Code& code, const ConstantPool& pool,
                            const Relocation& relocation, const AppendedHandlers& handlers,
                            std::vector<uint8_t>& out);

// Moves the offsets in the annotations of a Runtime(In)VisibleTypeAnnotations attribute;
// `table[from..]` is a copy of its content. False when it is malformed.
bool relocateTypeAnnotations(const Code& code, const Relocation& relocation, uint8_t* table,
                             size_t size);

}  // namespace isl::classfile
