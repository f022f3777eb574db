// The common currency of the passes: each looks at a method and proposes edits; the assembler turns
// the edits that stay into bytes. Edits neither branch nor change the stack or the locals.
#pragma once

#include <string_view>
#include <vector>

#include "classfile/ClassFile.h"
#include "classfile/Code.h"
#include "instrument/Members.h"
#include "instrument/Rewriter.h"
#include "instrument/Values.h"
#include "java/HelperNames.h"

namespace isl::instrument {

// What inserted code calls.
enum class Helper : uint8_t {
#define ISL_HELPER(id, cls, name, descriptor) id,
#include "instrument/Helpers.def"
  Count
};

enum class EditKind : uint8_t {
  TouchTop,     // the receiver is on top of the stack
  TouchUnder1,  // under a value of one slot
  TouchUnder2,  // under a value of two slots
  TouchLocal,
  BornTop,
  BornLocal,
  Call,  // push the site, call the helper
  // What call of the JDK is remembered, in `local`: kept at the entry, put back before each return.
  KeepCall,
  RestoreCall,
  // Events; each pushes `key` last. The Touch kinds serve events without a value, with a key.
  CopyBase,  // getfield: keep the receiver for Loaded
  Loaded,    // behind getfield: receiver, value of one slot
  LoadedWide,
  Store,  // before putfield: receiver, value of one slot
  StoreWide,
  CopyElement,  // array load: keep array and index for ElementLoaded
  ElementLoaded,
  ElementLoadedWide,
  ElementStore,  // before an array store of a `valueKind`
  ElementUse,    // before an array load or, where valueKind says so, a store: no value
  // Of a counted loop (LoopCounts.h); `local` numbers the counter.
  BeginCounts,    // at the entry: `local` counters are empty
  KeepArray,      // before an array load or, where valueKind says so, a store
  CountElement,   // behind it
  KeepSameArray,  // the same two where the loop knows the array already
  CountSame,
  FlushCount,
  ReturnVoid,  // the receiver is in `local`, or kNullLocal
  ReturnOne,
  ReturnWide,
  Region  // call an enter or exit helper, which takes `key` if it is enterSeq
};

struct Edit {
  uint32_t place = 0;  // see Relocation.h
  EditKind kind = EditKind::TouchTop;
  Helper helper = Helper::Touch;
  SiteKind siteKind = SiteKind::New;
  uint16_t local = 0;
  uint16_t bci = 0;     // of the instruction that the site names
  uint16_t target = 0;  // its operand: pool index of the class or of the member
  int32_t key = 0;
  char valueKind = 'I';  // of an element store; 0: a load
  bool counted = false;  // of an element use: only how often it happens matters
  bool far = false;      // of a birth: nobody knows the array before it is stored on a path
  static constexpr uint16_t kNullLocal = 0xffff;
};

struct MethodContext {
  const classfile::ClassFile& cls;
  const classfile::Method& method;
  const classfile::Code& code;
  const Features& features;
  const ClassTraits& traits;
  MemberTable& members;
};

// A bracket around the whole method.
struct Region {
  Helper enter;
  Helper exit;
  int32_t key;
};

}  // namespace isl::instrument
